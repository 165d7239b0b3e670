// Evaluator: the keywords that apply to values of every type. Included by evaluator.h only.
#pragma once

#include "extension/json_schema/evaluator.h"

namespace json_schema {

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_general(const GeneralFacts& facts, View value, Marks* marks, Spot spot) {
  if (facts.only_values) {
    for (const ValueSet& set : facts.values) {
      if (!check_values(set, value, spot)) return false;
    }
    return true;
  }
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
  if (facts.negated != kNoNode && quick_check(facts.negated, value, nullptr, spot))
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
  if (facts.any_of_discriminator) {
    return check_candidate(*facts.any_of_discriminator, Keyword::kAnyOf, value, marks, spot);
  }
  if (marks == nullptr && (value.likely_type() & ~facts.any_of_types) == 0) return true;
  bool any = false;
  for (const NodeId branch : facts.any_of) {
    if (marks == nullptr) {
      if (quick_check(branch, value, nullptr, spot)) return true;
      continue;
    }
    Marks branch_marks(value.size());
    if (!quick_check(branch, value, &branch_marks, spot)) continue;
    marks->merge(branch_marks);
    any = true;
  }
  return any || fail_branches(Keyword::kAnyOf, facts.any_of, value, marks, spot);
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_one_of(const GeneralFacts& facts, View value, Marks* marks, Spot spot) {
  if (facts.one_of_discriminator) {
    return check_candidate(*facts.one_of_discriminator, Keyword::kOneOf, value, marks, spot);
  }
  std::size_t matched = 0;
  std::size_t first = 0;
  for (std::size_t i = 0; i < facts.one_of.size(); ++i) {
    Marks branch_marks(marks == nullptr ? 0 : value.size());
    if (!quick_check(facts.one_of[i], value, marks == nullptr ? nullptr : &branch_marks, spot)) continue;
    if (++matched == 2) {
      if constexpr (kCollecting) return fail(Keyword::kOneOf, value, spot, {.indices = {first, i}});
      return false;
    }
    first = i;
    if (marks != nullptr) marks->merge(branch_marks);
  }
  return matched == 1 || fail_branches(Keyword::kOneOf, facts.one_of, value, marks, spot);
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_condition(const GeneralFacts& facts, View value, Marks* marks, Spot spot) {
  Marks condition_marks(marks == nullptr ? 0 : value.size());
  const bool met = quick_check(facts.condition, value, marks == nullptr ? nullptr : &condition_marks, spot);
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
    if (!run_.limit().empty()) return false;
    std::optional<Collector> closest;
    std::size_t close = 0;
    for (const NodeId branch : branches) {
      Collector faults(graph_, spot);
      Marks branch_marks(marks == nullptr ? 0 : value.size());
      Evaluator(graph_, run_, &faults)
          .check(branch, value, marks == nullptr ? nullptr : &branch_marks, spot.same(branch));
      if (marks != nullptr) marks->merge(branch_marks);
      if (faults.mismatches() == 0) ++close;
      if (!closest || faults.closer_than(*closest)) closest = std::move(faults);
    }
    if (close == 0) return fail(keyword, value, spot);
    collector_->append(std::move(*closest));
  }
  return false;
}

}  // namespace json_schema
