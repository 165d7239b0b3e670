// The label of a part: which schema its media types name (object-schemas v1, section 2). A part has up to
// three places for a media type: `metadata.mimeType` (the extension's own), `metadata.mediaType`, and since
// A2A v1.0 `mediaType` (section 4.1.6 of A2A v1.0.1).
//
//   set_label(part, "fightComparison");
//   label_of(part).flag   // FlaggedWith{"fightComparison"}
//   label_of(part).field  // "metadata.mimeType", where a client that is told of a mistake looks for it
//
// Pure; safe from any thread. Any kind of part is accepted: that only data parts may be labelled is the rule
// of structured_input.h and part_typer.h.
#pragma once

#include <string>
#include <variant>

#include "a2a/model/message.h"
#include "extension/object_schemas/mode.h"

namespace schemagate::object_schemas {

// What all carriers of a part say together. One of them is enough; a plain `application/json` beside it does
// not count. Two that name different schemas, or one that is malformed, make the flag malformed.
struct Label {
  Flag flag;
  std::string field;  // the first carrier that is flagged, below the part; empty when none is
};

// Reads all carriers. Metadata is parsed only when it can hold one; metadata that is no JSON holds none.
Label label_of(const a2a::Part& part);

// Replaces every label of the part by `schema`, in both `metadata.mimeType` and `media_type`: readers of A2A
// v0.3 look at the one, readers of v1.0 at the other. `schema` must be a schema name.
void set_label(a2a::Part& part, std::string_view schema);

// Takes the label off every carrier; `media_type` becomes plain `application/json`, but for that of a file
// which has no label in it. Other metadata is kept. A part without label stays as it is.
void clear_label(a2a::Part& part);

}  // namespace schemagate::object_schemas
