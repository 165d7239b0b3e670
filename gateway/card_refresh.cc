#include "gateway/card_refresh.h"

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
    std::vector<std::jthread> first_fetches;
    for (const auto& agent : agents_.all()) schedules.push_back({agent.get(), {}});
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
  Agent& agent = *schedule.agent;
  const bool was_ready = agent.state() != nullptr && agent.problem().empty();
  auto fetched = a2a::client::fetch_card(agent.config().upstream_url, {}, stop);
  if (!fetched) agent.set_problem(fetched.error().error.message);
  const bool updated = fetched && agent.update(fetched->text, public_url_).has_value();
  const auto interval = agent.config().card_refresh;
  const auto pause = updated ? interval : std::min(schedule.pause, interval);
  schedule.pause = updated ? std::chrono::seconds(1) : schedule.pause * 2;
  schedule.due = std::chrono::steady_clock::now() + pause;
  if (updated && !was_ready) log_.write(LogLevel::kInfo, "agent_ready", {{"agent", agent.config().name}});
  if (!updated && !stop.stop_requested()) {
    log_.write(LogLevel::kWarn, "agent_card_failed",
               {{"agent", agent.config().name}, {"cause", agent.problem()}});
  }
}

}  // namespace schemagate
