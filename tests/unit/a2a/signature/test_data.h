// Keys for tests alone, and what @a2a-js/sdk 1.3.0 made of a card.
#pragma once

#include <fstream>
#include <iterator>
#include <string>

#include "a2a/json/tree.h"
#include "a2a/signature/key.h"

namespace schemagate::a2a::signature {

inline std::string read_data(const std::string& name) {
  std::ifstream file(std::string(SCHEMAGATE_SOURCE_DIR "/tests/unit/a2a/signature/data/") + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline PrivateKey test_key(const std::string& file, const std::string& id = "key") {
  return PrivateKey::from_pem(id, read_data(file)).value();
}

}  // namespace schemagate::a2a::signature
