#include "gateway/config/time_advice.h"

#include <algorithm>
#include <string>

#include "gateway/config/text.h"

namespace schemagate {
namespace {

// An agent that streams is waited for in any case. Whether another one does, only its card says: see
// check_agents().
void warn_of_blocking_timeout(ConfigSection& root, const Config& config) {
  const auto place = root.place_of({"limits", "blocking_timeout"});
  const auto is_shorter = [&config](const AgentConfig& each) {
    return each.master == nullptr && !each.upstream_streams &&
           each.request_timeout < config.limits.blocking_timeout;
  };
  const auto agent = std::ranges::find_if(config.agents, is_shorter);
  if (!place || agent == config.agents.end()) return;
  root.warn(*place,
            "is longer than agents." + agent->name + ".upstream.request_timeout (" +
                format_duration(agent->request_timeout) +
                "): that agent is never called by a stream, so that a blocking call fails then, and does "
                "not get the running task");
}

void warn_of_request_timeouts(ConfigSection& root, const Config& config) {
  for (const AgentConfig& agent : config.agents) {
    if (agent.request_timeout <= agent.task_timeout) continue;
    if (const auto place = root.place_of({"agents", agent.name, "upstream", "request_timeout"}))
      root.warn(*place, "is longer than task_timeout (" + format_duration(agent.task_timeout) +
                            "), which ends the task before");
  }
}

// Each of the two may be what is meant.
void warn_of_lost_deliveries(ConfigSection& root, const Config& config) {
  const auto retention = std::chrono::milliseconds(config.limits.task_retention);
  const auto give_up = config.push.options.retry.give_up;
  if (!config.push.enabled || give_up <= retention) return;
  if (const auto place = root.place_of({"push", "give_up_after"})) {
    root.warn(*place, "is longer than limits.task_retention (" + format_duration(retention) +
                          "): what is undelivered goes with its task before");
  } else if (const auto kept = root.place_of({"limits", "task_retention"})) {
    root.warn(*kept, "is shorter than push.give_up_after (" + format_duration(give_up) +
                         "): what is undelivered goes with its task before");
  }
}

}  // namespace

void check_times(ConfigSection& root, const Config& config) {
  for (const std::string_view member : {"limits", "push", "agents"}) {
    if (root.is_refused(member)) return;
  }
  warn_of_blocking_timeout(root, config);
  warn_of_request_timeouts(root, config);
  warn_of_lost_deliveries(root, config);
}

}  // namespace schemagate
