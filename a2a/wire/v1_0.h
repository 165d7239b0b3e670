// What only A2A v1.0 spells its way: ProtoJSON of a2a.proto (v1.0.1). Private to a2a/wire, used by the codec.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "a2a/model/task.h"
#include "a2a/wire/payload.h"
#include "a2a/wire/reader.h"

namespace schemagate::a2a::wire::v1_0 {

std::string_view name(Role role);

// Accepts v0.3's forms as well: `kind`, when it fits the content, and `file`.
Part read_part(const Reader& reader);
void append_part(std::string& out, const Part& part);

SendConfiguration read_configuration(const Reader& reader);
// Appends the member `configuration`, or nothing when all is default.
void append_configuration(std::string& out, const SendConfiguration& configuration);

// The one member of the oneof; faults for none and for several. Borrows from `reader`.
std::optional<Payload> find_payload(const Reader& reader);

}  // namespace schemagate::a2a::wire::v1_0
