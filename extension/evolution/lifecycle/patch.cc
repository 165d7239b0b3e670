#include "extension/evolution/lifecycle/patch.h"

#include <charconv>
#include <nlohmann/json.hpp>

#include "a2a/text/ascii.h"

namespace schemagate::evolution {

using a2a::JsonTree;

void package(Patch& patch, const PatchKey& key) {
  JsonTree tree;
  tree["patch_id"] = patch.id;
  tree["parent_schema_id"] = patch.parent;
  tree["timestamp"] = to_rfc3339(patch.at);
  tree["expiration_date"] = to_rfc3339(patch.expires);
  JsonTree keys = JsonTree::array();
  if (key.key.is_object()) keys.push_back(key.key);
  tree[key.modified ? "modified_keys" : "new_keys"] = std::move(keys);
  patch.text = a2a::dump_tree(tree);
}

std::string next_schema_id(std::string_view schema_id) {
  std::size_t begin = schema_id.size();
  while (begin > 0 && a2a::text::is_digit(schema_id[begin - 1]) && schema_id.size() - begin < 9) --begin;
  const bool numbered = begin < schema_id.size() && schema_id.substr(0, begin).ends_with("_v");
  if (!numbered) return std::string(schema_id) + "_v2";
  int number = 0;
  std::from_chars(schema_id.data() + begin, schema_id.data() + schema_id.size(), number);
  return std::string(schema_id.substr(0, begin)) + std::to_string(number + 1);
}

}  // namespace schemagate::evolution
