// Applies a Graph to an instance. One source for the verdict (stops at the first violation, tracks nothing),
// for collecting every violation, for collecting annotations, and for every instance view.
//
// Every keyword has one function here, check_<keyword>(), or one together with those that say nothing without
// it. They are in the files named above each group; evaluate.h includes them all. From a node to them it goes
//
//   check -> check_node -> enter (dynamic scope) -> apply (unevaluated) -> apply_keywords
//         -> check_numbers | check_strings | check_arrays | check_objects, by the value's type
//         -> check_general: values, references, logic
//
// The verdict tries fast_paths.h before check_node: read that last. All others go the plain way only.
#pragma once

#include <bit>
#include <type_traits>
#include <utility>

#include "extension/json_schema/evaluate/annotator.h"
#include "extension/json_schema/evaluate/collector.h"
#include "extension/json_schema/evaluate/evaluated_set.h"
#include "extension/json_schema/evaluate/evaluation_context.h"
#include "extension/json_schema/evaluate/evaluation_path.h"
#include "extension/json_schema/graph/graph.h"
#include "extension/json_schema/values/inlining.h"

namespace schemagate::json_schema {

enum class Mode { kVerdict, kCollect, kAnnotate };

// `View` is an instance view, with the members of DocumentView. In every function: `value` is what is
// checked; `evaluated`, unless nullptr, learns which children of it were evaluated; `location` is where that
// happens. All return whether the value is valid, and report what is not to the sink.
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

  // Whether `value` is valid against node `id`.
  JSON_SCHEMA_INLINE bool check(NodeId id, View value, EvaluatedSet* evaluated, Location location) {
    if constexpr (kMode == Mode::kAnnotate) return annotate(id, value, evaluated, location);
    return check(nodes_[id], value, evaluated, location);
  }

  // check() of the whole instance, for kVerdict.
  JSON_SCHEMA_INLINE bool check_root(View value);

 private:
  static constexpr bool kCollecting = kMode == Mode::kCollect;
  using VerdictEvaluator = Evaluator<View, Mode::kVerdict>;
  // What is told of a violation beside its keyword: nothing where nobody collects it.
  using FailureDetails = std::conditional_t<kCollecting, KeywordFailure, NoFailure>;

  // evaluate_node.h
  JSON_SCHEMA_INLINE bool check(const Node& node, View value, EvaluatedSet* evaluated, Location location);
  bool check_node(const Node& node, View value, EvaluatedSet* evaluated, Location location);
  bool check_cached(const Node& node, View value, EvaluatedSet* evaluated, Location location);
  bool enter(const Node& node, View value, EvaluatedSet* evaluated, Location location);
  bool apply(const Node& node, View value, EvaluatedSet* evaluated, Location location);
  bool apply_keywords(const Node& node, View value, EvaluatedSet* evaluated, Location location);
  JSON_SCHEMA_INLINE bool check_type_constraints(const Node& node, View value, EvaluatedSet* evaluated,
                                                 Location location);
  bool check_general(const GeneralConstraints& constraints, View value, EvaluatedSet* evaluated,
                     Location location);
  // What is left of check_general() behind allOf.
  JSON_SCHEMA_INLINE bool check_choices(const GeneralConstraints& constraints, View value,
                                        EvaluatedSet* evaluated, Location location);
  // Checks without collecting violations; annotations are collected.
  bool check_quietly(NodeId id, View value, EvaluatedSet* evaluated, Location location);
  // Checks without collecting anything.
  bool check_verdict(NodeId id, View value, Location location);
  // A child of `parent`. One that `keyword` forbids by the schema `false` is reported under that keyword.
  JSON_SCHEMA_INLINE bool check_child(NodeId id, Keyword keyword, View child, std::string_view name,
                                      View parent, Location location);
  // Reports that `keyword` fails. Always false.
  bool fail(Keyword keyword, View value, Location location, FailureDetails failure = {});
  // True when nothing further can change the verdict, and nobody wants to hear of it.
  static bool is_decided(bool ok) { return !kCollecting && !ok; }
  std::vector<std::string_view> neighbours(View object) const;

  // evaluate_values.h
  bool check_values(const GeneralConstraints& constraints, View value, Location location);
  bool check_value_set(const ValueSet& set, View value, Location location);
  static bool has_string(const ValueSet& set, std::string_view text);
  bool has_value(const ValueSet& set, View value);

  // evaluate_numbers.h
  bool check_numbers(const NumberConstraints& constraints, View value, Location location);
  bool check_minimum(const NumberConstraints& constraints, const Number& number, View value,
                     Location location);
  bool check_maximum(const NumberConstraints& constraints, const Number& number, View value,
                     Location location);
  bool check_exclusive_minimum(const NumberConstraints& constraints, const Number& number, View value,
                               Location location);
  bool check_exclusive_maximum(const NumberConstraints& constraints, const Number& number, View value,
                               Location location);
  bool check_multiple_of(const NumberConstraints& constraints, const Number& number, View value,
                         Location location);

