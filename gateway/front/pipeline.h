// The path of a request through the gateway, from a complete HTTP request to its answer.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <string_view>

#include "gateway/agent/agent.h"
#include "gateway/front/access.h"
#include "gateway/front/active_call.h"
#include "gateway/front/performers.h"
#include "gateway/front/refusal.h"
#include "gateway/net/http.h"
#include "gateway/net/server.h"
#include "gateway/task/edges.h"
#include "gateway/task/request_handler.h"

namespace schemagate {

// One per core, used on that core only. pipeline.cc begins with the list of its steps.
class RequestPipeline {
 public:
  // References must outlive the pipeline.
  RequestPipeline(Edges edges, const AgentDirectory& agents, const AccessControl& access);
  ~RequestPipeline();

  // Answers one request, whatever it is, and writes one line of the log. Throws nothing: what a library
  // throws is answered with 500. Both arguments must stay until it has ended.
  net::Awaitable<void> handle(net::HttpRequest& request, net::Exchange& exchange);

 private:
  struct OpenStream;
  struct Outcome;

  net::Awaitable<void> answer(net::HttpRequest& request, net::Exchange& exchange, Outcome& outcome);
  Step prepare(net::HttpRequest& request, ActiveCall& call) const;
  Step identify(const net::HttpRequest& request, ActiveCall& call) const;
  Step authorise_url(const ActiveCall& call) const;
  Step decode(net::HttpRequest& request, ActiveCall& call) const;
  Step authorise_operation(const ActiveCall& call) const;
  Step take_snapshot(const net::HttpRequest& request, ActiveCall& call) const;
  Step limit(ActiveCall& call) const;
  static net::HttpResponse encode(const ActiveCall& call, const a2a::Result<OperationResult>& result);
  net::Awaitable<void> begin_stream(ActiveCall& call, net::Exchange& exchange, OperationResult result,
                                    Outcome& outcome) const;
  void log(const net::HttpRequest& request, const Outcome& outcome) const;

  RequestHandler handler_;
  const OperationServices services_;
  const AgentDirectory& agents_;
  const AccessControl& access_;
};

}  // namespace schemagate
