#include "gateway/agent/card_refresh.h"

#include <algorithm>
#include <chrono>
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

void CardRefresh::start(std::string public_url) {
  public_url_ = std::move(public_url);
  const std::size_t agents = agents_.all().size();
  // Where not each agent has a thread, those that fail leave half of them to the others.
  schedule_ = CardSchedule(agents, SteadyClock::now(), agents <= kThreadsMax ? agents : kThreadsMax / 2);
  told_.resize(agents);
  while (threads_.size() < std::min(kThreadsMax, agents))
    threads_.emplace_back([this](const std::stop_token& stop) { run(stop); });
  std::unique_lock lock(mutex_);
  all_tried_.wait(lock, [this] { return schedule_.all_tried(); });
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
    FrontedAgent& agent = *agents_.all()[*taken];
    lock.unlock();
    const bool updated = refresh(agent, told_[*taken], stop);
    lock.lock();
    schedule_.put_back(*taken, updated, agent.snapshot()->config().card_refresh, SteadyClock::now());
    if (schedule_.all_tried()) all_tried_.notify_all();
  }
}

void CardRefresh::look_for_failed_calls(TimePoint now) {
  if (now < next_look_) return;
  next_look_ = now + kLook;
  for (std::size_t agent = 0; agent < told_.size(); ++agent) {
    if (!schedule_.is_taken(agent) && agents_.all()[agent]->take_call_failure())
      schedule_.make_due(agent, now);
  }
}

// Of many threads that wait for the same moment all but one would wake for nothing.
void CardRefresh::wait(std::unique_lock<std::mutex>& lock, const std::stop_token& stop) {
  if (is_watched_) {
    wake_.wait(lock, stop, [this] { return !is_watched_; });
    return;
  }
  is_watched_ = true;
  wake_.wait_until(lock, stop, std::min(schedule_.next_due(), next_look_), [] { return false; });
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