  // evaluate_strings.h
  bool check_strings(const StringConstraints& constraints, View value, Location location);
  // Between a quarter of the bytes and all of them are code points: these need no count.
  static bool surely_fits(const StringConstraints& constraints, std::string_view text) {
    return text.size() / 4 >= constraints.min_length && text.size() <= constraints.max_length;
  }
  bool check_length(const StringConstraints& constraints, View value, Location location);
  bool check_pattern(const StringConstraints& constraints, View value, Location location);
  bool check_format(const StringConstraints& constraints, View value, Location location);
  bool check_content_keywords(const StringConstraints& constraints, View value, Location location);
  JSON_SCHEMA_APART bool matches(std::uint32_t pattern, std::string_view text);

  // evaluate_arrays.h
  bool check_arrays(const ArrayConstraints& constraints, View value, EvaluatedSet* evaluated,
                    Location location);
  bool check_items(const ArrayConstraints& constraints, View value, Location location);
  bool check_contains(const ArrayConstraints& constraints, View value, EvaluatedSet* evaluated,
                      Location location);
  bool check_unique_items(View value, Location location);
  bool check_unevaluated_items(NodeId id, View value, EvaluatedSet& evaluated, Location location);

  // evaluate_objects.h
  bool check_objects(const ObjectConstraints& constraints, View value, EvaluatedSet* evaluated,
                     Location location);
  // The keywords for one member. `is_evaluated` becomes true when one of them applies to it.
  bool check_member(const ObjectConstraints& constraints, const Property* known, std::string_view name,
                    View member, bool& is_evaluated, View object, Location location);
  bool check_pattern_properties(const ObjectConstraints& constraints, std::string_view name, View member,
                                bool& is_evaluated, Location location);
  bool check_property_names(NodeId names, std::string_view name, Location location);
  bool check_required(const ObjectConstraints& constraints, View value, Location location);
  bool check_dependencies(const ObjectConstraints& constraints, View value, EvaluatedSet* evaluated,
                          Location location);
  bool check_unevaluated_properties(NodeId id, View value, EvaluatedSet& evaluated, Location location);

  // evaluate_references.h
  NodeId target_of(const DynamicTarget& reference) const;
  bool check_references(const GeneralConstraints& constraints, View value, EvaluatedSet* evaluated,
                        Location location);

  // evaluate_logic.h
  bool check_all_of(const GeneralConstraints& constraints, View value, EvaluatedSet* evaluated,
                    Location location);
  JSON_SCHEMA_INLINE bool check_not(const GeneralConstraints& constraints, View value, Location location);
  JSON_SCHEMA_INLINE bool check_if(const GeneralConstraints& constraints, View value, EvaluatedSet* evaluated,
                                   Location location);

  // evaluate_alternatives.h
  bool check_any_of(const GeneralConstraints& constraints, View value, EvaluatedSet* evaluated,
                    Location location);
  bool check_one_of(const GeneralConstraints& constraints, View value, EvaluatedSet* evaluated,
                    Location location);
  // The only branch of those told apart that can match, kNoNode when none can.
  NodeId candidate(const Discriminator& discriminator, View value) const;
  // Calls visit(branch) for each branch that can match, until it returns false.
  template <class Visit>
  void each_branch(const std::vector<NodeId>& branches, const std::optional<Discriminator>& discriminator,
                   View value, const Visit& visit) const;
  bool check_candidate(const Discriminator& discriminator, Keyword keyword, View value,
                       EvaluatedSet* evaluated, Location location);
  bool fail_pair(const std::vector<NodeId>& branches, NodeId first, NodeId second, View value,
                 Location location);
  bool fail_branches(Keyword keyword, const std::vector<NodeId>& branches, View value,
                     EvaluatedSet* evaluated, Location location);
  std::vector<std::size_t> closest_branches(const std::vector<NodeId>& branches, View value,
                                            EvaluatedSet* evaluated, Location location);
  void compare_branches(const std::vector<NodeId>& branches, const std::vector<std::size_t>& closest,
                        std::size_t kept, View value, Location location);

  // fast_alternatives.h, for kVerdict
  static bool is_one_or_none(Branches branches) { return (branches & (branches - 1)) == 0; }
  Branches candidates(const BranchFilter& filter, View value);
  Branches known_by(const BranchFilter& filter, View value);
  JSON_SCHEMA_APART bool check_consequences(const GeneralConstraints& constraints, View value,
                                            EvaluatedSet* evaluated, Location location, Branches& left);
  static Branches candidates_by_value(const MemberFilter& filter, View value);
  static std::size_t first_of(Branches branches) {
    return static_cast<std::size_t>(std::countr_zero(branches));
  }
  JSON_SCHEMA_APART std::size_t merge_matches(const std::vector<NodeId>& branches, Branches left, View value,
                                              EvaluatedSet& evaluated, Location location);
  bool fast_any_of(const GeneralConstraints& constraints, View value, EvaluatedSet* evaluated,
                   Location location);
  bool fast_one_of(const GeneralConstraints& constraints, View value, EvaluatedSet* evaluated,
                   Location location);
  bool fast_all_of(const GeneralConstraints& constraints, View value, EvaluatedSet* evaluated,
                   Location location, Branches left);
  bool try_all_of(const GeneralConstraints& constraints, View value, EvaluatedSet* evaluated,
                  Location location, Branches left);
  bool fast_merged(const GeneralConstraints& constraints, View value, Location location);

