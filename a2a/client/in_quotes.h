// A stranger's text within a message.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "a2a/json/text.h"
#include "a2a/text/utf8.h"

namespace schemagate::a2a::client {

// As a JSON string of 100 bytes at most, so that no control character of it reaches a terminal or log. Pure.
inline std::string in_quotes(std::string_view text) {
  constexpr std::size_t kShownBytesMax = 100;
  std::string result;
  append_json_string(result, text::shortened(text, kShownBytesMax));
  return result;
}

}  // namespace schemagate::a2a::client
