#include "gateway/agent/card_refresh.h"

#include <algorithm>
#include <chrono>
#include <unordered_set>
#include <utility>

#include "gateway/agent/card_reading.h"

namespace schemagate {
namespace {

using SteadyClock = std::chrono::steady_clock;

// A card that does not come takes its thread for fifteen seconds.
constexpr std::size_t kThreadsMax = 64;
// Between two looks at whether calls have failed.
constexpr std::chrono::seconds kLook{1};

}  // namespace

CardRefresh::~CardRefresh() {
  for (std::jthread& thread : threads_) thread.request_stop();
}

void CardRefresh::add(const FrontedAgents& agents) {
  const std::lock_guard lock(mutex_);
  const TimePoint now = SteadyClock::now();
  for (const auto& agent : agents) take_place(agent, now);
  make_threads();
  has_come_ = true;
  wake_.notify_all();
}

void CardRefresh::wait_until_tried() {
  std::unique_lock lock(mutex_);
  all_tried_.wait(lock, [this] { return schedule_.all_tried(); });
}

bool CardRefresh::wait_until_tried(std::chrono::milliseconds time, const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  return all_tried_.wait_for(lock, stop, time, [this] { return schedule_.all_tried(); });
}

void CardRefresh::take_place(const std::shared_ptr<FrontedAgent>& agent, TimePoint now) {
  const std::size_t place = schedule_.add(now);
  followed_.resize(std::max(followed_.size(), place + 1));
  followed_[place] = {agent};
}

// Where not each agent has a thread, those that fail leave half of them to the others.
void CardRefresh::make_threads() {
  const std::size_t agents = followed_.size();
  schedule_.allow_failing(agents <= kThreadsMax ? agents : kThreadsMax / 2);
  while (threads_.size() < std::min(kThreadsMax, agents))
    threads_.emplace_back([this](const std::stop_token& stop) { run(stop); });
}

void CardRefresh::remove(const FrontedAgents& agents) {
  const std::unordered_set<std::shared_ptr<FrontedAgent>> gone(agents.begin(), agents.end());
  const std::lock_guard lock(mutex_);
  for (std::size_t place = 0; place < followed_.size(); ++place) {
    if (followed_[place].agent == nullptr || !gone.contains(followed_[place].agent)) continue;
    schedule_.remove(place);
    followed_[place].agent = nullptr;
  }
}

void CardRefresh::run(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    look_for_failed_calls(SteadyClock::now());
    const auto taken = schedule_.take(SteadyClock::now());
    if (!taken) {
      wait(lock, stop);
      continue;
    }
    wake_.notify_one();  // so that somebody looks for the next one meanwhile
    Followed due = followed_[*taken];
    lock.unlock();
    const bool updated = refresh(*due.agent, due.told, stop);
    const auto interval = due.agent->snapshot()->config().card_refresh;
    lock.lock();
    schedule_.put_back(*taken, updated, interval, SteadyClock::now());
    followed_[*taken].told = std::move(due.told);
    if (schedule_.all_tried()) all_tried_.notify_all();
  }
}

void CardRefresh::look_for_failed_calls(TimePoint now) {
  if (now < next_look_) return;
  next_look_ = now + kLook;
  for (std::size_t place = 0; place < followed_.size(); ++place) {
    const auto& agent = followed_[place].agent;
    if (agent != nullptr && !schedule_.is_taken(place) && agent->take_call_failure())
      schedule_.make_due(place, now);
  }
}

// Of many threads that wait for the same moment all but one would wake for nothing.
void CardRefresh::wait(std::unique_lock<std::mutex>& lock, const std::stop_token& stop) {
  if (is_watched_) {
    wake_.wait(lock, stop, [this] { return !is_watched_; });
    return;
  }
  is_watched_ = true;
  wake_.wait_until(lock, stop, std::min(schedule_.next_due(), next_look_),
                   [this] { return std::exchange(has_come_, false); });
  is_watched_ = false;
}

bool CardRefresh::refresh(FrontedAgent& agent, std::string& told, const std::stop_token& stop) const {
  const auto before = agent.snapshot();
  const auto updated = read_card(agent, public_url_, stop);
  if (!updated) return report_failure(agent, told, updated.error(), stop);
  told.clear();
  const std::string& name = agent.name();
  if (updated->changed && !updated->signature.empty()) {
    log_.write(updated->verified ? LogLevel::kInfo : LogLevel::kWarn, "agent_card_signature",
               {{"agent", name}, {"finding", updated->signature}});
  }
  if (updated->change) report_change(name, *updated->change);
  if (updated->changed) report_lost_schemas(*before, *agent.snapshot());
  const bool was_ready = !before->problem;
  if (!was_ready) log_.write(LogLevel::kInfo, "agent_ready", {{"agent", name}});
  if (was_ready && !updated->changed) return true;
  for (const object_schemas::CardProblem& doubt : updated->doubts) {
    log_.write(LogLevel::kWarn, "agent_card_doubt",
               {{"agent", name}, {"path", doubt.path}, {"cause", doubt.message}});
  }
  return true;
}

// A card is the agent's contract: another one explains answers that are others than yesterday.
void CardRefresh::report_change(const std::string& agent, const CardChange& change) const {
  Log::Fields fields{{"agent", agent}};
  const auto add = [&fields](std::string_view name, const std::string& value) {
    if (!value.empty()) fields.emplace_back(name, value);
  };
  add("version_before", change.version_before);
  add("version", change.version);
  add("digest_before", change.digest_before);
  add("digest", change.digest);
  if (change.protocol != change.protocol_before) {
    add("protocol_before", change.protocol_before);
    add("protocol", change.protocol);
  }
  add("skills_added", change.skills_added);
  add("skills_gone", change.skills_gone);
  add("skills_changed", change.skills_changed);
  add("modes_changed", change.modes_changed);
  add("members_changed", change.members_changed);
  log_.write(LogLevel::kInfo, "agent_card_changed", fields);
}

// What fitted no schema was refused up to now, and is passed on from now on.
void CardRefresh::report_lost_schemas(const AgentSnapshot& before, const AgentSnapshot& now) const {
  if (!before.published) return;
  std::string lost;
  for (const auto& [name, schema] : before.contract().schemas) {
    if (!now.contract().schemas.contains(name)) lost += (lost.empty() ? "" : ", ") + name;
  }
  if (lost.empty()) return;
  log_.write(LogLevel::kWarn, "agent_schemas_gone", {{"agent", now.config().name}, {"schemas", lost}});
}

// Once for each cause, not for each try.
bool CardRefresh::report_failure(const FrontedAgent& agent, std::string& told, const AgentProblem& problem,
                                 const std::stop_token& stop) const {
  if (stop.stop_requested() || told == problem.cause) return false;
  told = problem.cause;
  log_.write(LogLevel::kWarn, "agent_card_failed",
             {{"agent", agent.name()}, {"state", std::string(name(problem.kind))}, {"cause", told}});
  return false;
}

}  // namespace schemagate
