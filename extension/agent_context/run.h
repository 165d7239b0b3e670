// A run of a plan as a state machine: events in, what is to be done next out. It sends nothing and knows no
// clock; whoever drives it does.
//
//   PlanRun run({.id = "4f1d", .plan = plan, .input = input, .takes_context = {false}, .started = now});
//   while (true) {
//     const NextSteps next = run.next(now());
//     if (next.finished) break;
//     // What is to be applied is written down before.
//     for (std::size_t sub_task : next.evaluate) record_and_apply(run.evaluate_round(sub_task));
//     for (std::size_t sub_task : next.call) start(run.call_of(sub_task));
//     ...
//   }
//
// apply() of the same events gives the same state: after a crash the journal is applied again, then Resumed.
// A value; one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "extension/agent_context/plan.h"
#include "extension/agent_context/run_event.h"
#include "extension/agent_context/run_input.h"

namespace schemagate::agent_context {

enum class SubTaskState : std::uint8_t {
  kWaiting,  // for its prerequisites, or for its turn
  kRunning,
  kAsking,  // its agent has a question
  kCompleted,
  kFailed,
  kBlocked,  // what it needs has failed
  kCanceled,
};
std::string_view name(SubTaskState state);
bool is_terminal(SubTaskState state);

// Why a run that somebody has canceled did not go on.
inline constexpr std::string_view kRunCanceled = "the run was canceled";

// Why a subtask has failed.
enum class FailureKind : std::uint8_t { kNone, kAgent, kRejected };

struct ItemProgress {
  bool accepted = false;
  // Of the result that was accepted.
  ItemOutput given = {};
  // The latest verdict; Verdict::check is empty before the first.
  Verdict verdict = {};
};

// References to a store that one message has.
struct GivenReferences {
  std::string reference = {};     // to what the prerequisites gave; empty: it is not stored
  std::string output_place = {};  // where the agent may store what it gives; empty: nowhere
};

enum class CallState : std::uint8_t { kNone, kDue, kSent, kAsking };

struct SubTaskProgress {
  SubTaskState state = SubTaskState::kWaiting;
  FailureKind failure = FailureKind::kNone;
  // Why it is failed, blocked or canceled; for readers.
  std::string reason = {};
  int round = 0;
  std::vector<ItemProgress> items = {};

  // The call that is due, under way or waiting for an answer.
  CallState call_state = CallState::kNone;
  CallKey call = {};
  int attempt = 0;
  std::int64_t not_before = 0;     // ms since 1970
  std::string task_id = {};        // at the agent; empty while it is not known
  bool in_doubt = false;           // a driver that has ended may have sent it
  std::string context_id = {};     // the agent's; all rounds are in it
  std::string reference = {};      // to what its prerequisites gave, in this round; empty: it is not stored
  std::string output_place = {};   // where the agent may store what it gives, in this round; empty: nowhere
  std::string output_digest = {};  // of what it has stored there; empty: nothing
  // Of this round, those that the two have replaced because their time was over, the first ones first.
  std::vector<GivenReferences> replaced = {};
  std::string question = {};
  std::string answer = {};
  int questions = 0;

  // Of this round: the items that were not accepted before, what has come back, and whether that is all.
  std::vector<std::size_t> todo = {};
  std::vector<ItemResult> results = {};
  bool awaits_evaluation = false;
  std::vector<Verdict> reviews = {};   // of this round: what evaluators and persons have decided
  std::optional<CallKey> review = {};  // the question to an evaluator that has been sent, or is about to be
  std::string review_task = {};        // that the evaluator has made of it; empty while it is not known

  std::vector<std::string> earlier_tasks = {};  // ids of its tasks before task_id
  std::vector<Remark> remarks = {};
  std::size_t remarks_before = 0;  // this round
  std::size_t open_prerequisites = 0;

  // Whether an agent may be at work on it, or wait for an answer: also where a restart has broken off the
  // call.
  bool is_live() const;
  // Whether the agent may have been given it in this round.
  bool was_given(std::string_view uri) const;
};

struct RunSetup {
  // An id, unique among all runs of anybody: message ids and SubTaskIDs are made of it.
  std::string id;
  std::shared_ptr<const Plan> plan;
  RunInput input;
  // For each agent of the plan: whether its card declares AgentContext.
  std::vector<bool> takes_context;
  std::int64_t started = 0;  // ms since 1970
};

// All by index, ascending; empty: nothing of that kind. When nothing at all is to be done and the run has not
// finished, it waits for calls, for answers to questions, or until `wake`.
struct NextSteps {
  std::vector<std::size_t> evaluate;
  // Rounds whose next review (review_of()) is an evaluator's, and a person's.
  std::vector<std::size_t> review;
  std::vector<std::size_t> person;
  std::vector<std::size_t> call;
  // Calls under way or asking that are to be canceled at their agents.
  std::vector<std::size_t> cancel;
  std::optional<std::int64_t> wake;
  bool finished = false;
};

// Who is to decide on an item next: its evaluator, or a person.
struct Review {
  std::size_t item = 0;
  bool is_person = false;
};

class PlanRun {
 public:
  // REQUIRES: one element of takes_context for each agent.
  explicit PlanRun(RunSetup setup);

