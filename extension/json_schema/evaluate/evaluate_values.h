// Evaluator: the keywords of scalars. Included by evaluate.h only.
#pragma once

#include <algorithm>

#include "a2a/text/utf8.h"
#include "extension/json_schema/evaluate/evaluator.h"

namespace schemagate::json_schema {

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_number(const NumberConstraints& constraints, View value,
                                          Location location) {
  const Number number = value.number();
  if (!number.is_int64() || !constraints.int64_bounds || constraints.multiple_of)
    return check_any_number(constraints, value, location);
  const bool within = number.integer() >= constraints.low && number.integer() <= constraints.high;
  return within || check_any_number(constraints, value, location);
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_any_number(const NumberConstraints& constraints, View value,
                                              Location location) {
  const Number number = value.number();
  if (!context_.spend(number.literal_size() / 8)) return false;
  if (!number.is_int64() && !constraints.multiple_of) {
    const double nearest = number.nearest();
    if (nearest > constraints.low_nearest && nearest < constraints.high_nearest) return true;
  }
  bool ok = true;
  if (constraints.minimum && number < *constraints.minimum) ok = fail(Keyword::kMinimum, value, location);
  if (constraints.maximum && number > *constraints.maximum) ok = fail(Keyword::kMaximum, value, location);
  if (constraints.exclusive_minimum && number <= *constraints.exclusive_minimum) {
    ok = fail(Keyword::kExclusiveMinimum, value, location);
  }
  if (constraints.exclusive_maximum && number >= *constraints.exclusive_maximum) {
    ok = fail(Keyword::kExclusiveMaximum, value, location);
  }
  if (constraints.multiple_of && !constraints.multiple_of->divides(number))
    ok = fail(Keyword::kMultipleOf, value, location);
  return ok;
}

template <class View, Mode kMode>
inline bool Evaluator<View, kMode>::matches(std::uint32_t pattern, std::string_view text) {
  if (!context_.spend(1 + text.size() / 64)) return false;
  std::size_t steps = 0;
  const Pattern::Outcome outcome = graph_.patterns[pattern].search(text, steps);
  if (outcome == Pattern::Outcome::kLimit) context_.stop("pattern match limit");
  return context_.spend(steps) && outcome == Pattern::Outcome::kMatch;
}

// Most strings fit and need no count of code points.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_string(const StringConstraints& constraints, View value,
                                          Location location) {
  const std::string_view text = value.string();
  const bool fits = surely_fits(constraints, text);
  if (fits && constraints.only_bounds) return true;
  if (fits && constraints.pattern != kNone && !constraints.asserts) {
    const PatternSequence::Ranges* ranges = graph_.patterns[constraints.pattern].ranges();
    if (ranges != nullptr && ranges->match(text)) return context_.spend(1);
  }
  return check_any_string(constraints, value, location);
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_any_string(const StringConstraints& constraints, View value,
                                              Location location) {
  const std::string_view text = value.string();
  bool ok = true;
  if (!surely_fits(constraints, text)) {
    const std::size_t length = a2a::text::count_code_points(text);
    if (length < constraints.min_length) ok = fail(Keyword::kMinLength, value, location, {.count = length});
    if (length > constraints.max_length) ok = fail(Keyword::kMaxLength, value, location, {.count = length});
    if (is_decided(ok)) return false;
  }
  if (constraints.pattern != kNone && !matches(constraints.pattern, text))
    ok = fail(Keyword::kPattern, value, location);
  if (is_decided(ok)) return false;
  return constraints.asserts ? check_asserted(constraints, value, location) && ok : ok;
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_asserted(const StringConstraints& constraints, View value,
                                            Location location) {
  const std::string_view text = value.string();
  const bool ok =
      !constraints.format || has_format(*constraints.format, text) || fail(Keyword::kFormat, value, location);
  if (is_decided(ok)) return false;
  switch (check_content(text, constraints.base64, constraints.json)) {
    case Content::kFits:
      return ok;
    case Content::kWrongEncoding:
      return fail(Keyword::kContentEncoding, value, location);
    case Content::kWrongMedia:
      return fail(Keyword::kContentMediaType, value, location);
  }
  return ok;
}

// Mostly one short string among few.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_all_values(const GeneralConstraints& constraints, View value,
                                              Location location) {
  if (constraints.few_strings && value.likely_type() == kString) {
    const std::string_view text = value.string();
    if (text.size() <= kShortText && is_short_one_of(constraints.values.front().strings, text)) return true;
  }
  return check_any_values(constraints, value, location);
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_any_values(const GeneralConstraints& constraints, View value,
                                              Location location) {
  for (const ValueSet& set : constraints.values) {
    if (!check_values(set, value, location)) return false;
  }
  return true;
}

template <class View, Mode kMode>
inline bool Evaluator<View, kMode>::has_string(const ValueSet& set, std::string_view text) {
  return std::ranges::any_of(set.strings,
                             [text](std::string_view member) { return same_text(member, text); });
}

template <class View, Mode kMode>
inline bool Evaluator<View, kMode>::check_values(const ValueSet& set, View value, Location location) {
  bool found = false;
  if ((set.types & value.likely_type()) != 0) {
    const bool scans = value.likely_type() == kString && set.by_hash.empty();
    found = scans ? has_string(set, value.string()) : has_value(set, value);
  }
  return found || fail(set.keyword, value, location);
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
