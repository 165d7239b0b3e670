// What reading a part has in common in both versions. Private to a2a/wire.
#pragma once

#include <initializer_list>
#include <string_view>

#include "a2a/wire/carriers.h"
#include "a2a/wire/reader.h"

namespace schemagate::a2a::wire {

// Which one of `names` the part has as its content (the protobuf oneof, v0.3's union). `data` counts even
// when it is null. Faults and gives the empty view for none and for several.
std::string_view find_content(const Reader& part, std::initializer_list<std::string_view> names);

// Faults unless `kind` is one of v0.3's and stands for that content.
void check_kind(const Reader& part, std::string_view kind, std::string_view content);

// `data`, with the wrapping of values that are no objects undone. Its flag is then dropped from `metadata`.
std::string read_data(const Reader& part, PartMetadata& metadata);

// A file's bytes in standard base64.
std::string read_base64(const Reader& owner, std::string_view name);

}  // namespace schemagate::a2a::wire
