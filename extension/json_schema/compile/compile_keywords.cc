// The Compiler's reading of the validation and applicator keywords.
#include <algorithm>

#include "extension/json_schema/compile/compiler.h"
#include "extension/json_schema/values/document_view.h"
#include "extension/json_schema/values/equality.h"

namespace schemagate::json_schema {
namespace {

using a2a::JsonValue;
using Failure = std::unexpected<SchemaProblem>;

constexpr std::size_t kHashValuesFrom = 9;

Types types_named(std::string_view name) {
  if (name == "null") return kNull;
  if (name == "boolean") return kBoolean;
  if (name == "integer") return kInteger;
  if (name == "number") return kAnyNumber;
  if (name == "string") return kString;
  if (name == "array") return kArray;
  return name == "object" ? kObject : Types{0};
}

Number number_of(JsonValue value) {
  const auto integer = value.int64();
  return integer ? Number(*integer) : Number(value.raw());
}

// The value of a non-negative integral number, clamped to the range of size_t.
std::size_t clamped(std::string_view literal) {
  const Decimal decimal(literal);
  if (decimal.is_zero()) return 0;
  if (decimal.digits() + static_cast<std::size_t>(decimal.exponent()) > 18) return kUnbounded;
  std::size_t value = 0;
  for (std::size_t i = 0; i < decimal.digits(); ++i)
    value = value * 10 + static_cast<std::size_t>(decimal.digit(i) - '0');
  for (std::int64_t i = 0; i < decimal.exponent(); ++i) value *= 10;
  return value;
}

template <class Constraints>
std::uint32_t append(std::vector<Constraints>& list, Constraints constraints) {
  list.push_back(std::move(constraints));
  return static_cast<std::uint32_t>(list.size() - 1);
}

}  // namespace

Compiler::Status Compiler::read_count(const Keywords& keywords, Keyword keyword, std::size_t& out) const {
  if (!keywords.has(keyword)) return {};
  const JsonValue value = loader_.value(keywords.ref(keyword));
  const bool usable = value.kind() == a2a::JsonKind::kNumber && Decimal(value.raw()).is_integer() &&
                      !Decimal(value.raw()).is_negative();
  if (!usable) return bad(keywords.ref(keyword), keyword, "must be a non-negative integer");
  out = clamped(value.raw());
  return {};
}

Compiler::Status Compiler::add_types(const Keywords& keywords, Node& node) {
  if (!keywords.has(Keyword::kType)) return {};
  const SchemaRef at = keywords.ref(Keyword::kType);
  const JsonValue value = loader_.value(at);
  node.types = types_named(value.string().value_or(""));
  for (const JsonValue element : value.elements()) {
    const Types named = types_named(element.string().value_or(""));
    if (named == 0) return bad(at, Keyword::kType, "must name types");
    node.types |= named;
  }
  if (node.types == 0) return bad(at, Keyword::kType, "must be one of the seven types, or a list of them");
  return {};
}

Compiler::Status Compiler::read_bound(const Keywords& keywords, Keyword keyword,
                                      NumberConstraints& constraints, std::optional<Number>& out) const {
  if (!keywords.has(keyword)) return {};
  const JsonValue value = loader_.value(keywords.ref(keyword));
  if (value.kind() != a2a::JsonKind::kNumber) return bad(keywords.ref(keyword), keyword, "must be a number");
  out = number_of(value);
  constraints.int64_bounds = constraints.int64_bounds && out->is_int64();
  return {};
}

Compiler::Status Compiler::add_number(const Keywords& keywords, Node& node) {
  NumberConstraints constraints;
  Status status = read_bound(keywords, Keyword::kMinimum, constraints, constraints.minimum);
  if (status) status = read_bound(keywords, Keyword::kMaximum, constraints, constraints.maximum);
  if (status)
    status = read_bound(keywords, Keyword::kExclusiveMinimum, constraints, constraints.exclusive_minimum);
  if (status)
    status = read_bound(keywords, Keyword::kExclusiveMaximum, constraints, constraints.exclusive_maximum);
  if (!status) return status;
  if (keywords.has(Keyword::kMultipleOf)) {
    const SchemaRef at = keywords.ref(Keyword::kMultipleOf);
    const JsonValue value = loader_.value(at);
    const bool number = value.kind() == a2a::JsonKind::kNumber;
    const Decimal decimal(number ? value.raw() : "0");
    if (decimal.is_zero() || decimal.is_negative() || decimal.digits() > Divisor::kDigitsMax) {
      return bad(at, Keyword::kMultipleOf, "must be a number above 0 with at most 36 digits");
    }
    constraints.multiple_of = Divisor(value.raw());
    constraints.multiple_of_text = value.raw();
  }
  const bool bounded = constraints.minimum || constraints.maximum || constraints.exclusive_minimum ||
                       constraints.exclusive_maximum;
  if (!bounded && !constraints.multiple_of) return {};
  for (const auto* bound : {&constraints.minimum, &constraints.exclusive_minimum}) {
    if (*bound) constraints.low_nearest = std::max(constraints.low_nearest, (*bound)->nearest());
  }
  for (const auto* bound : {&constraints.maximum, &constraints.exclusive_maximum}) {
    if (*bound) constraints.high_nearest = std::min(constraints.high_nearest, (*bound)->nearest());
  }
  if (constraints.int64_bounds) {
    if (constraints.minimum) constraints.low = constraints.minimum->integer();
    if (constraints.maximum) constraints.high = constraints.maximum->integer();
    const auto& [above, below] = std::tie(constraints.exclusive_minimum, constraints.exclusive_maximum);
    constraints.int64_bounds =
        !(above && above->integer() == INT64_MAX) && !(below && below->integer() == INT64_MIN);
    if (above && constraints.int64_bounds) constraints.low = std::max(constraints.low, above->integer() + 1);
    if (below && constraints.int64_bounds)
      constraints.high = std::min(constraints.high, below->integer() - 1);
  }
  node.number = append(graph_.numbers, constraints);
  node.constrained |= kAnyNumber;
  return {};
}

a2a::Result<std::uint32_t, SchemaProblem> Compiler::add_pattern(SchemaRef at, Keyword keyword,
                                                                std::string_view text) {
  if (const auto known = patterns_by_text_.find(text); known != patterns_by_text_.end()) return known->second;
  if (text.size() > options_.limits.pattern_bytes_max) {
    return bad(at, keyword,
               "a pattern has more than pattern_bytes_max = " +
                   std::to_string(options_.limits.pattern_bytes_max) + " bytes");
  }
  auto pattern = Pattern::compile(text);
  if (!pattern) return bad(at, keyword, "unusable regular expression: " + pattern.error());
  const auto id = append(graph_.patterns, std::move(*pattern));
  patterns_by_text_.emplace(text, id);
  return id;
}

std::string_view Compiler::string_keyword(const Keywords& keywords, Keyword keyword) const {
  return keywords.has(keyword) ? loader_.value(keywords.ref(keyword)).string().value_or("")
                               : std::string_view();
}

Compiler::Status Compiler::add_string(const Keywords& keywords, Node& node, const ResourceDialect& dialect) {
  StringConstraints constraints;
  Status status = read_count(keywords, Keyword::kMinLength, constraints.min_length);
  if (status) status = read_count(keywords, Keyword::kMaxLength, constraints.max_length);
  if (!status) return status;
  if (keywords.has(Keyword::kPattern)) {
    const SchemaRef at = keywords.ref(Keyword::kPattern);
    const auto text = loader_.value(at).string();
    if (!text) return bad(at, Keyword::kPattern, "must be a string");
    const auto pattern = add_pattern(at, Keyword::kPattern, *text);
    if (!pattern) return Failure(pattern.error());
    constraints.pattern = *pattern;
  }
  const bool assert_format = options_.assert_format || (dialect.vocabularies & kFormatAssertion) != 0;
  if (assert_format && keywords.has(Keyword::kFormat)) {
    constraints.format = find_format(string_keyword(keywords, Keyword::kFormat));
  }
  if (options_.assert_content) {
    constraints.base64 = string_keyword(keywords, Keyword::kContentEncoding) == "base64";
    constraints.json = string_keyword(keywords, Keyword::kContentMediaType) == "application/json";
  }
  const bool bounded = constraints.min_length > 0 || constraints.max_length != kUnbounded;
  constraints.asserts = constraints.format || constraints.base64 || constraints.json;
  constraints.only_bounds = constraints.pattern == kNone && !constraints.asserts;
  if (!bounded && constraints.only_bounds) return {};
  node.string = append(graph_.strings, constraints);
  node.constrained |= kString;
  return {};
}

Compiler::Status Compiler::add_items(const Keywords& keywords, ArrayConstraints& constraints,
                                     const ResourceDialect& dialect) {
  const bool list_form =
      keywords.has(Keyword::kItems) && loader_.value(keywords.ref(Keyword::kItems)).is_array();
  if (list_form && dialect.draft == Dialect::k2020_12) {
    return bad(keywords.ref(Keyword::kItems), Keyword::kItems,
               "must be a schema; use prefixItems for a list");
  }
  const Keyword prefix = list_form ? Keyword::kItems : Keyword::kPrefixItems;
  if (keywords.has(prefix)) {
    const JsonValue list = loader_.value(keywords.ref(prefix));
    if (!list.is_array()) return bad(keywords.ref(prefix), prefix, "must be an array of schemas");
    constraints.prefix = request_elements(list, keywords.document);
  }
  constraints.rest_keyword = list_form ? Keyword::kAdditionalItems : Keyword::kItems;
  constraints.rest = request_if(keywords, constraints.rest_keyword);
  return {};
}

Compiler::Status Compiler::add_array(const Keywords& keywords, Node& node, const ResourceDialect& dialect) {
  ArrayConstraints constraints;
  Status status = read_count(keywords, Keyword::kMinItems, constraints.min_items);
  if (status) status = read_count(keywords, Keyword::kMaxItems, constraints.max_items);
  if (status) status = read_count(keywords, Keyword::kMinContains, constraints.min_contains);
  if (status) status = read_count(keywords, Keyword::kMaxContains, constraints.max_contains);
  if (status) status = add_items(keywords, constraints, dialect);
  if (!status) return status;
  if (keywords.has(Keyword::kUniqueItems)) {
    const auto unique = loader_.value(keywords.ref(Keyword::kUniqueItems)).boolean();
    if (!unique) return bad(keywords.ref(Keyword::kUniqueItems), Keyword::kUniqueItems, "must be a boolean");
    constraints.unique = *unique;
  }
  constraints.contains = request_if(keywords, Keyword::kContains);
  constraints.contains_evaluates = dialect.draft == Dialect::k2020_12;
  constraints.unevaluated = request_if(keywords, Keyword::kUnevaluatedItems);
  const bool any = constraints.min_items > 0 || constraints.max_items != kUnbounded || constraints.unique ||
                   !constraints.prefix.empty() || constraints.rest != kNoNode ||
                   constraints.contains != kNoNode || constraints.unevaluated != kNoNode;
  if (!any) return {};
  node.array = append(graph_.arrays, std::move(constraints));
  node.constrained |= kArray;
  return {};
}

Compiler::Status Compiler::add_properties(const Keywords& keywords, ObjectConstraints& constraints) {
  if (keywords.has(Keyword::kProperties)) {
    const SchemaRef at = keywords.ref(Keyword::kProperties);
    if (!loader_.value(at).is_object()) return bad(at, Keyword::kProperties, "must be an object of schemas");
    for (const auto& [name, schema] : loader_.value(at).members()) {
      constraints.table.add(name).node = request({at.document, schema.index()});
    }
  }
  if (keywords.has(Keyword::kPatternProperties)) {
    const SchemaRef at = keywords.ref(Keyword::kPatternProperties);
    if (!loader_.value(at).is_object())
      return bad(at, Keyword::kPatternProperties, "must be an object of schemas");
    for (const auto& [name, schema] : loader_.value(at).members()) {
      const auto pattern = add_pattern(at, Keyword::kPatternProperties, name);
      if (!pattern) return Failure(pattern.error());
      constraints.patterns.push_back({*pattern, request({at.document, schema.index()})});
    }
  }
  if (!keywords.has(Keyword::kRequired)) return {};
  const SchemaRef at = keywords.ref(Keyword::kRequired);
  if (!loader_.value(at).is_array()) return bad(at, Keyword::kRequired, "must be an array of names");
  for (const JsonValue name : loader_.value(at).elements()) {
    if (!name.is_string()) return bad(at, Keyword::kRequired, "must be an array of names");
    Property& property = constraints.table.add(*name.string());
    constraints.required += property.required ? 0 : 1;
    property.required = true;
  }
  return {};
}

Compiler::Status Compiler::add_dependencies(const Keywords& keywords, Keyword keyword,
                                            ObjectConstraints& constraints) {
  if (!keywords.has(keyword)) return {};
  const SchemaRef at = keywords.ref(keyword);
  if (!loader_.value(at).is_object()) return bad(at, keyword, "must be an object");
  for (const auto& [name, value] : loader_.value(at).members()) {
    Dependency dependency{name, {}, kNoNode, keyword};
    const bool names = keyword != Keyword::kDependentSchemas && value.is_array();
    if (keyword == Keyword::kDependentRequired && !names)
      return bad(at, keyword, "must hold arrays of names");
    if (!names) dependency.schema = request({at.document, value.index()});
    for (const JsonValue element : value.elements()) {
      if (!element.is_string()) return bad(at, keyword, "must hold arrays of names");
      dependency.required.push_back(*element.string());
    }
    constraints.dependencies.push_back(std::move(dependency));
  }
  return {};
}

Compiler::Status Compiler::add_object(const Keywords& keywords, Node& node) {
  ObjectConstraints constraints;
  Status status = read_count(keywords, Keyword::kMinProperties, constraints.min_properties);
  if (status) status = read_count(keywords, Keyword::kMaxProperties, constraints.max_properties);
  if (status) status = add_properties(keywords, constraints);
  for (const Keyword keyword :
       {Keyword::kDependentRequired, Keyword::kDependentSchemas, Keyword::kDependencies}) {
    if (status) status = add_dependencies(keywords, keyword, constraints);
  }
  if (!status) return status;
  constraints.additional = request_if(keywords, Keyword::kAdditionalProperties);
  constraints.names = request_if(keywords, Keyword::kPropertyNames);
  constraints.unevaluated = request_if(keywords, Keyword::kUnevaluatedProperties);
  const bool any = constraints.min_properties > 0 || constraints.max_properties != kUnbounded ||
                   !constraints.table.properties().empty() || !constraints.patterns.empty() ||
                   constraints.additional != kNoNode || constraints.names != kNoNode ||
                   !constraints.dependencies.empty() || constraints.unevaluated != kNoNode;
  if (!any) return {};
  constraints.plain = constraints.min_properties == 0 && constraints.max_properties == kUnbounded &&
                      constraints.patterns.empty() && constraints.names == kNoNode &&
                      constraints.dependencies.empty();
  node.object = append(graph_.objects, std::move(constraints));
  node.constrained |= kObject;
  return {};
}

Compiler::Status Compiler::add_values(const Keywords& keywords, Keyword keyword,
                                      GeneralConstraints& constraints) {
  if (!keywords.has(keyword)) return {};
  const JsonValue value = loader_.value(keywords.ref(keyword));
  ValueSet set;
  set.keyword = keyword;
  if (keyword == Keyword::kConst) {
    set.values.push_back(value);
  } else {
    if (!value.is_array()) return bad(keywords.ref(keyword), keyword, "must be an array");
    for (const JsonValue element : value.elements()) set.values.push_back(element);
  }
  for (const JsonValue member : set.values) {
    set.types |= DocumentView(member).type();
    if (member.is_string()) set.strings.push_back(*member.string());
  }
  if (set.values.size() >= kHashValuesFrom) {
    std::size_t visited = 0;
    for (std::uint32_t i = 0; i < set.values.size(); ++i) {
      set.by_hash.emplace_back(hash_value(DocumentView(set.values[i]), visited), i);
    }
    std::ranges::sort(set.by_hash);
  }
  constraints.values.push_back(std::move(set));
  return {};
}

Compiler::Status Compiler::add_general(const Keywords& keywords, Node& node, NodeId id, ResourceId resource) {
  GeneralConstraints constraints;
  for (const Keyword keyword : {Keyword::kRef, Keyword::kDynamicRef, Keyword::kRecursiveRef}) {
    if (auto added = add_reference(keywords, keyword, resource, constraints); !added) return added;
  }
  for (const Keyword keyword : {Keyword::kConst, Keyword::kEnum}) {
    if (auto added = add_values(keywords, keyword, constraints); !added) return added;
  }
  const std::pair<Keyword, std::vector<NodeId>*> lists[] = {{Keyword::kAllOf, &constraints.all_of},
                                                            {Keyword::kAnyOf, &constraints.any_of},
                                                            {Keyword::kOneOf, &constraints.one_of}};
  bool any_branch = !constraints.references.empty();
  for (const auto& [keyword, branches] : lists) {
    if (!keywords.has(keyword)) continue;
    const JsonValue list = loader_.value(keywords.ref(keyword));
    if (!list.is_array() || list.size() == 0) {
      return bad(keywords.ref(keyword), keyword, "must be a non-empty array of schemas");
    }
    *branches = request_elements(list, keywords.document);
    any_branch = true;
  }
  constraints.negated = request_if(keywords, Keyword::kNot);
  constraints.condition = request_if(keywords, Keyword::kIf);
  if (constraints.condition != kNoNode) {
    constraints.consequence = request_if(keywords, Keyword::kThen);
    constraints.alternative = request_if(keywords, Keyword::kElse);
  }
  if (!any_branch && constraints.values.empty() && constraints.negated == kNoNode &&
      constraints.condition == kNoNode)
    return {};
  if (keywords.count == 1 && constraints.references.size() == 1)
    graph_.origins[id].alias_of = constraints.references.front().node;
  constraints.few_strings = constraints.values.size() == 1 && constraints.values.front().by_hash.empty();
  constraints.only_values = !any_branch && constraints.negated == kNoNode && constraints.condition == kNoNode;
  node.general = append(graph_.generals, std::move(constraints));
  node.constrained = kAnyType;
  return {};
}

// Where nothing but the schema's own members can have evaluated a child, `unevaluated…` is `additional…`.
void Compiler::replace_unevaluated(Node& node) {
  if (node.object != kNone) {
    ObjectConstraints& constraints = graph_.objects[node.object];
    const bool alone = node.general == kNone &&
                       std::ranges::all_of(constraints.dependencies, [](const Dependency& dependency) {
                         return dependency.schema == kNoNode;
                       });
    if (constraints.unevaluated != kNoNode && (alone || constraints.additional != kNoNode)) {
      if (constraints.additional == kNoNode) {
        constraints.additional = constraints.unevaluated;
        constraints.additional_keyword = Keyword::kUnevaluatedProperties;
      }
      constraints.unevaluated = kNoNode;
    }
    node.unevaluated = constraints.unevaluated != kNoNode;
  }
  if (node.array == kNone) return;
  ArrayConstraints& constraints = graph_.arrays[node.array];
  const bool alone =
      node.general == kNone && (constraints.contains == kNoNode || !constraints.contains_evaluates);
  if (constraints.unevaluated != kNoNode && (alone || constraints.rest != kNoNode)) {
    if (constraints.rest == kNoNode) {
      constraints.rest = constraints.unevaluated;
      constraints.rest_keyword = Keyword::kUnevaluatedItems;
    }
    constraints.unevaluated = kNoNode;
  }
  node.unevaluated |= constraints.unevaluated != kNoNode;
}

}  // namespace schemagate::json_schema
