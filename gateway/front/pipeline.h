// The HTTP face of the gateway: routes, cards, both bindings in both versions, one log line per request.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "a2a/json/document.h"
#include "a2a/wire/jsonrpc.h"
#include "gateway/agent/agent.h"
#include "gateway/front/extension_header.h"
#include "gateway/front/invocation.h"
#include "gateway/front/rest_binding.h"
#include "gateway/front/route.h"
#include "gateway/net/http.h"
#include "gateway/net/server.h"
#include "gateway/task/edges.h"
#include "gateway/task/request_handler.h"

namespace schemagate {

// One per core, used on that core only.
class RequestPipeline {
 public:
  RequestPipeline(Edges edges, const AgentDirectory& agents);

  ~RequestPipeline();
  // Answers one request, whatever it is. Throws nothing.
  net::Awaitable<void> handle(net::HttpRequest& request, net::Exchange& exchange);

 private:
  using Refusal = a2a::wire::CallError;
  struct OpenStream;
  // Of one request.
  struct Outcome {
    std::string_view agent;   // when the target alone does not tell
    std::string_view method;  // by its name in JSON-RPC
    std::string error;        // JSON-RPC code; empty: none
    int http_status = 200;
    std::string announced;  // for RequestHandler::answered()
    // A task's stream that has begun. It goes on when everything that led to it is gone: an idle stream holds
    // little.
    std::unique_ptr<OpenStream> stream;
  };

  // A call that may go on: what it asks for, on whose behalf, and what its answer's head says.
  struct Accepted {
    Invocation invocation;
    CallContext context;
    RequestedExtensions extensions;
  };

  net::Awaitable<void> route(net::HttpRequest& request, net::Exchange& exchange, Outcome& outcome);
  bool names_no_agent(const Route& route) const;
  // Health, keys, cards, schema templates, and what an agent's own URL does not take; nullopt for a call.
  std::optional<net::HttpResponse> answer_at_once(const net::HttpRequest& request, const Route& route) const;
  net::HttpResponse health() const;
  net::HttpResponse key_set(const net::HttpRequest& request) const;
  net::HttpResponse schema_template(const net::HttpRequest& request, const Route& route) const;
  net::HttpResponse card(const net::HttpRequest& request, const Route& route) const;
  using Acceptance = a2a::Result<std::unique_ptr<Accepted>, net::HttpResponse>;
  Acceptance accept(net::HttpRequest& request, const Route& route, Outcome& outcome);
  Acceptance accept_rest(net::HttpRequest& request, const Route& route, const RestRoute& rest,
                         Outcome& outcome);
  static Acceptance admit(const net::HttpRequest& request, const Agent& agent, Invocation&& invocation,
                          Outcome& outcome);
  net::Awaitable<void> call(std::unique_ptr<Accepted> accepted, net::Exchange& exchange, Outcome& outcome);
  net::Awaitable<a2a::Result<std::string>> perform(const CallContext& context, Invocation& invocation,
                                                   Outcome& outcome);
  net::Awaitable<a2a::Result<std::string>> perform_push(const CallContext& context, Invocation& invocation);
  net::Awaitable<a2a::Result<void>> perform_stream(const CallContext& context, Invocation& invocation,
                                                   net::Exchange& exchange, net::HttpResponse head,
                                                   Outcome& outcome);
  a2a::Result<Invocation, Refusal> decode(net::HttpRequest& request, const Route& route);
  static a2a::Result<Invocation> decode_params(const a2a::wire::Call& call, const Agent& agent);
  Agent* find_agent(const Route& route) const;
  void log(const net::HttpRequest& request, const Route& route, const Outcome& outcome,
           store::MonotonicTime began) const;

  RequestHandler handler_;
  const AgentDirectory& agents_;
};

}  // namespace schemagate
