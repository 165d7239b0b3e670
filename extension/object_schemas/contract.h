// What one fronted agent has declared: its schemas, which skills take and give them, and how input is handed
// over. Built once from configuration, immutable afterwards, read from every thread.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/error.h"
#include "extension/json_schema/validator.h"
#include "extension/object_schemas/template.h"

namespace schemagate::object_schemas {

struct Schema {
  std::string text;  // as published in the card, byte for byte
  json_schema::Validator validator;
  bool input = false;   // named by an input mode of the agent or of a skill
  bool output = false;  // named by an output mode
};

// How a structured input reaches an agent that knows nothing of schemas.
enum class InputMapping {
  kData,      // the data part as it is, media type plain application/json
  kText,      // the JSON as a text part
  kTemplate,  // a text part rendered from `SkillContract::prompt`
};

// A skill's side of the contract. A schema used as input by several skills is routed to the first.
struct SkillContract {
  std::string skill_id;  // empty: agent-wide default modes
  std::vector<std::string> input_schemas;
  std::vector<std::string> output_schemas;  // in order of preference
  InputMapping input_mapping = InputMapping::kData;
  Template prompt;             // for InputMapping::kTemplate
  Template title;              // task metadata.title; empty: none
  std::string artifact_id;     // id of the artifact that carries the typed output; empty: the agent's own
  bool strict_output = false;  // an output that fits no output schema fails the task
  bool text_input = true;      // text/plain stays among the input modes (OS-14)
  std::string digest;          // see contract_reference.h; empty until set_digests()

  bool takes(std::string_view schema) const;
};

struct Contract {
  std::map<std::string, Schema, std::less<>> schemas;
  std::vector<SkillContract> skills;  // agent-wide skill last, if any
  bool declared() const { return !schemas.empty(); }

  const Schema* find(std::string_view name) const;
  // The skill that takes `schema` as input; nullptr when it is no input schema.
  const SkillContract* skill_for_input(std::string_view schema) const;
  std::vector<std::string> input_names() const;
};

}  // namespace schemagate::object_schemas
