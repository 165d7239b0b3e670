// Files with something on each line.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "a2a/text/ascii.h"

namespace schemagate::cli {

// each(line, number), without the white space around it; the first is number 0. What ends the text without a
// line break is a line, too; empty lines count, and are left out.
template <class Each>
void for_each_line(std::string_view text, const Each& each) {
  for (std::uint64_t number = 0; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = a2a::text::trimmed(text.substr(0, end), a2a::text::kWhiteSpace);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.empty()) each(line, number);
  }
}

}  // namespace schemagate::cli
