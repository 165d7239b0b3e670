// A stranger's card: what is adopted of it can be published, and adopted again it is the same.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "extension/object_schemas/adoption.h"
#include "property.h"

namespace schemagate {
namespace {

namespace schemas = object_schemas;

std::vector<std::string> names_of(const schemas::Contract& contract) {
  std::vector<std::string> names;
  for (const auto& [name, schema] : contract.schemas) names.push_back(name);
  for (const auto& skill : contract.skills) names.push_back(skill.skill_id);
  return names;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  auto card = a2a::parse_tree(fuzz::text_of(bytes, size));
  if (!card) return 0;
  const schemas::AdoptionOptions options{
      .limits = {.schemas_max = 8, .patterns_max = 8, .skills_max = 4, .refusals_max = 4}};
  schemas::Contract contract;
  const auto refused = schemas::adopt(*card, options, contract);
  fuzz::require(contract.schemas.size() <= 8 && contract.skills.size() <= 5 && refused.size() <= 5,
                "the limits hold");
  (void)schemas::remove_declarations(*card, contract);
  schemas::declare(*card, contract);
  const auto problems = schemas::lint(*card, contract);
  fuzz::require(std::ranges::none_of(problems, &schemas::CardProblem::fatal),
                "what is adopted can be published");
  schemas::Contract again;
  fuzz::require(schemas::adopt(*card, options, again).empty(), "what is published can be adopted");
  fuzz::require(names_of(again) == names_of(contract), "adopted again it is the same");
  return 0;
}

}  // namespace schemagate
