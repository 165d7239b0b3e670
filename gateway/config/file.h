// Files that the configuration names.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "a2a/error.h"

namespace schemagate {

// The whole content. Errors (kInvalidParams, the message names the file): not there, not a regular file, not
// readable, larger than `bytes_max`.
a2a::Result<std::string> read_file(const std::filesystem::path& path, std::size_t bytes_max);

// "change" or "read": what others than its owner, his group included, may do with that file. Empty: nothing,
// or there is no such file.
std::string access_of_others(const std::filesystem::path& file);

// What is wrong with who may read or change that file, which has a secret in it: whoever is not its owner,
// his group included. Empty: nothing, or there is no such file, which is somebody else's to complain about.
std::string exposure_of(const std::filesystem::path& file);

}  // namespace schemagate
