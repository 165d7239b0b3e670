// The path of a request through the gateway, from a complete HTTP request to its answer.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/json/document.h"
#include "gateway/access/quotas.h"
#include "gateway/agent/agent_directory.h"
#include "gateway/config/gateway_limits.h"
#include "gateway/config/listener_config.h"
#include "gateway/environment/clock.h"
#include "gateway/environment/id_source.h"
#include "gateway/front/access.h"
#include "gateway/front/active_call.h"
#include "gateway/front/decision.h"
#include "gateway/front/large_work.h"
#include "gateway/front/performers.h"
#include "gateway/front/refusal.h"
#include "gateway/front/request_counts.h"
#include "gateway/front/request_line.h"
#include "gateway/front/task_stream.h"
#include "gateway/net/exchange.h"
#include "gateway/net/http.h"
#include "gateway/observe/audit_log.h"
#include "gateway/observe/log.h"
#include "gateway/store/store_health.h"
#include "gateway/task/run_places.h"

namespace schemagate {

// What every request needs. References must outlive the pipeline; `document` belongs to its core, the rest is
// safe from any thread.
struct PipelineDependencies {
  const AgentDirectory& agents;
  const AccessControl& access;
  a2a::JsonDocument& document;
  const GatewayLimits& limits;
  const std::vector<ListenerConfig>& listeners;  // in the order of net::PeerIdentity::listener
  const net::SharedLimit& open_streams;          // of all cores together
  const RunPlaces& run_places;                   // the same
  const Clock& clock;
  const Log& log;
  access::Quotas& quotas;                                   // of all cores together
  AuditLog* audit = nullptr;                                // likewise; nullptr: there is none
  net::SharedLimit memory = net::SharedLimit::unbounded();  // of the process, likewise
  RequestCounts* counts = nullptr;                          // of its core; nullptr: nobody asks for them
};

// One per core, used on that core only. pipeline.cc begins with the list of its steps.
class RequestPipeline {
 public:
  explicit RequestPipeline(const PipelineDependencies& dependencies);
  ~RequestPipeline();

  // Calls are performed from now on. Until then they are refused with 503 and Retry-After in the form of
  // their binding; what is read by GET is answered, health says "starting".
  void open(TaskServices& services, const TaskStreamDependencies& streams,
            const store::HealthSource& store_health) {
    services_ = &services;
    store_health_ = &store_health;
    streams_.emplace(streams);
  }

  // Answers one request, whatever it is, and writes one line of the log. Throws nothing: what a library
  // throws is answered with 500. Both arguments must stay until it has ended.
  net::Awaitable<void> handle(net::HttpRequest& request, net::Exchange& client);

 private:
  struct OpenStream;
  struct Outcome;
  class CutOff;

  net::Awaitable<void> answer(net::HttpRequest& request, net::Exchange& exchange, Outcome& outcome);
  static net::Awaitable<void> tell_failure(net::Exchange& exchange, RequestLine& line);
  bool is_served_there(const net::HttpRequest& request, const Route& route) const;
  std::size_t public_address_of(const net::HttpRequest& request) const;
  Step prepare(net::HttpRequest& request, ActiveCall& call) const;
  net::Awaitable<void> serve_messages(net::HttpRequest& upgrade, net::Exchange& exchange,
                                      std::shared_ptr<net::WebSocket> socket);
  std::optional<net::HttpResponse> answer_unperformed(net::HttpRequest& request, ActiveCall& call,
                                                      RequestLine& line) const;
  Step identify(const net::HttpRequest& request, ActiveCall& call) const;
  Step authorise_url(const ActiveCall& call) const;
  Step decode(net::HttpRequest& request, ActiveCall& call) const;
  Step authorise_operation(const ActiveCall& call) const;
  Step check_open() const;
  Step check_page(const net::HttpRequest& request, const Route& route) const;
  Step check_contexts() const;
  Step take_snapshot(const net::HttpRequest& request, ActiveCall& call) const;
  // `bytes`: of the request's body.
  Step limit(const net::HttpRequest& request, ActiveCall& call, std::size_t bytes) const;
  void record(const net::HttpRequest& request, const ActiveCall& call, RequestLine& line,
              const Decision& decision) const;
  void note_result(const net::HttpRequest& request, const ActiveCall& call,
                   a2a::Result<OperationResult>& result, RequestLine& line) const;
  static net::HttpResponse encode(const ActiveCall& call, const a2a::Result<OperationResult>& result);
  void keep_reply(const ActiveCall& call, OperationResult& result) const;
  net::Awaitable<void> begin_stream(ActiveCall& call, net::Exchange& exchange, OperationResult result,
                                    Outcome& outcome) const;
  void audit(const net::HttpRequest& request, const ActiveCall& call, const RequestLine& line,
             const Decision& decision) const;
  void log(const net::HttpRequest& request, const CountedExchange& exchange, const RequestLine& line) const;

  const PipelineDependencies dependencies_;
  RandomIds request_ids_;
  LargeWork large_work_;
  TaskServices* services_ = nullptr;  // until open(), as the next
  const store::HealthSource* store_health_ = nullptr;
  std::optional<TaskStreamDependencies> streams_ = {};
};

}  // namespace schemagate
