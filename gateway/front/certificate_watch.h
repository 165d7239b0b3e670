// The certificates of listeners while the gateway runs.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "gateway/config/listener_config.h"
#include "gateway/environment/clock.h"
#include "gateway/observe/log.h"

namespace schemagate {

// Reads files that have changed again, and says in the log once of each certificate that clients refuse for
// its time: whether it was so from the beginning, has been put in place, or has expired since. Of one that
// ends soon it says so at the start, when files have been read again, and once a day.
class CertificateWatch {
 public:
  // All must outlive it.
  CertificateWatch(const std::vector<ListenerConfig>& listeners, const Clock& clock, const Log& log);

  // No listener has certificates.
  bool empty() const { return watched_.empty(); }
  // To be called about once a second. On one thread at a time.
  void look();

 private:
  struct Watched {
    const ListenerConfig& listener;
    std::vector<std::string> told = {};  // what the log says of the certificates that it has now
    std::optional<std::chrono::system_clock::time_point> ends_told_at = {};  // looked at for their ends
  };
  bool reload(const ListenerConfig& listener) const;
  void tell(Watched& watched) const;
  void tell_ends(Watched& watched) const;
  static void forget_what_was_told(Watched& watched);

  std::vector<Watched> watched_;
  const Clock& clock_;
  const Log& log_;
};

}  // namespace schemagate
