// URLs that callers and cards give (see a2a/uri/url.h for what a URL is here). Pure; safe from any thread.
//
//   auto url = client::parse_url("https://agent.example/a2a");   // or a Failure with Cause::kArgument
//   client::resolve(*url, "/rpc")->text()                        // "https://agent.example/rpc"
#pragma once

#include <string_view>

#include "a2a/client/failure.h"
#include "a2a/uri/url.h"

namespace schemagate::a2a::client {

// uri::parse_url() for a URL that the caller gave. Errors: kArgument; the message quotes its first 200 bytes.
Outcome<uri::Url> parse_url(std::string_view text);

// The URL of an interface in a card that was found at `base`: an absolute URL, or one that begins with a
// slash. References of other kinds (RFC 3986 section 4.2) are more often a mistake than meant in a card and
// are refused like any text that is no URL: kArgument.
Outcome<uri::Url> resolve(const uri::Url& base, std::string_view reference);

}  // namespace schemagate::a2a::client
