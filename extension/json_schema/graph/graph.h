// A compiled schema: nodes linked by index. Immutable once built, so any number of threads may read it.
//
// Members under "Shortcuts" follow from the others; compile/shortcuts.cc fills them for the evaluator's fast
// paths.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "a2a/json/document.h"
#include "extension/json_schema/compile_options.h"
#include "extension/json_schema/formats/format.h"
#include "extension/json_schema/graph/branch_filter.h"
#include "extension/json_schema/graph/property_table.h"
#include "extension/json_schema/keywords/keywords.h"
#include "extension/json_schema/load/schema_document.h"
#include "extension/json_schema/patterns/pattern.h"
#include "extension/json_schema/values/number.h"
#include "extension/json_schema/values/types.h"

namespace schemagate::json_schema {

inline constexpr std::uint32_t kNone = 0xFFFF'FFFF;
inline constexpr std::size_t kUnbounded = std::numeric_limits<std::size_t>::max();

// Where a node's further constraints are.
enum class Further : std::uint8_t {
  kTypeConstraints,  // those of the value's type
  kValues,           // `enum` and `const`, nothing else
  kComposed,         // anything
  kJump,             // a shortcut: is nothing but a reference to a dynamic anchor
};

// What the evaluator reads for every value: the types allowed, and where the further constraints for a value
// of one type are. A type without a bit in `constrained` needs nothing further. A node that takes only
// integers has the bit of fractions, so that a literal which may be either is looked at. Half a cache line.
struct alignas(32) Node {
  Types types = kAnyType;
  Types constrained = 0;
  bool shared = false;        // more than one keyword leads here
  bool enters_scope = false;  // its resource declares dynamic anchors that some $dynamicRef looks for
  bool unevaluated = false;   // has unevaluatedItems or unevaluatedProperties
  // Shortcuts.
  bool special = false;  // any of the last two, or a jump
  Types plain = 0;  // of arrays and objects, those of which only plain constraints of their type ask anything
  Further further = Further::kTypeConstraints;

  NodeId self = kNoNode;         // its own index; a replaced reference has its target's
  std::uint32_t number = kNone;  // into Graph::numbers, and so on
  std::uint32_t string = kNone;
  std::uint32_t array = kNone;
  std::uint32_t object = kNone;
  std::uint32_t general = kNone;

  // The types of which every value passes.
  Types passing() const { return types & ~constrained; }
  bool takes_all_of(Types values) const { return (values & ~passing()) == 0; }
  bool is_only_general() const {
    return general != kNone && object == kNone && array == kNone && string == kNone && number == kNone;
  }
};
inline constexpr Node kTakesAll;  // the schema `true`

struct NumberConstraints {
  std::optional<Number> minimum;
  std::optional<Number> maximum;
  std::optional<Number> exclusive_minimum;
  std::optional<Number> exclusive_maximum;
  std::optional<Divisor> multiple_of;
  // Shortcuts.
  bool only_bounds = true;  // nothing but the bounds
  // The bounds for int64 values, inclusive; exact for them where `int64_bounds` says so.
  std::int64_t low = std::numeric_limits<std::int64_t>::min();
  std::int64_t high = std::numeric_limits<std::int64_t>::max();
  bool int64_bounds = true;
  // Whether these, and divisibility by `int64_divisor`, are all that is asked of an int64.
  bool int64_only = true;
  std::int64_t int64_divisor = 1;
  // The bounds rounded to double. Rounding keeps the order, so a value strictly between them is within the
  // bounds.
  double low_nearest = -std::numeric_limits<double>::infinity();
  double high_nearest = std::numeric_limits<double>::infinity();
};

struct StringConstraints {
  std::size_t min_length = 0;  // code points
  std::size_t max_length = kUnbounded;
  std::uint32_t pattern = kNone;  // into Graph::patterns
  std::optional<Format> format;   // asserted
  bool base64 = false;            // contentEncoding, asserted
  bool json = false;              // contentMediaType application/json, asserted
  // Shortcuts.
  bool only_bounds = false;        // nothing but the lengths
  bool more_than_pattern = false;  // anything beside the lengths and the pattern

