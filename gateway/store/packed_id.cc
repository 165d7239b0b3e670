#include "gateway/store/packed_id.h"

#include <bit>
#include <cstddef>
#include <cstring>
#include <optional>

#include "a2a/text/words.h"

namespace schemagate::store {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";
constexpr std::string_view kForm = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";

// Where each byte's two digits stand.
constexpr std::array<std::size_t, 16> kPositions = {0,  2,  4,  6,  9,  11, 14, 16,
                                                    19, 21, 24, 26, 28, 30, 32, 34};

using DigitsOfUuid = std::array<char, 32>;

DigitsOfUuid digits_in(std::string_view id) {
  DigitsOfUuid digits{};
  id.copy(&digits[0], 8, 0);
  id.copy(&digits[8], 4, 9);
  id.copy(&digits[12], 4, 14);
  id.copy(&digits[16], 4, 19);
  id.copy(&digits[20], 12, 24);
  return digits;
}

bool is_digit_missing(const DigitsOfUuid& digits) {
  return a2a::text::any_byte({digits.data(), digits.size()}, [](a2a::text::Lanes bytes) {
    return ((bytes < '0') | (bytes > '9')) & ((bytes < 'a') | (bytes > 'f'));
  });
}

// Of eight digits at once, which makes an id cheap enough to be read for every change to its task: each
// byte becomes its digit's value, then each two of them one byte.
std::uint32_t four_bytes(const char* eight_digits) {
  using a2a::text::kEachByte;
  std::uint64_t word = 0;
  std::memcpy(&word, eight_digits, sizeof(word));
  const std::uint64_t is_letter = (word >> 6) & kEachByte;
  word = (word & (kEachByte * 0xf)) + is_letter * 9;
  word = ((word << 4) | (word >> 8)) & 0x00ff'00ff'00ff'00ff;
  word = (word | (word >> 8)) & 0x0000'ffff'0000'ffff;
  return static_cast<std::uint32_t>(word | (word >> 16));
}

std::optional<std::array<std::uint8_t, 16>> read_uuid(std::string_view id) {
  if (id.size() != kForm.size()) return std::nullopt;
  if (id[8] != '-' || id[13] != '-' || id[18] != '-' || id[23] != '-') return std::nullopt;
  const DigitsOfUuid digits = digits_in(id);
  if (is_digit_missing(digits)) return std::nullopt;
  std::array<std::uint32_t, 4> words{};
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = four_bytes(&digits[8 * i]);
  return std::bit_cast<std::array<std::uint8_t, 16>>(words);
}

}  // namespace

PackedId::PackedId(std::string_view id) {
  if (const auto uuid = read_uuid(id)) {
    id_ = *uuid;
  } else if (!id.empty()) {
    id_ = std::make_unique<const std::string>(id);
  }
}

std::string PackedId::text() const {
  if (const auto* text = std::get_if<Text>(&id_)) return *text == nullptr ? std::string() : **text;
  const Uuid& uuid = std::get<Uuid>(id_);
  std::string text(kForm);
  for (std::size_t i = 0; i < uuid.size(); ++i) {
    text[kPositions[i]] = kDigits[uuid[i] >> 4];
    text[kPositions[i] + 1] = kDigits[uuid[i] & 0xf];
  }
  return text;
}

std::string_view PackedId::bytes() const {
  if (const auto* text = std::get_if<Text>(&id_)) return *text == nullptr ? std::string_view() : **text;
  const Uuid& uuid = std::get<Uuid>(id_);
  return {reinterpret_cast<const char*>(uuid.data()), uuid.size()};
}

bool PackedId::operator==(const PackedId& other) const {
  return id_.index() == other.id_.index() && bytes() == other.bytes();
}

}  // namespace schemagate::store
