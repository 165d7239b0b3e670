// Texts that may be JSON, whole or in pieces. Pure.
#pragma once

#include <cstddef>
#include <string_view>

namespace schemagate::access {

// Whether it begins like an object or an array, also for readers who are more lenient than ours.
bool may_be_json(std::string_view text);

// Whether what stands within words is more likely JSON than a bracket of theirs: where it begins like an
// array, something in that has to. REQUIRES: may_be_json(text), without white space in front.
bool is_meant_as_json(std::string_view text);

// Whether an object or array that a text begins with is still open at its end. Of what is no JSON it may say
// so for ever.
class OpenBrackets {
 public:
  void take(std::string_view piece);
  bool are_open() const { return depth_ > 0; }

 private:
  std::size_t depth_ = 0;
  bool in_string_ = false;
  bool is_escaped_ = false;
};

}  // namespace schemagate::access
