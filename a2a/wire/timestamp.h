// Instants as the two versions write them: any ISO 8601 text in v0.3, RFC 3339 UTC in v1.0. Private to
// a2a/wire.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace schemagate::a2a::wire {

// "2026-04-30T10:00:00.5+02:00" -> "2026-04-30T08:00:00.500Z". Date and time of ISO 8601's extended format;
// seconds, fraction (cut to milliseconds) and offset may be missing, no offset means UTC.
// nullopt for anything else, an impossible date, and instants outside the years 1 to 9999.
std::optional<std::string> to_utc(std::string_view text);

}  // namespace schemagate::a2a::wire
