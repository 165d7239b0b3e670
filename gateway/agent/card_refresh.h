// Keeps the agents' cards fresh: reads each at start and again when it is due, on threads of its own.
#pragma once

#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "gateway/agent/card_schedule.h"
#include "gateway/agent/fronted_agent.h"
#include "gateway/observe/log.h"

namespace schemagate {

// References must outlive it. An agent that cannot be reached keeps its last card and is tried again as
// CardSchedule says. One that a call could not reach is read within a second or so: a card that cannot be
// read is what tells that the agent is gone.
class CardRefresh {
 public:
  CardRefresh(const AgentDirectory& agents, const Log& log) : agents_(agents), log_(log) {}
  ~CardRefresh();

  // Reads every card once and publishes it under `public_url`; returns when all have been tried. Then the
  // threads, 64 at most, go on until destruction; agents whose cards do not come hold half of them at most.
  // Call it once.
  void start(std::string public_url);

 private:
  using TimePoint = CardSchedule::TimePoint;
  void run(const std::stop_token& stop);
  void look_for_failed_calls(TimePoint now);
  void wait(std::unique_lock<std::mutex>& lock, const std::stop_token& stop);
  bool refresh(FrontedAgent& agent, std::string& told, const std::stop_token& stop) const;
  void report_change(const std::string& agent, const CardChange& change) const;
  void report_lost_schemas(const AgentSnapshot& before, const AgentSnapshot& now) const;
  bool report_failure(const FrontedAgent& agent, std::string& told, const AgentProblem& problem,
                      const std::stop_token& stop) const;

  const AgentDirectory& agents_;
  const Log& log_;
  std::string public_url_;

  std::mutex mutex_;  // of what follows
  // One thread waits for the time when an agent is due, the others for being needed.
  std::condition_variable_any wake_;
  std::condition_variable_any all_tried_;
  bool is_watched_ = false;
  CardSchedule schedule_{0, {}};
  TimePoint next_look_{};
  // The failure of each agent that is in the log; belongs to the thread that has taken the agent.
  std::vector<std::string> told_;
  std::vector<std::jthread> threads_;
};

}  // namespace schemagate
