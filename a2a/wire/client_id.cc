#include "a2a/wire/client_id.h"

#include "a2a/text/utf8.h"

namespace schemagate::a2a::wire {

std::string_view id_fault(std::string_view id) {
  constexpr std::size_t kBytesMax = 4 * kIdCharactersMax;
  const bool is_short = id.size() <= kBytesMax && text::count_code_points(id) <= kIdCharactersMax;
  return is_short ? std::string_view() : "expected at most 256 characters";
}

}  // namespace schemagate::a2a::wire
