// The push notification config inside a send request, translated when it is written. Private to a2a/wire.
#pragma once

#include <string>

#include "a2a/model/message.h"
#include "a2a/wire/wire_format.h"

namespace schemagate::a2a::wire {

// Appends the member of `configuration` in which that format carries the config, or nothing when `config`
// (the object of either version, as received) is empty. v1.0 has one authentication scheme: of v0.3's
// `schemes` the first. Members that it does not define are left out.
void append_push_config(std::string& out, WireFormat format, const RawJson& config);

}  // namespace schemagate::a2a::wire
