#include "extension/json_schema/render.h"

#include <algorithm>
#include <map>
#include <utility>

#include "a2a/json/pointer.h"
#include "a2a/json/text.h"
#include "a2a/text/ascii.h"

namespace schemagate::json_schema {
namespace {

bool is_identifier(std::string_view name) {
  return !name.empty() && !a2a::text::is_digit(name.front()) &&
         std::ranges::all_of(name, [](char c) { return a2a::text::is_letter_or_digit(c) || c == '_'; });
}

void append_step(std::string& field, const std::string& token) {
  if (a2a::text::is_all_digits(token)) {
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
  for (const std::string& token : a2a::json_pointer::split(violation.instance_pointer))
    append_step(field, token);
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

void open_element(std::string& list) {
  if (!list.ends_with('[')) list += ',';
  list += '{';
}

// `Fact`: Violation or Annotation.
template <class Fact>
void append_locations(std::string& out, const Fact& fact) {
  a2a::append_string_member(out, "keywordLocation", fact.evaluation_path);
  a2a::append_string_member(out, "absoluteKeywordLocation", fact.schema_location);
  a2a::append_string_member(out, "instanceLocation", fact.instance_pointer);
}

// The units of "list", in the order of their first fact.
class Units {
 public:
  // `value` is JSON.
  template <class Fact>
  void add(const Fact& fact, std::string_view keyword, std::string value) {
    std::string token;
    a2a::json_pointer::append_token(token, keyword);
    // The location of a schema `false` names no keyword.
    const std::string_view tail = keyword.empty() ? std::string_view() : token;
    Unit& unit =
        find(without(fact.evaluation_path, tail), fact.instance_pointer, without(fact.schema_location, tail));
    if (!unit.facts.empty()) unit.facts += ',';
    a2a::append_json_string(unit.facts, keyword);
    unit.facts += ':' + value;
  }

  std::string render(bool valid, std::string_view facts) const {
    std::string out = valid ? R"({"valid":true,"details":[)" : R"({"valid":false,"details":[)";
    for (const Unit& unit : units_) {
      open_element(out);
      a2a::append_raw_member(out, "valid", valid ? "true" : "false");
      a2a::append_string_member(out, "evaluationPath", unit.evaluation_path);
      a2a::append_string_member(out, "schemaLocation", unit.schema_location);
      a2a::append_string_member(out, "instanceLocation", unit.instance_pointer);
      a2a::append_raw_member(out, facts, '{' + unit.facts + '}');
      out += '}';
    }
    return out + "]}";
  }

 private:
  struct Unit {
    std::string evaluation_path;
    std::string instance_pointer;
    std::string schema_location;
    std::string facts;  // members of an object
  };

  static std::string without(std::string_view location, std::string_view tail) {
    if (location.ends_with(tail)) location.remove_suffix(tail.size());
    return std::string(location);
  }

  Unit& find(std::string path, std::string pointer, std::string location) {
    const auto known = places_.try_emplace({path, pointer}, units_.size());
    if (known.second) units_.push_back({std::move(path), std::move(pointer), std::move(location), {}});
    return units_[known.first->second];
  }

  std::vector<Unit> units_;
  std::map<std::pair<std::string, std::string>, std::size_t> places_;
};

// What a Report lists: its violations, and the limit that kept the whole from being checked.
std::vector<Violation> facts_of(const Report& report) {
  std::vector<Violation> facts = report.violations;
  if (report.verdict != Verdict::kLimit) return facts;
  Violation whole;
  whole.schema_location = "#";
  whole.message = "could not be checked: limit " + report.limit;
  facts.push_back(std::move(whole));
  return facts;
}

}  // namespace

std::string render_flag(const Report& report) {
  return report.verdict == Verdict::kValid ? R"({"valid":true})" : R"({"valid":false})";
}

std::string render_basic(const Report& report) {
  if (report.verdict == Verdict::kValid) return render_flag(report);
  std::string out = R"({"valid":false,"errors":[)";
  for (const Violation& violation : facts_of(report)) {
    open_element(out);
    append_locations(out, violation);
    a2a::append_string_member(out, "error", violation.message);
    out += '}';
  }
  return out + "]}";
}

std::string render_basic(const Annotations& annotations) {
  if (annotations.verdict != Verdict::kValid) return R"({"valid":false})";
  std::string out = R"({"valid":true,"annotations":[)";
  for (const Annotation& annotation : annotations.found) {
    open_element(out);
    append_locations(out, annotation);
    a2a::append_raw_member(out, "annotation", annotation.value);
    out += '}';
  }
  return out + "]}";
}

std::string render_list(const Report& report) {
  Units units;
  for (const Violation& violation : facts_of(report)) {
    units.add(violation, violation.keyword == "false" ? "" : violation.keyword,
              a2a::in_quotes(violation.message));
  }
  return units.render(report.verdict == Verdict::kValid, "errors");
}

std::string render_list(const Annotations& annotations) {
  Units units;
  for (const Annotation& annotation : annotations.found)
    units.add(annotation, annotation.keyword, annotation.value);
  return units.render(annotations.verdict == Verdict::kValid, "annotations");
}

std::vector<a2a::FieldViolation> field_violations(const Report& report, std::string_view root) {
  std::vector<a2a::FieldViolation> out;
  out.reserve(report.violations.size());
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
    out += "\n- At " + where(violation) + ": " + violation.message;
    if (!violation.message.ends_with('?')) out += '.';
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

}  // namespace schemagate::json_schema
