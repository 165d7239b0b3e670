// The mixing step of this room's hash tables. A crafted collision gains nothing: tables of values bound their
// work by counted steps, those of names have a secret.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace schemagate::json_schema {

inline std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a ^ 0x9E3779B97F4A7C15) * (b ^ 0xD6E8FEB86659FD93);
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

inline std::uint64_t hash_bytes(std::string_view bytes, std::uint64_t seed) {
  std::uint64_t result = seed ^ bytes.size();
  for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
    std::uint64_t word;
    std::memcpy(&word, bytes.data(), 8);
    result = mix(result, word);
  }
  std::uint64_t tail = 0;
  if (!bytes.empty()) std::memcpy(&tail, bytes.data(), bytes.size());
  return mix(result, tail);
}

}  // namespace schemagate::json_schema
