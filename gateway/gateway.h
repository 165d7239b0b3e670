// The gateway as one object: what `schemagate serve` starts, and what a program that links the library can
// start too.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>

#include "a2a/error.h"
#include "gateway/agent/agent.h"
#include "gateway/agent/card_refresh.h"
#include "gateway/config/config.h"
#include "gateway/environment/clock.h"
#include "gateway/front/access.h"
#include "gateway/net/server.h"
#include "gateway/observe/exchange_observer.h"
#include "gateway/observe/log.h"
#include "gateway/push/push_relay.h"
#include "gateway/store/task_store.h"
#include "gateway/task/task_feed.h"

namespace schemagate {

class Gateway {
 public:
  // Opens the ledger, listens, then fetches the agents' cards: an agent that cannot be reached is tried again
  // later, until then calls to it are answered with 503. Tasks that the last run left unfinished are gone on
  // with. Errors: kInternal when the ledger cannot be opened or the address cannot be bound.
  // `exchanges`, which outlives the gateway, is told what becomes of payloads; nullptr: nobody is.
  static a2a::Result<std::unique_ptr<Gateway>> start(Config config, ExchangeObserver* exchanges = nullptr);
  // As drain() with the configured deadline.
  ~Gateway();
  Gateway(const Gateway&) = delete;
  Gateway& operator=(const Gateway&) = delete;

  std::uint16_t port() const { return server_->port(); }
  // Stops accepting, finishes what is being answered, ends streams with a word, closes the ledger. Returns
  // the connections cut off. Call it at most once; the gateway only remains to be destroyed.
  std::size_t drain();

 private:
  void open_push();
  void note_push_failure(const push::PushRelay::GivenUp& given_up);
  Gateway(Config config, ExchangeObserver* exchanges);
  a2a::Result<void> open_ledger();
  a2a::Result<void> listen();
  void expire_old_tasks(const std::stop_token& stop);
  std::string public_url() const;
  net::Handler make_handler(net::Core core);

  const Config config_;
  ExchangeObserver* const exchanges_;
  Log log_;
  SystemClock clock_;
  TaskFeed feed_;
  std::unique_ptr<store::TaskStore> store_;  // its writer's thread uses the feed and the log
  std::unique_ptr<push::PushTransport> push_transport_;
  std::unique_ptr<push::PushRelay> push_;  // nullptr: not offered
  std::atomic<std::size_t> open_streams_ = 0;
  AgentDirectory agents_;
  const OpenAccess access_;
  CardRefresh refresh_;
  std::jthread expiry_;                  // forgets old tasks also when nothing new comes
  std::unique_ptr<net::Server> server_;  // last: its threads use everything above
};

}  // namespace schemagate
