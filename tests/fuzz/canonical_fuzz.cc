// Any bytes as JSON: the canonical form reads back as JSON, is its own canonical form, and does not depend on
// how the text was written.
#include <nlohmann/json.hpp>

#include "a2a/json/canonical.h"
#include "property.h"

namespace schemagate {

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto tree = a2a::parse_tree(fuzz::text_of(data, size), {.depth_max = 256});
  if (!tree) return 0;
  const auto once = a2a::canonical_json(*tree);
  if (!once) return 0;
  const auto again = a2a::parse_tree(*once, {.bytes_max = once->size(), .depth_max = 256});
  fuzz::require(again.has_value(), "a canonical form is JSON");
  fuzz::require(a2a::canonical_json(*again).value_or("") == *once, "a canonical form is its own");
  const std::string spread = a2a::dump_tree(*tree, 2);
  const auto elsewhere = a2a::parse_tree(spread, {.bytes_max = spread.size(), .depth_max = 256});
  fuzz::require(elsewhere && a2a::canonical_json(*elsewhere).value_or("") == *once,
                "white space changes nothing");
  return 0;
}

}  // namespace schemagate
