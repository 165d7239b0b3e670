// Which output schema a value fits (object-schemas v1 section 4; rows 30, 31, 33; ).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/json/document.h"
#include "extension/object_schemas/contract.h"
#include "extension/object_schemas/violation_detail.h"

namespace schemagate::object_schemas {

// Why a value carries no label.
struct SchemaMismatch {
  std::vector<std::string> schemas;         // names tried
  std::vector<ViolationDetail> violations;  // of the first of them
};

// The output schemas of one skill in the order in which they are tried. Immutable; borrows from the contract.
class OutputSchemas {
 public:
  // `accepted_modes`: the client's; declared output schemas named there come first.
  OutputSchemas(const Contract& contract, const SkillContract& skill,
                const std::vector<std::string>& accepted_modes);

  bool empty() const { return candidates_.empty(); }
  // The client takes text, but no JSON at all: objects are given as text.
  bool as_text() const { return as_text_; }

  // The first schema that `value` fits: the agent's own label if declared (empty: none), then the skill's.
  std::optional<std::string_view> fitting(a2a::JsonValue value, std::string_view own_label) const;
  // Why fitting() gave nothing.
  SchemaMismatch explain(a2a::JsonValue value, std::string_view own_label) const;

 private:
  using Entry = std::pair<const std::string, Schema>;
  void add(std::string_view name);
  std::vector<const Entry*> to_try(std::string_view own_label) const;

  const Contract& contract_;
  std::vector<const Entry*> candidates_;
  bool as_text_ = false;
};

}  // namespace schemagate::object_schemas
