#include "gateway/store/packed_id.h"

#include <cstddef>
#include <optional>

namespace schemagate::store {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";
constexpr std::string_view kForm = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";

// Where each byte's two digits stand.
constexpr std::array<std::size_t, 16> kPositions = {0,  2,  4,  6,  9,  11, 14, 16,
                                                    19, 21, 24, 26, 28, 30, 32, 34};

// By character: the digit's value, -1 for what is none. A search would cost a call for each digit.
constexpr auto kValues = [] {
  std::array<std::int8_t, 256> values{};
  values.fill(-1);
  for (std::size_t i = 0; i < kDigits.size(); ++i)
    values[static_cast<unsigned char>(kDigits[i])] = static_cast<std::int8_t>(i);
  return values;
}();

int value_of(char digit) {
  return kValues[static_cast<unsigned char>(digit)];
}

std::optional<std::array<std::uint8_t, 16>> read_uuid(std::string_view id) {
  if (id.size() != kForm.size()) return std::nullopt;
  if (id[8] != '-' || id[13] != '-' || id[18] != '-' || id[23] != '-') return std::nullopt;
  std::array<std::uint8_t, 16> uuid{};
  int refused = 0;
  for (std::size_t i = 0; i < uuid.size(); ++i) {
    const int high = value_of(id[kPositions[i]]);
    const int low = value_of(id[kPositions[i] + 1]);
    refused |= high | low;
    uuid[i] = static_cast<std::uint8_t>((high << 4 | low) & 0xff);
  }
  return refused < 0 ? std::nullopt : std::optional(uuid);
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
