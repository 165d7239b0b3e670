// The section `authentication` of the configuration: how callers prove who they are.
#pragma once

#include <filesystem>

#include "gateway/access/authentication_settings.h"
#include "gateway/config/section.h"

namespace schemagate {

// The methods in the order in which they stand in the file. Key sets in files, relative to `folder`, are read
// once, to say what is wrong with them; those with a URL are not fetched.
access::AuthenticationSettings read_authentication(ConfigSection& root, const std::filesystem::path& folder);

}  // namespace schemagate
