// One fragment of a cluster as the rules read it. A value. Private to the room.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "extension/evolution/pool/clients.h"
#include "extension/evolution/text/tokens.h"

namespace schemagate::evolution {

struct Reading {
  std::vector<Token> tokens;
  std::vector<std::string> stems;  // of each token
  ClientNumber client = kAnonymous;
  bool question = false;

  bool has(TokenKind kind) const;
  bool has_stem(std::string_view stem) const;
};

}  // namespace schemagate::evolution
