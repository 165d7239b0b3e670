// Why no connection came about, in words. Each reason is a sentence without its subject, which is the other
// side: "could not be reached: the connection was refused". It names no host or address.
//
// Pure; safe from any thread.
#pragma once

#include <string>
#include <string_view>

namespace schemagate::a2a::http {

inline constexpr std::string_view kNameUnknown = "could not be reached: its name is not known";
inline constexpr std::string_view kNameNotLookedUp = "could not be reached: its name cannot be looked up now";
inline constexpr std::string_view kConnectTimedOut = "could not be reached: connecting timed out";

// `error`: what connect() left in errno, or SO_ERROR.
std::string connect_reason(int error);

// Which of two errors, of two addresses of one host, says more: a refusal shows that a host is there.
int telling_error(int earlier, int later);

}  // namespace schemagate::a2a::http
