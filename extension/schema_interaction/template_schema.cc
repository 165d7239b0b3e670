#include "extension/schema_interaction/template_schema.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "extension/schema_interaction/key_constraints.h"

namespace schemagate::schema_interaction {
namespace {

using a2a::JsonTree;

constexpr std::string_view kOrigin = "schema-template";
// Keywords by which an object gets rules that no key has a place for.
constexpr std::array<const char*, 15> kNotFlat{"$ref",
                                               "$dynamicRef",
                                               "allOf",
                                               "anyOf",
                                               "oneOf",
                                               "not",
                                               "if",
                                               "then",
                                               "else",
                                               "patternProperties",
                                               "propertyNames",
                                               "dependentSchemas",
                                               "dependentRequired",
                                               "minProperties",
                                               "maxProperties"};

std::unexpected<a2a::Error> not_flat(const std::string& why) {
  return a2a::fail(a2a::ErrorCode::kInvalidParams, "cannot be offered as a template: " + why);
}

bool is_text(const JsonTree* value, std::string_view text) {
  const auto* string = value == nullptr ? nullptr : value->get_ptr<const std::string*>();
  return string != nullptr && *string == text;
}

// The type that a property's schema names; kOther's may be that of value_schema().
const std::string* type_of(const std::string& name, const JsonTree& property) {
  static const std::string kOtherType = "string";
  Key other;
  other.name = kOther;
  const JsonTree of_other = value_schema(other, nullptr);
  const JsonTree* alternatives = a2a::find_member(property, "anyOf");
  if (name == kOther && alternatives != nullptr && *alternatives == *a2a::find_member(of_other, "anyOf"))
    return &kOtherType;
  return a2a::find_string(property, "type");
}

JsonTree constraints_of(const JsonTree& property, KeyType type) {
  JsonTree constraints = JsonTree::object();
  const auto names = constraint_names(type);
  for (const auto& [keyword, value] : property.items()) {
    const bool is_known = keyword != "format" || is_known_format(value);
    if (is_known && std::ranges::find(names, keyword) != names.end()) constraints[keyword] = value;
  }
  return constraints;
}

a2a::Result<JsonTree> to_key(const std::string& name, const JsonTree& property, bool required) {
  const std::string* type = type_of(name, property);
  const auto known = type == nullptr ? std::nullopt : key_type(*type);
  if (!known) return not_flat("property \"" + name + "\" has no single type");
  JsonTree key = {{"key_name", name}, {"key_type", *type}, {"required", required}};
  if (const JsonTree* value = a2a::find_member(property, "default")) key["default_value"] = *value;
  const std::string* description = a2a::find_string(property, "description");
  if (description == nullptr) description = a2a::find_string(property, "title");
  if (description != nullptr) key["semantic_description"] = *description;
  if (name == kOther) return key;
  if (JsonTree constraints = constraints_of(property, *known); !constraints.empty())
    key["constraints"] = std::move(constraints);
  return key;
}

bool is_required(const JsonTree& schema, const std::string& name) {
  const JsonTree* required = a2a::find_member(schema, "required");
  return required != nullptr && std::ranges::find(*required, JsonTree(name)) != required->end();
}

}  // namespace

JsonTree to_json_schema(const AuthoredTemplate& authored) {
  JsonTree properties = JsonTree::object();
  JsonTree required = JsonTree::array();
  for (const Key& key : authored.schema.keys) {
    const auto constraints = authored.constraints.find(key.name);
    properties[key.name] =
        value_schema(key, constraints == authored.constraints.end() ? nullptr : &constraints->second);
    if (key.required) required.push_back(key.name);
  }
  JsonTree schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                     {"$comment", kOrigin},
                     {"title", authored.schema.scenario},
                     {"type", "object"},
                     {"properties", std::move(properties)}};
  if (!required.empty()) schema["required"] = std::move(required);
  schema["additionalProperties"] = false;
  return schema;
}

bool is_made_of_template(const JsonTree& schema) {
  return is_text(a2a::find_member(schema, "$comment"), kOrigin);
}

a2a::Result<JsonTree> to_template(const JsonTree& schema, std::string_view schema_id,
                                  std::string_view scenario) {
  if (!is_text(a2a::find_member(schema, "type"), "object")) return not_flat("its type is not \"object\"");
  for (const char* keyword : kNotFlat) {
    if (schema.contains(keyword)) return not_flat("it is not flat: \"" + std::string(keyword) + "\"");
  }
  JsonTree tree = {{"schema_id", schema_id}, {"scenario", scenario}, {"keys", JsonTree::array()}};
  const JsonTree* properties = a2a::find_member(schema, "properties");
  if (properties == nullptr || !properties->is_object()) return tree;
  for (const auto& [name, property] : properties->items()) {
    auto key = to_key(name, property, is_required(schema, name));
    if (!key) return std::unexpected(key.error());
    tree["keys"].push_back(*std::move(key));
  }
  return tree;
}

}  // namespace schemagate::schema_interaction
