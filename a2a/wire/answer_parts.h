// How much an agent lists in an answer, seen before it is decoded. A part that takes twelve bytes on the wire
// (`{"text":""}`) takes some hundred and seventy once it is decoded, and as many again in each copy.
//
//   if (lists_more_than(*result, limits.answer_parts_max)) return refuse();
//
// Pure; safe from any thread.
#pragma once

#include <cstddef>

#include "a2a/json/document.h"

namespace schemagate::a2a::wire {

// Whether the result of a call, or the data of an event, lists more than `parts_max` of what is a value of
// its own in the model: tasks, artifacts, messages, parts, ids and URIs, together, in whatever version. What
// payloads and metadata hold stays text, and does not count. Costs nothing where the whole has few values.
bool lists_more_than(JsonValue result, std::size_t parts_max);

}  // namespace schemagate::a2a::wire
