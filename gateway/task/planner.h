// Plans that a language model makes of requests to a master: the model is asked over HTTP, in the manner of
// OpenAI's API, and its answer is read like a plan file (extension/agent_context/model_plan.h).
//
//   auto plan_json = co_await planner.plan({config, "tour", agents}, input, payer.holder());
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "extension/agent_context/model_plan.h"
#include "extension/client_agent/chat.h"
#include "gateway/agent/agent_directory.h"
#include "gateway/config/planner_config.h"
#include "gateway/environment/clock.h"
#include "gateway/net/executor.h"
#include "gateway/net/peer_trust.h"
#include "gateway/net/upstream.h"
#include "gateway/observe/log.h"

namespace schemagate {

// Reason of an error: the endpoint has given no answer in time. The same message may be sent again.
inline constexpr std::string_view kPlannerUnavailable = "PLANNER_UNAVAILABLE";

// References must outlive it, and every plan that is being made.
struct PlannerDependencies {
  net::Executor executor;
  net::UpstreamClient& upstream;
  const AgentDirectory* agents;  // whom plans may name; nullptr: nobody
  const Clock& clock;
  const Log& log;
};

// Used on one core only.
class Planner {
 public:
  explicit Planner(const PlannerDependencies& dependencies) : dependencies_(dependencies) {}

  // A plan for the request, as JSON, checked as a file's would be: the model gets the request and what the
  // cards of the master's agents say, and once more what is wrong with its plan. Nothing of the run has begun
  // then. `master`: with a planner; it must outlive the call. Errors: kInvalidAgentResponse, with the reason
  // PLAN_REFUSED, where the second answer is none that can be carried out either; kInternal, with the reason
  // PLANNER_UNAVAILABLE, where the endpoint gives no answer in time. The cause stands in the log, without a
  // word of request and answer.
  net::Awaitable<a2a::Result<std::string>> plan(const AgentConfig& master,
                                                const agent_context::RunInput& input, std::string holder);

 private:
  struct Conversation;
  Conversation begin(const PlannerConfig& config, const agent_context::PlannerFrame& frame,
                     const agent_context::RunInput& input, std::string holder) const;
  static void add_repair(Conversation& conversation, std::string answer,
                         const agent_context::PlanProblems& problems);
  net::Awaitable<a2a::client::Outcome<std::string>> ask(Conversation& conversation);
  net::Awaitable<a2a::client::Outcome<net::HttpResponse>> post(const Conversation& conversation,
                                                               std::string body);
  a2a::client::Outcome<std::shared_ptr<const net::TlsClient>> trust(const std::string& ca_file);
  agent_context::PlannerFrame frame_of(const AgentConfig& master) const;
  std::chrono::milliseconds time_until(MonotonicTime deadline) const;
  std::unexpected<a2a::Error> refused(const AgentConfig& master,
                                      const agent_context::PlanProblems& problems) const;
  std::unexpected<a2a::Error> unavailable(const AgentConfig& master,
                                          const a2a::client::Failure& failure) const;

  const PlannerDependencies dependencies_;
  std::map<std::string, net::PeerTrust> trust_;  // by file of authorities
};

}  // namespace schemagate
