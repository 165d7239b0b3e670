// How much one caller, or one address, may ask for.
//
//   Quotas quotas(settings, clock);
//   if (const auto wait = quotas.principals.take_request(principal.owner)) return refuse(429, *wait);
//   const std::string used_up = quotas.take(QuotaKind::kTask, payer, seats);   // given back with the seats
//   if (!used_up.empty()) return refuse(429, "too many tasks (" + used_up + ")");
//
// A quota that is used up is told as "quotas.address.streams: 5": the option and what it says.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gateway/access/principal.h"
#include "gateway/environment/clock.h"
#include "gateway/store/accounts.h"
#include "gateway/store/guarded.h"

namespace schemagate::access {

// Each 0: no limit.
struct QuotaLimits {
  std::size_t requests_per_second = 0;
  std::size_t burst = 0;          // requests at once after a pause; 0: as many as in a second
  std::size_t running_tasks = 0;  // at the same time
  std::size_t streams = 0;        // open at the same time
  std::size_t stored_bytes = 0;   // of tasks that are kept, ended ones included
  std::size_t push_configs = 0;   // of those tasks
};

// For each authenticated caller, and for each address that requests come from.
struct QuotaSettings {
  QuotaLimits principal = {};
  QuotaLimits address = {};
};

enum class QuotaKind : std::uint8_t { kTask, kStream };

// The quotas of all holders of one sort. Safe from any thread; must outlive the seats that it has given.
class QuotaTable {
 public:
  // `option`: whose limits they are in the configuration, such as "quotas.address"; a literal.
  QuotaTable(const QuotaLimits& limits, std::string_view option, const Clock& clock)
      : limits_(limits), option_(option), clock_(clock) {}
  QuotaTable(const QuotaTable&) = delete;
  QuotaTable& operator=(const QuotaTable&) = delete;

  // One of those that a holder may have at the same time, for as long as it lives.
  class Seat {
   public:
    Seat(QuotaTable& table, QuotaKind kind, std::string holder)
        : table_(&table), kind_(kind), holder_(std::move(holder)) {}
    Seat(Seat&& other) noexcept
        : table_(std::exchange(other.table_, nullptr)),
          kind_(other.kind_),
          holder_(std::move(other.holder_)) {}
    Seat& operator=(Seat&&) = delete;
    ~Seat() {
      if (table_ != nullptr) table_->give_back(kind_, holder_);
    }

   private:
    QuotaTable* table_;
    QuotaKind kind_;
    std::string holder_;
  };

  // A token bucket: nullopt where the request may go on, else how long to wait, at least a second.
  std::optional<std::chrono::seconds> take_request(const std::string& holder);
  // Of a request that was taken and does not go on.
  void give_back_request(const std::string& holder);
  // False: the limit is reached. Where there is none, nothing is taken.
  bool take(QuotaKind kind, const std::string& holder, std::vector<Seat>& seats);

  // What is told of a quota that take_request(), or take(), found used up.
  std::string told_of_requests() const;
  std::string told_of(QuotaKind kind) const;

  // Holders that are known now.
  std::size_t size() const {
    return holders_.with([](const Holders& holders) { return holders.size(); });
  }

 private:
  struct Holder {
    double requests = 0;  // that are left
    MonotonicTime filled_at = {};
    std::array<std::size_t, 2> taken = {};
  };
  using Holders = std::unordered_map<std::string, Holder>;
  std::size_t limit_of(QuotaKind kind) const;
  double bucket_size() const;
  void fill(Holder& holder, MonotonicTime now) const;
  Holder& find(Holders& holders, const std::string& name, MonotonicTime now) const;
  void give_back(QuotaKind kind, const std::string& holder);

  const QuotaLimits limits_;
  const std::string_view option_;
  const Clock& clock_;
  store::Guarded<Holders> holders_;
};

// What a request adds to what is kept.
struct Addition {
  std::size_t bytes = 0;  // at least
  bool push_config = false;
};

struct Quotas {
  Quotas(const QuotaSettings& settings, const Clock& clock);

  // Why there is no room for more, with the quota; empty: there is. Asked before work begins: what is under
  // way goes on, and may be more in the end, and so may requests that come at the same moment.
  std::string full(const Principal& caller, const std::string& address, const Addition& addition) const;

  struct Wait {
    std::chrono::seconds time;
    std::string used_up;
  };
  // Of the principal and of the address, of each as far as it is known: of both or, in the end, of none. As
  // the tables' own. take() gives the quota that is used up, empty: granted; what `seats` has when nothing
  // was granted goes back with them.
  std::optional<Wait> take_request(const Payer& payer);
  std::string take(QuotaKind kind, const Payer& payer, std::vector<QuotaTable::Seat>& seats);

  QuotaTable principals;
  QuotaTable addresses;
  const std::shared_ptr<store::Accounts> accounts;  // for the store; nullptr: no limit needs them

 private:
  const QuotaSettings settings_;
};

}  // namespace schemagate::access
