#include "extension/agent_context/run.h"

#include <algorithm>
#include <map>
#include <utility>

#include "extension/agent_context/item_output.h"

namespace schemagate::agent_context {

std::string_view name(SubTaskState state) {
  switch (state) {
    case SubTaskState::kWaiting:
      return "waiting";
    case SubTaskState::kRunning:
      return "running";
    case SubTaskState::kAsking:
      return "asking";
    case SubTaskState::kCompleted:
      return "completed";
    case SubTaskState::kFailed:
      return "failed";
    case SubTaskState::kBlocked:
      return "blocked";
    case SubTaskState::kCanceled:
      return "canceled";
  }
  std::unreachable();
}

bool is_terminal(SubTaskState state) {
  return state >= SubTaskState::kCompleted;
}

bool SubTaskProgress::is_live() const {
  if (call_state == CallState::kDue) return !task_id.empty();
  return call_state == CallState::kSent || call_state == CallState::kAsking;
}

bool SubTaskProgress::was_given(std::string_view uri) const {
  const auto is_it = [uri](const GivenReferences& each) {
    return uri == each.reference || uri == each.output_place;
  };
  return uri == reference || uri == output_place || std::ranges::any_of(replaced, is_it);
}

PlanRun::PlanRun(RunSetup setup)
    : setup_(std::move(setup)), progress_(setup_.plan->sub_tasks.size()), last_change_(setup_.started) {
  for (std::size_t i = 0; i < progress_.size(); ++i) {
    const PlannedSubTask& planned = plan().sub_tasks[i];
    progress_[i].items.resize(planned.items.size());
    progress_[i].open_prerequisites = planned.after.size();
    if (planned.after.empty()) make_ready(i);
  }
}

// How many more calls may be made at once.
class PlanRun::Room {
 public:
  explicit Room(const PlanRun& run) : run_(run), left_(run.plan().limits.concurrency) {
    for (const std::size_t i : run.active_) {
      if (run.progress_[i].call_state == CallState::kSent) take(agent_of(i));
    }
  }
  int at(std::size_t agent) const {
    const auto taken = taken_.find(agent);
    return std::min(left_, run_.plan().limits.per_agent - (taken == taken_.end() ? 0 : taken->second));
  }
  void take(std::size_t agent) {
    --left_;
    ++taken_[agent];
  }
  std::size_t agent_of(std::size_t sub_task) const { return run_.plan().sub_tasks[sub_task].agent; }

