// Evaluator: anyOf and oneOf, and what is said when no branch matches. Included by evaluate.h only.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "extension/json_schema/evaluate/evaluator.h"
#include "extension/json_schema/evaluate/near_branches.h"
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
      failure.present.push_back(property.name());
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
    std::vector<std::size_t> closest;
    if (sink_->looks_into_alternatives()) closest = closest_branches(branches, value, evaluated, location);
    if (closest.empty()) return fail(keyword, value, location);
    const std::size_t kept = sink_->kept();
    const NodeId first = branches[closest.front()];
    check(first, value, nullptr, location.same(first));
    if (closest.size() > 1 && sink_->kept() > kept)
      compare_branches(branches, closest, kept, value, location);
  }
  return false;
}

// The positions of those that are equally close, by what a repair needs; none where none stands out.
// `evaluated` learns what any branch evaluated.
template <class View, Mode kMode>
std::vector<std::size_t> Evaluator<View, kMode>::closest_branches(const std::vector<NodeId>& branches,
                                                                  View value, EvaluatedSet* evaluated,
                                                                  Location location) {
  std::optional<Collector> closest;
  std::vector<std::size_t> found;
  std::size_t as_close = 0;
  for (std::size_t i = 0; i < branches.size(); ++i) {
    Collector violations(graph_, location);
    EvaluatedSet branch_evaluated(evaluated == nullptr ? 0 : value.size());
    Evaluator(graph_, context_, &violations)
        .check(branches[i], value, evaluated == nullptr ? nullptr : &branch_evaluated,
               location.same(branches[i]));
    if (evaluated != nullptr) evaluated->merge(branch_evaluated);
    if (!closest || violations.mismatch() < closest->mismatch()) as_close = 0;
    if (!closest || violations.mismatch() <= closest->mismatch()) ++as_close;
    if (closest && violations.is_as_close_as(*closest)) found.push_back(i);
    if (closest && !violations.closer_than(*closest)) continue;
    closest = std::move(violations);
    found = {i};
  }
  const bool stands_out = closest && (closest->mismatch() == Collector::Mismatch::kNothing || as_close == 1);
  if (!stands_out) found.clear();
  return found;
}

// Says of the first of `closest`, whose violations are kept from `kept` on, and of a few others what each
// wants.
template <class View, Mode kMode>
void Evaluator<View, kMode>::compare_branches(const std::vector<NodeId>& branches,
                                              const std::vector<std::size_t>& closest, std::size_t kept,
                                              View value, Location location) {
  if constexpr (kCollecting) {
    NearBranches near(graph_, std::span(sink_->violations()).subspan(kept));
    for (const std::size_t other : std::span(closest).subspan(1)) {
      if (!near.has_room() || context_.is_stopped()) break;
      Collector glance = Collector::glance(graph_);
      const NodeId branch = branches[other];
      Evaluator(graph_, context_, &glance).check(branch, value, nullptr, location.same(branch));
      near.add(other, branch, glance);
    }
    near.write(closest.front(), branches[closest.front()], closest.size());
  }
}

}  // namespace schemagate::json_schema
