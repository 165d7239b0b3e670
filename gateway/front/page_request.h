// Requests that browsers make for web pages. Any page can have the browser of whoever looks at it send
// requests, into that user's network and with that user's certificate; what it cannot do is to leave out or
// to choose the fields Origin and Sec-Fetch-Site (Fetch standard, W3C Fetch Metadata), which nothing else
// sends. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gateway/front/refusal.h"
#include "gateway/net/http.h"

namespace schemagate {

// Whether a request has one of these fields, whatever its value.
bool is_of_a_page(const net::HttpRequest& request);

// Of the field Host: "127.0.0.1:15000", "[::1]:15000", "localhost".
bool names_this_machine(std::string_view host);

// Refuses with 403 what a page sends, but where its origin is that of `public_url` or one of `origins`, where
// the browser says that it is the gateway's own (Sec-Fetch-Site: same-origin) or that there is no page
// (none), and, of browsers that say neither, where it is that of Host, which has to name this machine:
// another name may be one that the page's author has pointed here.
Step check_page(const net::HttpRequest& request, std::string_view public_url,
                const std::vector<std::string>& origins);

}  // namespace schemagate