  // Errors: kInvalidParams for an event that does not follow from what was before; nothing is changed then.
  a2a::Result<void> apply(const RunEvent& event);

  NextSteps next(std::int64_t now) const;

  // The call that is due for the subtask, or would be its first.
  CallKey call_of(std::size_t sub_task) const;
  // Of all turns of the run: no two calls have the same, and a call that is repeated has the same.
  std::string message_id(const CallKey& call) const;
  // "4f1d-3": unlike that of any other run.
  std::string sub_task_id(std::size_t sub_task) const;
  Delivery delivery_of(std::size_t sub_task) const;

  // What somebody else has to decide before the round is evaluated: of items that all other checks accept,
  // first the evaluators', then the persons'. nullopt: nothing, or the run is being stopped.
  std::optional<Review> review_of(std::size_t sub_task) const;
  // The question to the evaluator of an item in this round.
  CallKey review_call_of(std::size_t sub_task, std::size_t item) const;
  // The verdicts on what has come back; what nobody has reviewed is not accepted. REQUIRES: the subtask
  // awaits its evaluation.
  RoundEvaluated evaluate_round(std::size_t sub_task) const;

  const Plan& plan() const { return *setup_.plan; }
  const RunInput& input() const { return setup_.input; }
  const std::string& id() const { return setup_.id; }
  std::int64_t started() const { return setup_.started; }
  // What more of answers can be kept beside abstracts (item_output.h).
  std::size_t output_room() const;
  // Of the last event.
  std::int64_t last_change() const { return last_change_; }
  const SubTaskProgress& progress(std::size_t sub_task) const { return progress_[sub_task]; }
  std::size_t size() const { return progress_.size(); }
  // Subtasks in the order in which their states have changed; one stands there once for each change.
  const std::vector<std::size_t>& state_changes() const { return state_changes_; }
  bool is_finished() const { return ended_ == progress_.size(); }
  bool is_canceled() const { return canceled_; }

 private:
  struct Applier;
  bool fits(const CallKey& call, CallState state) const;
  Verdict check_item(std::size_t sub_task, std::size_t item) const;
  const Verdict* reviewed(std::size_t sub_task, std::size_t item, std::string_view check) const;
  class Room;
  void add_waiting(NextSteps& next, Room& room) const;
  a2a::Result<void> start_review(const CallKey& call);
  void forget_review(std::size_t sub_task);
  void make_ready(std::size_t sub_task);
  void leave_ready(std::size_t sub_task);
  bool is_ready(std::size_t sub_task) const;
  void start(std::size_t sub_task);
  void set_state(std::size_t sub_task, SubTaskState state);
  void begin_round(std::size_t sub_task);
  void set_due(std::size_t sub_task);
  void take_end(const CallEnded& event, std::int64_t time);
  void take_results(std::size_t sub_task, const CallEnded& event);
  void drop_task(std::size_t sub_task);
  void retry(std::size_t sub_task, const CallEnded& event, std::int64_t time);
  void ask(std::size_t sub_task, const CallEnded& event);
  void take_verdicts(const RoundEvaluated& event);
  void fail(std::size_t sub_task, FailureKind kind, std::string reason);
  void finish(std::size_t sub_task, SubTaskState state, std::string reason);
  void settle(std::size_t sub_task, std::vector<std::size_t>& blocked);
  void stop(std::string_view reason);

  RunSetup setup_;
  std::vector<SubTaskProgress> progress_;
  std::vector<std::size_t> state_changes_;
  // Waiting for nothing but their turn, by their agent; no set is empty.
  std::map<std::size_t, std::set<std::size_t>> ready_;
  std::set<std::size_t> active_;  // running or asking
  std::size_t ended_ = 0;
  std::size_t output_bytes_ = 0;  // of what has come back, as output_room() counts
  bool canceled_ = false;
  bool stopping_ = false;  // canceled, or failed fast
  std::int64_t last_change_ = 0;
};

}  // namespace schemagate::agent_context