  // evaluate_annotations.h, for kAnnotate
  bool annotate(NodeId id, View value, EvaluatedSet* evaluated, Location location);
  void note(Keyword keyword, std::string value, Location location);
  void note_members(const ObjectConstraints& constraints, View value, Location location);
  void note_elements(const ArrayConstraints& constraints, View value, Location location);
  void note_unevaluated_properties(View value, const EvaluatedSet& evaluated, Location location);
  void note_unevaluated_items(View value, const EvaluatedSet& evaluated, Location location);
  static void append_element(std::string& list, std::string_view name);

  // fast_arrays.h, for kVerdict
  bool fast_array(const ArrayConstraints& constraints, View value, Location location);
  JSON_SCHEMA_APART bool fast_elements(const Node& rest, View value, Location location);
  JSON_SCHEMA_APART bool fast_integers(const NumberConstraints& constraints, View value, Location location);
  template <bool kByIndex>
  JSON_SCHEMA_APART bool fast_objects(const Node& rest, View value, Location location);
  JSON_SCHEMA_APART bool fast_arrays(const Node& rest, View value, Location location);
  JSON_SCHEMA_APART bool fast_tuple(const ArrayConstraints& constraints, View value, Location location);

  // fast_keywords.h, for kVerdict
  bool fast_keywords(const Node& node, View value, Location location);
  bool fast_general(const GeneralConstraints& constraints, View value, Location location);
  JSON_SCHEMA_INLINE bool fast_if(const GeneralConstraints& constraints, View value, Location location);

  // fast_paths.h, for kVerdict
  JSON_SCHEMA_APART bool fast_check(const Node& node, View value, EvaluatedSet* evaluated, Location location);
  NodeId stand_in_for(const Node& node) const {
    return node.general == kNone ? kNoNode : graph_.generals[node.general].stand_in;
  }
  bool fast_stand_in(const Node& node, View value, Location location);
  bool fast_literal(const Node& node, View value, EvaluatedSet* evaluated, Location location);
  bool fast_container(const Node& node, View value, EvaluatedSet* evaluated, Location location);
  bool fast_plain(const Node& node, View value, Location location);
  JSON_SCHEMA_APART bool fast_child(const Node& node, View value, Location location);
  bool fast_composed(const Node& node, View value, EvaluatedSet* evaluated, Location location);
  static bool surely_within(const NumberConstraints& constraints, View value) {
    const Number number = value.number();
    return number.is_int64() && constraints.int64_only && number.integer() >= constraints.low &&
           number.integer() <= constraints.high &&
           (constraints.only_bounds || number.integer() % constraints.int64_divisor == 0);
  }
  JSON_SCHEMA_APART bool fast_integer(const NumberConstraints& constraints, View value, Location location);
  JSON_SCHEMA_APART bool fast_fraction(const NumberConstraints& constraints, View value, Location location);
  JSON_SCHEMA_APART bool fast_string(const StringConstraints& constraints, View value, Location location);
  JSON_SCHEMA_APART bool fast_values(const GeneralConstraints& constraints, View value, Location location);
  JSON_SCHEMA_APART bool fast_scalar(const GeneralConstraints& constraints, View value, Location location);
  static bool is_scalar_of(const ValueSet& set, View value);
  JSON_SCHEMA_INLINE bool fast_object(const ObjectConstraints& constraints, View value, Location location);
  JSON_SCHEMA_INLINE static bool passes_by_children(const Stopping& stopping, View member);
  JSON_SCHEMA_INLINE bool fast_member(const Property& known, View member, Location location);
  JSON_SCHEMA_INLINE bool fast_members(const ObjectConstraints& constraints, View value, Location location);
  JSON_SCHEMA_APART bool fast_known_object(const ObjectConstraints& constraints, View value,
                                           Location location);
  JSON_SCHEMA_INLINE bool fast_known_members(const ObjectConstraints& constraints, View value,
                                             Location location);
  JSON_SCHEMA_APART bool fast_sifted_object(const ObjectConstraints& constraints, View value,
                                            Location location);
  JSON_SCHEMA_INLINE bool fast_sifted_members(const ObjectConstraints& constraints, View value,
                                              Location location);
  JSON_SCHEMA_APART bool fast_large_object(const ObjectConstraints& constraints, View value,
                                           Location location);
  bool fast_map(const Property& others, View value, Location location);
  JSON_SCHEMA_APART bool fast_patterned(const ObjectConstraints& constraints, View value, Location location);

  const Node* nodes_;
  const Graph& graph_;
  EvaluationContext& context_;
  Sink* sink_;
  std::uint32_t collector_id_ = 0;
};

}  // namespace schemagate::json_schema
