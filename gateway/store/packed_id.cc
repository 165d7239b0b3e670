#include "gateway/store/packed_id.h"

#include <cstddef>
#include <optional>

namespace schemagate::store {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";
constexpr std::string_view kForm = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";

std::optional<unsigned> value_of(char digit) {
  const std::size_t value = kDigits.find(digit);
  return value == std::string_view::npos ? std::nullopt : std::optional(static_cast<unsigned>(value));
}

std::optional<std::array<std::uint8_t, 16>> read_uuid(std::string_view id) {
  if (id.size() != kForm.size()) return std::nullopt;
  std::array<std::uint8_t, 16> uuid{};
  std::size_t digits = 0;
  for (std::size_t i = 0; i < id.size(); ++i) {
    if (kForm[i] == '-') {
      if (id[i] != '-') return std::nullopt;
      continue;
    }
    const auto value = value_of(id[i]);
    if (!value) return std::nullopt;
    std::uint8_t& byte = uuid[digits++ / 2];
    byte = static_cast<std::uint8_t>(byte << 4 | *value);
  }
  return uuid;
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
  std::string text(kForm);
  std::size_t digits = 0;
  for (char& c : text) {
    if (c == '-') continue;
    const unsigned byte = std::get<Uuid>(id_)[digits / 2];
    c = kDigits[digits++ % 2 == 0 ? byte >> 4 : byte & 0xf];
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
