// Evaluator: from a node to its keywords. Included by evaluate.h only.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "extension/json_schema/evaluate/evaluator.h"
#include "extension/json_schema/values/shortened.h"

namespace schemagate::json_schema {

template <class View, Mode kMode>
inline bool Evaluator<View, kMode>::check(const Node& node, View value, EvaluatedSet* evaluated,
                                          Location location) {
  const Types type = value.likely_type();
  if ((node.types & type) == 0) [[unlikely]]
    return fail(node.types == 0 ? Keyword::kFalse : Keyword::kType, value, location);
  if ((node.constrained & type) == 0) [[likely]]
    return true;
  if constexpr (kMode == Mode::kVerdict) {
    return fast_check(node, value, evaluated, location);
  } else {
    return check_node(node, value, evaluated, location);
  }
}

// The keywords of a node that takes the value's type, as far as likely_type() tells it. A scalar's, and
// `enum` and `const`, cost no step of their own: whoever applied the node has spent it.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_node(const Node& node, View value, EvaluatedSet* evaluated,
                                        Location location) {
  const Types type = value.likely_type();
  if (type == kAnyNumber && (node.types & kAnyNumber) != kAnyNumber) {
    if (!context_.spend(value.number().literal_size() / 8)) return false;
    const Types exact = value.type();
    if ((node.types & exact) == 0) return fail(Keyword::kType, value, location);
    if ((node.constrained & exact) == 0) return true;
  }
  const bool is_scalar = (type & kContainers) == 0;
  if (node.further == Further::kValues || (node.further == Further::kTypeConstraints && is_scalar))
    return apply_keywords(node, value, evaluated, location);
  if (!context_.spend(1 + value.size()) || !context_.allows(location.depth)) return false;
  if (node.shared && context_.caches_results()) return check_cached(node, value, evaluated, location);
  return enter(node, value, evaluated, location);
}

// A shared node meets the same value again and again where references double; its result is asked for once.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_cached(const Node& node, View value, EvaluatedSet* evaluated,
                                          Location location) {
  const EvaluationContext::Key key =
      context_.key(node.self, value.identity(), evaluated != nullptr, collector_id_);
  // A collector has the violations of this value already.
  if (const EvaluationContext::CachedResult* known = context_.find(key)) {
    if (evaluated != nullptr) evaluated->merge(known->evaluated);
    return known->valid;
  }
  EvaluationContext::CachedResult known{false, EvaluatedSet(evaluated == nullptr ? 0 : value.size())};
  known.valid = enter(node, value, evaluated == nullptr ? nullptr : &known.evaluated, location);
  const bool valid = known.valid;
  if (evaluated != nullptr) evaluated->merge(known.evaluated);
  if (!context_.is_stopped()) context_.cache(key, std::move(known));
  return valid;
}

// Binds the dynamic anchors of the node's resource while its keywords are applied (2020-12 core section 7.1).
template <class View, Mode kMode>
bool Evaluator<View, kMode>::enter(const Node& node, View value, EvaluatedSet* evaluated, Location location) {
  if (!node.enters_scope || context_.all_bound()) return apply(node, value, evaluated, location);
  const auto& bindings = graph_.bindings[graph_.resource_of(node)];
  if (!context_.spend(bindings.size() / 16)) return false;
  EvaluatedSet bound(bindings.size());
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    if (context_.bind(bindings[i])) bound.set(i);
  }
  const bool ok = apply(node, value, evaluated, location);
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    if (bound.test(i)) context_.unbind(bindings[i]);
  }
  return ok;
}

// The unevaluated… keywords come last: they see what all others evaluated.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::apply(const Node& node, View value, EvaluatedSet* evaluated, Location location) {
  if (!node.unevaluated) return apply_keywords(node, value, evaluated, location);
  EvaluatedSet own(value.size());
  bool ok = apply_keywords(node, value, &own, location);
  if (is_decided(ok)) return false;
  if (value.likely_type() == kObject && node.object != kNone)
    ok = check_unevaluated_properties(graph_.objects[node.object].unevaluated, value, own, location) && ok;
  if (value.likely_type() == kArray && node.array != kNone)
    ok = check_unevaluated_items(graph_.arrays[node.array].unevaluated, value, own, location) && ok;
  if (is_decided(ok)) return false;
  if (evaluated != nullptr) evaluated->merge(own);
  return ok;
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::apply_keywords(const Node& node, View value, EvaluatedSet* evaluated,
                                            Location location) {
  const bool ok = check_type_constraints(node, value, evaluated, location);
  if (node.general == kNone || is_decided(ok)) return ok;
  return check_general(graph_.generals[node.general], value, evaluated, location) && ok;
}

