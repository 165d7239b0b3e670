#include "gateway/agent/card_refresh.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "a2a/client/card.h"

namespace schemagate {

void CardRefresh::start(std::string public_url) {
  public_url_ = std::move(public_url);
  std::vector<Schedule> schedules;
  {
    for (const auto& agent : agents_.all()) schedules.push_back({agent.get(), {}});
    std::vector<std::jthread> first_fetches;
    first_fetches.reserve(schedules.size());
    for (Schedule& schedule : schedules) {
      first_fetches.emplace_back([this, &schedule](const std::stop_token& stop) { refresh(schedule, stop); });
    }
    for (std::jthread& fetch : first_fetches) fetch.join();
  }
  thread_ = std::jthread(
      [this, schedules = std::move(schedules)](const std::stop_token& stop) { run(stop, schedules); });
}

void CardRefresh::run(const std::stop_token& stop, std::vector<Schedule> schedules) const {
  std::mutex mutex;
  std::condition_variable_any wake;
  std::unique_lock lock(mutex);
  while (!stop.stop_requested() && !schedules.empty()) {
    auto next = std::ranges::min_element(schedules, {}, &Schedule::due);
    wake.wait_until(lock, stop, next->due, [] { return false; });
    if (!stop.stop_requested()) refresh(*next, stop);
  }
}

void CardRefresh::refresh(Schedule& schedule, const std::stop_token& stop) const {
  const bool updated = fetch(*schedule.agent, stop);
  const auto interval = schedule.agent->snapshot()->config().card_refresh;
  schedule.due = std::chrono::steady_clock::now() + (updated ? interval : std::min(schedule.pause, interval));
  schedule.pause = updated ? std::chrono::seconds(1) : std::min(schedule.pause * 2, interval);
}

bool CardRefresh::fetch(FrontedAgent& agent, const std::stop_token& stop) const {
  const std::string& name = agent.name();
  const auto before = agent.snapshot();
  const bool was_ready = before->published != nullptr && before->problem.empty();
  auto fetched = a2a::client::fetch_card(before->config().upstream_url, {}, stop);
  if (!fetched) agent.set_problem(fetched.error().error.message);
  a2a::Result<CardUpdate> updated = std::unexpected(a2a::Error{});
  const auto probe = [&stop](const UpstreamEndpoint& endpoint) { return leaves_out_v1(endpoint, stop); };
  if (fetched) updated = agent.update(fetched->text, public_url_, probe);
  if (!updated) {
    if (!stop.stop_requested())
      log_.write(LogLevel::kWarn, "agent_card_failed",
                 {{"agent", name}, {"cause", agent.snapshot()->problem}});
    return false;
  }
  if (updated->changed && !updated->signature.empty()) {
    log_.write(updated->verified ? LogLevel::kInfo : LogLevel::kWarn, "agent_card_signature",
               {{"agent", name}, {"finding", updated->signature}});
  }
  if (!was_ready) log_.write(LogLevel::kInfo, "agent_ready", {{"agent", name}});
  if (was_ready && !updated->changed) return true;
  for (const object_schemas::CardProblem& doubt : updated->doubts) {
    log_.write(LogLevel::kWarn, "agent_card_doubt",
               {{"agent", name}, {"path", doubt.path}, {"cause", doubt.message}});
  }
  return true;
}

}  // namespace schemagate
