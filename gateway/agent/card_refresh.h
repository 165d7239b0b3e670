// Keeps the agents' cards fresh: reads each at start and again when it is due, on threads of its own.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "gateway/agent/fronted_agent.h"
#include "gateway/observe/log.h"

namespace schemagate {

// References must outlive it. An agent that cannot be reached keeps its last card and is tried again with
// growing pauses, from one second up to 30, never longer than its refresh interval. One that a call could not
// reach is read within a second or so: a card that cannot be read is what tells that the agent is gone.
class CardRefresh {
 public:
  CardRefresh(const AgentDirectory& agents, const Log& log) : agents_(agents), log_(log) {}
  ~CardRefresh();

  // Reads every card once and publishes it under `public_url`; returns when all have been tried. Then the
  // threads, eight at most, go on until destruction. Call it once.
  void start(std::string public_url);

 private:
  using TimePoint = std::chrono::steady_clock::time_point;
  // When an agent is due, and how long to wait after a failure. `told` is the failure that is in the log.
  struct Schedule {
    FrontedAgent* agent;
    TimePoint due{};
    std::chrono::seconds pause{1};
    std::string told{};
    bool is_tried = false;
    bool is_busy = false;
  };
  void run(const std::stop_token& stop);
  Schedule* find_due(TimePoint now);
  TimePoint next_look(TimePoint now) const;
  static void reschedule(Schedule& schedule, bool updated);
  bool refresh(Schedule& schedule, const std::stop_token& stop) const;
  bool report_failure(Schedule& schedule, const AgentProblem& problem, const std::stop_token& stop) const;

  const AgentDirectory& agents_;
  const Log& log_;
  std::string public_url_;

  std::mutex mutex_;  // of the schedules; one that is busy belongs to its thread
  std::condition_variable_any wake_;
  std::vector<Schedule> schedules_;
  std::vector<std::jthread> threads_;
};

}  // namespace schemagate
