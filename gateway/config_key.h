// Files with a secret in them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "gateway/config_section.h"

namespace schemagate {

// The 32 bytes of a file with 64 hexadecimal digits, found relative to `folder`; nullopt, with a problem at
// `file`, when it is none.
std::optional<std::vector<std::uint8_t>> read_key_file(ConfigSection& section, const PlacedText& file,
                                                       const std::filesystem::path& folder);

}  // namespace schemagate
