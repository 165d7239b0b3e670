// The contract that an agent declares in its own card (object-schemas v1, section 1), taken over as the
// gateway's own: what can be enforced is declared and checked as if it were configured, what cannot is
// refused by name.
//
//   Contract contract = configured;
//   std::vector<CardProblem> refused = adopt(card, {}, contract);
//   remove_declarations(card, contract);  // the agent's words for it ...
//   declare(card, contract);              // ... make room for what holds: card.h
//
// The card is a stranger's text. Nothing is ever fetched for it, and everything in it has a limit.
// Pure; calls with different arguments are safe from any thread.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "a2a/json/tree.h"
#include "extension/object_schemas/card.h"
#include "extension/object_schemas/contract.h"

namespace schemagate::object_schemas {

// What is beyond a limit is refused by name; the rest is adopted.
struct AdoptionLimits {
  std::size_t schemas_max = 10'000;  // as many as may be configured
  std::size_t schema_bytes_max = 256 << 10;
  std::size_t bytes_max = 1 << 20;  // of all schemas together
  std::size_t patterns_max = 128;   // regular expressions in all of them: each may take megabytes
  std::size_t pattern_instructions_max = 30'000;  // of one schema: json_schema::Limits
  std::size_t skills_max = 256;                   // with modes that name schemas
  std::size_t steps_max = 1'000'000;              // of checking one value: json_schema::Limits
  std::size_t refusals_max = 32;                  // told one by one, the others as a number
};

struct AdoptionOptions {
  bool take_over = true;  // false: nothing is adopted, and all that the contract does not have is refused
  bool assert_format = false;
  AdoptionLimits limits = {};
};

// Adds to `contract` what `card` declares: the schemas of its root member `schemas`, else of the extension's
// parameters; for each skill, and for the agent as a whole, the schemas that its modes name, where a skill
// without modes of one direction has the agent's. What the contract has already stays: schemas by name, and a
// skill's inputs or outputs where it has any. A skill that is new is handed its input with the label, and
// accepts what the contract does. Sets the digests.
// Returns, as warnings with the place in the card, what was refused: a schema with a name that is no token,
// one that does not compile (references to elsewhere among them), one that takes no objects as an input, a
// mode that names none of the contract's schemas, and what is beyond a limit. Schemas that are refused for
// what they are stand in Contract::refused_schemas, too, so that what names one is refused as well, even
// where none is left.
std::vector<CardProblem> adopt(const a2a::JsonTree& card, const AdoptionOptions& options, Contract& contract);

// Takes the agent's words out of the card: `schemas`, in both places, and the modes that name schemas which
// the contract does not have for that skill; where a list of modes would be empty then, plain
// application/json stands in it. The extension's declaration goes, too, when the contract has nothing to
// declare and the card had something. False when there was nothing of the kind.
bool remove_declarations(a2a::JsonTree& card, const Contract& contract);

}  // namespace schemagate::object_schemas
