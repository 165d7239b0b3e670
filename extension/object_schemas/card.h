// The extension's members of an agent card (object-schemas v1 section 1; OS-1 to OS-18).
#pragma once

#include <string>
#include <vector>

#include "a2a/json/tree.h"
#include "extension/object_schemas/contract.h"

namespace schemagate::object_schemas {

// Writes into `card`: the declaration in capabilities.extensions (with the schemas again under
// params.schemas), the root member `schemas`, and the modes of every SkillContract in its skill (text/plain
// first unless text_input is false). One whose skill the card lacks adds nothing: lint() reports it. A
// contract that declares nothing leaves the card unchanged (OS-10). Members that are already there and that
// this extension does not own stay as they are.
void declare(a2a::JsonTree& card, const Contract& contract);

struct CardProblem {
  bool fatal;        // false: a warning
  std::string path;  // JSON Pointer into the card
  std::string message;
};
// What is wrong with a finished card: modes that name an undeclared schema (OS-12, row 36), skill contracts
// whose skill is missing, skills' JSON examples that fit no input schema (OS-18, warning), input schemas that
// are not object-rooted.
std::vector<CardProblem> lint(const a2a::JsonTree& card, const Contract& contract);

}  // namespace schemagate::object_schemas
