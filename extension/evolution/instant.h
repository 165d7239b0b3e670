// Instants of the evolution: whoever calls says what time it is, so that weeks pass in milliseconds.
// Pure; safe from any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace schemagate::evolution {

// Milliseconds since the epoch, UTC.
using Instant = std::int64_t;
inline constexpr Instant kSecond = 1000;
inline constexpr Instant kMinute = 60 * kSecond;
inline constexpr Instant kHour = 60 * kMinute;
inline constexpr Instant kDay = 24 * kHour;

// The nearest millisecond.
Instant days(double count);

// RFC 3339 in UTC with milliseconds: "2026-04-30T08:05:00.000Z".
std::string to_rfc3339(Instant at);
// Any date and time of RFC 3339; finer than milliseconds is cut off. nullopt for anything else.
std::optional<Instant> from_rfc3339(std::string_view text);

}  // namespace schemagate::evolution
