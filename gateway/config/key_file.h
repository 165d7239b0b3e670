// Keys: how they are called, and files with a secret in them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "gateway/config/section.h"

namespace schemagate {

// Whether a key may have this id; a problem at `file`, the key's place, when it may not.
bool check_key_id(ConfigSection& section, std::string_view id, const PlacedText& file);

// Warns of a file that has a secret in it: see exposure_of().
void check_access_to(ConfigSection& section, const PlacedText& place, const std::filesystem::path& file);
void check_access_to(ConfigSection& section, std::string_view member, const std::filesystem::path& file);

// The 32 bytes of a file with 64 hexadecimal digits, found relative to `folder`; nullopt, with a problem at
// `file`, when it is none.
std::optional<std::vector<std::uint8_t>> read_key_file(ConfigSection& section, const PlacedText& file,
                                                       const std::filesystem::path& folder);

}  // namespace schemagate
