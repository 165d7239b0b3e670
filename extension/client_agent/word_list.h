// Lists of words as one text, blank-separated, for reading and for editing. Private to the room. Pure.
#pragma once

#include <string_view>

namespace schemagate::client_agent {

// Whether the word stands in the list; an empty word never does.
constexpr bool lists(std::string_view list, std::string_view word) {
  for (auto at = list.find(word); at != std::string_view::npos && !word.empty();
       at = list.find(word, at + 1)) {
    const bool begins = at == 0 || list[at - 1] == ' ';
    const std::size_t end = at + word.size();
    if (begins && (end == list.size() || list[end] == ' ')) return true;
  }
  return false;
}

}  // namespace schemagate::client_agent
