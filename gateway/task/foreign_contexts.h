// Reads contexts out of stores of others: those that the configuration names, and nothing else.
//
//   ForeignContexts contexts({.executor = core, .sources = config.context_sources, ...});
//   auto found = co_await contexts.read(uri, payer.holder());
//   if (!found) return refused(name(found.error()));
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gateway/environment/clock.h"
#include "gateway/net/executor.h"
#include "gateway/net/peer_trust.h"
#include "gateway/net/upstream.h"
#include "gateway/observe/log.h"
#include "gateway/push/name_lookup.h"
#include "gateway/task/foreign_reference.h"

namespace schemagate {

// References must outlive it, and every reading.
struct ForeignContextDependencies {
  net::Executor executor;
  net::UpstreamClient& upstream;
  const std::vector<ContextSource>& sources;
  const Clock& clock;
  const Log& log;
  push::Resolver resolve = push::resolve_by_system;  // from many threads at once
};

struct ForeignContext {
  std::string content;   // UTF-8
  bool is_json = false;  // as its store says
};

// Used on one core only.
class ForeignContexts {
 public:
  explicit ForeignContexts(const ForeignContextDependencies& dependencies);

  // By what the reference says itself; nobody is called. `residency`: as for check_foreign().
  std::optional<ForeignFault> fault_of(std::string_view uri, std::string_view residency = {}) const;
  // GET, to an address that has been checked and to no other, however the name resolves by then: with the
  // source's own header fields, to its origin alone, no redirect followed; at most 256 KiB, with the digest
  // that the reference promises. Tried again where that may help, within the source's timeout. `holder`: on
  // whose behalf; connections and look-ups are shared out by it. A refusal is logged, without the reference.
  net::Awaitable<a2a::Result<ForeignContext, ForeignFault>> read(std::string uri, std::string holder);

 private:
  using Addresses = std::vector<net::IpAddress>;
  using Reading = a2a::Result<ForeignContext, ForeignFault>;

  net::Awaitable<Reading> read_from(const ForeignReference& reference, const std::string& holder);
  net::Awaitable<Reading> attempt(const ForeignReference& reference, const std::string& holder, int number,
                                  MonotonicTime deadline);
  net::Awaitable<Reading> take(net::UpstreamStream& answer, const std::string& digest,
                               MonotonicTime deadline) const;
  net::Awaitable<a2a::Result<Addresses, ForeignFault>> addresses_of(const ForeignReference& reference,
                                                                    const std::string& holder,
                                                                    MonotonicTime deadline) const;
  void note(const std::string& source, ForeignFault fault) const;
  std::chrono::milliseconds time_until(MonotonicTime deadline) const;

  const ForeignContextDependencies dependencies_;
  const push::NameLookup lookup_;
  std::vector<net::PeerTrust> trust_;  // of each source
};

}  // namespace schemagate
