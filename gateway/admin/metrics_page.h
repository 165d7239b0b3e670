// What GET /metrics answers: gateway/METRICS.md says what each metric means.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gateway/front/request_counts.h"
#include "gateway/observe/event_counts.h"
#include "gateway/store/sqlite_store.h"
#include "gateway/store/store_health.h"

namespace schemagate {

// How much of something there is, and may be.
struct Level {
  std::size_t taken = 0;
  std::size_t limit = 0;
};

// Since the start.
struct PushFigures {
  std::uint64_t delivered = 0;  // attempts to tell a receiver that it has answered well
  std::uint64_t failed = 0;     // attempts that it has not
  std::uint64_t given_up = 0;   // registrations that are told no more
};

// Of what is kept, once the store is open.
struct StoreReadings {
  std::size_t tasks = 0;
  store::StoreHealth health = {};
  std::optional<store::LedgerFigures> ledger = {};  // absent: tasks are kept in memory
  std::optional<PushFigures> push = {};             // absent: push notifications are not offered
};

struct AgentReading {
  std::string name;
  bool is_up;  // its card is known, and the last reading of it was well
};

struct CertificateReading {
  std::string listener;  // empty: the only one
  std::string file;
  std::chrono::system_clock::time_point ends;
};

// The gateway at one moment.
struct GatewayReadings {
  std::string version = {};
  std::string commit = {};
  std::chrono::system_clock::time_point started = {};
  std::size_t connections = 0;
  Level streams = {};
  Level running_tasks = {};
  Level memory = {};                        // bytes
  std::optional<StoreReadings> store = {};  // absent while it loads
  std::vector<AgentReading> agents = {};
  std::vector<CertificateReading> certificates = {};
};

// Pure.
std::string write_metrics(const GatewayReadings& gateway, const RequestSums& requests,
                          const EventCounts& events);

}  // namespace schemagate
