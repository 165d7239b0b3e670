#include "extension/object_schemas/contract.h"

#include <algorithm>

namespace schemagate::object_schemas {

const Schema* Contract::find(std::string_view name) const {
  const auto found = schemas.find(name);
  return found == schemas.end() ? nullptr : &found->second;
}

const Route* Contract::route_for(std::string_view schema) const {
  const auto takes = [schema](const Route& route) {
    return std::ranges::find(route.input_schemas, schema) != route.input_schemas.end();
  };
  const auto found = std::ranges::find_if(routes, takes);
  return found == routes.end() ? nullptr : &*found;
}

std::vector<std::string> Contract::input_names() const {
  std::vector<std::string> names;
  for (const auto& [name, schema] : schemas) {
    if (schema.input) names.push_back(name);
  }
  return names;
}

}  // namespace schemagate::object_schemas
