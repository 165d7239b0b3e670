// Drives a run of a plan: makes the calls that are due, each on a thread of its own, and writes every event
// down before its effect.
//
//   auto agents = find_agents(*plan);
//   PlanRun run({.id = id, .plan = plan, .input = input, .takes_context = takes_context(*agents),
//                .started = now});
//   RunDriver driver(std::move(run), {.agents = *agents});
//   if (auto done = driver.drive(); !done) return fail(done.error());
//   print(task_context_of(driver.run(), id));
//
// examples/plan_client is such a program.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "extension/agent_context/run.h"
#include "extension/plan_client/plan_agents.h"
#include "extension/plan_client/plan_call.h"
#include "extension/plan_client/run_journal.h"

namespace schemagate::plan_client {

// What a driver is given. All borrowed, and all outlive it.
struct RunSurroundings {
  const std::vector<PlanAgent>& agents;
  // nullptr: nothing is written down.
  RunJournal* journal = nullptr;
  // Called after each event, by the driver's thread.
  std::function<void(const agent_context::PlanRun&, const agent_context::RunEvent&)> show =
      [](const agent_context::PlanRun&, const agent_context::RunEvent&) {};
  // What is answered to the question of a subtask, its agent's or its plan's (question_of()); nullopt: nobody
  // is there to answer. Asked when nothing else is under way.
  std::function<std::optional<std::string>(const agent_context::PlanRun&, std::size_t)> ask =
      [](const agent_context::PlanRun&, std::size_t) { return std::nullopt; };
  // Whether the run is to be canceled; asked some ten times a second.
  std::function<bool()> is_canceled = [] { return false; };
  // What an agent may have had from an earlier process, and names no task of, is sent again under its id.
  // Otherwise such a call fails its subtask: nothing is sent twice.
  bool may_send_again = false;
};

class RunDriver {
 public:
  RunDriver(agent_context::PlanRun run, RunSurroundings surroundings);
  ~RunDriver();

  // Writes an event down and applies it. Errors: those of RunJournal::append().
  a2a::client::Outcome<void> record(agent_context::RunEventBody body);

  // Until the run has finished, or waits for an answer that nobody gives. Errors: kArgument when the state
  // file cannot be written: nothing more is sent then.
  a2a::client::Outcome<void> drive();

  const agent_context::PlanRun& run() const { return run_; }

 private:
  class Mailbox;
  struct Flight {
    std::jthread thread;
    bool stopping = false;
  };

  a2a::client::Outcome<bool> step();
  a2a::client::Outcome<void> prepare(std::size_t sub_task, std::vector<PlanCall>& calls);
  void launch(PlanCall call);
  a2a::client::Outcome<void> prepare_review(std::size_t sub_task, std::vector<PlanCall>& calls);
  a2a::client::Outcome<void> take_verdict(const agent_context::CallKey& key, const CallResult& last);
  void drop_review(std::size_t sub_task);
  void cancel(std::size_t sub_task);
  a2a::client::Outcome<void> take_reports(std::optional<std::int64_t> wake);
  a2a::client::Outcome<void> take(const agent_context::CallKey& key, CallReport report);
  a2a::client::Outcome<bool> ask_somebody();

  agent_context::PlanRun run_;
  RunSurroundings surroundings_;
  std::unique_ptr<Mailbox> mailbox_;
  std::map<std::size_t, Flight> flights_;  // by subtask; their threads end before the mailbox
};

}  // namespace schemagate::plan_client
