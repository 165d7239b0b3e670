#include "extension/evolution/induction/reading.h"

#include <algorithm>

namespace schemagate::evolution {

bool Reading::has(TokenKind kind) const {
  return std::ranges::any_of(tokens, [kind](const Token& token) { return token.kind == kind; });
}

bool Reading::has_stem(std::string_view stem) const {
  return std::ranges::find(stems, stem) != stems.end();
}

}  // namespace schemagate::evolution
