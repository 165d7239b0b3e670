// Who has sent fragments: since when each client is known, how much it has sent, who wants no part in it.
// A client is an authenticated principal; all anonymous callers are one (the name ""). Bounded: 100,000
// clients; when there are more, those that were not seen for 30 days go, then those that never counted; who
// still has no place is taken for anonymous.
//
// A value; no thread rule beyond that.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "extension/evolution/instant.h"
#include "extension/evolution/settings.h"

namespace schemagate::evolution {

// Of one client; never used again. kAnonymous is that of all who have no name.
using ClientNumber = std::uint32_t;
inline constexpr ClientNumber kAnonymous = 0;

struct Client {
  ClientNumber number = kAnonymous;
  std::uint64_t tenant = 0;  // equal for clients of one tenant; a client without one is its own
  Instant first_seen = 0;
  Instant last_seen = 0;
  Instant minute_begin = 0;  // of the fragments that are counted below
  std::size_t minute_count = 0;
  Instant day_begin = 0;
  std::size_t day_count = 0;
  bool opted_out = false;
};

class Clients {
 public:
  static constexpr std::size_t kClientsMax = 100'000;

  // A client that was known before. A second time changes nothing.
  void know(std::string_view name, Instant first_seen);
  // Notes that a client has called; without a tenant it keeps the one that it had. The record is good until
  // the next call that is not const.
  Client& see(std::string_view name, std::string_view tenant, Instant now);
  // Whether one more fragment is within the limits; counts it when it is.
  static bool within_limits(Client& client, const Settings& settings, Instant now);
  // Whether it is known for long enough to count.
  static bool is_old_enough(const Client& client, const Settings& settings, Instant now);

  const Client* find(std::string_view name) const;
  // nullopt for a number that is not there any more.
  std::optional<std::string> name_of(ClientNumber number) const;
  // No fragment of it is taken from now on, or is again.
  void set_opted_out(std::string_view name, bool out, Instant now);
  void forget(std::string_view name);

  using Table = std::map<std::string, Client, std::less<>>;
  const Table& all() const { return clients_; }
  ClientNumber last_number() const { return last_; }
  void restore(Table clients, ClientNumber last);

 private:
  Client& add(std::string_view name, Instant first_seen);
  void make_room(Instant now);

  Table clients_;
  ClientNumber last_ = kAnonymous;
};

}  // namespace schemagate::evolution
