#include "extension/schema_interaction/wording.h"

#include <algorithm>

#include "a2a/json/text.h"
#include "extension/json_schema/nearest_name.h"

namespace schemagate::schema_interaction {

std::string listed(std::span<const std::string_view> names) {
  std::string out;
  for (const std::string_view name : names) out.append(out.empty() ? "" : ", ").append(name);
  return out;
}

std::string hint_at(std::string_view found, std::span<const std::string_view> candidates) {
  const auto nearest = json_schema::nearest_name(found, candidates);
  return nearest ? "; did you mean " + a2a::in_quotes(*nearest) + "?" : "";
}

}  // namespace schemagate::schema_interaction
