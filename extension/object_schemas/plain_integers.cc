#include "extension/object_schemas/plain_integers.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace schemagate::object_schemas {
namespace {

constexpr std::int64_t kExact = std::int64_t{1} << 53;

bool is_large_integer(const a2a::JsonDocument::Node& node) {
  if (node.kind != a2a::JsonKind::kNumber) return false;
  if (node.is_int64()) return node.integer > kExact || node.integer < -kExact;
  return std::string_view(node.literal, node.text_size).find_first_of(".eE") == std::string_view::npos;
}

}  // namespace

std::optional<std::string> with_plain_integers(const json_schema::Validator& schema, a2a::JsonValue data) {
  const auto spelled = schema.spelled_integers(data);
  if (spelled.empty()) return std::nullopt;
  const std::string_view text = data.raw();
  std::string plain;
  plain.reserve(text.size());
  std::size_t copied = 0;
  for (const auto& [value, digits] : spelled) {
    const auto at = static_cast<std::size_t>(value.raw().data() - text.data());
    plain.append(text, copied, at - copied).append(digits);
    copied = at + value.raw().size();
  }
  return plain.append(text, copied);
}

std::size_t count_large_integers(a2a::JsonValue data) {
  const a2a::JsonDocument::Node* const root = &data.document().node(data.index());
  return static_cast<std::size_t>(std::count_if(root, root + root->span, is_large_integer));
}

}  // namespace schemagate::object_schemas
