#include "extension/object_schemas/part_typer.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include "a2a/json/text.h"
#include "a2a/model/extensions.h"
#include "a2a/model/metadata.h"
#include "a2a/text/ascii.h"
#include "a2a/text/utf8.h"
#include "extension/object_schemas/json_in_text.h"
#include "extension/object_schemas/label.h"

namespace schemagate::object_schemas {
namespace {

using a2a::Part;
using a2a::PartKind;

constexpr std::size_t kViolationsMax = 32;
constexpr std::size_t kLabelBytesMax = 128;

void append_violation(std::string& out, const ViolationDetail& violation) {
  out += out.ends_with('[') ? "{" : ",{";
  a2a::append_string_member(out, "path", violation.path);
  a2a::append_string_member(out, "keyword", violation.keyword);
  a2a::append_string_member(out, "message", violation.sentence());
  out += '}';
}

// The value of kViolationsKey.
std::string violations_json(const std::vector<SchemaMismatch>& mismatches) {
  std::set<std::string> schemas;
  std::string violations;
  std::size_t count = 0;
  violations += '[';
  for (const SchemaMismatch& mismatch : mismatches) {
    schemas.insert(mismatch.schemas.begin(), mismatch.schemas.end());
    for (const ViolationDetail& violation : mismatch.violations) {
      if (count++ < kViolationsMax) append_violation(violations, violation);
    }
  }
  std::string out = R"({"schemas":[)";
  for (const std::string& schema : schemas) {
    if (!out.ends_with('[')) out += ',';
    a2a::append_json_string(out, schema);
  }
  return out + R"(],"violations":)" + violations + "]}";
}

template <class Whole>
void put_into(Whole& whole, TypedParts&& typed) {
  whole.parts = std::move(typed.parts);
  if (typed.labelled) a2a::add_extension(whole.extensions, kExtensionUri);
  if (typed.mismatches.empty()) return;
  whole.metadata = a2a::with_member(whole.metadata, kViolationsKey, violations_json(typed.mismatches));
}

// Sizes are the caller's limit (an answer, a held back text); depth and number of values are bounded here.
a2a::Result<a2a::JsonValue> read(a2a::JsonDocument& document, std::string_view text) {
  return document.find_or_parse(text, {.bytes_max = text.size()});
}

// The schema that the agent itself says; empty when it says none.
std::string own_label(const Part& part) {
  const Flag flag = label_of(part).flag;
  const auto* named = std::get_if<FlaggedWith>(&flag);
  return named ? named->schema : std::string();
}

bool is_flagged(const Part& part) {
  return !std::holds_alternative<NotFlagged>(label_of(part).flag);
}

SchemaMismatch not_checked(const std::string& label, ViolationDetail why) {
  return {{a2a::text::shortened(label, kLabelBytesMax)}, {std::move(why)}};
}

void make_text(Part& part) {
  clear_label(part);
  part.kind = PartKind::kText;
  part.media_type.clear();
}

}  // namespace

void TypedParts::move_into(a2a::Artifact& whole) {
  put_into(whole, std::move(*this));
}

void TypedParts::move_into(a2a::Message& whole) {
  put_into(whole, std::move(*this));
}

bool continues_text(const Part& part, const Part& next) {
  return part.kind == PartKind::kText && next.kind == PartKind::kText && part.media_type == next.media_type &&
         part.filename == next.filename && part.metadata == next.metadata &&
         part.metadata_mime_type == next.metadata_mime_type;
}

void PartTyper::add_fitting(Part part, std::string_view schema) {
  typed_.structured = true;
  if (schemas_.as_text()) {
    make_text(part);
  } else {
    part.kind = PartKind::kData;
    set_label(part, schema);
    typed_.labelled = true;
  }
  typed_.parts.push_back(std::move(part));
}

void PartTyper::add_data(Part part) {
  const std::string own = own_label(part);
  const bool expected = is_flagged(part) || !schemas_.empty();
  const auto value = read(document_, part.content);
  if (const auto schema = value ? schemas_.fitting(*value, own) : std::nullopt) {
    if (auto plain = schemas_.plain_text(*value, *schema)) part.content = *std::move(plain);
    return add_fitting(std::move(part), *schema);
  }
  if (expected)
    add_mismatch(value ? schemas_.explain(*value, own)
                       : not_checked(own, {"data", "limit", value.error().message}));
  clear_label(part);
  if (schemas_.as_text()) make_text(part);
  typed_.parts.push_back(std::move(part));
}

void PartTyper::add_mismatch(SchemaMismatch mismatch) {
  typed_.violated = true;
  typed_.mismatches.push_back(std::move(mismatch));
}

void PartTyper::add_as_is(Part part) {
  clear_label(part);
  typed_.parts.push_back(std::move(part));
}

void PartTyper::add_file(Part part) {
  if (is_flagged(part))
    typed_.mismatches.push_back(not_checked(own_label(part), {"file", "type", "only data has a schema"}));
  add_as_is(std::move(part));
}

void PartTyper::add_prose(const Part& like, std::string_view text) {
  if (a2a::text::trimmed(text, a2a::text::kWhiteSpace).empty()) return;
  Part prose = like;
  prose.content = text;
  add_as_is(std::move(prose));
}

// True when the text held JSON that was dealt with: typed, or kept with its mismatch noted.
bool PartTyper::add_json_in(const Part& part) {
  const std::string own = own_label(part);
  std::optional<SchemaMismatch> mismatch;
  for (const JsonCandidate& candidate : json_candidates(part.content)) {
    const auto value = read(document_, candidate.json);
    if (!value) continue;
    if (const auto schema = schemas_.fitting(*value, own)) {
      if (schemas_.as_text()) {
        add_fitting(part, *schema);
        return true;
      }
      Part data = part;
      data.content = schemas_.plain_text(*value, *schema).value_or(std::string(candidate.json));
      add_prose(part, candidate.before);
      add_fitting(std::move(data), *schema);
      add_prose(part, candidate.after);
      return true;
    }
    if (!mismatch) mismatch = schemas_.explain(*value, own);
    if (candidate.before.empty() && candidate.after.empty()) break;
  }
  if (!mismatch) return false;
  add_mismatch(*std::move(mismatch));
  add_as_is(part);
  return true;
}

void PartTyper::add_text(Part part) {
  const bool may_hold_json = !schemas_.empty() || is_flagged(part);
  if (may_hold_json && add_json_in(part)) return;
  if (is_flagged(part))
    add_mismatch(not_checked(own_label(part), {"data", "type", "expected JSON, found text"}));
  add_as_is(std::move(part));
}

void PartTyper::add_text_run(std::vector<Part> run) {
  if (run.size() > 1 && !schemas_.empty()) {
    Part joined = run.front();
    joined.content.clear();
    for (const Part& part : run) joined.content += part.content;
    if (add_json_in(joined)) return;
  }
  for (Part& part : run) add_text(std::move(part));
}

void PartTyper::add_all(std::vector<Part> parts) {
  auto begin = parts.begin();
  while (begin != parts.end()) {
    auto end =
        std::find_if(begin + 1, parts.end(), [begin](const Part& p) { return !continues_text(*begin, p); });
    if (begin->kind == PartKind::kText) {
      add_text_run({std::make_move_iterator(begin), std::make_move_iterator(end)});
    } else if (begin->kind == PartKind::kData) {
      add_data(std::move(*begin));
    } else {
      add_file(std::move(*begin));
    }
    begin = end;
  }
}

}  // namespace schemagate::object_schemas
