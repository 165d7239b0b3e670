// The URLs of agents.
#pragma once

#include <string_view>

#include "a2a/uri/url.h"
#include "gateway/net/failure.h"

namespace schemagate::net {

using Url = a2a::uri::Url;

// An absolute http or https URL. Errors: kInvalid for what a2a::uri::parse_url() refuses.
Result<Url> parse_url(std::string_view text);

}  // namespace schemagate::net
