// A request pipeline without a socket: agents, a caller that the test chooses, and an answer that is kept.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gateway/front/access.h"
#include "gateway/front/pipeline.h"
#include "tests/unit/gateway/task/fake_core.h"

namespace schemagate {

// Keeps what is sent. Its client leaves as soon as a stream waits.
class KeptExchange : public net::Exchange {
 public:
  explicit KeptExchange(net::Executor executor) : executor_(executor) {}

  net::Awaitable<void> respond(net::HttpResponse response) override {
    answer = std::move(response);
    co_return;
  }
  net::Awaitable<bool> begin_stream(net::HttpResponse head) override {
    stream_head = std::move(head);
    co_return true;
  }
  net::Awaitable<bool> write(std::string_view bytes) override {
    written += bytes;
    co_return true;
  }
  net::Awaitable<Wake> wait(const net::Signal&, std::chrono::milliseconds) override {
    co_return Wake::kClientGone;
  }
  bool draining() const override { return false; }
  net::Executor executor() override { return executor_; }

  std::optional<net::HttpResponse> answer;
  std::optional<net::HttpResponse> stream_head;
  std::string written;

 private:
  net::Executor executor_;
};

// Notes what it is asked, and refuses where it is told to.
class ScriptedAccess final : public AccessControl {
 public:
  struct Asked {
    std::string agent;
    std::string operation;
    bool is_public;
  };

  a2a::Result<PrincipalHandle, Refusal> identify(const net::HttpRequest& request) const override;
  Step authorise(const Principal& principal, const RequestedAccess& wanted) const override;

  bool throws = false;
  bool knows_caller = true;
  bool lets_reach = true;
  bool lets_operate = true;
  std::string subject = "anonymous";
  mutable std::vector<std::string> steps;  // "identify alice", "reach alice", "operate alice"
  mutable std::vector<Asked> asked;

 private:
  mutable bool is_reached_ = false;  // by the caller that was identified last
};

// One agent "flight" with push notifications, and, where wanted, the template of scenario "flight_booking".
Config front_config(bool with_templates = true);

class FrontCore {
 public:
  static constexpr std::size_t kMemory = 1 << 20;
  explicit FrontCore(Config config = front_config(), GatewayLimits limits = {}, bool reachable = true,
                     bool is_open = true, LogLevel log_level = LogLevel::kOff);

  // What the pipeline answers.
  KeptExchange ask(net::HttpRequest& request);
  void ask(net::HttpRequest& request, net::Exchange& exchange);
  net::HttpResponse get(const std::string& target);
  net::HttpResponse post(const std::string& target, const std::string& body);

  ScriptedAccess access;
  std::vector<ListenerConfig> listeners{1};
  net::SharedLimit open_streams = net::SharedLimit::unbounded();
  net::SharedLimit running_tasks = net::SharedLimit::unbounded();
  net::SharedLimit memory{kMemory, kMemory};
  SharedTexts texts{net::SharedLimit::unbounded()};
  SharedTexts no_room{net::SharedLimit(0, 0)};
  FakeCore core;
  AgentDirectory agents;
  access::Quotas quotas;
  const RunPlaces run_places{quotas, running_tasks};
  RequestCounts counts;
  RequestPipeline pipeline;
};

net::HttpRequest front_request(const std::string& method, const std::string& target,
                               const std::string& body = {}, const std::string& version = {});
// A JSON-RPC request with id 7.
std::string jsonrpc_body(std::string_view method, std::string_view params);

}  // namespace schemagate