 private:
  const PlanRun& run_;
  int left_;
  std::map<std::size_t, int> taken_;
};

NextSteps PlanRun::next(std::int64_t now) const {
  NextSteps next;
  next.finished = is_finished();
  Room room(*this);
  for (const std::size_t i : active_) {
    const SubTaskProgress& task = progress_[i];
    if (task.awaits_evaluation) {
      const auto review = review_of(i);
      (!review ? next.evaluate : review->is_person ? next.person : next.review).push_back(i);
    }
    if (stopping_ && task.is_live()) next.cancel.push_back(i);
    if (stopping_ || task.call_state != CallState::kDue) continue;
    if (task.not_before > now) {
      next.wake = std::min(next.wake.value_or(task.not_before), task.not_before);
    } else if (room.at(room.agent_of(i)) > 0) {
      room.take(room.agent_of(i));
      next.call.push_back(i);
    }
  }
  add_waiting(next, room);
  return next;
}

// The first of those that wait for their turn, as many as there is room for: looks at no more of an agent's
// than that, so that a plan of thousands costs no more than one of a few.
void PlanRun::add_waiting(NextSteps& next, Room& room) const {
  const bool is_sync = plan().mode == Mode::kSync;
  if (is_sync && !active_.empty()) return;
  std::vector<std::size_t> first;
  for (const auto& [agent, waiting] : ready_) {
    int left = is_sync ? 1 : room.at(agent);
    for (auto i = waiting.begin(); i != waiting.end() && left > 0; ++i, --left) first.push_back(*i);
  }
  std::ranges::sort(first);
  if (is_sync && first.size() > 1) first.resize(1);
  for (const std::size_t i : first) {
    if (room.at(room.agent_of(i)) <= 0) continue;
    room.take(room.agent_of(i));
    next.call.push_back(i);
  }
}

void PlanRun::make_ready(std::size_t sub_task) {
  ready_[plan().sub_tasks[sub_task].agent].insert(sub_task);
}

void PlanRun::leave_ready(std::size_t sub_task) {
  const auto waiting = ready_.find(plan().sub_tasks[sub_task].agent);
  if (waiting == ready_.end()) return;
  waiting->second.erase(sub_task);
  if (waiting->second.empty()) ready_.erase(waiting);
}

bool PlanRun::is_ready(std::size_t sub_task) const {
  const auto waiting = ready_.find(plan().sub_tasks[sub_task].agent);
  return waiting != ready_.end() && waiting->second.contains(sub_task);
}

CallKey PlanRun::call_of(std::size_t sub_task) const {
  const SubTaskProgress& task = progress_[sub_task];
  if (task.state != SubTaskState::kWaiting) return task.call;
  const bool by_item = delivery_of(sub_task) == Delivery::kPerItem;
  return {.sub_task = sub_task, .round = 1, .item = by_item ? 0 : CallKey::kAllItems, .turn = 0};
}

std::string PlanRun::message_id(const CallKey& call) const {
  std::string id = sub_task_id(call.sub_task) + "-r" + std::to_string(call.round);
  if (call.item != CallKey::kAllItems) id += "-i" + std::to_string(call.item + 1);
  if (call.turn > 0) id += "-t" + std::to_string(call.turn);
  if (call.turn == CallKey::kReview) id += "-v";
  return id;
}

std::string PlanRun::sub_task_id(std::size_t sub_task) const {
  return setup_.id + "-" + std::to_string(sub_task + 1);
}

Delivery PlanRun::delivery_of(std::size_t sub_task) const {
  const PlannedSubTask& planned = plan().sub_tasks[sub_task];
  if (planned.delivery != Delivery::kAutomatic) return planned.delivery;
  return setup_.takes_context[planned.agent] ? Delivery::kAgentContext : Delivery::kPerItem;
}

RoundEvaluated PlanRun::evaluate_round(std::size_t sub_task) const {
  const SubTaskProgress& task = progress_[sub_task];
  RoundEvaluated event{.sub_task = sub_task, .round = task.round, .verdicts = {}};
  for (const std::size_t item : task.todo) {
    Verdict verdict = check_item(sub_task, item);
    const ItemCheck& check = plan().sub_tasks[sub_task].items[item].check;
    const auto hold_to = [&](bool is_asked, std::string_view name) {
      if (!verdict.accepted || !is_asked) return;
      const Verdict* decided = reviewed(sub_task, item, name);
      if (decided == nullptr) {
        verdict.accepted = false;
        verdict.check = name;
        verdict.reason = "nobody has decided on it";
      } else if (!decided->accepted) {
        verdict = *decided;
      }
    };
    hold_to(check.evaluator.has_value(), kEvaluatorCheck);
    hold_to(!check.person.empty(), kPersonCheck);
    event.verdicts.push_back(std::move(verdict));
  }
  return event;
}

// By the checks of the plan alone. The last result of an item counts.
Verdict PlanRun::check_item(std::size_t sub_task, std::size_t item) const {
  const auto& results = progress_[sub_task].results;
  const auto found = std::find_if(results.rbegin(), results.rend(),
                                  [item](const ItemResult& result) { return result.item == item; });
  return evaluate(plan().sub_tasks[sub_task].items[item],
                  found != results.rend() ? *found : ItemResult{.item = item});
}

// nullptr: that has not been decided.
const Verdict* PlanRun::reviewed(std::size_t sub_task, std::size_t item, std::string_view check) const {
  const auto& reviews = progress_[sub_task].reviews;
  const auto found = std::ranges::find_if(
      reviews, [&](const Verdict& each) { return each.item == item && each.check == check; });
  return found != reviews.end() ? &*found : nullptr;
}

std::optional<Review> PlanRun::review_of(std::size_t sub_task) const {
  const SubTaskProgress& task = progress_[sub_task];
  if (!task.awaits_evaluation || stopping_) return std::nullopt;
  std::optional<Review> person;
  for (const std::size_t item : task.todo) {
    const ItemCheck& check = plan().sub_tasks[sub_task].items[item].check;
    if (!check.evaluator && check.person.empty()) continue;
    if (!check_item(sub_task, item).accepted) continue;
    const Verdict* evaluator = reviewed(sub_task, item, kEvaluatorCheck);
    if (check.evaluator && evaluator == nullptr) return Review{item, false};
    const bool is_open = !check.evaluator || evaluator->accepted;
    const bool is_asked = !check.person.empty() && reviewed(sub_task, item, kPersonCheck) == nullptr;
    if (is_open && is_asked && !person) person = Review{item, true};
  }
  return person;
}

std::size_t PlanRun::output_room() const {
  return kRunOutputBytesMax - std::min(kRunOutputBytesMax, output_bytes_);
}

CallKey PlanRun::review_call_of(std::size_t sub_task, std::size_t item) const {
  return {.sub_task = sub_task,
          .round = progress_[sub_task].round,
          .item = static_cast<int>(item),
          .turn = CallKey::kReview};
}

}  // namespace schemagate::agent_context
