// Validator's entries for a2a::JsonDocument.
#include <algorithm>

#include "extension/json_schema/evaluate/evaluate.h"
#include "extension/json_schema/validator.h"
#include "extension/json_schema/values/document_view.h"

namespace schemagate::json_schema {
namespace {

using DocumentNode = a2a::JsonDocument::Node;

constexpr std::int64_t kDigitsMax = 40;

// 7.0 and 1e2, not 9.5: whether it takes a search through the schema at all.
bool is_spelled_integer(const DocumentNode& node) {
  if (node.kind != a2a::JsonKind::kNumber || node.is_int64()) return false;
  const std::string_view literal(node.literal, node.text_size);
  const std::size_t mark = literal.find_first_of(".eE");
  if (mark == std::string_view::npos) return false;
  if (literal[mark] == '.' && literal.find_first_of("eE", mark) == std::string_view::npos)
    return literal.find_first_not_of('0', mark + 1) == std::string_view::npos;
  return Decimal(literal).is_integer();
}

// An integer without fraction and exponent.
std::string digits_of(const Decimal& integer) {
  if (integer.is_zero()) return "0";
  std::string digits(integer.is_negative() ? "-" : "");
  for (std::size_t i = 0; i < integer.digits(); ++i) digits += integer.digit(i);
  digits.append(static_cast<std::size_t>(integer.exponent()), '0');
  return digits;
}

}  // namespace

Verdict Validator::validate(a2a::JsonValue instance) const {
  return decide(*graph_, DocumentView(instance));
}

Report Validator::explain(a2a::JsonValue instance) const {
  return collect(*graph_, DocumentView(instance));
}

std::vector<SpelledInteger> Validator::spelled_integers(a2a::JsonValue instance) const {
  const a2a::JsonDocument& document = instance.document();
  const DocumentNode* const root = &document.node(instance.index());
  if (!graph_->has_integers || std::none_of(root, root + root->span, is_spelled_integer)) return {};
  std::vector<const void*> found = find_integers(*graph_, DocumentView(instance));
  std::ranges::sort(found);
  found.erase(std::ranges::unique(found).begin(), found.end());
  std::vector<SpelledInteger> spelled;
  for (const void* identity : found) {
    const auto* const node = static_cast<const DocumentNode*>(identity);
    const Decimal number(std::string_view(node->literal, node->text_size));
    if (!is_spelled_integer(*node) || number.order() > kDigitsMax) continue;
    const auto index = instance.index() + static_cast<std::uint32_t>(node - root);
    spelled.push_back({document.value(index), digits_of(number)});
  }
  return spelled;
}

Annotations Validator::annotate(a2a::JsonValue instance) const {
  return json_schema::annotate(*graph_, DocumentView(instance));
}

}  // namespace schemagate::json_schema
