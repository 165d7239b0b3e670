// Validator's entries for a2a::JsonDocument.
#include "extension/json_schema/evaluate/evaluate.h"
#include "extension/json_schema/validator.h"
#include "extension/json_schema/values/document_view.h"

namespace schemagate::json_schema {

Verdict Validator::validate(a2a::JsonValue instance) const {
  return decide(*graph_, DocumentView(instance));
}

Report Validator::explain(a2a::JsonValue instance) const {
  return collect(*graph_, DocumentView(instance));
}

Annotations Validator::annotate(a2a::JsonValue instance) const {
  return json_schema::annotate(*graph_, DocumentView(instance));
}

}  // namespace schemagate::json_schema
