#include "a2a/json/well_formed.h"

namespace schemagate::a2a {

bool is_well_formed(std::string_view text, const JsonLimits& limits) {
  JsonDocument document;
  return document.parse(text, limits).has_value();
}

}  // namespace schemagate::a2a
