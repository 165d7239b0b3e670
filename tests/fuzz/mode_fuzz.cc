// Any bytes as a mode string, and as a text in which an agent's JSON is looked for: what is read as a
// schema's name is written and read back as the same name; what is found in a text was in it.
#include <string>
#include <variant>

#include "extension/object_schemas/json_in_text.h"
#include "extension/object_schemas/mode.h"
#include "property.h"

namespace schemagate {

namespace {

using object_schemas::FlaggedWith;

void check_mode(std::string_view text) {
  const auto flag = object_schemas::parse_mode(text);
  if (const auto* malformed = std::get_if<object_schemas::MalformedFlag>(&flag)) {
    fuzz::require(!malformed->reason.empty(), "a malformed flag has a reason");
  }
  const auto* named = std::get_if<FlaggedWith>(&flag);
  if (named == nullptr) return;
  fuzz::require(!named->schema.empty(), "a schema's name is not empty");
  if (!object_schemas::is_schema_name(named->schema)) return;
  fuzz::require(object_schemas::parse_mode(object_schemas::format_mode(named->schema)) == flag,
                "a written mode reads back");
}

void check_text(std::string_view text) {
  const auto candidates = object_schemas::json_candidates(text);
  fuzz::require(candidates.size() <= object_schemas::kCandidatesMax, "candidates are bounded");
  for (const auto& candidate : candidates) {
    fuzz::require(text.starts_with(candidate.before) && text.ends_with(candidate.after),
                  "prose stays in place");
    fuzz::require(candidate.before.size() + candidate.json.size() + candidate.after.size() <= text.size(),
                  "nothing is found twice");
  }
  const auto hold = object_schemas::find_hold_point(text, {});
  fuzz::require(hold < text.size() || hold == text.npos, "a hold point lies in the text");
  const bool begins_json = !candidates.empty() && candidates.front().json.data() == text.data();
  fuzz::require(!begins_json || hold == 0, "what begins as JSON is held");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  check_mode(text);
  check_text(text);
  return 0;
}

}  // namespace schemagate
