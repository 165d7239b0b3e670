// The Compiler's part for minimum, maximum, exclusiveMinimum, exclusiveMaximum and multipleOf.
#include "extension/json_schema/compile/compiler.h"

namespace schemagate::json_schema {
namespace {

Number number_of(a2a::JsonValue value) {
  const auto integer = value.int64();
  return integer ? Number(*integer) : Number(value.raw());
}

}  // namespace

Compiler::Status Compiler::add_numbers(const SchemaKeywords& keywords, Node& node) {
  NumberConstraints constraints;
  Status status = read_bound(keywords, Keyword::kMinimum, constraints.minimum);
  if (status) status = read_bound(keywords, Keyword::kMaximum, constraints.maximum);
  if (status) status = read_bound(keywords, Keyword::kExclusiveMinimum, constraints.exclusive_minimum);
  if (status) status = read_bound(keywords, Keyword::kExclusiveMaximum, constraints.exclusive_maximum);
  if (status) status = read_multiple_of(keywords, constraints.multiple_of);
  if (!status) return status;
  node.number = append_to(graph_.numbers, constraints);
  node.constrained |= kAnyNumber;
  return {};
}

Compiler::Status Compiler::read_bound(const SchemaKeywords& keywords, Keyword keyword,
                                      std::optional<Number>& out) const {
  if (!keywords.has(keyword)) return {};
  const a2a::JsonValue value = value_of(keywords, keyword);
  if (value.kind() != a2a::JsonKind::kNumber) return wrong_value(keywords, keyword);
  out = number_of(value);
  return {};
}

Compiler::Status Compiler::read_multiple_of(const SchemaKeywords& keywords,
                                            std::optional<Divisor>& out) const {
  if (!keywords.has(Keyword::kMultipleOf)) return {};
  const a2a::JsonValue value = value_of(keywords, Keyword::kMultipleOf);
  const Decimal decimal(value.kind() == a2a::JsonKind::kNumber ? value.raw() : "0");
  if (decimal.is_zero() || decimal.is_negative() || decimal.digits() > Divisor::kDigitsMax)
    return wrong_value(keywords, Keyword::kMultipleOf);
  out = Divisor(value.raw());
  return {};
}

}  // namespace schemagate::json_schema
