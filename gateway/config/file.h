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

}  // namespace schemagate
