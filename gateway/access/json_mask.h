// Takes values out of JSON text, everything else to the byte. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "a2a/json/document.h"

namespace schemagate::access {

// For what is to be hidden: as much as an answer may be.
inline constexpr a2a::JsonLimits kMaskLimits{.bytes_max = 64 << 20, .depth_max = 512, .values_max = 1 << 22};

struct MaskedPath {
  std::vector<std::string> tokens;  // of a JSON Pointer; "*" is every member or element
  bool drop = false;                // the member goes; else its value becomes "***". Elements are masked
};

// nullopt: nothing was there.
std::optional<std::string> without_paths(a2a::JsonValue value, const std::vector<MaskedPath>& paths);

}  // namespace schemagate::access
