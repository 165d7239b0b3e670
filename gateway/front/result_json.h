// The JSON of an operation's result, which both bindings of JSON share. Pure.
#pragma once

#include <string>

#include "a2a/wire/wire_format.h"
#include "gateway/front/operation_values.h"

namespace schemagate {

// Of a StreamedMessage: its only event. A StreamedTask has none of its own, its events are those of the
// task's log: an empty text.
std::string result_json(a2a::wire::WireFormat format, const OperationResult& result);

}  // namespace schemagate
