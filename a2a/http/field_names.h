// Names of header fields that one side may not choose for another: one list for the client library and the
// gateway.
//
//   http::is_of_connection("Content-Length")   // true: frames the message, or is about this connection only
//   http::is_of_call("A2A-Version")            // true: whoever makes an A2A call writes it
//   http::set_header(headers, "Accept", "application/json");
//
// Names are compared without regard to case. Pure; safe from any thread.
#pragma once

#include <string>
#include <string_view>

#include "a2a/http/message.h"

namespace schemagate::a2a::http {

// Host, Content-Length, Expect and every is_hop_by_hop(): written by what holds the connection. From anybody
// else they make a message end elsewhere for one reader than for another (request smuggling), or reach
// another host.
bool is_of_connection(std::string_view name);

// What an A2A call says of itself: Content-Type, Content-Encoding, Accept, A2A-Version, A2A-Extensions,
// X-A2A-Extensions.
bool is_of_call(std::string_view name);

// Leaves one field of that name, with that value, in place of those that were there.
void set_header(Headers& headers, std::string_view name, std::string value);

}  // namespace schemagate::a2a::http
