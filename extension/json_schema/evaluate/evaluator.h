// Applies a Graph to an instance. One source for the verdict (stops at the first violation, tracks nothing),
// for collecting every violation, for collecting annotations, and for every instance view.
#pragma once

#include <type_traits>
#include <utility>

#include "extension/json_schema/evaluate/annotator.h"
#include "extension/json_schema/evaluate/collector.h"
#include "extension/json_schema/evaluate/evaluation_context.h"
#include "extension/json_schema/evaluate/evaluation_path.h"
#include "extension/json_schema/evaluate/unique_items.h"
#include "extension/json_schema/formats/content.h"
#include "extension/json_schema/graph/graph.h"
#include "extension/json_schema/values/document_view.h"
#include "extension/json_schema/values/equality.h"
#include "extension/json_schema/values/name_view.h"
#include "extension/json_schema/values/shortened.h"

namespace schemagate::json_schema {

enum class Mode { kVerdict, kCollect, kAnnotate };

template <class View, Mode kMode>
class Evaluator {
 public:
  using Location = std::conditional_t<kMode == Mode::kVerdict, Depth, const EvaluationPath&>;

  // Where violations or annotations go.
  using Sink = std::conditional_t<kMode == Mode::kAnnotate, Annotator, Collector>;

  // `sink` is not needed for kVerdict. Everything outlives the evaluator.
  Evaluator(const Graph& graph, EvaluationContext& context, Sink* sink = nullptr)
      : nodes_(graph.nodes.data()), graph_(graph), context_(context), sink_(sink) {
    if constexpr (kCollecting) collector_id_ = context_.next_collector();
  }

  // Whether `value` is valid against node `id`. `evaluated`, when given, learns which children were
  // evaluated.
  [[gnu::always_inline]] bool check(NodeId id, View value, EvaluatedSet* evaluated, Location location) {
    if constexpr (kMode == Mode::kAnnotate) return annotate(id, value, evaluated, location);
    return check(nodes_[id], value, evaluated, location);
  }

  // check() of the whole instance: saves a small object a call.
  [[gnu::always_inline]] bool check_root(View value) {
    const bool is_plain = graph_.plain_root != nullptr && value.likely_type() == kObject;
    if (is_plain) return check_plain_object(*graph_.plain_root, value, Depth());
    return check(graph_.root, value, nullptr, Depth());
  }

 private:
  static constexpr bool kCollecting = kMode == Mode::kCollect;
  using VerdictEvaluator = Evaluator<View, Mode::kVerdict>;
  // What is told of a violation beside its keyword: nothing where nobody collects it.
  using FailureDetails = std::conditional_t<kCollecting, KeywordFailure, NoFailure>;

  [[gnu::always_inline]] bool check(const Node& node, View value, EvaluatedSet* evaluated,
                                    Location location) {
    const Types type = value.likely_type();
    if ((node.types & type) == 0)
      return fail(node.types == 0 ? Keyword::kFalse : Keyword::kType, value, location);
    return (node.constrained & type) == 0 || check_constraints(node, value, evaluated, location);
  }

  // True when nothing further can change the verdict.
  static bool is_decided(bool ok) { return !kCollecting && !ok; }

  bool fail(Keyword keyword, View value, Location location, FailureDetails failure = {}) {
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
      sink_->add(failure, location);
    }
    return false;
  }

  // What a violation says of its neighbours. Only while it is kept, and only of objects of a size that
  // somebody reads: a hostile one would have them all listed for every violation.
  std::vector<std::string_view> neighbours(View object) const {
    constexpr std::size_t kNeighboursMax = 256;
    if constexpr (!kCollecting) return {};
    const bool kept = !context_.is_stopped() && !sink_->is_full() && !sink_->is_probe();
    return kept && object.size() <= kNeighboursMax ? member_names(object) : std::vector<std::string_view>();
  }

  // Most nodes have constraints of types and nothing else. What ends here, a scalar's, costs no
  // steps of its own: whoever applied the node has spent them. Calls nothing that it does not end with, so
  // that it needs no frame.
  [[gnu::noinline]] bool check_constraints(const Node& node, View value, EvaluatedSet* evaluated,
                                           Location location) {
    const Types type = value.likely_type();
    if (node.further == Further::kTypeConstraints) {
      if (type == kString) return check_string(graph_.strings[node.string], value, location);
      if (type == kInteger) return check_number(graph_.numbers[node.number], value, location);
    }
    if (type == kAnyNumber) return check_literal(node, value, evaluated, location);
    if (node.further == Further::kValues)
      return check_all_values(graph_.generals[node.general], value, location);
    return check_further(node, value, evaluated, location);
  }

