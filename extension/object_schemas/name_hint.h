// What was probably meant by a name that is not there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace schemagate::object_schemas {

// To be appended to a sentence: "; did you mean x?" where one of `known` is like it, else "; there are: " and
// the first eight of them, cut at 64 bytes each; empty where there is none. Pure.
std::string name_hint(std::string_view name, const std::vector<std::string_view>& known);

}  // namespace schemagate::object_schemas
