// Evaluator: minLength, maxLength, pattern, format, contentEncoding and contentMediaType. Included by
// evaluate.h only.
#pragma once

#include <string_view>

#include "a2a/text/utf8.h"
#include "extension/json_schema/evaluate/evaluator.h"
#include "extension/json_schema/formats/content.h"

namespace schemagate::json_schema {

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_strings(const StringConstraints& constraints, View value,
                                           Location location) {
  bool ok = check_length(constraints, value, location);
  if (is_decided(ok)) return false;
  ok = check_pattern(constraints, value, location) && ok;
  if (!constraints.more_than_pattern || is_decided(ok)) return ok;
  ok = check_format(constraints, value, location) && ok;
  if (is_decided(ok)) return false;
  return check_content_keywords(constraints, value, location) && ok;
}

// minLength and maxLength, in code points.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_length(const StringConstraints& constraints, View value,
                                          Location location) {
  if (surely_fits(constraints, value.string())) return true;
  const std::size_t length = a2a::text::count_code_points(value.string());
  bool ok = true;
  if (length < constraints.min_length) ok = fail(Keyword::kMinLength, value, location, {.count = length});
  if (length > constraints.max_length) ok = fail(Keyword::kMaxLength, value, location, {.count = length});
  return ok;
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_pattern(const StringConstraints& constraints, View value,
                                           Location location) {
  return constraints.pattern == kNone || matches(constraints.pattern, value.string()) ||
         fail(Keyword::kPattern, value, location);
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_format(const StringConstraints& constraints, View value,
                                          Location location) {
  if (!constraints.format) return true;
  const std::string_view text = value.string();
  return (context_.spend(1 + steps_of(*constraints.format, text.size())) &&
          has_format(*constraints.format, text)) ||
         fail(Keyword::kFormat, value, location);
}

// contentEncoding and contentMediaType: of the second, the text is what the first decodes.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_content_keywords(const StringConstraints& constraints, View value,
                                                    Location location) {
  switch (check_content(value.string(), constraints.base64, constraints.json)) {
    case Content::kFits:
      return true;
    case Content::kWrongEncoding:
      return fail(Keyword::kContentEncoding, value, location);
    case Content::kWrongMedia:
      return fail(Keyword::kContentMediaType, value, location);
  }
  return true;
}

// Costs a step, one for every 64 bytes, and what an engine needs beyond one look at the text.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::matches(std::uint32_t pattern, std::string_view text) {
  if (!context_.spend(1 + text.size() / 64)) return false;
  const Pattern& compiled = graph_.patterns[pattern];
  if (compiled.sequence() != nullptr) return compiled.sequence()->matches(text);
  std::size_t steps = 0;
  const Pattern::Outcome outcome = compiled.search(text, steps);
  if (outcome == Pattern::Outcome::kLimit) context_.stop("pattern match limit");
  return context_.spend(steps) && outcome == Pattern::Outcome::kMatch;
}

}  // namespace schemagate::json_schema
