#include "gateway/evolution/observation_queue.h"

#include <algorithm>
#include <utility>

namespace schemagate {
namespace {

constexpr std::size_t kBatch = 256;
// What is told is looked at together: a thread that is woken for each request takes more of a core than what
// it has to do.
constexpr std::size_t kWorthWaking = 64;
constexpr std::chrono::milliseconds kGathering{20};
constexpr std::size_t kOverheadBytes = 200;

}  // namespace

std::size_t Observation::bytes() const {
  std::size_t bytes =
      kOverheadBytes + agent.size() + client.size() + tenant.size() + scenario.size() + payload.size();
  for (const std::string& fragment : fragments) bytes += fragment.size() + sizeof(std::string);
  return bytes;
}

bool ObservationQueue::put(Observation observation) {
  const std::size_t bytes = observation.bytes();
  bool is_to_wake = false;
  const bool is_taken = state_.with([&](State& state) {
    auto& own = state.of_client[observation.client];
    const bool fits = !state.is_closed && own < kOfOneClientMax &&
                      state.observations.size() < kObservationsMax && state.bytes + bytes <= kBytesMax;
    if (!fits) {
      ++state.figures.dropped;
      if (own == 0) state.of_client.erase(observation.client);
      return false;
    }
    ++own;
    ++state.figures.taken;
    state.bytes += bytes;
    state.observations.push_back(std::move(observation));
    is_to_wake = state.observations.size() == 1 || state.observations.size() == kWorthWaking;
    return true;
  });
  if (is_to_wake) wake_.notify_one();
  return is_taken;
}

bool ObservationQueue::put(Job job) {
  const bool is_taken = state_.with([&job](State& state) {
    if (!state.is_closed) state.jobs.push_back(std::move(job));
    return !state.is_closed;
  });
  if (is_taken) wake_.notify_one();
  return is_taken;
}

void ObservationQueue::take(State& state, Batch& batch, std::size_t observations_max) {
  while (!state.observations.empty() && batch.observations.size() < observations_max) {
    Observation& next = state.observations.front();
    state.bytes -= next.bytes();
    const auto own = state.of_client.find(next.client);
    if (--own->second == 0) state.of_client.erase(own);
    batch.observations.push_back(std::move(next));
    state.observations.pop_front();
  }
  if (state.observations.empty()) batch.jobs = std::exchange(state.jobs, {});
}

ObservationQueue::Batch ObservationQueue::next(const std::stop_token& stop, std::chrono::milliseconds time) {
  state_.wait(wake_, stop, time,
              [](const State& state) { return !state.observations.empty() || !state.jobs.empty(); });
  state_.wait(wake_, stop, std::min(time, kGathering), [](const State& state) {
    return state.observations.size() >= kWorthWaking || !state.jobs.empty() || state.observations.empty();
  });
  return state_.with([](State& state) {
    Batch batch;
    take(state, batch, kBatch);
    return batch;
  });
}

ObservationQueue::Batch ObservationQueue::close() {
  return state_.with([](State& state) {
    state.is_closed = true;
    Batch batch;
    take(state, batch, kObservationsMax);
    return batch;
  });
}

QueueFigures ObservationQueue::figures() const {
  return state_.with([](const State& state) {
    QueueFigures figures = state.figures;
    figures.waiting = state.observations.size();
    return figures;
  });
}

}  // namespace schemagate
