#include "extension/schema_interaction/template_patch.h"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "extension/schema_interaction/free_text.h"
#include "extension/schema_interaction/key_name.h"

namespace schemagate::schema_interaction {
namespace {

using a2a::JsonTree;
using a2a::Result;

constexpr std::size_t kDescriptionBytesMax = 2 << 10;

auto refuse(std::string why) {
  return a2a::fail(a2a::ErrorCode::kInvalidParams, std::move(why));
}

bool is_name_of_patch(std::string_view name) {
  return is_snake_case(name) && name.size() <= kKeyNameBytesMax && name != kOther;
}

Result<Key> read_key(const JsonTree& tree, bool is_new) {
  const std::string* name = a2a::find_string(tree, "key_name");
  if (name == nullptr || !is_name_of_patch(*name)) return refuse("a key has no proper name");
  Key key{.name = *name, .description = {}, .default_value = {}};
  if (const std::string* text = a2a::find_string(tree, "semantic_description"))
    key.description = clean_text(*text, kDescriptionBytesMax);
  const std::string* type = a2a::find_string(tree, "key_type");
  const auto known = type == nullptr ? std::nullopt : key_type(*type);
  if (is_new && (!known || *known == KeyType::kNull)) return refuse(*name + " has no type");
  if (known) key.type = *known;
  const JsonTree* required = a2a::find_member(tree, "required");
  if (required != nullptr && *required != JsonTree(false)) return refuse(*name + " would be required");
  return key;
}

Result<std::vector<Key>> read_keys(const JsonTree& patch, std::string_view list, bool is_new) {
  std::vector<Key> keys;
  const JsonTree* trees = a2a::find_member(patch, list);
  if (trees == nullptr) return keys;
  if (!trees->is_array()) return refuse(std::string(list) + " is no list");
  if (trees->size() > kPatchKeysMax) return refuse(std::string(list) + " is too long");
  for (const JsonTree& tree : *trees) {
    auto key = read_key(tree, is_new);
    if (!key) return std::unexpected(key.error());
    keys.push_back(*std::move(key));
  }
  return keys;
}

}  // namespace

Result<PatchKeys> read_patch_keys(const JsonTree& patch) {
  auto new_keys = read_keys(patch, "new_keys", true);
  if (!new_keys) return std::unexpected(new_keys.error());
  auto modified = read_keys(patch, "modified_keys", false);
  if (!modified) return std::unexpected(modified.error());
  return PatchKeys{*std::move(new_keys), *std::move(modified)};
}

Result<void> check_fits(const PatchKeys& patch, const SchemaTemplate& schema) {
  for (const Key& key : patch.new_keys) {
    const Key* known = schema.find(key.name);
    if (known != nullptr && known->type != key.type) return refuse("it changes the type of " + key.name);
  }
  for (const Key& key : patch.modified_keys) {
    if (schema.find(key.name) == nullptr)
      return refuse("it changes " + key.name + ", which the template does not have");
  }
  return {};
}

}  // namespace schemagate::schema_interaction
