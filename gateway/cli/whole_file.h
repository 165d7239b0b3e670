// Files that a verb keeps between runs.
#pragma once

#include <string>
#include <string_view>

#include "a2a/client/failure.h"

namespace schemagate::cli {

// The file has this text then, whole and on the disk, or is as it was: written beside it as `<path>.new`,
// which does not stay, and moved. Its owner alone may read it. Errors: kArgument with the path.
a2a::client::Outcome<void> write_whole_file(const std::string& path, std::string_view text);

}  // namespace schemagate::cli
