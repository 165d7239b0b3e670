// Applies a Graph to an instance. One source for the verdict (stops at the first fault, tracks nothing), for
// collecting every fault, for collecting annotations, and for every instance view.
#pragma once

#include <type_traits>
#include <utility>

#include "extension/json_schema/annotator.h"
#include "extension/json_schema/collector.h"
#include "extension/json_schema/content.h"
#include "extension/json_schema/document_view.h"
#include "extension/json_schema/equality.h"
#include "extension/json_schema/graph.h"
#include "extension/json_schema/name_view.h"
#include "extension/json_schema/place.h"
#include "extension/json_schema/run.h"
#include "extension/json_schema/shortened.h"
#include "extension/json_schema/unique_items.h"
#include "extension/json_schema/utf8.h"

namespace schemagate::json_schema {

enum class Mode { kVerdict, kCollect, kAnnotate };

template <class View, Mode kMode>
class Evaluator {
 public:
  using Spot = std::conditional_t<kMode == Mode::kVerdict, Depth, const Place&>;

  // Where faults or annotations go.
  using Sink = std::conditional_t<kMode == Mode::kAnnotate, Annotator, Collector>;

  // `sink` is not needed for kVerdict. Everything outlives the evaluator.
  Evaluator(const Graph& graph, Run& run, Sink* sink = nullptr)
      : nodes_(graph.nodes.data()), graph_(graph), run_(run), sink_(sink) {
    if constexpr (kCollecting) collector_id_ = run_.next_collector();
  }

  // Whether `value` is valid against node `id`. `marks`, when given, learns which children were evaluated.
  [[gnu::always_inline]] bool check(NodeId id, View value, Marks* marks, Spot spot) {
    if constexpr (kMode == Mode::kAnnotate) return annotate(id, value, marks, spot);
    return check(nodes_[id], value, marks, spot);
  }

  // check() of the whole instance: saves a small object a call.
  [[gnu::always_inline]] bool check_root(View value) {
    const bool is_plain = graph_.plain_root != nullptr && value.likely_type() == kObject;
    if (is_plain) return check_plain_object(*graph_.plain_root, value, Depth());
    return check(graph_.root, value, nullptr, Depth());
  }

 private:
  static constexpr bool kCollecting = kMode == Mode::kCollect;
  using Quick = Evaluator<View, Mode::kVerdict>;
  // What is told of a fault beside its keyword: nothing where nobody collects it.
  using Details = std::conditional_t<kCollecting, Fault, NoFault>;

  [[gnu::always_inline]] bool check(const Node& node, View value, Marks* marks, Spot spot) {
    const Types type = value.likely_type();
    if ((node.types & type) == 0)
      return fail(node.types == 0 ? Keyword::kFalse : Keyword::kType, value, spot);
    return (node.facts & type) == 0 || check_facts(node, value, marks, spot);
  }

  // True when nothing further can change the verdict.
  static bool settled(bool ok) { return !kCollecting && !ok; }

  bool fail(Keyword keyword, View value, Spot spot, Details fault = {}) {
    if constexpr (kCollecting) {
      if (run_.is_stopped()) return false;
      if (!sink_->is_new(keyword, spot.node, value.identity(), fault.name)) return false;
      if (sink_->is_full()) {
        sink_->count();
        return false;
      }
      if (sink_->is_probe()) {
        sink_->weigh(keyword, spot);
        return false;
      }
      fault.keyword = keyword;
      fault.type = value.type();
      fault.found = shortened(value);
      sink_->add(fault, spot);
    }
    return false;
  }

  // What a fault says of its neighbours. Only while it is kept, and only of objects of a size that somebody
  // reads: a hostile one would have them all listed for every fault.
  std::vector<std::string_view> neighbours(View object) const {
    constexpr std::size_t kNeighboursMax = 256;
    if constexpr (!kCollecting) return {};
    const bool kept = !run_.is_stopped() && !sink_->is_full() && !sink_->is_probe();
    return kept && object.size() <= kNeighboursMax ? member_names(object) : std::vector<std::string_view>();
  }

  // Most nodes have facts of types and nothing else. What ends here, a scalar's, has been paid for by whoever
  // applied the node. Calls nothing that it does not end with, so that it needs no frame.
  [[gnu::noinline]] bool check_facts(const Node& node, View value, Marks* marks, Spot spot) {
    const Types type = value.likely_type();
    if (node.further == Further::kTypeFacts) {
      if (type == kString) return check_string(graph_.strings[node.string], value, spot);
      if (type == kInteger) return check_number(graph_.numbers[node.number], value, spot);
    }
    if (type == kAnyNumber) return check_literal(node, value, marks, spot);
    if (node.further == Further::kValues) return check_all_values(graph_.generals[node.general], value, spot);
    return check_further(node, value, marks, spot);
  }

