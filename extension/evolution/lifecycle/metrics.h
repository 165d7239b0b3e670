// How a key of a patch is used (structured-data draft, section 6.2.3, evaluation metrics): counts of a day,
// 31 days of them, and who received and who adopted it. At most 26 KiB a key. A value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

#include "extension/evolution/instant.h"
#include "extension/evolution/lifecycle/client_sample.h"

namespace schemagate::evolution {

// Counts over the observation window. Of accepted payloads, where nothing else is said: what was refused used
// nothing.
struct Figures {
  std::uint64_t payloads = 0;           // of the scenario
  std::uint64_t receiver_payloads = 0;  // of clients that had received the patch
  std::uint64_t present = 0;            // payloads that have the key
  std::uint64_t received = 0;           // the same, refused ones included
  std::uint64_t typed = 0;              // of `received`, those whose value has the declared type
  std::uint64_t judged = 0;             // values that somebody has compared with what was meant
  std::uint64_t aligned = 0;            // those that mean it
  std::size_t clients = 0;              // that sent payloads
  std::size_t receivers = 0;
  std::size_t adopters = 0;  // receivers that sent the key with a right value
  bool operator==(const Figures&) const = default;
};

// Shares; nullopt where nothing was counted.
std::optional<double> usage_frequency(const Figures& figures);
// The same among those who knew of the key.
std::optional<double> receiver_usage_frequency(const Figures& figures);
std::optional<double> semantic_alignment_accuracy(const Figures& figures);
std::optional<double> value_type_correctness(const Figures& figures);
std::optional<double> client_adoption_rate(const Figures& figures);

class Metrics {
 public:
  static constexpr std::size_t kDaysMax = 31;

  struct Day {
    Instant day = 0;  // since the epoch
    Figures counts;   // without clients, receivers and adopters
    bool operator==(const Day&) const = default;
  };
  struct Seen {
    bool accepted = true;  // the payload
    bool present = false;
    bool typed = false;
  };

  void on_delivery(std::uint64_t client) { receivers_.add(client); }
  void on_payload(std::uint64_t client, Seen seen, Instant now);
  void on_verdict(bool aligned, Instant now);

  // Of the last `days`, today's among them.
  Figures figures(std::size_t days, Instant now) const;
  // 0: never.
  Instant last_used() const { return last_used_; }

  // For keeping.
  const std::deque<Day>& days() const { return days_; }
  const ClientSample& clients() const { return clients_; }
  const ClientSample& receivers() const { return receivers_; }
  const ClientSample& adopters() const { return adopters_; }
  void restore(std::deque<Day> days, ClientSample clients, ClientSample receivers, ClientSample adopters,
               Instant last_used);

 private:
  Figures& today(Instant now);

  std::deque<Day> days_;  // by ascending day
  ClientSample clients_;
  ClientSample receivers_;
  ClientSample adopters_;
  Instant last_used_ = 0;
};

}  // namespace schemagate::evolution
