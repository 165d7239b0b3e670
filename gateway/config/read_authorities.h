// `ca_file` of a section: whose authorities a peer is trusted by, in place of the system's.
#pragma once

#include <filesystem>
#include <string>

#include "gateway/config/section.h"

namespace schemagate {

// The file's path, found relative to `folder`; empty where the section names none. A file that holds no
// authorities is refused.
std::string read_authorities(ConfigSection& section, const std::filesystem::path& folder);

}  // namespace schemagate
