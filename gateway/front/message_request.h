// JSON-RPC messages that come without HTTP around them, as the requests that they would be over HTTP: so that
// the pipeline is the same for every transport.
#pragma once

#include <string>
#include <string_view>

#include "a2a/json/document.h"
#include "a2a/wire/jsonrpc.h"
#include "gateway/net/http.h"

namespace schemagate {

// What is the same for all messages of one client.
struct MessageClient {
  std::string target;                // of the agent: "/fight"
  std::vector<net::Header> headers;  // that go along with each: credentials, a version
  net::PeerIdentity peer;
};

struct MessageRequest {
  net::HttpRequest http;
  // As far as the message shows it, for answers that the pipeline gives to the URL.
  std::string call_id = "null";
};

// A message may name A2A-Version, A2A-Extensions, traceparent and tracestate in its params'
// metadata, under a2a::wire::kServiceParameters, as texts; other names are not taken over, and neither are
// values that no header field could have. A2A-Version there goes before that of the client. What is no JSON
// makes a request, too: the pipeline says what is wrong with it.
MessageRequest request_of(std::string message, const MessageClient& client, const a2a::JsonLimits& limits);

}  // namespace schemagate