  // A number of which only the literal says if it is integral.
  [[gnu::noinline]] bool check_literal(const Node& node, View value, EvaluatedSet* evaluated,
                                       Location location) {
    if ((node.types & kAnyNumber) != kAnyNumber) {
      if (!context_.spend(value.number().literal_size() / 8)) return false;
      const Types type = value.type();
      if ((node.types & type) == 0) return fail(Keyword::kType, value, location);
      if ((node.constrained & type) == 0) return true;
    }
    if (node.further != Further::kTypeConstraints) return check_further(node, value, evaluated, location);
    return node.number == kNone || check_number(graph_.numbers[node.number], value, location);
  }

  // Spends the steps of what it applies itself.
  [[gnu::noinline]] bool check_further(const Node& node, View value, EvaluatedSet* evaluated,
                                       Location location) {
    if (node.further == Further::kValues)
      return check_all_values(graph_.generals[node.general], value, location);
    if (!context_.spend(1 + value.size()) || !context_.allows(location.depth)) return false;
    const bool is_cached = node.shared && context_.caches_results();
    if (node.further == Further::kTypeConstraints && !is_cached)
      return check_type_constraints(node, value, evaluated, location);
    return check_composed(node, value, evaluated, location);
  }

  [[gnu::noinline]] bool check_composed(const Node& node, View value, EvaluatedSet* evaluated,
                                        Location location) {
    if constexpr (kMode == Mode::kVerdict) {
      if (node.jumps) {
        const NodeId target = target_of(graph_.generals[node.general].references[0]);
        return check(target, value, evaluated, location.same(target));
      }
    }
    if constexpr (kMode != Mode::kAnnotate) {
      if (node.shared && context_.caches_results()) return check_cached(node, value, evaluated, location);
    }
    return node.special ? enter(node, value, evaluated, location)
                        : apply_keywords(node, value, evaluated, location);
  }

  NodeId target_of(const DynamicTarget& reference) const {
    if (reference.anchor == kNone) return reference.node;
    const NodeId bound = context_.binding(reference.anchor);
    return bound == kNoNode ? reference.node : bound;
  }

