// SHA-256 of credentials: what is kept and compared in their place. Pure; safe from any thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace schemagate::access {

using Digest = std::array<std::uint8_t, 32>;

Digest digest_of(std::string_view secret);

// Of 64 hexadecimal digits, as `sha256sum` prints them; nullopt for anything else.
std::optional<Digest> parse_digest(std::string_view text);

// In a time that does not depend on where they differ.
bool equals_in_constant_time(const Digest& a, const Digest& b);

// A digest is as good as random already.
struct DigestHash {
  std::size_t operator()(const Digest& digest) const {
    std::size_t hash = 0;
    std::memcpy(&hash, digest.data(), sizeof(hash));
    return hash;
  }
};

}  // namespace schemagate::access
