#include "gateway/evolution/observation_queue.h"

#include <algorithm>
#include <utility>

namespace schemagate {
namespace {

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
    auto& [batch, of_client, bytes_waiting] = state.waiting;
    auto& own = of_client[observation.client];
    const bool fits = !state.is_closed && own < kOfOneClientMax &&
                      batch.observations.size() < kObservationsMax && bytes_waiting + bytes <= kBytesMax;
    if (!fits) {
      ++state.figures.dropped;
      if (own == 0) of_client.erase(observation.client);
      return false;
    }
    ++own;
    ++state.figures.taken;
    bytes_waiting += bytes;
    batch.observations.push_back(std::move(observation));
    is_to_wake = batch.observations.size() == 1 || batch.observations.size() == kWorthWaking;
    return true;
  });
  if (is_to_wake) wake_.notify_one();
  return is_taken;
}

bool ObservationQueue::put(Job job) {
  const bool is_taken = state_.with([&job](State& state) {
    if (!state.is_closed) state.waiting.batch.jobs.push_back(std::move(job));
    return !state.is_closed;
  });
  if (is_taken) wake_.notify_one();
  return is_taken;
}

// The lock is held to exchange two pointers or so: what is taken is moved, counted down and freed by whoever
// takes it.
ObservationQueue::Batch ObservationQueue::take(bool closes) {
  Waiting next;
  if (!closes) next.batch.observations.reserve(kWorthWaking);
  Waiting taken = state_.with([&next, closes](State& state) {
    state.is_closed = state.is_closed || closes;
    return std::exchange(state.waiting, std::move(next));
  });
  return std::move(taken.batch);
}

ObservationQueue::Batch ObservationQueue::next(const std::stop_token& stop, std::chrono::milliseconds time) {
  state_.wait(wake_, stop, time, [](const State& state) {
    return !state.waiting.batch.observations.empty() || !state.waiting.batch.jobs.empty();
  });
  state_.wait(wake_, stop, std::min(time, kGathering), [](const State& state) {
    const std::size_t count = state.waiting.batch.observations.size();
    return count >= kWorthWaking || count == 0 || !state.waiting.batch.jobs.empty();
  });
  return take(false);
}

ObservationQueue::Batch ObservationQueue::close() {
  return take(true);
}

QueueFigures ObservationQueue::figures() const {
  return state_.with([](const State& state) {
    QueueFigures figures = state.figures;
    figures.waiting = state.waiting.batch.observations.size();
    return figures;
  });
}

}  // namespace schemagate
