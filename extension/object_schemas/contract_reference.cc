#include "extension/object_schemas/contract_reference.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "a2a/json/canonical.h"
#include "a2a/json/tree.h"
#include "a2a/signature/digest.h"

namespace schemagate::object_schemas {
namespace {

using a2a::JsonTree;

// The canonical form of a schema where it has one, else its text. Its limits were checked when it was
// compiled.
std::string form_of(const Schema& schema) {
  const std::size_t size = schema.text.size();
  const auto tree = a2a::parse_tree(schema.text, {.bytes_max = size, .depth_max = 1000, .values_max = size});
  const auto canonical = tree ? a2a::canonical_json(*tree) : std::unexpected(tree.error());
  return canonical.value_or(schema.text);
}

JsonTree named_forms(const Contract& contract, const std::vector<std::string>& names) {
  JsonTree forms = JsonTree::array();
  for (const std::string& name : names) {
    const Schema* schema = contract.find(name);
    JsonTree& form =
        forms.emplace_back(JsonTree{{"name", name}, {"schema", schema == nullptr ? "" : form_of(*schema)}});
    if (schema != nullptr && schema->asserts_format) form["assertFormat"] = true;
  }
  return forms;
}

std::string_view name_of(InputMapping mapping) {
  switch (mapping) {
    case InputMapping::kData:
      return "data";
    case InputMapping::kText:
      return "text";
    case InputMapping::kTemplate:
      return "template";
    case InputMapping::kLabelled:
      return "labelled";
  }
  std::unreachable();
}

}  // namespace

std::string digest_of(const Contract& contract, const SkillContract& skill) {
  std::vector<std::string> inputs = skill.input_schemas;
  std::ranges::sort(inputs);
  JsonTree document = {{"input", named_forms(contract, inputs)},
                       {"textInput", skill.text_input},
                       {"inputMapping", name_of(skill.input_mapping)},
                       {"prompt", skill.prompt.text()},
                       {"output", named_forms(contract, skill.output_schemas)},
                       {"artifactId", skill.artifact_id},
                       {"strictOutput", skill.strict_output}};
  if (skill.accept != Accepted{})
    document["accept"] = {{"text", skill.accept.text}, {"data", skill.accept.data}};
  return a2a::signature::digest_of(document).value_or("");
}

void set_digests(Contract& contract) {
  for (auto& [name, schema] : contract.schemas) schema.taken_by.reset();
  for (std::size_t i = 0; i < contract.skills.size(); ++i) {
    SkillContract& skill = contract.skills[i];
    skill.digest = digest_of(contract, skill);
    for (const std::string& name : skill.input_schemas) {
      const auto schema = contract.schemas.find(name);
      if (schema != contract.schemas.end() && !schema->second.taken_by) schema->second.taken_by = i;
    }
  }
}

ContractReference reference_to(const SkillContract& skill, std::string_view schema) {
  return {.schema = std::string(schema), .skill_id = skill.skill_id, .digest = skill.digest};
}

ReferencedSkill find_referenced(const Contract& contract, const ContractReference& reference) {
  if (reference.empty()) return {};
  const auto is_named = [&reference](const SkillContract& skill) {
    return skill.skill_id == reference.skill_id && skill.takes(reference.schema);
  };
  const auto named = std::ranges::find_if(contract.skills, is_named);
  const SkillContract* skill =
      named == contract.skills.end() ? contract.skill_for_input(reference.schema) : &*named;
  const bool is_same = skill != nullptr && !skill->digest.empty() && skill->digest == reference.digest;
  return {skill, is_same};
}

}  // namespace schemagate::object_schemas
