// Editing `metadata` as text: one member set or taken off, every other member keeps its exact text.
// Pure; safe from any thread.
#pragma once

#include <string_view>

#include "a2a/model/message.h"

namespace schemagate::a2a {

// A copy of `metadata` (an object's text, or empty) with the member `name` set to `raw`, which is JSON text
// already. A member of that name keeps its place, a new one goes to the end. Metadata that is no object
// counts as empty.
RawJson with_member(const RawJson& metadata, std::string_view name, std::string_view raw);

// A copy without the member `name`; empty when no member is left.
RawJson without_member(const RawJson& metadata, std::string_view name);

// The member's text; empty when there is none.
RawJson member_of(const RawJson& metadata, std::string_view name);

// A copy of `base` with every member of `over` set as by with_member().
RawJson merged(const RawJson& base, const RawJson& over);

// Sets the object-schemas label: `metadata.mimeType` and `media_type`, to the same string.
void set_mime_type(Part& part, std::string_view mime_type);

}  // namespace schemagate::a2a
