#include "extension/json_schema/render.h"

#include <algorithm>

#include "a2a/json/text.h"
#include "extension/json_schema/pointer.h"

namespace json_schema {
namespace {

bool is_identifier(std::string_view name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !name.empty() && letter(name.front()) &&
         std::ranges::all_of(name, [letter](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

bool is_index(std::string_view token) {
  return !token.empty() && std::ranges::all_of(token, [](char c) { return c >= '0' && c <= '9'; });
}

void append_step(std::string& field, const std::string& token) {
  if (is_index(token)) {
    field += '[' + token + ']';
  } else if (is_identifier(token)) {
    if (!field.empty()) field += '.';
    field += token;
  } else {
    field += '[';
    a2a::append_json_string(field, token);
    field += ']';
  }
}

std::string field_of(const Violation& violation, std::string_view root) {
  std::string field(root);
  for (const std::string& token : split_pointer(violation.instance_pointer)) append_step(field, token);
  if (!violation.missing.empty()) append_step(field, violation.missing);
  return field;
}

std::string where(const Violation& violation) {
  return violation.instance_pointer.empty() ? "the whole value" : violation.instance_pointer;
}

std::string names(const std::vector<std::string>& siblings) {
  std::string out;
  for (const std::string& name : siblings) {
    if (!out.empty()) out += ", ";
    a2a::append_json_string(out, name);
  }
  return out;
}

}  // namespace

std::string render_flag(const Report& report) {
  return report.verdict == Verdict::kValid ? R"({"valid":true})" : R"({"valid":false})";
}

std::string render_basic(const Report& report) {
  if (report.verdict == Verdict::kValid) return render_flag(report);
  std::string out = R"({"valid":false,"errors":[)";
  for (const Violation& violation : report.violations) {
    if (out.back() == '}') out += ',';
    out += '{';
    a2a::append_string_member(out, "keywordLocation", violation.evaluation_path);
    a2a::append_string_member(out, "absoluteKeywordLocation", violation.schema_location);
    a2a::append_string_member(out, "instanceLocation", violation.instance_pointer);
    a2a::append_string_member(out, "error", violation.message);
    out += '}';
  }
  return out + "]}";
}

std::vector<a2a::FieldViolation> field_violations(const Report& report, std::string_view root) {
  std::vector<a2a::FieldViolation> out;
  for (const Violation& violation : report.violations) {
    out.push_back({field_of(violation, root), violation.keyword + ": " + violation.message});
  }
  return out;
}

std::string render_text(const Report& report) {
  if (report.verdict == Verdict::kValid) return "The value is valid.";
  if (report.verdict == Verdict::kLimit) return "The value could not be checked: limit " + report.limit + ".";
  std::string out =
      "The value has " + std::to_string(report.total) + (report.total == 1 ? " fault:" : " faults:");
  for (const Violation& violation : report.violations) {
    out += "\n- At " + where(violation) + ": " + violation.message + '.';
    // Unexpected members name the known ones in their message already.
    if (violation.keyword == "required" && !violation.siblings.empty()) {
      out += " Known members: " + names(violation.siblings) + '.';
    }
    if (!violation.description.empty()) out += " The schema says: " + violation.description;
  }
  const std::size_t more = report.total - std::min(report.total, report.violations.size());
  if (more > 0) out += "\n- and " + std::to_string(more) + " more.";
  return out;
}

}  // namespace json_schema
