// Evaluator: anyOf and oneOf, and what is said when no branch matches. Included by evaluate.h only.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "extension/json_schema/evaluate/evaluator.h"
#include "extension/json_schema/values/equality.h"

namespace schemagate::json_schema {

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_any_of(const GeneralConstraints& constraints, View value,
                                          EvaluatedSet* evaluated, Location location) {
  const auto& discriminator = constraints.any_of_discriminator;
  if (discriminator && discriminator->others.empty())
    return check_candidate(*discriminator, Keyword::kAnyOf, value, evaluated, location);
  if constexpr (kMode == Mode::kVerdict) {
    if (constraints.any_of_filter) return fast_any_of(constraints, value, evaluated, location);
  }
  constexpr bool kEveryBranch = kMode == Mode::kAnnotate;
  if (!kEveryBranch && evaluated == nullptr && (value.likely_type() & ~constraints.any_of_types) == 0)
    return true;
  bool any = false;
  each_branch(
      constraints.any_of, discriminator, value, [this, &any, value, evaluated, location](NodeId branch) {
        EvaluatedSet branch_evaluated(evaluated == nullptr ? 0 : value.size());
        if (!check_quietly(branch, value, evaluated == nullptr ? nullptr : &branch_evaluated,
                           location.same(branch)))
          return true;
        if (evaluated != nullptr) evaluated->merge(branch_evaluated);
        any = true;
        return kEveryBranch || evaluated != nullptr;  // every branch that matches has something to give
      });
  return any || fail_branches(Keyword::kAnyOf, constraints.any_of, value, evaluated, location);
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_one_of(const GeneralConstraints& constraints, View value,
                                          EvaluatedSet* evaluated, Location location) {
  const auto& discriminator = constraints.one_of_discriminator;
  if (discriminator && discriminator->others.empty())
    return check_candidate(*discriminator, Keyword::kOneOf, value, evaluated, location);
  if constexpr (kMode == Mode::kVerdict) {
    if (constraints.one_of_filter) return fast_one_of(constraints, value, evaluated, location);
  }
  NodeId first = kNoNode;
  NodeId second = kNoNode;
  each_branch(constraints.one_of, discriminator, value,
              [this, &first, &second, value, evaluated, location](NodeId branch) {
                EvaluatedSet branch_evaluated(evaluated == nullptr ? 0 : value.size());
                if (!check_quietly(branch, value, evaluated == nullptr ? nullptr : &branch_evaluated,
                                   location.same(branch)))
                  return true;
                if (evaluated != nullptr && first == kNoNode) evaluated->merge(branch_evaluated);
                (first == kNoNode ? first : second) = branch;
                return second == kNoNode;
              });
  if (second != kNoNode) return fail_pair(constraints.one_of, first, second, value, location);
  return first != kNoNode || fail_branches(Keyword::kOneOf, constraints.one_of, value, evaluated, location);
}

// Two branches of oneOf match.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::fail_pair(const std::vector<NodeId>& branches, NodeId first, NodeId second,
                                       View value, Location location) {
  if constexpr (kCollecting) {
    const auto position = [&branches](NodeId branch) {
      return static_cast<std::size_t>(std::ranges::find(branches, branch) - branches.begin());
    };
    std::vector<std::size_t> indices = {position(first), position(second)};
    std::ranges::sort(indices);
    return fail(Keyword::kOneOf, value, location, {.indices = std::move(indices)});
  }
  return false;
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
                                             EvaluatedSet* evaluated, Location location) {
  const NodeId branch = candidate(discriminator, value);
  if (branch != kNoNode) return check(branch, value, evaluated, location.same(branch));
  if constexpr (kCollecting) {
    KeywordFailure failure{.name = discriminator.name};
    for (const Property& property : discriminator.branches.properties())
      failure.present.push_back(property.name);
    return fail(keyword, value, location, std::move(failure));
  }
  return false;
}

// No branch matches: the violations of the closest one stand for all, because they are what a repair needs.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::fail_branches(Keyword keyword, const std::vector<NodeId>& branches, View value,
                                           EvaluatedSet* evaluated, Location location) {
  if constexpr (kCollecting) {
    if (context_.is_stopped()) return false;
    const NodeId closest = sink_->is_probe() ? kNoNode : closest_branch(branches, value, evaluated, location);
    if (closest == kNoNode) return fail(keyword, value, location);
    check(closest, value, nullptr, location.same(closest));
  }
  return false;
}

// kNoNode when none stands out. `evaluated` learns what any of them evaluated.
template <class View, Mode kMode>
NodeId Evaluator<View, kMode>::closest_branch(const std::vector<NodeId>& branches, View value,
                                              EvaluatedSet* evaluated, Location location) {
  std::optional<Collector> closest;
  NodeId found = kNoNode;
  std::size_t as_close = 0;
  for (const NodeId branch : branches) {
    Collector violations(graph_, location);
    EvaluatedSet branch_evaluated(evaluated == nullptr ? 0 : value.size());
    Evaluator(graph_, context_, &violations)
        .check(branch, value, evaluated == nullptr ? nullptr : &branch_evaluated, location.same(branch));
    if (evaluated != nullptr) evaluated->merge(branch_evaluated);
    if (!closest || violations.mismatch() < closest->mismatch()) as_close = 0;
    if (!closest || violations.mismatch() <= closest->mismatch()) ++as_close;
    if (closest && !violations.closer_than(*closest)) continue;
    closest = std::move(violations);
    found = branch;
  }
  const bool stands_out = closest && (closest->mismatch() == Collector::Mismatch::kNothing || as_close == 1);
  return stands_out ? found : kNoNode;
}

}  // namespace schemagate::json_schema
