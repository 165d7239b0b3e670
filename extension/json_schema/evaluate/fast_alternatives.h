// Evaluator: anyOf, oneOf and the conditions of allOf for the verdict. Only the branches that a filter leaves
// are tried. Included by evaluate.h only.
#pragma once

#include <bit>

#include "extension/json_schema/evaluate/evaluator.h"

namespace schemagate::json_schema {

// The branches that may match.
template <class View, Mode kMode>
Branches Evaluator<View, kMode>::candidates(const BranchFilter& filter, View value) {
  const Types type = value.likely_type();
  Branches left = filter.types.of(type);
  if (type != kObject || filter.members.empty() || is_one_or_none(left)) return left;
  if (!context_.spend(value.size())) return 0;
  std::uint64_t seen = 0;
  PropertyCursor names(filter.names);
  for (const auto& [name, member] : value.members()) {
    const Property* known = names.find(name, View::name_key(name, member));
    if (known == nullptr) {
      left &= filter.unnamed;
    } else {
      const MemberFilter& of_name = filter.members[known->node];
      seen |= of_name.required_bit;
      left &= of_name.types.of(member.likely_type()) & candidates_by_value(of_name, member);
    }
    if (is_one_or_none(left)) return left;
  }
  for (std::size_t i = 0; i < filter.required.size(); ++i) {
    if ((seen >> i & 1) == 0) left &= ~filter.required[i];
  }
  return left;
}

template <class View, Mode kMode>
Branches Evaluator<View, kMode>::candidates_by_value(const MemberFilter& filter, View value) {
  if (value.likely_type() == kString && !filter.text_branches.empty()) {
    const Property* text = filter.texts.find(value.string());
    return text == nullptr ? filter.other_texts : filter.text_branches[text->node];
  }
  if (value.likely_type() != kInteger || filter.integers.empty()) return ~Branches{0};
  const Number number = value.number();
  if (!number.is_int64()) return filter.other_integers;
  const auto found = std::ranges::lower_bound(filter.integers, number.integer(), {},
                                              &std::pair<std::int64_t, Branches>::first);
  const bool known = found != filter.integers.end() && found->first == number.integer();
  return known ? found->second : filter.other_integers;
}

// How many of the branches that are left match; all are tried, and `evaluated` learns from those that match.
template <class View, Mode kMode>
std::size_t Evaluator<View, kMode>::merge_matches(const std::vector<NodeId>& branches, Branches left,
                                                  View value, EvaluatedSet& evaluated, Location location) {
  std::size_t found = 0;
  for (; left != 0; left &= left - 1) {
    const NodeId branch = branches[first_of(left)];
    EvaluatedSet branch_evaluated(value.size());
    if (!check(branch, value, &branch_evaluated, location.same(branch))) continue;
    evaluated.merge(branch_evaluated);
    ++found;
  }
  return found;
}

// check_any_of().
template <class View, Mode kMode>
bool Evaluator<View, kMode>::fast_any_of(const GeneralConstraints& constraints, View value,
                                         EvaluatedSet* evaluated, Location location) {
  if (evaluated == nullptr && (value.likely_type() & ~constraints.any_of_types) == 0) return true;
  Branches left = candidates(*constraints.any_of_filter, value);
  if (evaluated != nullptr) return merge_matches(constraints.any_of, left, value, *evaluated, location) > 0;
  for (; left != 0; left &= left - 1) {
    const NodeId branch = constraints.any_of[first_of(left)];
    if (is_one_or_none(left)) return check(branch, value, nullptr, location.same(branch));
    if (check(branch, value, nullptr, location.same(branch))) return true;
  }
  return false;
}

// check_one_of().
template <class View, Mode kMode>
bool Evaluator<View, kMode>::fast_one_of(const GeneralConstraints& constraints, View value,
                                         EvaluatedSet* evaluated, Location location) {
  Branches left = candidates(*constraints.one_of_filter, value);
  if (left != 0 && is_one_or_none(left)) {
    const NodeId only = constraints.one_of[first_of(left)];
    return check(only, value, evaluated, location.same(only));
  }
  if (evaluated != nullptr) return merge_matches(constraints.one_of, left, value, *evaluated, location) == 1;
  std::size_t found = 0;
  for (; left != 0 && found < 2; left &= left - 1) {
    const NodeId branch = constraints.one_of[first_of(left)];
    found += check(branch, value, nullptr, location.same(branch)) ? 1 : 0;
  }
  return found == 1;
}

// The branches that say something of a member that the object has.
template <class View, Mode kMode>
Branches Evaluator<View, kMode>::known_by(const BranchFilter& filter, View value) {
  if (!context_.spend(value.size())) return ~Branches{0};
  Branches known = 0;
  PropertyCursor names(filter.names);
  for (const auto& [name, member] : value.members()) {
    const Property* found = names.find(name, View::name_key(name, member));
    if (found != nullptr) known |= filter.members[found->node].known;
  }
  return known;
}

// check_all_of() of the branches in `left` whose conditions know no member of the object, and so match it:
// only what follows is checked, without the branch around it. Takes them out of `left`.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_consequences(const GeneralConstraints& constraints, View value,
                                                EvaluatedSet* evaluated, Location location, Branches& left) {
  if (value.likely_type() != kObject) return true;
  const BranchFilter& filter = *constraints.all_of_filter;
  Branches met = left & filter.optional & ~known_by(filter, value);
  left &= ~met;
  const auto& [merged, all] = constraints.merged_consequences;
  if (met != 0 && met == merged) return check(all, value, evaluated, location.same(all));
  for (; met != 0; met &= met - 1) {
    const NodeId branch = constraints.all_of[first_of(met)];
    const Node& node = nodes_[branch];
    const NodeId applied = node.shared ? branch : graph_.generals[node.general].consequence;
    if (applied == kNoNode) continue;
    if (!check(applied, value, evaluated, location.same(branch).same(applied))) return false;
  }
  return true;
}

// check_all_of() of the branches in `left`.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::fast_all_of(const GeneralConstraints& constraints, View value,
                                         EvaluatedSet* evaluated, Location location, Branches left) {
  const BranchFilter& filter = *constraints.all_of_filter;
  left &= candidates(filter, value);
  if (!is_one_or_none(left & filter.optional) &&
      !check_consequences(constraints, value, evaluated, location, left))
    return false;
  return try_all_of(constraints, value, evaluated, location, left);
}

// check_all_of() of the branches in `left`, one by one.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::try_all_of(const GeneralConstraints& constraints, View value,
                                        EvaluatedSet* evaluated, Location location, Branches left) {
  for (; left != 0; left &= left - 1) {
    const NodeId branch = constraints.all_of[first_of(left)];
    if (!check(branch, value, evaluated, location.same(branch))) return false;
  }
  return true;
}

// apply_keywords() of an object, where the members are looked up once for several schemas. Only what these
// leave is done the plain way.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::fast_merged(const GeneralConstraints& constraints, View value,
                                         Location location) {
  const MergedObject& merged = constraints.merged;
  if (!fast_object(graph_.objects[merged.object], value, location)) return false;
  if (merged.alone) return true;
  if (!context_.spend(constraints.all_of.size() + constraints.any_of.size() + constraints.one_of.size()))
    return false;
  if (!constraints.values.empty() && !check_values(constraints, value, location)) return false;
  const bool ok = constraints.all_of_filter
                      ? fast_all_of(constraints, value, nullptr, location, merged.unmerged)
                      : try_all_of(constraints, value, nullptr, location, merged.unmerged);
  return ok && check_choices(constraints, value, nullptr, location);
}

}  // namespace schemagate::json_schema
