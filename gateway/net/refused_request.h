// A request that is refused before a handler sees it, for whoever wants to tell of it.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "gateway/net/http.h"

namespace schemagate::net {

// Borrows all of it, for the call.
struct RefusedRequest {
  int status = 0;                 // of the answer; 0: nobody could be answered, for TLS or the PROXY protocol
  std::string_view message = {};  // why; holds nothing that was received
  std::string_view address = {};  // of the client, as far as it is known
  std::string_view method = {};   // as they were received; empty: not as far as that
  std::string_view target = {};   // path and query
};

// Called on the core that refuses it. Gives fields for the answer, where there is one. Must not throw.
using RefusalObserver = std::function<std::vector<a2a::http::Header>(const RefusedRequest& refused)>;

// Writes its answer in the form that its address has; `request` is it as far as it was read: never its body,
// and without a target where that was not understood. Called likewise, and must not throw.
using RefusalWriter = std::function<HttpResponse(const RefusedRequest& refused, const HttpRequest& request)>;

}  // namespace schemagate::net
