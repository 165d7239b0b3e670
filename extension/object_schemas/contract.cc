#include "extension/object_schemas/contract.h"

#include <algorithm>

namespace schemagate::object_schemas {

const Schema* Contract::find(std::string_view name) const {
  const auto found = schemas.find(name);
  return found == schemas.end() ? nullptr : &found->second;
}

bool SkillContract::takes(std::string_view schema) const {
  return std::ranges::find(input_schemas, schema) != input_schemas.end();
}

const SkillContract* Contract::skill_for_input(std::string_view schema) const {
  if (const Schema* known = find(schema); known != nullptr && known->taken_by)
    return &skills[*known->taken_by];
  const auto takes = [schema](const SkillContract& skill) { return skill.takes(schema); };
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
