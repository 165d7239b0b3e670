#include "extension/json_schema/compile/shortcuts.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <tuple>

#include "extension/json_schema/compile/merged_objects.h"
#include "extension/json_schema/compile/passing_children.h"
#include "extension/json_schema/compile/stand_ins.h"

namespace schemagate::json_schema {
namespace {

// The first int64 for which `holds` is true, as it is for all above it; nullopt where there is none.
template <class Predicate>
std::optional<std::int64_t> first_int64(const Predicate& holds) {
  std::int64_t low = INT64_MIN;
  std::int64_t high = INT64_MAX;
  if (!holds(Number(high))) return std::nullopt;
  while (low < high) {
    const std::int64_t middle = std::midpoint(low, high);
    if (holds(Number(middle))) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

// The bounds as inclusive int64, whatever they are: 0.5 is 1 from below. False where no int64 is within one
// of them, or where finding out takes long.
bool add_int64_bounds(NumberConstraints& constraints) {
  const auto& [above, below] = std::tie(constraints.exclusive_minimum, constraints.exclusive_maximum);
  constexpr std::size_t kLiteralMax = 64;
  for (const auto* bound : {&constraints.minimum, &above, &constraints.maximum, &below}) {
    if (*bound && (*bound)->literal_size() > kLiteralMax) return false;
  }
  const auto lowest = first_int64([&](const Number& number) {
    return (!constraints.minimum || number >= *constraints.minimum) && (!above || number > *above);
  });
  const auto beyond = first_int64([&](const Number& number) {
    return (constraints.maximum && number > *constraints.maximum) || (below && number >= *below);
  });
  if (!lowest || beyond == INT64_MIN) return false;
  constraints.low = *lowest;
  constraints.high = beyond ? *beyond - 1 : INT64_MAX;
  return true;
}

// The four bounds as inclusive int64 and as doubles.
void add_number_bounds(NumberConstraints& constraints) {
  for (const auto* bound : {&constraints.minimum, &constraints.exclusive_minimum}) {
    if (*bound) constraints.low_nearest = std::max(constraints.low_nearest, (*bound)->nearest());
  }
  for (const auto* bound : {&constraints.maximum, &constraints.exclusive_maximum}) {
    if (*bound) constraints.high_nearest = std::min(constraints.high_nearest, (*bound)->nearest());
  }
  constraints.int64_bounds = add_int64_bounds(constraints);
  constraints.only_bounds = !constraints.multiple_of;
  const std::int64_t divisor = constraints.multiple_of ? constraints.multiple_of->integer() : 1;
  constraints.int64_only = constraints.int64_bounds && divisor != 0;
  constraints.int64_divisor = divisor;
}

// A keyword that is not named here is looked at by check_strings(), whatever it is.
void add_string_shortcuts(StringConstraints& constraints) {
  StringConstraints known;
  known.min_length = constraints.min_length;
  known.max_length = constraints.max_length;
  const bool only_bounds = constraints == known;
  known.pattern = constraints.pattern;
  const bool more_than_pattern = constraints != known;
  constraints.only_bounds = only_bounds;
  constraints.more_than_pattern = more_than_pattern;
}

// But for patterns.
bool is_plain(const ObjectConstraints& constraints) {
  return constraints.max_properties == kUnbounded && constraints.names == kNoNode &&
         constraints.dependencies.empty();
}

// The one of `branches`, all of which must match, that demands anything; kNoNode unless it is one. Beside a
// `$ref` there is often a branch of annotations only.
NodeId only_demanding(const Graph& graph, const std::vector<NodeId>& branches) {
  NodeId found = kNoNode;
  for (const NodeId branch : branches) {
    const Node& node = graph.nodes[branch];
    if (node.types == kAnyType && node.constrained == 0) continue;
    if (found != kNoNode) return kNoNode;
    found = branch;
  }
  return found;
}

NodeId only_branch(const Graph& graph, const GeneralConstraints& constraints) {
  if (constraints.has_only(&constraints.all_of)) return only_demanding(graph, constraints.all_of);
  for (const auto* branches : {&constraints.any_of, &constraints.one_of}) {
    if (branches->size() == 1 && constraints.has_only(branches)) return branches->front();
  }
  return kNoNode;
}

void add_shortcuts_of_values(ValueSet& set) {
  for (const a2a::JsonValue value : set.values) {
    if (const auto integer = value.int64()) set.integers.push_back(*integer);
    if (const auto boolean = value.boolean()) (*boolean ? set.has_true : set.has_false) = true;
  }
  std::ranges::sort(set.integers);
  if (set.by_hash.empty()) return;
  auto texts = std::make_unique<PropertyTable>();
  for (const std::string_view text : set.strings) texts->add(text);
  texts->index();
  set.texts = std::move(texts);
}

void add_parts(GeneralConstraints& constraints) {
  using enum GeneralConstraints::Part;
  const auto add = [&](bool is_there, GeneralConstraints::Part part) {
    if (is_there) constraints.parts |= static_cast<std::uint8_t>(part);
  };
  add(!constraints.values.empty(), kValues);
  add(!constraints.references.empty(), kReferences);
  add(!constraints.all_of.empty(), kAllOf);
  add(!constraints.any_of.empty(), kAnyOf);
  add(!constraints.one_of.empty(), kOneOf);
  add(constraints.negated != kNoNode, kNot);
  add(constraints.condition != kNoNode, kIf);
  constraints.branches = constraints.all_of.size() + constraints.any_of.size() + constraints.one_of.size();
}

void add_shortcuts_of_constraints(Graph& graph) {
  for (NumberConstraints& constraints : graph.numbers) add_number_bounds(constraints);
  for (StringConstraints& constraints : graph.strings) add_string_shortcuts(constraints);
  for (ObjectConstraints& constraints : graph.objects) {
    constraints.plain = is_plain(constraints) && constraints.patterns.empty();
    constraints.patterned = is_plain(constraints) && !constraints.patterns.empty();
  }
  for (ArrayConstraints& constraints : graph.arrays) {
    constraints.plain = constraints.contains == kNoNode && !constraints.unique;
    constraints.plain_unique = constraints.contains == kNoNode && constraints.unique;
  }
  for (GeneralConstraints& constraints : graph.generals) {
    constraints.only_values = constraints.has_only(&constraints.values);
    constraints.few_strings = constraints.values.size() == 1 && constraints.values.front().by_hash.empty();
    for (ValueSet& set : constraints.values) add_shortcuts_of_values(set);
  }
}

// Whether following `reference` without entering the node's resource leaves the dynamic scope as it would be:
// the resource binds no anchor but this one, and its own binding is where the reference leads by default.
bool jumps_safely(const Graph& graph, const Node& node, const DynamicTarget& reference) {
  if (reference.anchor == kNone) return false;
  if (!node.enters_scope) return true;
  const std::vector<Binding>& bindings = graph.bindings[graph.resource_of(node)];
  return bindings.size() == 1 && bindings.front().anchor == reference.anchor &&
         bindings.front().node == reference.node;
}

// The types of which a value matches exactly one branch, by its type alone.
Types types_of_one_branch(const Graph& graph, const std::vector<NodeId>& branches) {
  Types one = 0;
  Types several = 0;
  Types depends = 0;
  for (const NodeId branch : branches) {
    const Node& node = graph.nodes[branch];
    several |= one & node.types;
    one |= node.types;
    depends |= node.types & node.constrained;
  }
  return static_cast<Types>(one & ~several & ~depends);
}

// The types of which `set` has every value.
Types types_taken_whole(const ValueSet& set) {
  return static_cast<Types>((set.types & kNull) | (set.has_true && set.has_false ? kBoolean : 0));
}

// The types of which every value passes, if one of anyOf, oneOf, `not` and a set of values is all there is.
Types passing_types(const Graph& graph, const GeneralConstraints& constraints) {
  if (constraints.values.size() == 1 && constraints.has_only(&constraints.values))
    return types_taken_whole(constraints.values.front());
  if (!constraints.any_of.empty() && constraints.has_only(&constraints.any_of))
    return constraints.any_of_types;
  if (!constraints.one_of.empty() && constraints.has_only(&constraints.one_of))
    return types_of_one_branch(graph, constraints.one_of);
  const bool only_not = constraints.negated != kNoNode && constraints.has_only(&constraints.negated);
  return only_not ? static_cast<Types>(kAnyType & ~graph.nodes[constraints.negated].types) : Types{0};
}

// A scalar that passes by its type needs nothing further.
void skip_passing_types(Graph& graph) {
  for (GeneralConstraints& constraints : graph.generals) {
    for (const NodeId branch : constraints.any_of) {
      const Node& taken = graph.nodes[branch];
      constraints.any_of_types |= static_cast<Types>(taken.types & ~taken.constrained);
    }
  }
  for (Node& node : graph.nodes) {
    if (node.general == kNone) continue;
    const Types numbers = node.number == kNone ? Types{0} : kAnyNumber;
    const Types strings = node.string == kNone ? Types{0} : kString;
    const Types passing = passing_types(graph, graph.generals[node.general]);
    node.constrained &= static_cast<Types>(~passing | kContainers | numbers | strings);
  }
}

// Whether the node is nothing but a reference to a dynamic anchor that can be followed without its other
// keywords.
bool jumps(const Graph& graph, NodeId id) {
  const Node& node = graph.nodes[id];
  if (!node.is_only_general() || node.types != kAnyType || graph.origins[id].alias_of != kNoNode)
    return false;
  const GeneralConstraints& constraints = graph.generals[node.general];
  return constraints.references.size() == 1 && constraints.has_only(&constraints.references) &&
         jumps_safely(graph, node, constraints.references.front());
}

void add_shortcuts_of_nodes(Graph& graph) {
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    Node& node = graph.nodes[id];
    const bool is_jump = jumps(graph, id);
    node.special = node.enters_scope || node.unevaluated || is_jump;
    if (node.special || node.general != kNone) node.further = Further::kComposed;
    if (is_jump) node.further = Further::kJump;
    if (node.is_only_general() && !node.special) {
      GeneralConstraints& constraints = graph.generals[node.general];
      if (constraints.only_values) node.further = Further::kValues;
      constraints.only_branch = only_branch(graph, constraints);
    }
    const Types numbers = node.types & kAnyNumber;
    if (numbers != 0) node.constrained |= static_cast<Types>(kAnyNumber & ~numbers);
    graph.has_integers |= numbers == kInteger;
  }
}

void apply_to_members(Property& property, const Node& node) {
  property.applied = &node;
  property.stopping.values = static_cast<Types>(~node.passing() | kContainers);
}

// The types of which a member does not pass each schema that may be applied to it.
Types types_that_stop(const ObjectConstraints& constraints) {
  if (constraints.required > 0) return 0xFF;
  Types passing = constraints.other.applied->passing();
  for (const Property& property : constraints.table.properties()) passing &= property.applied->passing();
  for (const PatternProperty& property : constraints.patterns) passing &= property.members.applied->passing();
  return static_cast<Types>(kAnyType & ~passing);
}

void link_arrays(Graph& graph) {
  for (ArrayConstraints& constraints : graph.arrays) {
    const Types passing = constraints.rest == kNoNode ? kAnyType : graph.nodes[constraints.element].passing();
    constraints.stopping = constraints.prefix.empty() ? static_cast<Types>(kAnyType & ~passing) : 0xFF;
  }
}

// Names are looked up by an index, and the members of plain objects need no look at which keyword applies to
// them.
void link_plain_objects(Graph& graph) {
  for (ObjectConstraints& constraints : graph.objects) {
    constraints.table.index();
    const auto node_of = [&graph](NodeId id) -> const Node& { return graph.nodes[stand_in_of(graph, id)]; };
    const Node& other = constraints.additional == kNoNode ? kTakesAll : node_of(constraints.additional);
    apply_to_members(constraints.other, other);
    for (Property& property : constraints.table.properties())
      apply_to_members(property, property.node == kNoNode ? other : node_of(property.node));
    for (PatternProperty& property : constraints.patterns)
      apply_to_members(property.members, node_of(property.node));
    constraints.stopping = types_that_stop(constraints);
    constraints.least = std::max(constraints.required, constraints.min_properties);
  }
}

void link_plain_nodes(Graph& graph) {
  for (Node& node : graph.nodes) {
    if (node.further != Further::kTypeConstraints) continue;
    const bool is_array = node.array != kNone && graph.arrays[node.array].plain;
    const bool is_object = node.object != kNone && graph.objects[node.object].plain;
    const int plain = (is_array ? kArray : 0) | (is_object ? kObject : 0);
    node.plain = static_cast<Types>(plain & node.types & node.constrained);
  }
}

// Members that are arrays or objects need no look at their children where the types of these suffice.
void link_children(Graph& graph) {
  PassingChildren of_arrays(graph, kArray);
  PassingChildren of_objects(graph, kObject);
  const auto set = [&](Property& property, NodeId applied) {
    const bool takes_all = applied == kNoNode;
    Stopping& stopping = property.stopping;
    const NodeId asked = takes_all ? applied : stand_in_of(graph, applied);
    stopping.elements = takes_all ? Types{0} : of_arrays.stopping(asked);
    stopping.members = takes_all ? Types{0} : of_objects.stopping(asked);
    if ((stopping.elements & stopping.members) != PassingChildren::kNeverSure)
      stopping.values &= static_cast<Types>(~Stopping::kEveryContainer);
  };
  for (ObjectConstraints& constraints : graph.objects) {
    set(constraints.other, constraints.additional);
    for (Property& property : constraints.table.properties())
      set(property, property.node == kNoNode ? constraints.additional : property.node);
    for (PatternProperty& property : constraints.patterns) set(property.members, property.node);
    constraints.table.sift(constraints.other);
    constraints.by_index = constraints.table.is_by_key() && !constraints.table.is_sieve();
  }
}

// Where a value of the root's type goes that is an object, if that is a plain one and nothing else applies.
void link_plain_root(Graph& graph) {
  graph.stand_in_of_root = stand_in_of(graph, graph.root);
  const Node* at = &graph.nodes[graph.stand_in_of_root];
  constexpr int kStepsMax = 16;
  for (int i = 0; i < kStepsMax; ++i) {
    const bool passes = at->is_only_general() && !at->special && (at->types & kObject) != 0 &&
                        graph.generals[at->general].only_branch != kNoNode;
    if (!passes) break;
    at = &graph.nodes[graph.generals[at->general].only_branch];
  }
  const Node& root = *at;
  if (!root.special && root.general != kNone && graph.generals[root.general].merged.alone)
    graph.plain_root = &graph.objects[graph.generals[root.general].merged.object];
  const bool only_object =
      (root.types & root.constrained & kObject) != 0 && root.further == Further::kTypeConstraints;
  if (only_object && graph.objects[root.object].plain) graph.plain_root = &graph.objects[root.object];
}

}  // namespace

void add_shortcuts(Graph& graph) {
  add_shortcuts_of_constraints(graph);
  skip_passing_types(graph);
  add_shortcuts_of_nodes(graph);
  merge_objects(graph);
  for (GeneralConstraints& constraints : graph.generals) add_parts(constraints);
  add_stand_ins(graph);
  link_arrays(graph);
  link_plain_objects(graph);
  link_plain_nodes(graph);
  link_children(graph);
  link_plain_root(graph);
}

}  // namespace schemagate::json_schema