  // A number of which only the literal says if it is integral.
  [[gnu::noinline]] bool check_literal(const Node& node, View value, Marks* marks, Spot spot) {
    if ((node.types & kAnyNumber) != kAnyNumber) {
      if (!run_.spend(value.number().literal_size() / 8)) return false;
      const Types type = value.type();
      if ((node.types & type) == 0) return fail(Keyword::kType, value, spot);
      if ((node.facts & type) == 0) return true;
    }
    if (node.further != Further::kTypeFacts) return check_further(node, value, marks, spot);
    return node.number == kNone || check_number(graph_.numbers[node.number], value, spot);
  }

  // Pays for what it applies itself.
  [[gnu::noinline]] bool check_further(const Node& node, View value, Marks* marks, Spot spot) {
    if (node.further == Further::kValues) return check_all_values(graph_.generals[node.general], value, spot);
    if (!run_.spend(1 + value.size()) || !run_.allows(spot.depth)) return false;
    const bool recalls = node.shared && run_.remembers();
    if (node.further == Further::kTypeFacts && !recalls) return check_type_facts(node, value, marks, spot);
    return check_composed(node, value, marks, spot);
  }

  [[gnu::noinline]] bool check_composed(const Node& node, View value, Marks* marks, Spot spot) {
    if constexpr (kMode == Mode::kVerdict) {
      if (node.jumps) {
        const NodeId target = target_of(graph_.generals[node.general].references[0]);
        return check(target, value, marks, spot.same(target));
      }
    }
    if constexpr (kMode != Mode::kAnnotate) {
      if (node.shared && run_.remembers()) return recall(node, value, marks, spot);
    }
    return node.special ? enter(node, value, marks, spot) : apply_keywords(node, value, marks, spot);
  }

  NodeId target_of(const DynamicTarget& reference) const {
    if (reference.anchor == kNone) return reference.node;
    const NodeId bound = run_.binding(reference.anchor);
    return bound == kNoNode ? reference.node : bound;
  }

  bool recall(const Node& node, View value, Marks* marks, Spot spot) {
    const Run::Key key = run_.key(node.self, value.identity(), marks != nullptr, collector_id_);
    // A collector has the faults of this value already.
    if (const Run::Known* known = run_.find(key)) {
      if (marks != nullptr) marks->merge(known->marks);
      return known->valid;
    }
    Run::Known known{false, Marks(marks == nullptr ? 0 : value.size())};
    known.valid = enter(node, value, marks == nullptr ? nullptr : &known.marks, spot);
    const bool valid = known.valid;
    if (marks != nullptr) marks->merge(known.marks);
    if (!run_.is_stopped()) run_.remember(key, std::move(known));
    return valid;
  }

  bool enter(const Node& node, View value, Marks* marks, Spot spot) {
    if (!node.enters_scope || run_.all_bound()) return apply(node, value, marks, spot);
    const auto& bindings = graph_.bindings[graph_.resource_of(node)];
    if (!run_.spend(bindings.size() / 16)) return false;
    Marks bound(bindings.size());
    for (std::size_t i = 0; i < bindings.size(); ++i) {
      if (run_.bind(bindings[i])) bound.set(i);
    }
    const bool ok = apply(node, value, marks, spot);
    for (std::size_t i = 0; i < bindings.size(); ++i) {
      if (bound.test(i)) run_.unbind(bindings[i]);
    }
    return ok;
  }

  bool apply(const Node& node, View value, Marks* marks, Spot spot) {
    if (!node.unevaluated) return apply_keywords(node, value, marks, spot);
    Marks own(value.size());
    bool ok = apply_keywords(node, value, &own, spot);
    if (settled(ok)) return false;
    ok = check_unevaluated(node, value, own, spot) && ok;
    if (marks != nullptr) marks->merge(own);
    return ok;
  }

  bool apply_keywords(const Node& node, View value, Marks* marks, Spot spot) {
    const bool ok = check_type_facts(node, value, marks, spot);
    if (node.general == kNone || settled(ok)) return ok;
    return check_general(graph_.generals[node.general], value, marks, spot) && ok;
  }

  [[gnu::always_inline]] bool check_type_facts(const Node& node, View value, Marks* marks, Spot spot) {
    switch (value.likely_type()) {
      case kObject:
        return node.object == kNone || check_object(graph_.objects[node.object], value, marks, spot);
      case kString:
        return node.string == kNone || check_string(graph_.strings[node.string], value, spot);
      case kArray:
        return node.array == kNone || check_array(graph_.arrays[node.array], value, marks, spot);
      case kNull:
      case kBoolean:
        return true;
      default:
        return node.number == kNone || check_number(graph_.numbers[node.number], value, spot);
    }
  }

