// Keeps the agents' cards fresh: reads each at once and again when it is due, on threads of its own.
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gateway/agent/agent_directory.h"
#include "gateway/agent/card_schedule.h"
#include "gateway/observe/log.h"

namespace schemagate {

// References must outlive it. An agent that cannot be reached keeps its last card and is tried again as
// CardSchedule says. One that a call could not reach is read within a second or so: a card that cannot be
// read is what tells that the agent is gone.
class CardRefresh {
 public:
  explicit CardRefresh(const Log& log) : log_(log) {}
  ~CardRefresh();

  // Cards are published under `public_url`. Before the first add().
  void start(std::string public_url) { public_url_ = std::move(public_url); }
  // Has the card of each read at once, and from then on until destruction, by threads of its own, 64 at most:
  // agents whose cards do not come hold half of them at most. One thread at a time.
  void add(const FrontedAgents& agents);
  // Returns when every card has been tried once.
  void wait_until_tried();
  // The same, for so long at most or until the stop. False: some have not been tried.
  bool wait_until_tried(std::chrono::milliseconds time, const std::stop_token& stop);
  // Their cards are read no more. The same thread as add().
  void remove(const FrontedAgents& agents);

 private:
  using TimePoint = CardSchedule::TimePoint;
  void run(const std::stop_token& stop);
  void look_for_failed_calls(TimePoint now);
  void wait(std::unique_lock<std::mutex>& lock, const std::stop_token& stop);
  // `told`: the failure that is in the log.
  struct Followed {
    std::shared_ptr<FrontedAgent> agent;  // nullptr: it has been removed
    std::string told = {};
  };
  bool refresh(FrontedAgent& agent, std::string& told, const std::stop_token& stop) const;
  void take_place(const std::shared_ptr<FrontedAgent>& agent, TimePoint now);
  void make_threads();
  void report_change(const std::string& agent, const CardChange& change) const;
  void report_lost_schemas(const AgentSnapshot& before, const AgentSnapshot& now) const;
  bool report_failure(const FrontedAgent& agent, std::string& told, const AgentProblem& problem,
                      const std::stop_token& stop) const;

  const Log& log_;
  std::string public_url_;

  std::mutex mutex_;  // of what follows
  // One thread waits for the time when an agent is due, the others for being needed.
  std::condition_variable_any wake_;
  std::condition_variable_any all_tried_;
  bool is_watched_ = false;
  bool has_come_ = false;  // somebody new, since the last look of that thread
  CardSchedule schedule_;
  TimePoint next_look_{};
  std::vector<Followed> followed_;     // by their index in the schedule
  std::vector<std::jthread> threads_;  // not guarded: of the thread that adds
};

}  // namespace schemagate
