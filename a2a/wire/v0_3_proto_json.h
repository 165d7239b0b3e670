// What only v0.3's ProtoJSON spells its way: the JSON of v0.3's a2a.proto, which its HTTP+JSON binding
// speaks. Private to a2a/wire, used by the codec.
#pragma once

#include <string>
#include <string_view>

#include "a2a/model/task.h"
#include "a2a/wire/reader.h"

namespace schemagate::a2a::wire::v0_3_proto_json {

// As v1.0's, but for CANCELLED.
std::string_view name(TaskState state);

// {"text":…}, {"file":{"fileWithUri" or "fileWithBytes":…}} or {"data":{"data":{…}}}; a part with a `kind` is
// read as v0.3's own JSON. `metadata` and a file's `name` came after v0.3.0: they are read and written all
// the same. A file that is base64 of base64 is read as the inner one: bytes that happen to be such a text are
// lost on that. `bytes_twice`: see WireFormat.
Part read_part(const Reader& reader);
void append_part(std::string& out, const Part& part, bool bytes_twice);

// A protobuf's bool is left out when it is false, and 0 is no history length: `blocking` that is absent from
// a configuration means false.
SendConfiguration read_configuration(const Reader& reader);

}  // namespace schemagate::a2a::wire::v0_3_proto_json
