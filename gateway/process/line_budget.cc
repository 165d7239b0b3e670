#include "gateway/process/line_budget.h"

#include <algorithm>

#include "a2a/text/ascii.h"
#include "a2a/text/utf8.h"

namespace schemagate::process {

std::string cleaned(std::string_view line) {
  std::string text = a2a::text::repaired(line);
  std::ranges::replace_if(text, a2a::text::is_control, '?');
  return text;
}

}  // namespace schemagate::process
