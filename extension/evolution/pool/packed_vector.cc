#include "extension/evolution/pool/packed_vector.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace schemagate::evolution {
namespace {

constexpr float kLargest = 127;

}  // namespace

PackedVector pack(std::span<const float> values) {
  if (values.size() > kModelSizeMax) return {};
  float largest = 0;
  for (const float value : values) {
    if (!std::isfinite(value)) return {};
    largest = std::max(largest, std::abs(value));
  }
  if (largest <= 0) return {};
  PackedVector packed;
  packed.reserve(values.size());
  for (const float value : values)
    packed.push_back(static_cast<std::int8_t>(std::lround(value / largest * kLargest)));
  return packed;
}

SparseVector unpack(const PackedVector& packed) {
  SparseVector vector;
  vector.reserve(packed.size());
  for (std::uint32_t at = 0; at < packed.size(); ++at) {
    if (packed[at] != 0) vector.push_back({at, static_cast<float>(packed[at])});
  }
  normalise(vector);
  return vector;
}

std::string space_of(std::string_view model, std::size_t size) {
  return std::string(model.substr(0, kModelNameBytesMax)) + "/" + std::to_string(size);
}

std::optional<std::size_t> size_of_space(std::string_view space) {
  const std::size_t slash = space.rfind('/');
  if (slash == space.npos || slash > kModelNameBytesMax) return std::nullopt;
  std::size_t size = 0;
  const std::string_view digits = space.substr(slash + 1);
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), size);
  if (read.ec != std::errc() || read.ptr != digits.data() + digits.size()) return std::nullopt;
  if (size == 0 || size > kModelSizeMax) return std::nullopt;
  return size;
}

}  // namespace schemagate::evolution
