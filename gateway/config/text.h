// What single words of the configuration mean: durations, sizes, names that were probably meant.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace schemagate {

// "500ms", "30s", "5m", "1h": a whole number and its unit, which 0 does not need; nullopt for everything else
// and beyond a year.
std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);

// "64KiB", "1MiB", "2GiB" or a plain number of bytes; nullopt for everything else and beyond 2^53.
std::optional<std::uint64_t> parse_size(std::string_view text);

// Digits only; nullopt for everything else and beyond 64 bits.
std::optional<std::uint64_t> parse_count(std::string_view text);

// The shortest exact spelling, as the parsers above read it.
std::string format_duration(std::chrono::milliseconds duration);
std::string format_size(std::uint64_t bytes);

// `text` fit for a terminal: at most 80 bytes, control characters as "?".
std::string shown(std::string_view text);
// The same in quotes.
std::string in_quotes(std::string_view text);
// `; did you mean "name"?`, to be appended, where one of `known` is what a slip of the pen makes `found`;
// else empty.
std::string hint_at(std::string_view found, std::span<const std::string_view> known);

}  // namespace schemagate
