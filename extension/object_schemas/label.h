// The label of a part: which schema its media types name (section 2; rows 1 to 9 of the edge cases).
#pragma once

#include <string>
#include <variant>

#include "a2a/model/message.h"
#include "extension/object_schemas/mode.h"

namespace schemagate::object_schemas {

// What all carriers of a part say together: `metadata.mimeType`, `metadata.mediaType`, `mediaType`.
// One of them is enough; a generic `application/json` beside it does not count; two that name different
// schemas, or one that is malformed, make the flag malformed.
struct Label {
  Flag flag;
  std::string field;  // the deciding carrier below the part: "metadata.mimeType"; empty when not flagged
};

// Of a part of any kind: whether the kind may be flagged is the caller's question.
Label label_of(const a2a::Part& part);

// Labels the part (OS-13): both carriers, the exact string.
void set_label(a2a::Part& part, std::string_view schema);

// Takes the label off every carrier; what named a schema becomes plain `application/json` in `media_type`.
// A part without label stays as it is.
void clear_label(a2a::Part& part);

}  // namespace schemagate::object_schemas