  bool check_cached(const Node& node, View value, EvaluatedSet* evaluated, Location location) {
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

  bool enter(const Node& node, View value, EvaluatedSet* evaluated, Location location) {
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

  bool apply(const Node& node, View value, EvaluatedSet* evaluated, Location location) {
    if (!node.unevaluated) return apply_keywords(node, value, evaluated, location);
    EvaluatedSet own(value.size());
    bool ok = apply_keywords(node, value, &own, location);
    if (is_decided(ok)) return false;
    ok = check_unevaluated(node, value, own, location) && ok;
    if (evaluated != nullptr) evaluated->merge(own);
    return ok;
  }

  bool apply_keywords(const Node& node, View value, EvaluatedSet* evaluated, Location location) {
    const bool ok = check_type_constraints(node, value, evaluated, location);
    if (node.general == kNone || is_decided(ok)) return ok;
    return check_general(graph_.generals[node.general], value, evaluated, location) && ok;
  }

  [[gnu::always_inline]] bool check_type_constraints(const Node& node, View value, EvaluatedSet* evaluated,
                                                     Location location) {
    switch (value.likely_type()) {
      case kObject:
        return node.object == kNone || check_object(graph_.objects[node.object], value, evaluated, location);
      case kString:
        return node.string == kNone || check_string(graph_.strings[node.string], value, location);
      case kArray:
        return node.array == kNone || check_array(graph_.arrays[node.array], value, evaluated, location);
      case kNull:
      case kBoolean:
        return true;
      default:
        return node.number == kNone || check_number(graph_.numbers[node.number], value, location);
    }
  }

  // evaluate_values.h
  [[gnu::noinline]] bool check_number(const NumberConstraints& constraints, View value, Location location);
  [[gnu::noinline]] bool check_any_number(const NumberConstraints& constraints, View value,
                                          Location location);
  [[gnu::noinline]] bool check_string(const StringConstraints& constraints, View value, Location location);
  // Between a quarter of the bytes and all of them are code points: these need no count.
  static bool surely_fits(const StringConstraints& constraints, std::string_view text) {
    return text.size() / 4 >= constraints.min_length && text.size() <= constraints.max_length;
  }
  [[gnu::noinline]] bool check_any_string(const StringConstraints& constraints, View value,
                                          Location location);
  [[gnu::noinline]] bool check_asserted(const StringConstraints& constraints, View value, Location location);
  [[gnu::always_inline]] bool matches(std::uint32_t pattern, std::string_view text);
  [[gnu::noinline]] bool check_all_values(const GeneralConstraints& constraints, View value,
                                          Location location);
  [[gnu::noinline]] bool check_any_values(const GeneralConstraints& constraints, View value,
                                          Location location);
  [[gnu::always_inline]] bool check_values(const ValueSet& set, View value, Location location);
  [[gnu::always_inline]] static bool has_string(const ValueSet& set, std::string_view text);
  [[gnu::noinline]] bool has_value(const ValueSet& set, View value);

  // evaluate_containers.h
  [[gnu::noinline]] bool check_array(const ArrayConstraints& constraints, View value, EvaluatedSet* evaluated,
                                     Location location);
  bool check_elements(const ArrayConstraints& constraints, View value, Location location);
  bool check_contains(const ArrayConstraints& constraints, View value, EvaluatedSet* evaluated,
                      Location location);
  bool check_unique(View value, Location location);
  bool check_object(const ObjectConstraints& constraints, View value, EvaluatedSet* evaluated,
                    Location location);
  [[gnu::noinline]] bool check_any_object(const ObjectConstraints& constraints, View value,
                                          EvaluatedSet* evaluated, Location location);
  [[gnu::noinline]] bool check_plain_object(const ObjectConstraints& constraints, View value,
                                            Location location);
  bool check_member(const ObjectConstraints& constraints, const Property* known, std::string_view name,
                    View member, bool& is_evaluated, View object, Location location);
  bool check_required(const ObjectConstraints& constraints, View value, Location location);
  bool check_name(NodeId names, std::string_view name, Location location);
  bool check_dependencies(const ObjectConstraints& constraints, View value, EvaluatedSet* evaluated,
                          Location location);
  bool check_unevaluated(const Node& node, View value, EvaluatedSet& own, Location location);
  // A child that a keyword forbids by the schema `false` is reported under that keyword.
  [[gnu::always_inline]] bool check_unexpected(NodeId id, Keyword keyword, View child, std::string_view name,
                                               View parent, Location location);

  // evaluate_general.h
  [[gnu::noinline]] bool check_general(const GeneralConstraints& constraints, View value,
                                       EvaluatedSet* evaluated, Location location);
  bool check_references(const GeneralConstraints& constraints, View value, EvaluatedSet* evaluated,
                        Location location);
  bool check_all_of(const GeneralConstraints& constraints, View value, EvaluatedSet* evaluated,
                    Location location);
  bool check_any_of(const GeneralConstraints& constraints, View value, EvaluatedSet* evaluated,
                    Location location);
  bool check_one_of(const GeneralConstraints& constraints, View value, EvaluatedSet* evaluated,
                    Location location);
  bool check_condition(const GeneralConstraints& constraints, View value, EvaluatedSet* evaluated,
                       Location location);
  // The only branch of those told apart that can match, kNoNode when none can.
  NodeId candidate(const Discriminator& discriminator, View value) const;
  // Calls visit(branch) for each branch that can match, until it returns false.
  template <class Visit>
  void each_branch(const std::vector<NodeId>& branches, const std::optional<Discriminator>& discriminator,
                   View value, const Visit& visit) const;
  bool check_candidate(const Discriminator& discriminator, Keyword keyword, View value,
                       EvaluatedSet* evaluated, Location location);
  // Two branches of oneOf match.
  bool fail_pair(const std::vector<NodeId>& branches, NodeId first, NodeId second, View value,
                 Location location);
  bool fail_branches(Keyword keyword, const std::vector<NodeId>& branches, View value,
                     EvaluatedSet* evaluated, Location location);
  NodeId closest_branch(const std::vector<NodeId>& branches, View value, EvaluatedSet* evaluated,
                        Location location);
  // Without collecting violations; annotations are collected.
  bool check_quietly(NodeId id, View value, EvaluatedSet* evaluated, Location location) {
    if constexpr (kCollecting) {
      return VerdictEvaluator(graph_, context_).check(id, value, evaluated, Depth{location.depth});
    } else {
      return check(id, value, evaluated, location);
    }
  }
  // Without collecting anything.
  bool check_verdict(NodeId id, View value, Location location) {
    return VerdictEvaluator(graph_, context_).check(id, value, nullptr, Depth{location.depth});
  }

  // evaluate_annotations.h, for kAnnotate.
  bool annotate(NodeId id, View value, EvaluatedSet* evaluated, Location location);
  void note(Keyword keyword, std::string value, Location location);
  void note_members(const ObjectConstraints& constraints, View value, Location location);
  void note_elements(const ArrayConstraints& constraints, View value, Location location);
  void note_unevaluated(const Node& node, View value, const EvaluatedSet& own, Location location);
  static void append_element(std::string& list, std::string_view name);

  const Node* nodes_;
  const Graph& graph_;
  EvaluationContext& context_;
  Sink* sink_;
  std::uint32_t collector_id_ = 0;
};

template <class View>
std::vector<std::string_view> member_names(View object) {
  std::vector<std::string_view> names;
  if (object.type() != kObject) return names;
  for (const auto& [name, value] : object.members()) names.push_back(name);
  return names;
}

}  // namespace schemagate::json_schema
