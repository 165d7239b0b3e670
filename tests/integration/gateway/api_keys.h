// Callers with API keys: "alice" has the key "alice-key" and the role "alice".
#pragma once

#include <string>
#include <vector>

#include "gateway/access/digest.h"
#include "tests/integration/gateway/http_message.h"

namespace schemagate {

inline std::string sha256_hex_of(std::string_view key) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : access::digest_of(key)) {
    text += kDigits[byte / 16];
    text += kDigits[byte % 16];
  }
  return text;
}

// A change of the configuration, without rules.
inline Json with_api_keys(const std::vector<std::string>& callers) {
  Json keys = Json::object();
  for (const std::string& each : callers)
    keys[each] = {{"sha256", sha256_hex_of(each + "-key")}, {"roles", {each}}};
  return {{"authentication", {{"api_keys", {{"keys", keys}}}}}};
}

inline Headers key_of(const std::string& caller) {
  return {{"X-API-Key", caller + "-key"}};
}

}  // namespace schemagate
