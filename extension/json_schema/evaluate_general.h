// Evaluator: the keywords that apply to values of every type. Included by evaluator.h only.
#pragma once

#include <algorithm>

#include "extension/json_schema/evaluator.h"

namespace schemagate::json_schema {

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_general(const GeneralFacts& facts, View value, Marks* marks, Spot spot) {
  if (facts.only_values) return check_all_values(facts, value, spot);
  // Branches that are leaves spend nothing themselves.
  if (!run_.spend(facts.all_of.size() + facts.any_of.size() + facts.one_of.size())) return false;
  bool ok = true;
  for (const ValueSet& set : facts.values) ok = ok && check_values(set, value, spot);
  if (settled(ok)) return false;
  if (!facts.references.empty()) ok = check_references(facts, value, marks, spot) && ok;
  if (settled(ok)) return false;
  if (!facts.all_of.empty()) ok = check_all_of(facts, value, marks, spot) && ok;
  if (settled(ok)) return false;
  if (!facts.any_of.empty()) ok = check_any_of(facts, value, marks, spot) && ok;
  if (settled(ok)) return false;
  if (!facts.one_of.empty()) ok = check_one_of(facts, value, marks, spot) && ok;
  if (settled(ok)) return false;
  if (facts.negated != kNoNode && silent_check(facts.negated, value, spot.same(facts.negated)))
    ok = fail(Keyword::kNot, value, spot);
  if (facts.condition == kNoNode || settled(ok)) return ok;
  return check_condition(facts, value, marks, spot) && ok;
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_references(const GeneralFacts& facts, View value, Marks* marks,
                                              Spot spot) {
  bool ok = true;
  for (const DynamicTarget& reference : facts.references) {
    const NodeId target = target_of(reference);
    ok = check(target, value, marks, spot.referred(target, reference.keyword)) && ok;
    if (settled(ok)) return false;
  }
  return ok;
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_all_of(const GeneralFacts& facts, View value, Marks* marks, Spot spot) {
  bool ok = true;
  for (const NodeId branch : facts.all_of) {
    ok = check(branch, value, marks, spot.same(branch)) && ok;
    if (settled(ok)) return false;
  }
  return ok;
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_any_of(const GeneralFacts& facts, View value, Marks* marks, Spot spot) {
  const auto& discriminator = facts.any_of_discriminator;
  if (discriminator && discriminator->others.empty())
    return check_candidate(*discriminator, Keyword::kAnyOf, value, marks, spot);
  constexpr bool kEveryBranch = kMode == Mode::kAnnotate;
  if (!kEveryBranch && marks == nullptr && (value.likely_type() & ~facts.any_of_types) == 0) return true;
  bool any = false;
  each_branch(facts.any_of, discriminator, value, [this, &any, value, marks, spot](NodeId branch) {
    Marks branch_marks(marks == nullptr ? 0 : value.size());
    if (!quick_check(branch, value, marks == nullptr ? nullptr : &branch_marks, spot.same(branch)))
      return true;
    if (marks != nullptr) marks->merge(branch_marks);
    any = true;
    return kEveryBranch || marks != nullptr;  // every branch that matches has something to give
  });
  return any || fail_branches(Keyword::kAnyOf, facts.any_of, value, marks, spot);
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_one_of(const GeneralFacts& facts, View value, Marks* marks, Spot spot) {
  const auto& discriminator = facts.one_of_discriminator;
  if (discriminator && discriminator->others.empty())
    return check_candidate(*discriminator, Keyword::kOneOf, value, marks, spot);
  NodeId first = kNoNode;
  NodeId second = kNoNode;
  each_branch(facts.one_of, discriminator, value, [this, &first, &second, value, marks, spot](NodeId branch) {
    Marks branch_marks(marks == nullptr ? 0 : value.size());
    if (!quick_check(branch, value, marks == nullptr ? nullptr : &branch_marks, spot.same(branch)))
      return true;
    if (marks != nullptr && first == kNoNode) marks->merge(branch_marks);
    (first == kNoNode ? first : second) = branch;
    return second == kNoNode;
  });
  if (second != kNoNode) return fail_pair(facts.one_of, first, second, value, spot);
  return first != kNoNode || fail_branches(Keyword::kOneOf, facts.one_of, value, marks, spot);
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::fail_pair(const std::vector<NodeId>& branches, NodeId first, NodeId second,
                                       View value, Spot spot) {
  if constexpr (kCollecting) {
    const auto position = [&branches](NodeId branch) {
      return static_cast<std::size_t>(std::ranges::find(branches, branch) - branches.begin());
    };
    std::vector<std::size_t> indices = {position(first), position(second)};
    std::ranges::sort(indices);
    return fail(Keyword::kOneOf, value, spot, {.indices = std::move(indices)});
  }
  return false;
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_condition(const GeneralFacts& facts, View value, Marks* marks, Spot spot) {
  Marks condition_marks(marks == nullptr ? 0 : value.size());
  const bool met = quick_check(facts.condition, value, marks == nullptr ? nullptr : &condition_marks,
                               spot.same(facts.condition));
  if (met && marks != nullptr) marks->merge(condition_marks);
  const NodeId branch = met ? facts.consequence : facts.alternative;
  return branch == kNoNode || check(branch, value, marks, spot.same(branch));
}

template <class View, Mode kMode>
NodeId Evaluator<View, kMode>::candidate(const Discriminator& discriminator, View value) const {
  if (value.type() != kObject) return kNoNode;
  const auto member = find_member(value, discriminator.name);
  if (!member || member->type() != kString) return kNoNode;
  const Property* branch = discriminator.branches.find(member->string());
  return branch == nullptr ? kNoNode : branch->node;
}

template <class View, Mode kMode>
template <class Visit>
void Evaluator<View, kMode>::each_branch(const std::vector<NodeId>& branches,
                                         const std::optional<Discriminator>& discriminator, View value,
                                         const Visit& visit) const {
  if (discriminator) {
    const NodeId branch = candidate(*discriminator, value);
    if (branch != kNoNode && !visit(branch)) return;
  }
  for (const NodeId branch : discriminator ? discriminator->others : branches) {
    if (!visit(branch)) return;
  }
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_candidate(const Discriminator& discriminator, Keyword keyword, View value,
                                             Marks* marks, Spot spot) {
  const NodeId branch = candidate(discriminator, value);
  if (branch != kNoNode) return check(branch, value, marks, spot.same(branch));
  if constexpr (kCollecting) {
    Fault fault{.name = discriminator.name};
    for (const Property& property : discriminator.branches.properties())
      fault.present.push_back(property.name);
    return fail(keyword, value, spot, std::move(fault));
  }
  return false;
}

// No branch matches: the faults of the closest one stand for all, because they are what a repair needs.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::fail_branches(Keyword keyword, const std::vector<NodeId>& branches, View value,
                                           Marks* marks, Spot spot) {
  if constexpr (kCollecting) {
    if (run_.is_stopped()) return false;
    const NodeId closest = sink_->is_probe() ? kNoNode : closest_branch(branches, value, marks, spot);
    if (closest == kNoNode) return fail(keyword, value, spot);
    check(closest, value, nullptr, spot.same(closest));
  }
  return false;
}

// kNoNode when none stands out. `marks` learns what any of them evaluated.
template <class View, Mode kMode>
NodeId Evaluator<View, kMode>::closest_branch(const std::vector<NodeId>& branches, View value, Marks* marks,
                                              Spot spot) {
  std::optional<Collector> closest;
  NodeId found = kNoNode;
  std::size_t as_close = 0;
  for (const NodeId branch : branches) {
    Collector faults(graph_, spot);
    Marks branch_marks(marks == nullptr ? 0 : value.size());
    Evaluator(graph_, run_, &faults)
        .check(branch, value, marks == nullptr ? nullptr : &branch_marks, spot.same(branch));
    if (marks != nullptr) marks->merge(branch_marks);
    if (!closest || faults.mismatch() < closest->mismatch()) as_close = 0;
    if (!closest || faults.mismatch() <= closest->mismatch()) ++as_close;
    if (closest && !faults.closer_than(*closest)) continue;
    closest = std::move(faults);
    found = branch;
  }
  const bool stands_out = closest && (closest->mismatch() == Collector::Mismatch::kNothing || as_close == 1);
  return stands_out ? found : kNoNode;
}

}  // namespace schemagate::json_schema
