#include "a2a/json/tree.h"

#include <nlohmann/json.hpp>

namespace schemagate::a2a {

Result<JsonTree> parse_tree(std::string_view text, const JsonLimits& limits) {
  JsonDocument document;
  auto checked = document.parse(text, limits);
  if (!checked) return std::unexpected(checked.error());
  JsonTree tree = JsonTree::parse(text, nullptr, false);
  if (tree.is_discarded()) return fail(ErrorCode::kParse, "invalid JSON: a number is out of range");
  return tree;
}

std::string dump_tree(const JsonTree& tree, int indent) {
  return tree.dump(indent, ' ', false, JsonTree::error_handler_t::replace);
}

const JsonTree* find_member(const JsonTree& tree, std::string_view name) {
  if (!tree.is_object()) return nullptr;
  auto found = tree.find(std::string(name));
  return found == tree.end() ? nullptr : &*found;
}

const std::string* find_string(const JsonTree& tree, std::string_view name) {
  const JsonTree* member = find_member(tree, name);
  return member == nullptr ? nullptr : member->get_ptr<const std::string*>();
}

std::optional<std::size_t> find_index(const JsonTree& tree, std::string_view name, std::string_view text) {
  if (!tree.is_array()) return std::nullopt;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const std::string* member = find_string(tree[i], name);
    if (member != nullptr && *member == text) return i;
  }
  return std::nullopt;
}

}  // namespace schemagate::a2a
