// Which output schema of a skill a value fits (object-schemas v1, section 4). An agent behind the gateway
// says at most which schema it means; what it sends is checked against that one first and then against the
// others.
//
//   OutputSchemas schemas(contract, skill, accepted_modes);
//   if (auto name = schemas.fitting(value, "")) …            // label the part with *name
//   else report(schemas.explain(value, "").violations);      // keep it without a label
//
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/json/document.h"
#include "extension/object_schemas/contract.h"
#include "extension/object_schemas/violation_detail.h"

namespace schemagate::object_schemas {

// Why a value carries no label. Owns its texts.
struct SchemaMismatch {
  std::vector<std::string> schemas;         // names tried
  std::vector<ViolationDetail> violations;  // of the first of them
};

// Whether a client with these acceptedOutputModes (A2A v1.0.1, section 3.2.2; empty: any) takes data parts.
bool accepts_json(const std::vector<std::string>& accepted_modes);

// The output schemas of one skill in the order in which they are tried. Immutable and safe from any thread;
// borrows from the contract, as the names do that it gives.
class OutputSchemas {
 public:
  // `accepted_modes`: the client's acceptedOutputModes (A2A v1.0.1, section 3.2.2); declared output schemas
  // named there come first, in its order, then those of the skill in theirs.
  OutputSchemas(const Contract& contract, const SkillContract& skill,
                const std::vector<std::string>& accepted_modes);

  // For what is no output of a skill: only the agent's own labels are looked at.
  OutputSchemas(const Contract& contract, const std::vector<std::string>& accepted_modes);

  // There is nothing to try: the skill has no output schemas and the client has named none, or there is no
  // skill.
  bool empty() const { return candidates_.empty(); }
  // The client takes no JSON at all: data is given to it as text.
  bool as_text() const { return as_text_; }

  // The first schema that `value` fits: that of the agent's own label if it is declared at all (empty: no
  // label), then the others. nullopt when it fits none, or when checking came to a limit.
  std::optional<std::string_view> fitting(a2a::JsonValue value, std::string_view own_label) const;
  // A value that fits the schema of that name with plain integers; see with_plain_integers().
  std::optional<std::string> plain_text(a2a::JsonValue value, std::string_view schema) const;
  // Why fitting() gave nothing, with the violations of the schema that came first. Slower than fitting().
  SchemaMismatch explain(a2a::JsonValue value, std::string_view own_label) const;
  // The same of an answer that holds no value at all.
  SchemaMismatch no_json() const;

 private:
  using Entry = std::pair<const std::string, Schema>;
  void add(std::string_view name);
  std::vector<const Entry*> to_try(std::string_view own_label) const;

  const Contract& contract_;
  std::vector<const Entry*> candidates_;
  bool as_text_ = false;
};

}  // namespace schemagate::object_schemas
