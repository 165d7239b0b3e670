// The push notification config inside a send request, translated when it is written. Private to a2a/wire.
#pragma once

#include <string>

#include "a2a/model/message.h"
#include "a2a/wire/dialect.h"

namespace schemagate::a2a::wire {

// Appends the member of `configuration` in which that dialect carries the config, or nothing when `config`
// (the object of either version, as received) is empty. v1.0 has one authentication scheme: of v0.3's
// `schemes` the first. Members that it does not define are left out.
void append_push_config(std::string& out, Dialect dialect, const RawJson& config);

}  // namespace schemagate::a2a::wire
