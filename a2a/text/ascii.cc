#include "a2a/text/ascii.h"

#include <algorithm>

namespace schemagate::a2a::text {

std::string lower_case(std::string_view text) {
  std::string lowered(text);
  std::ranges::transform(lowered, lowered.begin(), lower);
  return lowered;
}

bool is_all_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_digit);
}

}  // namespace schemagate::a2a::text
