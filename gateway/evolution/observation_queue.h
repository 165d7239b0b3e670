// What requests tell the evolution, on its way from the cores to its thread. Telling costs a copy and one
// short lock; when the queue is full, or one client has its share of it, what comes is dropped and counted.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <vector>

#include "gateway/observe/payload_observer.h"
#include "gateway/store/guarded.h"

namespace schemagate {

// Owns its texts.
struct Observation {
  enum class Kind { kPayload, kWish, kDelivery };

  Kind kind = Kind::kPayload;
  std::string agent;
  std::string client;  // empty: nobody knows
  std::string tenant = {};
  std::string scenario;
  std::string key = {};                     // of a delivery; empty: all
  std::string payload = {};                 // JSON; empty: there is nothing in it to be looked at
  bool accepted = true;                     // the payload
  std::vector<std::string> fragments = {};  // wishes

  std::size_t bytes() const;
};

struct QueueFigures {
  std::uint64_t taken = 0;
  std::uint64_t dropped = 0;
  std::size_t waiting = 0;
};

// Safe from any thread; next() is for one.
class ObservationQueue {
 public:
  static constexpr std::size_t kObservationsMax = 8'192;
  static constexpr std::size_t kOfOneClientMax = 512;
  static constexpr std::size_t kBytesMax = 8 << 20;  // that wait; as many may be looked at meanwhile
  static constexpr std::size_t kPayloadBytesMax = 64 << 10;
  using Job = std::move_only_function<void()>;

  // False: it was dropped.
  bool put(Observation observation);
  // For the thread that takes observations, behind those that are there. False: nobody takes any more.
  bool put(Job job);

  struct Batch {
    std::vector<Observation> observations = {};
    std::vector<Job> jobs = {};
  };
  // Waits for something, `time` at most; then some milliseconds for more observations, unless there is a job.
  // All that there is: nobody who tells waits for it to be gone through.
  Batch next(const std::stop_token& stop, std::chrono::milliseconds time);
  // Nothing is taken from now on. Returns what is left.
  Batch close();
  QueueFigures figures() const;

 private:
  struct Waiting {
    Batch batch;
    std::unordered_map<std::string, std::size_t> of_client;
    std::size_t bytes = 0;
  };
  struct State {
    Waiting waiting;
    QueueFigures figures;
    bool is_closed = false;
  };
  Batch take(bool closes);

  store::Guarded<State> state_;
  std::condition_variable_any wake_;
};

}  // namespace schemagate
