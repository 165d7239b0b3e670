#include "a2a/model/extensions.h"

#include <algorithm>

namespace schemagate::a2a {

void add_extension(std::vector<std::string>& extensions, std::string_view uri) {
  if (std::ranges::find(extensions, uri) == extensions.end()) extensions.emplace_back(uri);
}

}  // namespace schemagate::a2a
