// The contract of the extension's own example, and parts to try on it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "a2a/model/metadata.h"
#include "a2a/model/task.h"
#include "extension/object_schemas/contract.h"
#include "extension/object_schemas/mode.h"

namespace schemagate::object_schemas {

inline constexpr std::string_view kComparisonSchema = R"({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "properties": {
    "a": {"description": "The name of the first contestant", "type": "string"},
    "b": {"description": "The name of the second contestant", "type": "string"}
  },
  "required": ["a", "b"],
  "additionalProperties": false
})";

inline constexpr std::string_view kResponseSchema = R"({
  "type": "object",
  "properties": {
    "winner": {"type": "string"},
    "probability": {"type": "number", "minimum": 0, "maximum": 1},
    "explanation": {"type": "string"}
  },
  "required": ["winner", "probability", "explanation"],
  "additionalProperties": false
})";

inline constexpr std::string_view kLionTiger = R"({"a":"Lion","b":"Tiger"})";
inline constexpr std::string_view kTigerWins =
    R"({"winner":"Tiger","probability":0.65,"explanation":"Heavier."})";
inline constexpr std::string_view kImprobable =
    R"({"winner":"Tiger","probability":1.5,"explanation":"Sure."})";

inline Schema schema_of(std::string_view text, bool input, bool output) {
  auto validator = json_schema::Validator::compile(text);
  return {std::string(text), std::move(validator.value()), input, output};
}

inline Template template_of(std::string_view text) {
  return Template::parse(text).value();
}

// fightComparison in, fightResponse out, skill fight-comparison.
inline Contract fight_contract() {
  Contract contract;
  contract.schemas.emplace("fightComparison", schema_of(kComparisonSchema, true, false));
  contract.schemas.emplace("fightResponse", schema_of(kResponseSchema, false, true));
  SkillContract skill;
  skill.skill_id = "fight-comparison";
  skill.input_schemas = {"fightComparison"};
  skill.output_schemas = {"fightResponse"};
  skill.title = template_of("Who would win in a fight between {a} and {b}?");
  skill.artifact_id = "fight-result";
  contract.skills.push_back(std::move(skill));
  return contract;
}

inline a2a::Part text_part(std::string_view text) {
  a2a::Part part;
  part.content = text;
  return part;
}

inline a2a::Part data_part(std::string_view json) {
  a2a::Part part;
  part.kind = a2a::PartKind::kData;
  part.content = json;
  return part;
}

// A data part whose `metadata.mimeType` is `mime_type`.
inline a2a::Part data_part_of_type(std::string_view mime_type, std::string_view json) {
  a2a::Part part = data_part(json);
  a2a::set_mime_type(part, mime_type);
  part.media_type.clear();
  return part;
}

// A data part, labelled with the schema.
inline a2a::Part flagged(std::string_view name, std::string_view json) {
  return data_part_of_type("application/json;schema=" + std::string(name), json);
}

inline a2a::Message message_of(std::vector<a2a::Part> parts) {
  a2a::Message message;
  message.message_id = "m-1";
  message.role = a2a::Role::kUser;
  message.parts = std::move(parts);
  return message;
}

}  // namespace schemagate::object_schemas
