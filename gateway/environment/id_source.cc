#include "gateway/environment/id_source.h"

#include <openssl/rand.h>

#include <cstdlib>
#include <span>
#include <string_view>

namespace schemagate {
namespace {

constexpr std::size_t kUuidBytes = 16;
constexpr std::string_view kHexDigits = "0123456789abcdef";

std::string format_uuid(std::span<const std::uint8_t, kUuidBytes> bytes) {
  std::string text(36, '-');
  char* out = text.data();
  for (std::size_t i = 0; i < kUuidBytes; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) ++out;
    *out++ = kHexDigits[bytes[i] >> 4];
    *out++ = kHexDigits[bytes[i] & 15];
  }
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
