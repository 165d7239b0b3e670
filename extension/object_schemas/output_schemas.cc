#include "extension/object_schemas/output_schemas.h"

#include <algorithm>

#include "a2a/text/ascii.h"
#include "a2a/text/utf8.h"
#include "extension/object_schemas/mode.h"
#include "extension/object_schemas/plain_integers.h"

namespace schemagate::object_schemas {
namespace {

constexpr std::size_t kMismatchViolationsMax = 16;
constexpr std::size_t kLabelBytesMax = 128;

// `type/subtype` in lower case, without parameters and blanks.
std::string media_range(std::string_view mode) {
  std::string range;
  for (const char c : mode.substr(0, mode.find(';'))) {
    if (!a2a::text::kBlanks.contains(c)) range += a2a::text::lower(c);
  }
  return range;
}

bool allows_json(std::string_view mode) {
  const std::string range = media_range(mode);
  return range == "application/json" || range == "application/*" || range == "*/*" ||
         range.ends_with("+json");
}

}  // namespace

bool accepts_json(const std::vector<std::string>& modes) {
  return modes.empty() || std::ranges::any_of(modes, allows_json);
}

OutputSchemas::OutputSchemas(const Contract& contract, const std::vector<std::string>& accepted_modes)
    : contract_(contract), as_text_(!accepts_json(accepted_modes)) {}

OutputSchemas::OutputSchemas(const Contract& contract, const SkillContract& skill,
                             const std::vector<std::string>& accepted_modes)
    : OutputSchemas(contract, accepted_modes) {
  for (const std::string& mode : accepted_modes) {
    const Flag flag = parse_mode(mode);
    const auto* named = std::get_if<FlaggedWith>(&flag);
    const Schema* schema = named ? contract.find(named->schema) : nullptr;
    if (schema != nullptr && schema->output) add(named->schema);
  }
  for (const std::string& name : skill.output_schemas) add(name);
}

void OutputSchemas::add(std::string_view name) {
  const auto found = contract_.schemas.find(name);
  if (found == contract_.schemas.end()) return;
  if (std::ranges::find(candidates_, &*found) == candidates_.end()) candidates_.push_back(&*found);
}

std::vector<const OutputSchemas::Entry*> OutputSchemas::to_try(std::string_view own_label) const {
  std::vector<const Entry*> entries = candidates_;
  const auto own = contract_.schemas.find(own_label);
  if (own == contract_.schemas.end()) return entries;
  std::erase(entries, &*own);
  entries.insert(entries.begin(), &*own);
  return entries;
}

std::optional<std::string_view> OutputSchemas::fitting(a2a::JsonValue value,
                                                       std::string_view own_label) const {
  for (const Entry* entry : to_try(own_label)) {
    if (entry->second.validator.validate(value) == json_schema::Verdict::kValid) return entry->first;
  }
  return std::nullopt;
}

std::optional<std::string> OutputSchemas::plain_text(a2a::JsonValue value, std::string_view schema) const {
  const Schema* known = contract_.find(schema);
  return known == nullptr ? std::nullopt : with_plain_integers(known->validator, value);
}

SchemaMismatch OutputSchemas::explain(a2a::JsonValue value, std::string_view own_label) const {
  const auto entries = to_try(own_label);
  if (entries.empty()) {
    return {{a2a::text::shortened(own_label, kLabelBytesMax)},
            {{"data", "schema", "the schema of its label is not declared"}}};
  }
  SchemaMismatch mismatch;
  for (const Entry* entry : entries) mismatch.schemas.push_back(entry->first);
  const json_schema::Report report = entries.front()->second.validator.explain(value);
  if (report.verdict == json_schema::Verdict::kLimit) {
    mismatch.violations.push_back({"data", "limit", "the check was given up at the limit " + report.limit});
  }
  for (const auto& violation : report.violations) {
    if (mismatch.violations.size() == kMismatchViolationsMax) break;
    mismatch.violations.push_back(describe(violation, value, "data"));
  }
  return mismatch;
}

SchemaMismatch OutputSchemas::no_json() const {
  SchemaMismatch mismatch;
  for (const Entry* entry : candidates_) mismatch.schemas.push_back(entry->first);
  mismatch.violations.push_back({"data", "type", "expected JSON, found none"});
  return mismatch;
}

}  // namespace schemagate::object_schemas
