// What one fronted agent has declared (object-schemas v1, section 1): its schemas by name, and for each skill
// which of them it takes and gives, and how its input reaches the agent.
//
//   Contract contract;
//   contract.schemas.emplace("order",
//                            Schema{.text = text, .validator = *std::move(validator), .input = true});
//   contract.skills.push_back({.skill_id = "shop", .input_schemas = {"order"}});
//   set_digests(contract);  // contract_reference.h
//   contract.skill_for_input("order")->skill_id  // "shop"
//
// Ownership: a Contract owns everything in it and refers to nothing outside. Pointers and references that
// functions of this room return borrow from it and are good until it is changed or destroyed.
// Threads: built by one thread, immutable afterwards, then read from every thread without a lock.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/error.h"
#include "extension/json_schema/validator.h"
#include "extension/object_schemas/template.h"

namespace schemagate::object_schemas {

// One entry of the card's `schemas`.
struct Schema {
  std::string text;  // as published in the card, byte for byte
  json_schema::Validator validator;
  bool input = false;           // named by an input mode of the agent or of a skill
  bool output = false;          // named by an output mode
  bool asserts_format = false;  // it was compiled so that `format` refuses
  bool adopted = false;         // it is of the agent's own card: the agent knows it by this name
  // Where in Contract::skills the first stands that takes it; absent until set_digests(), and where none
  // does.
  std::optional<std::size_t> taken_by = {};
};

// How a structured input reaches the agent, which mostly knows nothing of schemas. In the configuration:
// `hand_over`.
enum class InputMapping {
  kData,      // the data part as it is, with the media type plain application/json
  kText,      // the JSON as a text part
  kTemplate,  // a text part rendered from `SkillContract::prompt`
  kLabelled,  // the data part with its label, for an agent that speaks the extension
};

// Which messages without a structured input are for the agent to deal with; the others are refused.
struct Accepted {
  bool text = true;  // without data parts
  bool data = true;  // with data parts, none of them labelled
  bool operator==(const Accepted&) const = default;
};

// A skill's side of the contract.
struct SkillContract {
  std::string skill_id = {};                    // of the card; empty: the agent-wide default modes
  std::vector<std::string> input_schemas = {};  // names in Contract::schemas
  // The same, in order of preference: the first that fits is taken.
  std::vector<std::string> output_schemas = {};
  InputMapping input_mapping = InputMapping::kData;
  Template prompt = {};          // for InputMapping::kTemplate
  Template title = {};           // the task's metadata.title, rendered from the input; empty: none
  std::string artifact_id = {};  // id of the artifact that carries the typed output; empty: the agent's own
  bool strict_output = false;    // an output that fits no output schema fails the task
  bool text_input = true;        // text/plain stays among the input modes, as section 1 highly recommends
  Accepted accept = {};          // beside structured input; without `text` there is no text/plain either
  std::string digest = {};       // see contract_reference.h; empty until set_digests()

  // Whether `schema` is among the input schemas.
  bool takes(std::string_view schema) const;
};

struct Contract {
  std::map<std::string, Schema, std::less<>> schemas;  // by name
  std::vector<SkillContract> skills;  // in order of the card; the agent-wide one last, if any
  // Of messages without structured input, which name no skill: see accepted_by() in card.h.
  Accepted accept = {};
  // Names of the schemas that the agent's own card declares and that cannot be enforced (adoption.h), fit to
  // be shown: the first 32, and how many there are besides.
  std::vector<std::string> refused_schemas = {};
  std::size_t refused_besides = 0;

  // An agent without schemas does not declare the extension.
  bool declared() const { return !schemas.empty(); }
  // Whether a label makes a part a structured input, which is checked or refused. With no schema but refused
  // ones it is refused: nobody could check it. An agent that never had one is sent labels as they are.
  bool refuses_labels() const { return declared() || !refused_schemas.empty(); }

  // The schema of exactly that name (names are case-sensitive); nullptr when there is none.
  const Schema* find(std::string_view name) const;
  // The skill that takes `schema` as input; of several the first, so that the same input always means the
  // same (section 1 leaves it open). nullptr when it is no input schema.
  const SkillContract* skill_for_input(std::string_view schema) const;
  // The names of all input schemas, sorted: what a client is told to choose from.
  std::vector<std::string> input_names() const;
};

}  // namespace schemagate::object_schemas
