#include "extension/schema_interaction/schema_template.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "a2a/text/ascii.h"

namespace schemagate::schema_interaction {
namespace {

using a2a::JsonTree;

constexpr std::array<std::pair<KeyType, std::string_view>, 7> kTypeNames{{{KeyType::kString, "string"},
                                                                          {KeyType::kNumber, "number"},
                                                                          {KeyType::kInteger, "integer"},
                                                                          {KeyType::kBoolean, "boolean"},
                                                                          {KeyType::kArray, "array"},
                                                                          {KeyType::kObject, "object"},
                                                                          {KeyType::kNull, "null"}}};

JsonTree write_key(const Key& key) {
  JsonTree tree = {{"key_name", key.name}, {"key_type", name(key.type)}, {"required", key.required}};
  if (key.default_value) tree["default_value"] = a2a::parse_tree(*key.default_value).value_or(JsonTree());
  tree["semantic_description"] = key.description;
  return tree;
}

}  // namespace

std::string_view name(KeyType type) {
  return std::ranges::find(kTypeNames, type, [](const auto& entry) { return entry.first; })->second;
}

std::optional<KeyType> key_type(std::string_view name) {
  const auto found = std::ranges::find(kTypeNames, name, [](const auto& entry) { return entry.second; });
  return found == kTypeNames.end() ? std::nullopt : std::optional(found->first);
}

bool is_same_scenario(std::string_view one, std::string_view other) {
  const auto plain = [](char c) {
    if (c == ' ' || c == '-') return '_';
    return a2a::text::lower(c);
  };
  return std::ranges::equal(one, other, {}, plain, plain);
}

const Key* SchemaTemplate::find(std::string_view name) const {
  const auto found = std::ranges::find(keys, name, &Key::name);
  return found == keys.end() ? nullptr : &*found;
}

JsonTree write_template(const SchemaTemplate& schema) {
  JsonTree tree = {{"schema_id", schema.schema_id}, {"scenario", schema.scenario}};
  if (!schema.response_schema.empty()) tree["response_schema"] = schema.response_schema;
  JsonTree& keys = tree["keys"] = JsonTree::array();
  for (const Key& key : schema.keys) keys.push_back(write_key(key));
  return tree;
}

}  // namespace schemagate::schema_interaction