  // evaluate_values.h
  [[gnu::noinline]] bool check_number(const NumberFacts& facts, View value, Spot spot);
  [[gnu::noinline]] bool check_any_number(const NumberFacts& facts, View value, Spot spot);
  [[gnu::noinline]] bool check_string(const StringFacts& facts, View value, Spot spot);
  // Between a quarter of the bytes and all of them are code points: these need no count.
  static bool surely_fits(const StringFacts& facts, std::string_view text) {
    return text.size() / 4 >= facts.min_length && text.size() <= facts.max_length;
  }
  [[gnu::noinline]] bool check_any_string(const StringFacts& facts, View value, Spot spot);
  [[gnu::noinline]] bool check_asserted(const StringFacts& facts, View value, Spot spot);
  [[gnu::always_inline]] bool matches(std::uint32_t pattern, std::string_view text);
  [[gnu::noinline]] bool check_all_values(const GeneralFacts& facts, View value, Spot spot);
  [[gnu::noinline]] bool check_any_values(const GeneralFacts& facts, View value, Spot spot);
  [[gnu::always_inline]] bool check_values(const ValueSet& set, View value, Spot spot);
  [[gnu::always_inline]] static bool has_string(const ValueSet& set, std::string_view text);
  [[gnu::noinline]] bool has_value(const ValueSet& set, View value);

  // evaluate_containers.h
  [[gnu::noinline]] bool check_array(const ArrayFacts& facts, View value, Marks* marks, Spot spot);
  bool check_elements(const ArrayFacts& facts, View value, Spot spot);
  bool check_contains(const ArrayFacts& facts, View value, Marks* marks, Spot spot);
  bool check_unique(View value, Spot spot);
  bool check_object(const ObjectFacts& facts, View value, Marks* marks, Spot spot);
  [[gnu::noinline]] bool check_any_object(const ObjectFacts& facts, View value, Marks* marks, Spot spot);
  [[gnu::noinline]] bool check_plain_object(const ObjectFacts& facts, View value, Spot spot);
  bool check_member(const ObjectFacts& facts, const Property* known, std::string_view name, View member,
                    bool& evaluated, View object, Spot spot);
  bool check_required(const ObjectFacts& facts, View value, Spot spot);
  bool check_name(NodeId names, std::string_view name, Spot spot);
  bool check_dependencies(const ObjectFacts& facts, View value, Marks* marks, Spot spot);
  bool check_unevaluated(const Node& node, View value, Marks& own, Spot spot);
  // A child that a keyword forbids by the schema `false` is reported under that keyword.
  [[gnu::always_inline]] bool check_surplus(NodeId id, Keyword keyword, View child, std::string_view name,
                                            View parent, Spot spot);

  // evaluate_general.h
  [[gnu::noinline]] bool check_general(const GeneralFacts& facts, View value, Marks* marks, Spot spot);
  bool check_references(const GeneralFacts& facts, View value, Marks* marks, Spot spot);
  bool check_all_of(const GeneralFacts& facts, View value, Marks* marks, Spot spot);
  bool check_any_of(const GeneralFacts& facts, View value, Marks* marks, Spot spot);
  bool check_one_of(const GeneralFacts& facts, View value, Marks* marks, Spot spot);
  bool check_condition(const GeneralFacts& facts, View value, Marks* marks, Spot spot);
  // The only branch of those told apart that can match, kNoNode when none can.
  NodeId candidate(const Discriminator& discriminator, View value) const;
  // Calls visit(branch) for each branch that can match, until it returns false.
  template <class Visit>
  void each_branch(const std::vector<NodeId>& branches, const std::optional<Discriminator>& discriminator,
                   View value, const Visit& visit) const;
  bool check_candidate(const Discriminator& discriminator, Keyword keyword, View value, Marks* marks,
                       Spot spot);
  // Two branches of oneOf match.
  bool fail_pair(const std::vector<NodeId>& branches, NodeId first, NodeId second, View value, Spot spot);
  bool fail_branches(Keyword keyword, const std::vector<NodeId>& branches, View value, Marks* marks,
                     Spot spot);
  NodeId closest_branch(const std::vector<NodeId>& branches, View value, Marks* marks, Spot spot);
  // Without collecting faults; annotations are collected.
  bool quick_check(NodeId id, View value, Marks* marks, Spot spot) {
    if constexpr (kCollecting) {
      return Quick(graph_, run_).check(id, value, marks, Depth{spot.depth});
    } else {
      return check(id, value, marks, spot);
    }
  }
  // Without collecting anything.
  bool silent_check(NodeId id, View value, Spot spot) {
    return Quick(graph_, run_).check(id, value, nullptr, Depth{spot.depth});
  }

  // evaluate_annotations.h, for kAnnotate.
  bool annotate(NodeId id, View value, Marks* marks, Spot spot);
  void note(Keyword keyword, std::string value, Spot spot);
  void note_members(const ObjectFacts& facts, View value, Spot spot);
  void note_elements(const ArrayFacts& facts, View value, Spot spot);
  void note_unevaluated(const Node& node, View value, const Marks& own, Spot spot);
  static void append_element(std::string& list, std::string_view name);

  const Node* nodes_;
  const Graph& graph_;
  Run& run_;
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

#include "extension/json_schema/evaluate_annotations.h"
#include "extension/json_schema/evaluate_containers.h"
#include "extension/json_schema/evaluate_general.h"
#include "extension/json_schema/evaluate_values.h"
