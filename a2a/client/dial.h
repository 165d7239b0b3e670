// A TCP connection to the host that a URL names, or why there is none.
//
//   auto socket = dial(url, timeouts.connect, stop);
//   if (!socket && socket.error().cause == Cause::kTimeout) …
//
// Any thread.
#pragma once

#include <chrono>
#include <stop_token>

#include "a2a/client/failure.h"
#include "a2a/uri/url.h"

namespace schemagate::a2a::client {

// The descriptor of a connected socket, the caller's to close. Blocks for `time_max` at the most for each
// address of the host, which are tried in turn, and for as long as the system looks up its name.
// Errors, whose `reason` is set: kUnreachable, kTimeout. And kCanceled, within 100 ms of `stop` while it
// connects.
Outcome<int> dial(const uri::Url& url, std::chrono::milliseconds time_max, const std::stop_token& stop);

}  // namespace schemagate::a2a::client