template <class View, Mode kMode>
inline bool Evaluator<View, kMode>::check_type_constraints(const Node& node, View value,
                                                           EvaluatedSet* evaluated, Location location) {
  switch (value.likely_type()) {
    case kObject:
      if (node.object == kNone) return true;
      if constexpr (kMode == Mode::kVerdict) {
        const ObjectConstraints& constraints = graph_.objects[node.object];
        if (constraints.plain && evaluated == nullptr) return fast_object(constraints, value, location);
        if (constraints.patterned && evaluated == nullptr)
          return fast_patterned(constraints, value, location);
      }
      return check_objects(graph_.objects[node.object], value, evaluated, location);
    case kString:
      return node.string == kNone || check_strings(graph_.strings[node.string], value, location);
    case kArray:
      if (node.array == kNone) return true;
      if constexpr (kMode == Mode::kVerdict) {
        const ArrayConstraints& constraints = graph_.arrays[node.array];
        if (constraints.plain && evaluated == nullptr) return fast_array(constraints, value, location);
        if (constraints.plain_unique && evaluated == nullptr)
          return fast_array(constraints, value, location) && check_unique_items(value, location);
      }
      return check_arrays(graph_.arrays[node.array], value, evaluated, location);
    case kNull:
    case kBoolean:
      return true;
    default:
      return node.number == kNone || check_numbers(graph_.numbers[node.number], value, location);
  }
}

template <class View, Mode kMode>
inline bool Evaluator<View, kMode>::check_choices(const GeneralConstraints& constraints, View value,
                                                  EvaluatedSet* evaluated, Location location) {
  bool ok = true;
  if (!constraints.any_of.empty()) ok = check_any_of(constraints, value, evaluated, location) && ok;
  if (is_decided(ok)) return false;
  if (!constraints.one_of.empty()) ok = check_one_of(constraints, value, evaluated, location) && ok;
  if (is_decided(ok)) return false;
  if (constraints.negated != kNoNode) ok = check_not(constraints, value, location) && ok;
  if (constraints.condition == kNoNode || is_decided(ok)) return ok;
  return check_if(constraints, value, evaluated, location) && ok;
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_general(const GeneralConstraints& constraints, View value,
                                           EvaluatedSet* evaluated, Location location) {
  // Branches that are leaves spend nothing themselves.
  if (!context_.spend(constraints.all_of.size() + constraints.any_of.size() + constraints.one_of.size()))
    return false;
  bool ok = constraints.values.empty() || check_values(constraints, value, location);
  if (is_decided(ok)) return false;
  if (!constraints.references.empty()) ok = check_references(constraints, value, evaluated, location) && ok;
  if (is_decided(ok)) return false;
  if (!constraints.all_of.empty()) ok = check_all_of(constraints, value, evaluated, location) && ok;
  if (is_decided(ok)) return false;
  return check_choices(constraints, value, evaluated, location) && ok;
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_quietly(NodeId id, View value, EvaluatedSet* evaluated,
                                           Location location) {
  if constexpr (kCollecting) {
    return VerdictEvaluator(graph_, context_).check(id, value, evaluated, Depth{location.depth});
  } else {
    return check(id, value, evaluated, location);
  }
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_verdict(NodeId id, View value, Location location) {
  return VerdictEvaluator(graph_, context_).check(id, value, nullptr, Depth{location.depth});
}

template <class View, Mode kMode>
inline bool Evaluator<View, kMode>::check_child(NodeId id, Keyword keyword, View child, std::string_view name,
                                                View parent, Location location) {
  if constexpr (kCollecting) {
    if (graph_.is_false(id))
      return fail(keyword, child, location, {.name = name, .present = neighbours(parent)});
  }
  return check(id, child, nullptr, location);
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::fail(Keyword keyword, View value, Location location, FailureDetails failure) {
  if constexpr (kCollecting) {
    if (context_.is_stopped()) return false;
    if (!sink_->is_new(keyword, location.node, value.identity(), failure.name)) return false;
    if (sink_->is_full()) {
      sink_->count();
      return false;
    }
    if (sink_->is_probe()) {
      sink_->weigh(keyword, location);
      return false;
    }
    failure.keyword = keyword;
    failure.type = value.type();
    failure.found = shortened(value);
    if (failure.type == kString) failure.text = value.string();
    sink_->add(failure, location);
  }
  return false;
}

template <class View>
std::vector<std::string_view> member_names(View object) {
  std::vector<std::string_view> names;
  if (object.type() != kObject) return names;
  for (const auto& [name, value] : object.members()) names.push_back(name);
  return names;
}

// What a violation says of its neighbours. Only while it is kept, and only of objects of a size that somebody
// reads: a hostile one would have them all listed for every violation.
template <class View, Mode kMode>
std::vector<std::string_view> Evaluator<View, kMode>::neighbours(View object) const {
  constexpr std::size_t kNeighboursMax = 256;
  if constexpr (!kCollecting) return {};
  const bool kept = !context_.is_stopped() && !sink_->is_full() && !sink_->is_probe();
  return kept && object.size() <= kNeighboursMax ? member_names(object) : std::vector<std::string_view>();
}

}  // namespace schemagate::json_schema
