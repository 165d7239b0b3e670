// The HTTP answers that the gateway gives: status, headers, body. Pure.
#pragma once

#include <string>
#include <string_view>

#include "gateway/front/extension_header.h"
#include "gateway/net/http.h"

namespace schemagate {

// True for application/json and application/a2a+json. A parameter `charset` must be UTF-8's; others may be
// what they like. Not for an absent type: web pages can leave it out, and so send a body without asking
// first.
bool is_utf8_json(std::string_view content_type);
// Whether a body with this Content-Encoding can be read as it came: "" and "identity". There is no other
// here.
bool is_plain(std::string_view content_encoding);
// Whether a request's Accept names event streams and nothing else: all that its client will read.
bool takes_events_alone(std::string_view accept);

net::HttpResponse json_answer(int status, std::string body);
// {"error":MESSAGE}
net::HttpResponse plain_error(int status, std::string_view message);
// 200, or 304 when `if_none_match` names `etag` (RFC 9110 section 13.1.2, weak comparison).
net::HttpResponse card_answer(const std::string& body, const std::string& etag,
                              std::string_view if_none_match);
// The same for public keys (RFC 7517).
net::HttpResponse key_set_answer(const std::string& body, const std::string& etag,
                                 std::string_view if_none_match);
// The same for a schema template (or the list of them) and its digest; `language` empty: the answer is of
// none. Not `for_everybody`: caches on the way must not hand it to others.
net::HttpResponse template_answer(const std::string& body, const std::string& digest,
                                  const std::string& language, std::string_view if_none_match,
                                  bool for_everybody);
net::HttpResponse event_stream_head(const RequestedExtensions& requested, a2a::wire::Version version);
// A whole stream of one event; `event` is JSON text.
net::HttpResponse event_answer(std::string_view event);

}  // namespace schemagate
