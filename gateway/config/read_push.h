// The section `push` of the configuration.
#pragma once

#include <filesystem>

#include "gateway/config/push_settings.h"
#include "gateway/config/section.h"

namespace schemagate {

// Reads the files that hold keys, relative to `folder`.
PushSettings read_push(ConfigSection& root, const std::filesystem::path& folder);

}  // namespace schemagate
