// Splits a text into words as they stand there; what each of them means is tokens.h. Private to the room.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace schemagate::evolution {

struct RawWord {
  std::string text;              // letters and digits; a number keeps . , : / - inside
  bool begins_sentence = false;  // nothing but marks before it
  bool currency = false;         // a currency sign stands at its begin or end
  bool placeholder = false;      // of redact(): "[email]"
};

std::vector<RawWord> raw_words(std::string_view text);

}  // namespace schemagate::evolution
