#include "gateway/agent/card_refresh.h"

#include <algorithm>
#include <utility>

#include "gateway/agent/card_reading.h"

namespace schemagate {
namespace {

using std::chrono::seconds;

constexpr std::size_t kThreadsMax = 8;
constexpr seconds kFirstPause{1};
constexpr seconds kLongestPause{30};
// Between two looks at whether calls have failed.
constexpr seconds kLook{1};

}  // namespace

CardRefresh::~CardRefresh() {
  for (std::jthread& thread : threads_) thread.request_stop();
}

void CardRefresh::start(std::string public_url) {
  public_url_ = std::move(public_url);
  for (const auto& agent : agents_.all()) schedules_.push_back({agent.get()});
  const std::size_t threads = std::min(kThreadsMax, schedules_.size());
  while (threads_.size() < threads) threads_.emplace_back([this](const std::stop_token& stop) { run(stop); });
  std::unique_lock lock(mutex_);
  wake_.wait(lock, [this] { return std::ranges::all_of(schedules_, &Schedule::is_tried); });
}

void CardRefresh::run(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    const auto now = std::chrono::steady_clock::now();
    Schedule* next = find_due(now);
    if (next == nullptr) {
      wake_.wait_until(lock, stop, next_look(now), [] { return false; });
      continue;
    }
    next->is_busy = true;
    lock.unlock();
    const bool updated = refresh(*next, stop);
    lock.lock();
    reschedule(*next, updated);
    wake_.notify_all();
  }
}

CardRefresh::Schedule* CardRefresh::find_due(TimePoint now) {
  Schedule* longest_due = nullptr;
  for (Schedule& each : schedules_) {
    if (each.is_busy) continue;
    if (each.agent->take_call_failure()) each.due = std::min(each.due, now);
    if (each.due <= now && (longest_due == nullptr || each.due < longest_due->due)) longest_due = &each;
  }
  return longest_due;
}

CardRefresh::TimePoint CardRefresh::next_look(TimePoint now) const {
  TimePoint look = now + kLook;
  for (const Schedule& each : schedules_) {
    if (!each.is_busy) look = std::min(look, each.due);
  }
  return look;
}

void CardRefresh::reschedule(Schedule& schedule, bool updated) {
  const seconds interval = schedule.agent->snapshot()->config().card_refresh;
  const seconds longest = std::min(kLongestPause, interval);
  const seconds pause = updated ? interval : std::min(schedule.pause, longest);
  schedule.due = std::chrono::steady_clock::now() + pause;
  schedule.pause = updated ? kFirstPause : std::min(schedule.pause * 2, longest);
  schedule.is_tried = true;
  schedule.is_busy = false;
}

bool CardRefresh::refresh(Schedule& schedule, const std::stop_token& stop) const {
  FrontedAgent& agent = *schedule.agent;
  const auto before = agent.snapshot();
  const auto updated = read_card(agent, public_url_, stop);
  if (!updated) return report_failure(schedule, updated.error(), stop);
  schedule.told.clear();
  const std::string& name = agent.name();
  if (updated->changed && !updated->signature.empty()) {
    log_.write(updated->verified ? LogLevel::kInfo : LogLevel::kWarn, "agent_card_signature",
               {{"agent", name}, {"finding", updated->signature}});
  }
  const bool was_ready = !before->problem;
  if (!was_ready) log_.write(LogLevel::kInfo, "agent_ready", {{"agent", name}});
  if (was_ready && !updated->changed) return true;
  for (const object_schemas::CardProblem& doubt : updated->doubts) {
    log_.write(LogLevel::kWarn, "agent_card_doubt",
               {{"agent", name}, {"path", doubt.path}, {"cause", doubt.message}});
  }
  return true;
}

// Once for each cause, not for each try.
bool CardRefresh::report_failure(Schedule& schedule, const AgentProblem& problem,
                                 const std::stop_token& stop) const {
  if (stop.stop_requested() || schedule.told == problem.cause) return false;
  schedule.told = problem.cause;
  log_.write(LogLevel::kWarn, "agent_card_failed",
             {{"agent", schedule.agent->name()},
              {"state", std::string(name(problem.kind))},
              {"cause", schedule.told}});
  return false;
}

}  // namespace schemagate
