// Through how many runs of plans a message has come. Masters whose plans lead to one another, in one gateway
// or over several, would begin runs of one another without end: a header field counts them.
#pragma once

#include <charconv>
#include <cstddef>
#include <string_view>
#include <vector>

#include "a2a/text/ascii.h"
#include "gateway/net/http.h"

namespace schemagate {

inline constexpr std::string_view kNestedRunsField = "Schemagate-Runs";
// A run begins for a message that has come through fewer. In a circle each run that fails is asked for again,
// as often as its plan has rounds: their number grows with a power of this.
inline constexpr int kNestedRunsMax = 4;

// 0 where the fields say nothing of it, or no number from 0 to 99.
inline int nested_runs(const std::vector<net::Header>& headers) {
  constexpr std::size_t kDigitsMax = 2;
  const std::string_view text = net::find_header(headers, kNestedRunsField);
  const bool is_number = text.size() <= kDigitsMax && a2a::text::is_all_digits(text);
  int runs = 0;
  if (is_number) std::from_chars(text.data(), text.data() + text.size(), runs);
  return runs;
}

}  // namespace schemagate
