// How strongly a wish is felt (structured-data draft, section 6.2.1, heat decay counting): grows with each
// fragment, halves with the time, and is made of what each client brings, so that none of them can make it
// alone.
//
//   Heat heat;
//   heat.add(fragment, settings);
//   heat.value(settings, now)
//
// The value is the sum over tenants of their hottest clients, each at most a share of the threshold.
//
// Bounded: 256 clients, the coolest out first. A value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "extension/evolution/pool/clients.h"

namespace schemagate::evolution {

// What `level` is worth `elapsed` later.
double decayed(double level, Instant elapsed, const Settings& settings);

class Heat {
 public:
  struct Source {
    ClientNumber client;
    std::uint64_t tenant;
    double counted;      // at most the share
    double brought;      // without that bound, also of a client that does not count yet
    Instant at;          // of both
    Instant counted_at;  // of the last fragment that counted; 0: none has
    bool operator==(const Source&) const = default;
  };

  // A fragment of this client; `counts` is whether it is known for long enough.
  void add(ClientNumber client, std::uint64_t tenant, bool counts, const Settings& settings, Instant now);

  double value(const Settings& settings, Instant now) const;
  // The same of all fragments, those included that do not count yet: what keeps a cluster in the pool.
  double activity(const Settings& settings, Instant now) const;
  // What one client has brought, without the bound.
  double of_client(ClientNumber client, const Settings& settings, Instant now) const;
  // Different clients that count and have sent one since, of each tenant at most `per_tenant`.
  std::size_t clients_since(Instant since, const Settings& settings) const;

  // What another cluster has brought is added, client by client, each with the bound of its share as before.
  void take(const Heat& other, const Settings& settings, Instant now);
  void forget(ClientNumber client);
  const std::vector<Source>& sources() const { return sources_; }
  void restore(std::vector<Source> sources) { sources_ = std::move(sources); }

 private:
  Source& source(ClientNumber client, std::uint64_t tenant, const Settings& settings, Instant now);

  std::vector<Source> sources_;
};

}  // namespace schemagate::evolution
