// The URIs of extensions that a message or an artifact names, each once. Pure; safe from any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace schemagate::a2a {

// Behind those that are there; nothing changes where it is named already.
void add_extension(std::vector<std::string>& extensions, std::string_view uri);

}  // namespace schemagate::a2a