  bool operator==(const StringConstraints&) const = default;
};

struct ArrayConstraints {
  std::size_t min_items = 0;
  std::size_t max_items = kUnbounded;
  bool unique = false;
  std::vector<NodeId> prefix;
  NodeId rest = kNoNode;  // for the elements behind the prefix
  Keyword rest_keyword = Keyword::kItems;
  NodeId contains = kNoNode;
  std::size_t min_contains = 1;
  std::size_t max_contains = kUnbounded;
  bool contains_evaluates = true;  // 2020-12: an element that matched counts as evaluated
  NodeId unevaluated = kNoNode;
  // Shortcuts.
  bool plain = false;         // nothing but counts, and schemas by position
  bool plain_unique = false;  // the same, and all elements differ
  NodeId element = kNoNode;   // `rest`, or its stand-in
  Types stopping = 0;         // of elements that do not pass it by their type; all where there is a prefix
};

struct PatternProperty {
  std::uint32_t pattern = kNone;  // into Graph::patterns
  NodeId node = kNoNode;
  Property members{""};  // a shortcut: what is applied to them
};

// What the presence of one member demands.
struct Dependency {
  std::string_view name;
  std::vector<std::string_view> required;
  NodeId schema = kNoNode;
  Keyword keyword = Keyword::kDependentRequired;
};

struct ObjectConstraints {
  std::size_t min_properties = 0;
  std::size_t max_properties = kUnbounded;
  PropertyTable table;
  std::size_t required = 0;  // entries of `table` that are required
  std::vector<PatternProperty> patterns;
  NodeId additional = kNoNode;
  Keyword additional_keyword = Keyword::kAdditionalProperties;
  NodeId names = kNoNode;
  std::vector<Dependency> dependencies;
  NodeId unevaluated = kNoNode;
  // Shortcuts.
  bool plain = false;      // neither maxProperties, patterns, names nor dependencies
  bool patterned = false;  // the same, but for patterns
  std::size_t least = 0;   // members, because of `required` or minProperties
  Property other{""};      // of these: applied to members that neither `table` nor a pattern has
  bool by_index = false;   // `table` has an index by keys and is no sieve
  Types stopping = 0xFF;   // of which not every member passes whatever its name; all where one is required
};

// The values of `enum`, or the one of `const`.
struct ValueSet {
  Keyword keyword = Keyword::kEnum;
  Types types = 0;  // of its members
  std::vector<a2a::JsonValue> values;
  std::vector<std::string_view> strings;                   // those of them that are strings
  using Hashed = std::pair<std::uint64_t, std::uint32_t>;  // hash and position
  std::vector<Hashed> by_hash;                             // sorted; empty for few values
  // Shortcuts: those of them that are found without a hash of the value.
  std::unique_ptr<const PropertyTable> texts;  // the strings; nullptr for few values
  std::vector<std::int64_t> integers;          // sorted; not those with a fraction or exponent
  bool has_true = false;
  bool has_false = false;
};

// A `$dynamicRef` (or `$recursiveRef`) whose target depends on the resources entered before.
struct DynamicTarget {
  std::uint32_t anchor = kNone;  // kNone: `node` is the target
  Keyword keyword = Keyword::kRef;
  NodeId node = kNoNode;  // where it leads when no resource in scope declares the anchor
};

// A member that some alternatives require to be another constant string each: at most one of them can match.
struct Discriminator {
  std::string_view name;
  PropertyTable branches;      // by constant
  std::vector<NodeId> others;  // alternatives that do not take part
};

// What a node and the branches of its `allOf` ask of the members of an object, in one table of names.
struct MergedObject {
  std::uint32_t object = kNone;  // into Graph::objects
  Branches unmerged = 0;         // branches of allOf that it does not speak for
  bool alone = false;            // it says all that the node asks of an object
};

// Branches of `allOf` that are nothing but `if` with `then`, and one node for what all their `then` ask.
struct MergedConsequences {
  Branches branches = 0;  // none where it is not worth it
  NodeId node = kNoNode;
};

// Keywords that apply to values of every type.
struct GeneralConstraints {
  std::vector<DynamicTarget> references;
  std::vector<ValueSet> values;
  std::vector<NodeId> all_of;
  std::vector<NodeId> any_of;
  std::vector<NodeId> one_of;
  NodeId negated = kNoNode;
  NodeId condition = kNoNode;
  NodeId consequence = kNoNode;
  NodeId alternative = kNoNode;
  // Shortcuts.
  enum class Part : std::uint8_t {
    kValues = 1,
    kReferences = 2,
    kAllOf = 4,
    kAnyOf = 8,
    kOneOf = 16,
    kNot = 32,
    kIf = 64,
  };
  std::uint8_t parts = 0;        // which of them are there
  std::size_t branches = 0;      // of allOf, anyOf and oneOf together
  NodeId stand_in = kNoNode;     // asks the same of a value as the node, by constraints of types alone
  bool only_values = false;      // everything but `values` is absent
  NodeId only_branch = kNoNode;  // of one allOf, anyOf or oneOf; everything else is absent from the node
  bool only_any_of = false;      // everything but anyOf is absent, and it has a filter
  bool only_one_of = false;
  bool few_strings = false;  // `values` is one set, and its strings are few
  Types any_of_types = 0;    // of which a value matches some branch of any_of outright
  // Of allOf and `$ref`, with the object keywords beside them; no object where it is not worth it.
  MergedObject merged;
  MergedConsequences merged_consequences;

