#include "gateway/environment/id_source.h"

#include <openssl/rand.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>
#include <string_view>

namespace schemagate {
namespace {

constexpr std::size_t kUuidBytes = 16;

// Each byte's two hexadecimal digits.
constexpr auto kHexPairs = [] {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::array<std::array<char, 2>, 256> pairs{};
  for (std::size_t byte = 0; byte < pairs.size(); ++byte)
    pairs[byte] = {kDigits[byte >> 4], kDigits[byte & 15]};
  return pairs;
}();

// Where each byte's digits stand.
constexpr std::array<std::size_t, kUuidBytes> kPositions = {0,  2,  4,  6,  9,  11, 14, 16,
                                                            19, 21, 24, 26, 28, 30, 32, 34};

std::string format_uuid(std::span<const std::uint8_t, kUuidBytes> bytes) {
  std::string text(36, '-');
  char* const begin = text.data();
  for (std::size_t i = 0; i < kUuidBytes; ++i) std::ranges::copy(kHexPairs[bytes[i]], begin + kPositions[i]);
  return text;
}

}  // namespace

std::string RandomIds::next() {
  if (used_ + kUuidBytes > random_.size()) {
    // Without randomness no identifier is safe to hand out.
    if (RAND_bytes(random_.data(), static_cast<int>(random_.size())) != 1) std::abort();
    used_ = 0;
  }
  const std::span<std::uint8_t, kUuidBytes> bytes(random_.data() + used_, kUuidBytes);
  used_ += kUuidBytes;
  bytes[6] = static_cast<std::uint8_t>((bytes[6] & 0x0F) | 0x40);
  bytes[8] = static_cast<std::uint8_t>((bytes[8] & 0x3F) | 0x80);
  return format_uuid(bytes);
}

}  // namespace schemagate
