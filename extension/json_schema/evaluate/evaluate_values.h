// Evaluator: const and enum. (type is a bit of the node: Evaluator::check().) Included by evaluate.h only.
#pragma once

#include <algorithm>
#include <string_view>

#include "extension/json_schema/evaluate/evaluator.h"
#include "extension/json_schema/values/document_view.h"
#include "extension/json_schema/values/equality.h"

namespace schemagate::json_schema {

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_values(const GeneralConstraints& constraints, View value,
                                          Location location) {
  for (const ValueSet& set : constraints.values) {
    if (!check_value_set(set, value, location)) return false;
  }
  return true;
}

template <class View, Mode kMode>
inline bool Evaluator<View, kMode>::check_value_set(const ValueSet& set, View value, Location location) {
  bool found = false;
  if ((set.types & value.likely_type()) != 0) {
    const bool scans = value.likely_type() == kString && set.by_hash.empty();
    found = scans ? has_string(set, value.string()) : has_value(set, value);
  }
  return found || fail(set.keyword, value, location);
}

template <class View, Mode kMode>
inline bool Evaluator<View, kMode>::has_string(const ValueSet& set, std::string_view text) {
  return std::ranges::any_of(set.strings,
                             [text](std::string_view member) { return same_text(member, text); });
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::has_value(const ValueSet& set, View value) {
  if (set.by_hash.empty()) {
    return std::ranges::any_of(set.values, [&](a2a::JsonValue member) {
      return equal_within(DocumentView(member), value, context_);
    });
  }
  std::size_t visited = 0;
  const std::uint64_t hash = hash_value(value, visited);
  if (!context_.spend(visited)) return false;
  const auto range = std::ranges::equal_range(set.by_hash, hash, {}, &ValueSet::Hashed::first);
  return std::ranges::any_of(range, [&](const ValueSet::Hashed& member) {
    return equal_within(DocumentView(set.values[member.second]), value, context_);
  });
}

}  // namespace schemagate::json_schema
