// How long a server that is busy asks to be left alone (RFC 9110, section 10.2.3). Pure; safe from any
// thread.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace schemagate::a2a::http {

// `value` is that of Retry-After: seconds, or a date in the preferred format ("Sun, 06 Nov 1994 08:49:37
// GMT"). A date that has passed is no wait. A year is as long as it gets. nullopt for anything else.
std::optional<std::chrono::seconds> parse_retry_after(std::string_view value,
                                                      std::chrono::system_clock::time_point now);
// The same of seconds alone, for callers that do not know what time it is; nullopt for a date.
std::optional<std::chrono::seconds> parse_retry_seconds(std::string_view value);

}  // namespace schemagate::a2a::http
