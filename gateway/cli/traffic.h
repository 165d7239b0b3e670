// Payloads that were sent, out of a file with one a line or out of a gateway's ledger.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "a2a/client/failure.h"
#include "a2a/json/document.h"
#include "gateway/cli/console.h"

namespace schemagate::cli {

// Borrowed for the call.
struct SentPayload {
  std::string_view where;     // "line 12", "task 4f…"
  std::string_view schema;    // schema_id or label; empty: unknown
  std::string_view scenario;  // empty: unknown
  a2a::JsonValue data;        // an object
};
using EachPayload = std::function<void(const SentPayload&)>;

struct TrafficFigures {
  std::size_t unread = 0;  // lines that are no payload
};

// Lines: {"payload":{…}} with "schema_id" or "scenario" where they are known (the rows of `evolve replay` are
// such), or the payload itself; rows of `evolve replay` without payload are passed over. A ledger: the data
// parts of all that clients have sent. `config` is the gateway's configuration, which names the keys of its
// ledger, and its place where `place` is empty. Errors: kArgument.
a2a::client::Outcome<TrafficFigures> for_each_payload(const std::string& place, const std::string& config,
                                                      const Console& console, const EachPayload& each);

}  // namespace schemagate::cli
