// Validator's entries for nlohmann's trees.
#include "extension/json_schema/evaluate/evaluate.h"
#include "extension/json_schema/validator.h"
#include "extension/json_schema/values/tree_view.h"

namespace schemagate::json_schema {

Verdict Validator::validate(const nlohmann::json& instance) const {
  return decide(*graph_, TreeView(instance));
}

Verdict Validator::validate(const nlohmann::ordered_json& instance) const {
  return decide(*graph_, TreeView(instance));
}

Report Validator::explain(const nlohmann::json& instance) const {
  return collect(*graph_, TreeView(instance));
}

Report Validator::explain(const nlohmann::ordered_json& instance) const {
  return collect(*graph_, TreeView(instance));
}

}  // namespace schemagate::json_schema
