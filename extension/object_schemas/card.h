// The extension's members of an agent card (object-schemas v1, section 1): written into a card, and checked
// in one. Cards are worked on as JSON trees, so that members which we do not know survive.
//
//   declare(card, contract);
//   for (const CardProblem& problem : lint(card, contract))
//     report(problem.fatal, problem.path, problem.message);
//
// Pure but for the card that is written to; calls with different cards are safe from any thread.
#pragma once

#include <string>
#include <vector>

#include "a2a/json/tree.h"
#include "extension/object_schemas/contract.h"

namespace schemagate::object_schemas {

// Writes into `card`:
// - the declaration in capabilities.extensions, never `required`, because text stays possible for everybody,
//   with the schemas under params.schemas: SDKs that read cards into types drop members that they do not
//   know;
// - the root member `schemas`;
// - the modes of every SkillContract in its skill, text/plain first unless text_input is false. Where the
//   skill had no modes, those that it inherits from the agent are kept with them. A SkillContract whose skill
//   the card lacks adds nothing: lint() reports it.
// Modes that name no schema are left out where the skill's (else the contract's) `accept` refuses what they
// stand for: plain application/json without `data`, all others without `text`. A contract that declares
// nothing leaves the card unchanged, and so does a card that is no object. Members that this extension does
// not own stay as they are. Calling it twice changes nothing more.
void declare(a2a::JsonTree& card, const Contract& contract);

// What some skill of the card accepts beside structured input, and so the agent: a message without structured
// input names no skill. Skills that the contract does not have accept what its agent-wide modes do, or
// without these `contract.accept`; so does a card without skills.
Accepted accepted_by(const Contract& contract, const a2a::JsonTree& card);

// A problem of a card; `fatal` ones make it unfit to be published.
struct CardProblem {
  bool fatal;        // false: a warning
  std::string path;  // JSON Pointer into the card
  std::string message;
};
// So many are listed; one more says how many there are beside them, fatal where any of these is.
inline constexpr std::size_t kCardProblemsMax = 100;
// What is wrong with a finished card; empty when nothing is.
// Fatal: modes that name an undeclared schema or are malformed, skill contracts whose skill is missing,
// schema names that are no token, input schemas that take more than objects (section 2: the data is a JSON
// object), unless they are the agent's own. Warnings: modes in another spelling than format_mode() gives,
// modes that name a schema which no skill of the contract takes or gives, lists of modes that name schemas
// and leave out the text that the contract passes on, JSON examples of a skill that fit none of its input
// schemas (an example that is no JSON object is a sentence, and fine). Names that are not known are told with
// the nearest one that is.
std::vector<CardProblem> lint(const a2a::JsonTree& card, const Contract& contract);
// The same for a card that will be laid over another: what it lacks is no problem.
std::vector<CardProblem> lint_part(const a2a::JsonTree& part, const Contract& contract);

}  // namespace schemagate::object_schemas
