// Beast's parser, used for nothing but cutting a guarded head into its parts.
#pragma once

#include <string_view>

#include "gateway/net/http.h"

namespace schemagate::net {

// `head` has passed guard_request(). Fills method, target (path and query, also for an absolute target) and
// headers. False: the parser disagrees with the guard, so the message must be refused.
bool parse_request_head(std::string_view head, HttpRequest& request);

// `head` has passed guard_response(). Fills status and headers.
bool parse_response_head(std::string_view head, HttpResponse& response);

// Removes the hop-by-hop fields and those that Connection names; Host and Content-Length stay even if named.
void remove_hop_fields(std::vector<Header>& headers);

}  // namespace schemagate::net
