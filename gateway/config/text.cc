#include "gateway/config/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <utility>

#include "a2a/text/ascii.h"
#include "a2a/text/utf8.h"
#include "extension/json_schema/nearest_name.h"

namespace schemagate {
namespace {

using std::chrono::milliseconds;

constexpr std::array<std::pair<std::string_view, std::uint64_t>, 4> kDurationUnits{
    {{"ms", 1}, {"s", 1'000}, {"m", 60'000}, {"h", 3'600'000}}};
constexpr std::array<std::pair<std::string_view, std::uint64_t>, 4> kSizeUnits{
    {{"", 1}, {"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}}};
constexpr std::uint64_t kDurationMax = 366ULL * 24 * 3'600'000;
constexpr std::uint64_t kSizeMax = 1ULL << 53;
constexpr std::size_t kShownBytesMax = 80;

// A whole number followed by one of the units, in the smallest unit.
template <std::size_t N>
std::optional<std::uint64_t> parse_quantity(
    std::string_view text, const std::array<std::pair<std::string_view, std::uint64_t>, N>& units,
    std::uint64_t max) {
  const auto digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const auto number = parse_count(text.substr(0, digits));
  const auto unit =
      std::ranges::find(units, text.substr(digits), [](const auto& entry) { return entry.first; });
  if (!number || unit == units.end() || *number > max / unit->second) return std::nullopt;
  return *number * unit->second;
}

template <std::size_t N>
std::string format_quantity(std::uint64_t value,
                            const std::array<std::pair<std::string_view, std::uint64_t>, N>& units) {
  for (std::size_t i = N; i-- > 0;) {
    const auto& [name, factor] = units[i];
    if (value % factor == 0 && value >= factor) return std::to_string(value / factor) + std::string(name);
  }
  return "0" + std::string(units.front().first);
}

}  // namespace

std::optional<milliseconds> parse_duration(std::string_view text) {
  if (text == "0") return milliseconds(0);
  const auto value = parse_quantity(text, kDurationUnits, kDurationMax);
  if (!value) return std::nullopt;
  return milliseconds(*value);
}

std::optional<std::uint64_t> parse_size(std::string_view text) {
  return parse_quantity(text, kSizeUnits, kSizeMax);
}

std::optional<std::uint64_t> parse_count(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string format_duration(milliseconds duration) {
  return format_quantity(static_cast<std::uint64_t>(duration.count()), kDurationUnits);
}

std::string format_size(std::uint64_t bytes) {
  return format_quantity(bytes, kSizeUnits);
}

std::string shown(std::string_view text) {
  std::string out = a2a::text::shortened(text, kShownBytesMax);
  std::ranges::replace_if(out, a2a::text::is_control, '?');
  return out;
}

std::string in_quotes(std::string_view text) {
  return '"' + shown(text) + '"';
}

std::string hint_at(std::string_view found, std::span<const std::string_view> known) {
  const auto nearest = json_schema::nearest_name(found, known);
  return nearest ? "; did you mean " + in_quotes(*nearest) + "?" : "";
}

}  // namespace schemagate
