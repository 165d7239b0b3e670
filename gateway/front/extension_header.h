// `A2A-Extensions` (v1.0) and `X-A2A-Extensions` (v0.3): what a client asks for. Pure.
#pragma once

#include <string>
#include <vector>

#include "a2a/wire/version.h"
#include "gateway/agent/declared_extensions.h"
#include "gateway/net/http.h"

namespace schemagate {

struct RequestedExtensions {
  // Asked for by their exact URIs, and declared by the agent (A2A v1.0.1 section 3.2.6).
  bool object_schemas = false;
  bool schema_interaction = false;
  bool agent_context = false;
  std::vector<std::string> others;  // for the agent; at most 16 of at most 512 visible characters
};

// Both header names count. Ours are for the agent where we do not declare them: it may speak them itself.
// Another version of an extension is another extension (A2A v1.0.1 section 4.6.3).
RequestedExtensions requested_extensions(const net::HttpRequest& request, DeclaredExtensions declared);

// Echoes what was activated, under the name that the version uses.
void add_activation(net::HttpResponse& response, const RequestedExtensions& requested,
                    a2a::wire::Version version);

}  // namespace schemagate
