#include "extension/object_schemas/contract.h"

#include <algorithm>

namespace schemagate::object_schemas {

const Schema* Contract::find(std::string_view name) const {
  const auto found = schemas.find(name);
  return found == schemas.end() ? nullptr : &found->second;
}

const SkillContract* Contract::skill_for_input(std::string_view schema) const {
  const auto takes = [schema](const SkillContract& skill) {
    return std::ranges::find(skill.input_schemas, schema) != skill.input_schemas.end();
  };
  const auto found = std::ranges::find_if(skills, takes);
  return found == skills.end() ? nullptr : &*found;
}

std::vector<std::string> Contract::input_names() const {
  std::vector<std::string> names;
  for (const auto& [name, schema] : schemas) {
    if (schema.input) names.push_back(name);
  }
  return names;
}

}  // namespace schemagate::object_schemas
