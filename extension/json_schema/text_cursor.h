// Reading a text from left to right, for the format recognisers.
#pragma once

#include <cstddef>
#include <string_view>

#include "a2a/text/ascii.h"

namespace schemagate::json_schema {

class TextCursor {
 public:
  explicit TextCursor(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }
  char peek() const { return rest_.empty() ? '\0' : rest_.front(); }
  std::string_view rest() const { return rest_; }

  bool take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  // Exactly `count` digits; -1 when there are fewer.
  int take_digits(std::size_t count) {
    if (rest_.size() < count) return -1;
    int value = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (!a2a::text::is_digit(rest_[i])) return -1;
      value = value * 10 + (rest_[i] - '0');
    }
    rest_.remove_prefix(count);
    return value;
  }
  // All digits that follow; how many they were.
  std::size_t skip_digits() {
    std::size_t count = 0;
    while (count < rest_.size() && a2a::text::is_digit(rest_[count])) ++count;
    rest_.remove_prefix(count);
    return count;
  }

 private:
  std::string_view rest_;
};

}  // namespace schemagate::json_schema