  std::optional<Discriminator> any_of_discriminator;
  std::optional<Discriminator> one_of_discriminator;
  // Shortcuts, where no discriminator decides.
  std::unique_ptr<const BranchFilter> any_of_filter;
  std::unique_ptr<const BranchFilter> one_of_filter;
  // Of the conditions of those branches of allOf that are nothing but `if` with `then`; every other branch is
  // left.
  std::unique_ptr<const BranchFilter> all_of_filter;

  bool has(Part part) const { return (parts & static_cast<std::uint8_t>(part)) != 0; }
  // Whether everything but `keyword`, a member of this, is absent.
  bool has_only(const void* keyword) const {
    const auto absent = [keyword](const auto& list) { return &list == keyword || list.empty(); };
    return absent(references) && absent(values) && absent(all_of) && absent(any_of) && absent(one_of) &&
           (keyword == &negated || negated == kNoNode) && (keyword == &condition || condition == kNoNode);
  }
};

// Where a node comes from; read only to describe a violation.
struct Origin {
  SchemaRef where;
  ResourceId resource = 0;
  NodeId alias_of = kNoNode;  // the node consists of a `$ref` to that one and has been replaced by it
};

// A resource's binding of a dynamic anchor.
struct Binding {
  std::uint32_t anchor;
  NodeId node;
};

struct Graph {
  NodeId root = 0;
  NodeId stand_in_of_root = 0;  // a shortcut: asks the same of a value
  // A shortcut: all that is asked of an object at the root, if it is that plain.
  const ObjectConstraints* plain_root = nullptr;
  bool has_integers = false;  // a node takes integers and no other number
  std::vector<Node> nodes;
  std::vector<NumberConstraints> numbers;
  std::vector<StringConstraints> strings;
  std::vector<ArrayConstraints> arrays;
  std::vector<ObjectConstraints> objects;
  std::vector<GeneralConstraints> generals;
  std::vector<Pattern> patterns;
  std::uint32_t dynamic_anchors = 0;
  std::vector<std::vector<Binding>> bindings;  // by resource

  std::vector<Origin> origins;  // by node
  std::vector<Resource> resources;
  std::vector<std::unique_ptr<SchemaDocument>> documents;
  std::vector<SchemaProblem> warnings;
  Limits limits;

  bool is_false(NodeId id) const { return nodes[id].types == 0; }
  ResourceId resource_of(const Node& node) const { return origins[node.self].resource; }
  a2a::JsonValue value(SchemaRef where) const { return documents[where.document]->json.value(where.index); }
};

// Appends to one of the graph's lists; the index of what was appended.
template <class Element>
std::uint32_t append_to(std::vector<Element>& list, Element element) {
  list.push_back(std::move(element));
  return static_cast<std::uint32_t>(list.size() - 1);
}

}  // namespace schemagate::json_schema
