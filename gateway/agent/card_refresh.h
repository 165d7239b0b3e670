// Keeps the agents' cards fresh: fetches each at start and again when it is due, on one thread of its own.
#pragma once

#include <chrono>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "gateway/agent/fronted_agent.h"
#include "gateway/observe/log.h"

namespace schemagate {

// References must outlive it. An agent that cannot be reached keeps its last card and is tried again with
// growing pauses, from one second up to its refresh interval.
class CardRefresh {
 public:
  CardRefresh(const AgentDirectory& agents, const Log& log) : agents_(agents), log_(log) {}

  // Fetches every card once and publishes it under `public_url`; returns when all have been tried. Then the
  // thread goes on until destruction.
  void start(std::string public_url);

 private:
  // When an agent is due, and how long to wait after a failure.
  struct Schedule {
    FrontedAgent* agent;
    std::chrono::steady_clock::time_point due;
    std::chrono::seconds pause{1};
  };
  void run(const std::stop_token& stop, std::vector<Schedule> schedules) const;
  void refresh(Schedule& schedule, const std::stop_token& stop) const;
  bool fetch(FrontedAgent& agent, const std::stop_token& stop) const;

  const AgentDirectory& agents_;
  const Log& log_;
  std::string public_url_;
  std::jthread thread_;
};

}  // namespace schemagate
