// Which skill contract a task was accepted under, as a value that is stored with the task. The configuration
// may change while the task lives (a restart, a reload); the reference finds the skill contract again and
// tells whether it still says the same.
//
//   ContractReference accepted_under = reference_to(*input.skill, input.schema);   // when the task begins
//   …                                                                              // stored with the task
//   ReferencedSkill now = find_referenced(snapshot.contract(), accepted_under);    // when it goes on
//   if (now.skill == nullptr) …  // no skill takes this schema any more: answers are not typed
//   if (!now.is_same) …          // taken still, but schemas, modes or mapping have changed
//
// Every function is pure and may be called from any thread. Only digest_of() reads JSON, once for each skill
// when a contract is built; referring and finding compare texts.
#pragma once

#include <string>
#include <string_view>

#include "extension/object_schemas/contract.h"

namespace schemagate::object_schemas {

// Owns its texts: it outlives the contract that it was made of.
struct ContractReference {
  std::string schema;    // name of the input schema; empty: the task was not begun by a structured input
  std::string skill_id;  // empty: the agent-wide modes
  std::string digest;    // SkillContract::digest at that time

  bool empty() const { return schema.empty(); }
  bool operator==(const ContractReference&) const = default;
};

// The digest of what `skill` promises: "sha-256:" and, in base64url, the SHA-256 of a canonical JSON document
// (RFC 8785) of its input and output schemas with their names, its modes, its input mapping and its output
// mapping (artifact id, strictness). What does not change the meaning does not change the digest: white
// space and member order of a schema, `skill_id`, the title, other skills. The order of output schemas
// counts, because they are tried in it. Schemas that `contract` does not have count as absent. A schema
// without a canonical form (one that is nested too deeply for canonical_json()) counts by its text. Empty
// when OpenSSL cannot compute SHA-256: then nothing is known to be the same.
std::string digest_of(const Contract& contract, const SkillContract& skill);

// Sets SkillContract::digest in every skill, and Schema::taken_by in every schema. Whoever builds a contract
// calls this last; a contract that was changed afterwards needs it again.
void set_digests(Contract& contract);

// The reference that is stored with a task which `schema` has begun.
ContractReference reference_to(const SkillContract& skill, std::string_view schema);

struct ReferencedSkill {
  const SkillContract* skill = nullptr;  // borrows from the contract; nullptr: no skill takes the schema
  bool is_same = false;                  // its digest is the one of the reference, and is not empty
};
// The skill of the reference when it still takes the schema; else the first one that does, as for a new
// message. An empty reference finds nothing.
ReferencedSkill find_referenced(const Contract& contract, const ContractReference& reference);

}  // namespace schemagate::object_schemas
