// Evaluator: the keywords of scalars. Included by evaluator.h only.
#pragma once

#include <algorithm>

#include "extension/json_schema/evaluator.h"

namespace schemagate::json_schema {

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_number(const NumberFacts& facts, View value, Spot spot) {
  const Number number = value.number();
  if (!number.is_int64() || !facts.int64_bounds || facts.multiple_of)
    return check_any_number(facts, value, spot);
  const bool within = number.integer() >= facts.low && number.integer() <= facts.high;
  return within || check_any_number(facts, value, spot);
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_any_number(const NumberFacts& facts, View value, Spot spot) {
  const Number number = value.number();
  if (!run_.spend(number.literal_size() / 8)) return false;
  if (!number.is_int64() && !facts.multiple_of) {
    const double nearest = number.nearest();
    if (nearest > facts.low_nearest && nearest < facts.high_nearest) return true;
  }
  bool ok = true;
  if (facts.minimum && number < *facts.minimum) ok = fail(Keyword::kMinimum, value, spot);
  if (facts.maximum && number > *facts.maximum) ok = fail(Keyword::kMaximum, value, spot);
  if (facts.exclusive_minimum && number <= *facts.exclusive_minimum) {
    ok = fail(Keyword::kExclusiveMinimum, value, spot);
  }
  if (facts.exclusive_maximum && number >= *facts.exclusive_maximum) {
    ok = fail(Keyword::kExclusiveMaximum, value, spot);
  }
  if (facts.multiple_of && !facts.multiple_of->divides(number)) ok = fail(Keyword::kMultipleOf, value, spot);
  return ok;
}

template <class View, Mode kMode>
inline bool Evaluator<View, kMode>::matches(std::uint32_t pattern, std::string_view text) {
  if (!run_.spend(1 + text.size() / 64)) return false;
  std::size_t steps = 0;
  const Pattern::Outcome outcome = graph_.patterns[pattern].search(text, steps);
  if (outcome == Pattern::Outcome::kLimit) run_.stop("pattern match limit");
  return run_.spend(steps) && outcome == Pattern::Outcome::kMatch;
}

// Most strings fit and need no count of code points.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_string(const StringFacts& facts, View value, Spot spot) {
  const std::string_view text = value.string();
  const bool fits = surely_fits(facts, text);
  if (fits && facts.only_bounds) return true;
  if (fits && facts.pattern != kNone && !facts.asserts) {
    const PatternSequence::Ranges* ranges = graph_.patterns[facts.pattern].ranges();
    if (ranges != nullptr && ranges->match(text)) return run_.spend(1);
  }
  return check_any_string(facts, value, spot);
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_any_string(const StringFacts& facts, View value, Spot spot) {
  const std::string_view text = value.string();
  bool ok = true;
  if (!surely_fits(facts, text)) {
    const std::size_t length = count_code_points(text);
    if (length < facts.min_length) ok = fail(Keyword::kMinLength, value, spot, {.count = length});
    if (length > facts.max_length) ok = fail(Keyword::kMaxLength, value, spot, {.count = length});
    if (settled(ok)) return false;
  }
  if (facts.pattern != kNone && !matches(facts.pattern, text)) ok = fail(Keyword::kPattern, value, spot);
  if (settled(ok)) return false;
  return facts.asserts ? check_asserted(facts, value, spot) && ok : ok;
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_asserted(const StringFacts& facts, View value, Spot spot) {
  const std::string_view text = value.string();
  const bool ok = !facts.format || has_format(*facts.format, text) || fail(Keyword::kFormat, value, spot);
  if (settled(ok)) return false;
  switch (check_content(text, facts.base64, facts.json)) {
    case Content::kFits:
      return ok;
    case Content::kWrongEncoding:
      return fail(Keyword::kContentEncoding, value, spot);
    case Content::kWrongMedia:
      return fail(Keyword::kContentMediaType, value, spot);
  }
  return ok;
}

// Mostly one short string among few.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_all_values(const GeneralFacts& facts, View value, Spot spot) {
  if (facts.few_strings && value.likely_type() == kString) {
    const std::string_view text = value.string();
    if (text.size() <= kShortText && is_short_one_of(facts.values.front().strings, text)) return true;
  }
  return check_any_values(facts, value, spot);
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_any_values(const GeneralFacts& facts, View value, Spot spot) {
  for (const ValueSet& set : facts.values) {
    if (!check_values(set, value, spot)) return false;
  }
  return true;
}

template <class View, Mode kMode>
inline bool Evaluator<View, kMode>::has_string(const ValueSet& set, std::string_view text) {
  return std::ranges::any_of(set.strings,
                             [text](std::string_view member) { return same_text(member, text); });
}

template <class View, Mode kMode>
inline bool Evaluator<View, kMode>::check_values(const ValueSet& set, View value, Spot spot) {
  bool found = false;
  if ((set.types & value.likely_type()) != 0) {
    const bool scans = value.likely_type() == kString && set.by_hash.empty();
    found = scans ? has_string(set, value.string()) : has_value(set, value);
  }
  return found || fail(set.keyword, value, spot);
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::has_value(const ValueSet& set, View value) {
  if (set.by_hash.empty()) {
    return std::ranges::any_of(
        set.values, [&](a2a::JsonValue member) { return equal_within(DocumentView(member), value, run_); });
  }
  std::size_t visited = 0;
  const std::uint64_t hash = hash_value(value, visited);
  if (!run_.spend(visited)) return false;
  const auto range = std::ranges::equal_range(set.by_hash, hash, {}, &ValueSet::Hashed::first);
  return std::ranges::any_of(range, [&](const ValueSet::Hashed& member) {
    return equal_within(DocumentView(set.values[member.second]), value, run_);
  });
}

}  // namespace schemagate::json_schema
