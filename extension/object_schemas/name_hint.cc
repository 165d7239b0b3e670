#include "extension/object_schemas/name_hint.h"

#include <algorithm>

#include "a2a/text/utf8.h"
#include "extension/json_schema/nearest_name.h"

namespace schemagate::object_schemas {

std::string name_hint(std::string_view name, const std::vector<std::string_view>& known) {
  constexpr std::size_t kListedMax = 8;
  constexpr std::size_t kNameBytesMax = 64;
  if (const auto nearest = json_schema::nearest_name(name, known))
    return "; did you mean " + std::string(*nearest) + "?";
  std::string list;
  for (std::size_t i = 0; i < std::min(known.size(), kListedMax); ++i)
    list += (i == 0 ? "; there are: " : ", ") + a2a::text::shortened(known[i], kNameBytesMax);
  return list + (known.size() > kListedMax ? ", …" : "");
}

}  // namespace schemagate::object_schemas
