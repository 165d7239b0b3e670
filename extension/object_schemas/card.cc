#include "extension/object_schemas/card.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_set>
#include <utility>
#include <variant>

#include "a2a/http/grammar.h"
#include "extension/object_schemas/mode.h"

namespace schemagate::object_schemas {
namespace {

using a2a::JsonTree;

constexpr std::string_view kTextMode = "text/plain";
constexpr std::string_view kDescription =
    "Allow more deterministic invoking of tasks by providing JSON input corresponding to a provided schema";

// The member as an object (array), made so when it is absent or something else.
JsonTree& member_of_type(JsonTree& object, const char* name, JsonTree::value_t type) {
  JsonTree& member = object[name];
  if (member.type() != type) member = JsonTree(type);
  return member;
}

JsonTree& object_member(JsonTree& object, const char* name) {
  return member_of_type(object, name, JsonTree::value_t::object);
}

JsonTree& array_member(JsonTree& object, const char* name) {
  return member_of_type(object, name, JsonTree::value_t::array);
}

bool is_string(const JsonTree& value, std::string_view text) {
  const auto* string = value.get_ptr<const std::string*>();
  return string != nullptr && *string == text;
}

JsonTree schemas_of(const Contract& contract) {
  JsonTree::object_t schemas;  // its names are distinct: nothing is looked for
  for (const auto& [name, schema] : contract.schemas) {
    if (auto tree = a2a::parse_tree(schema.text, {.bytes_max = schema.text.size(), .depth_max = 1000}))
      schemas.emplace_back(name, *std::move(tree));
  }
  return schemas;
}

JsonTree& declaration_in(JsonTree& extensions) {
  if (const auto known = a2a::find_index(extensions, "uri", kExtensionUri)) return extensions[*known];
  return extensions.emplace_back(JsonTree{{"uri", kExtensionUri}, {"description", kDescription}});
}

void declare_extension(JsonTree& card, const JsonTree& schemas) {
  JsonTree& declaration = declaration_in(array_member(object_member(card, "capabilities"), "extensions"));
  declaration.erase("required");  // never: text stays possible for everybody
  object_member(declaration, "params")["schemas"] = schemas;
}

// Those that are not among them yet.
void append_modes(JsonTree& modes, const std::vector<std::string>& schemas) {
  std::unordered_set<std::string> present;
  for (const JsonTree& mode : modes) {
    if (const auto* text = mode.get_ptr<const std::string*>()) present.insert(*text);
  }
  for (const std::string& schema : schemas) {
    std::string mode = format_mode(schema);
    if (present.insert(mode).second) modes.emplace_back(std::move(mode));
  }
}

// A mode that names a schema is always offered.
bool is_accepted(const JsonTree& mode, Accepted accept) {
  const auto* text = mode.get_ptr<const std::string*>();
  if (text == nullptr || !std::holds_alternative<NotFlagged>(parse_mode(*text))) return true;
  return a2a::http::media_type(*text) == "application/json" ? accept.data : accept.text;
}

// `inherited`: what holds without own modes; own modes would override it.
void declare_modes(JsonTree& owner, const char* member, const JsonTree* inherited,
                   const std::vector<std::string>& schemas, bool with_text, Accepted accept = {}) {
  if (schemas.empty()) return;
  const JsonTree* before = a2a::find_member(owner, member);
  if (before == nullptr || before->empty()) before = inherited;
  JsonTree modes = JsonTree::array();
  if (with_text && accept.text) modes.emplace_back(kTextMode);
  if (before != nullptr && before->is_array()) {
    for (const JsonTree& mode : *before) {
      if (!is_string(mode, kTextMode) && is_accepted(mode, accept)) modes.push_back(mode);
    }
  }
  append_modes(modes, schemas);
  owner[member] = std::move(modes);
}

// Takes out the modes that nobody accepts. Without any left, `owner` has no such member.
void keep_accepted(JsonTree& owner, const char* member, Accepted accept) {
  if (!owner.is_object()) return;
  const auto modes = owner.find(member);
  if (modes == owner.end() || !modes->is_array()) return;
  auto& list = modes->get_ref<JsonTree::array_t&>();
  std::erase_if(list, [accept](const JsonTree& mode) { return !is_accepted(mode, accept); });
  if (list.empty()) owner.erase(member);
}

// What every skill refuses is not offered in the modes that this contract has not written.
void declare_accepted(JsonTree& card, const Contract& contract) {
  if (contract.accept == Accepted{}) return;
  keep_accepted(card, "defaultInputModes", contract.accept);
  if (!card.contains("defaultInputModes"))
    declare_modes(card, "defaultInputModes", nullptr, contract.input_names(), false);
  const auto skills = card.find("skills");
  if (skills == card.end() || !skills->is_array()) return;
  for (JsonTree& skill : *skills) keep_accepted(skill, "inputModes", contract.accept);
}

const SkillContract* find_contract(const Contract& contract, std::string_view skill_id) {
  const auto found = std::ranges::find(contract.skills, skill_id, &SkillContract::skill_id);
  return found == contract.skills.end() ? nullptr : &*found;
}

JsonTree* find_skill(JsonTree& card, std::string_view id) {
  const auto skills = card.find("skills");
  const auto known = skills == card.end() ? std::nullopt : a2a::find_index(*skills, "id", id);
  return known ? &(*skills)[*known] : nullptr;
}

void declare_skill(JsonTree& card, const SkillContract& contract) {
  if (contract.skill_id.empty()) {
    declare_modes(card, "defaultInputModes", nullptr, contract.input_schemas, contract.text_input,
                  contract.accept);
    declare_modes(card, "defaultOutputModes", nullptr, contract.output_schemas, true);
  } else if (JsonTree* skill = find_skill(card, contract.skill_id)) {
    const JsonTree* inputs = a2a::find_member(card, "defaultInputModes");
    const JsonTree* outputs = a2a::find_member(card, "defaultOutputModes");
    declare_modes(*skill, "inputModes", inputs, contract.input_schemas, contract.text_input, contract.accept);
    declare_modes(*skill, "outputModes", outputs, contract.output_schemas, true);
  }
}

}  // namespace

void declare(JsonTree& card, const Contract& contract) {
  if (!contract.declared() || !card.is_object()) return;
  const JsonTree schemas = schemas_of(contract);
  declare_extension(card, schemas);
  card["schemas"] = schemas;
  for (const SkillContract& skill : contract.skills) declare_skill(card, skill);
  declare_accepted(card, contract);
}

Accepted accepted_by(const Contract& contract, const JsonTree& card) {
  const SkillContract* agent_wide = find_contract(contract, "");
  const Accepted otherwise = agent_wide != nullptr ? agent_wide->accept : contract.accept;
  const JsonTree* skills = a2a::find_member(card, "skills");
  if (skills == nullptr || !skills->is_array() || skills->empty()) return otherwise;
  Accepted by_some{.text = false, .data = false};
  for (const JsonTree& skill : *skills) {
    const auto* id = a2a::find_string(skill, "id");
    const SkillContract* own = id == nullptr || id->empty() ? nullptr : find_contract(contract, *id);
    const Accepted& accept = own != nullptr ? own->accept : otherwise;
    by_some.text = by_some.text || accept.text;
    by_some.data = by_some.data || accept.data;
  }
  return by_some;
}

}  // namespace schemagate::object_schemas
