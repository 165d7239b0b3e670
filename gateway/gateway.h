// The gateway as one object: what `schemagate serve` starts, and what a program that links the library can
// start too.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "a2a/error.h"
#include "gateway/access/authentication.h"
#include "gateway/access/hidden_fields.h"
#include "gateway/agent/agent_directory.h"
#include "gateway/agent/card_refresh.h"
#include "gateway/agent/credential_renewal.h"
#include "gateway/config/config.h"
#include "gateway/config/load.h"
#include "gateway/environment/clock.h"
#include "gateway/evolution/evolution_service.h"
#include "gateway/front/access.h"
#include "gateway/front/certificate_watch.h"
#include "gateway/front/replaceable_access.h"
#include "gateway/front/shared_texts.h"
#include "gateway/net/server.h"
#include "gateway/observe/audit_log.h"
#include "gateway/observe/event_counts.h"
#include "gateway/observe/log.h"
#include "gateway/observe/payload_observer.h"
#include "gateway/observe/refusal_log.h"
#include "gateway/push/counted_transport.h"
#include "gateway/push/push_relay.h"
#include "gateway/reload.h"
#include "gateway/start_line.h"
#include "gateway/store/guarded.h"
#include "gateway/store/store.h"
#include "gateway/task/awaited_replies.h"
#include "gateway/task/context_references.h"
#include "gateway/task/run_places.h"

namespace schemagate {

namespace store {
class SqliteStore;
}
class RequestCounts;
struct GatewayReadings;
struct StoreReadings;

// What a program that links the gateway may put in the place of its own parts.
struct GatewayParts {
  // Is told what becomes of payloads; must outlive the gateway. nullptr: nobody is.
  PayloadObserver* payload_observer = nullptr;
  // What time it is where templates evolve, so that weeks pass in milliseconds; must outlive the gateway.
  // nullptr: the system's.
  const Clock* evolution_clock = nullptr;
  // Opens the store instead of the one that the configuration names. Called once, on a thread of its own, and
  // may take its time.
  std::function<a2a::Result<std::unique_ptr<store::Store>>()> open_store = {};
  // Called every ten seconds from a thread of the gateway: a good moment for the allocator to give back to
  // the system what a burst has left behind. More often while a quarter of limits.memory is taken: then,
  // until the next call, with true, it should keep nothing.
  std::function<void(bool is_short)> give_memory_back = {};
  // What the configuration that the gateway starts with says, and how it is read again: for
  // Gateway::reload(), which does nothing without.
  ConfigDigest running = {};
  std::function<LoadedConfig()> load_again = {};
  Program program = {};  // for the first line of the log
  bool listens = true;   // false: on no port, neither for operators; calls come by Gateway::handler()
};

//   auto gateway = Gateway::start(*load_config("gateway.yaml").config);
//   if (gateway && (*gateway)->wait_until_ready()) serve_until_told_otherwise();
class Gateway {
 public:
  // Listens, then fetches the agents' cards while the store loads on a thread of its own. Until that is done
  // calls are answered with 503 and Retry-After; those to an agent that cannot be reached are, too, and it is
  // tried again later. Errors: kInternal when the address cannot be bound; kInvalidParams when the audit log
  // cannot be opened.
  static a2a::Result<std::unique_ptr<Gateway>> start(Config config, GatewayParts parts = {});
  // Returns when the store has loaded and calls are performed; tasks that the last run left unfinished are
  // gone on with. Call it once at most. Errors: kInternal when the store cannot be opened or is damaged:
  // nothing but documents will ever be served then, and the log says why (`start_failed`).
  a2a::Result<void> wait_until_ready();
  // As drain() with the configured deadline.
  ~Gateway();
  Gateway(const Gateway&) = delete;
  Gateway& operator=(const Gateway&) = delete;

  // Of the configuration's listeners, in its order.
  std::uint16_t port(std::size_t listener = 0) const { return parts_.listens ? server_->port(listener) : 0; }
  // Of the listener for operators. REQUIRES: there is one.
  std::uint16_t admin_port() const { return admin_->port(); }
  // Of the first core: for calls that come by another way than a listener. Until drain().
  net::Handler handler() const;
  net::Executor executor() const;
  // Has the configuration read again, soon, on a thread of the gateway (Reload::take()). Any thread.
  void reload();
  // Says in the log that the program ends before the store has loaded, without a drain.
  void note_early_stop() const;
  // Waits for the store if that is still loading, stops accepting, finishes what is being answered, ends
  // streams with a word, closes the ledger. Returns the connections cut off. Call it at most once; the
  // gateway only remains to be destroyed.
  std::size_t drain();

 private:
  struct CoreState;
  void load();
  void open_core(CoreState& core);
  void open_push();
  void open_contexts();
  void note_push_failure(const push::PushRelay::Undelivered& undelivered);
  Gateway(Config config, GatewayParts parts);
  a2a::Result<void> open_all();
  a2a::Result<std::unique_ptr<store::Store>> open_store();
  a2a::Result<void> open_audit();
  a2a::Result<void> listen();
  a2a::Result<void> listen_for_operators();
  a2a::Result<void> open_evolution();
  PayloadObserver* payload_observer();
  void watch_files();
  void look_at_files(const std::stop_token& stop);
  void take_configuration(const std::stop_token& stop);
  void take(const LoadedConfig& loaded, const std::stop_token& stop);
  void set_access(const access::AuthenticationSettings& next);
  access::HiddenFields hidden_from_receivers(const std::string& agent) const;
  push::HideFromReceivers hide_from_receivers() const;
  void tidy_up(const std::stop_token& stop);
  std::string public_url() const;
  bool is_watched() const { return !config_.admin.address.empty() && parts_.listens; }
  std::optional<StoreReadings> store_readings() const;
  GatewayReadings readings() const;
  std::string metrics() const;
  net::RefusalObserver refusal_observer();
  net::Handler make_handler(const net::Core& core);

  const Config config_;
  const GatewayParts parts_;
  EventCounts events_;  // of nothing where nobody may ask for them
  Log log_;
  SystemClock clock_;
  const std::chrono::system_clock::time_point started_ = clock_.utc();
  RefusalLog refusals_{log_, clock_};
  std::unique_ptr<AuditLog> audit_;             // nullptr: there is none
  std::unique_ptr<store::Store> store_;         // its threads use the log
  const store::SqliteStore* ledger_ = nullptr;  // the store, where it is one
  std::unique_ptr<push::CountedTransport> push_transport_;
  std::atomic<std::uint64_t> pushes_given_up_ = 0;
  std::unique_ptr<push::PushRelay> push_;              // nullptr: not offered
  std::unique_ptr<const ContextReferences> contexts_;  // nullptr: there is no context store
  const net::SharedLimit memory_;
  SharedTexts texts_;
  const net::SharedLimit open_streams_;
  const net::SharedLimit running_tasks_;
  AwaitedReplies replies_;
  access::Quotas quotas_;
  const RunPlaces run_places_{quotas_, running_tasks_};
  AgentDirectory agents_;
  // nullptr: nobody is asked. Of the thread that watches files, once it runs.
  std::shared_ptr<const access::Authentication> authentication_;
  ReplaceableAccess access_;
  EvolutionService evolution_;  // behind what its thread uses
  // Of agents that may be gone after a reload, and whose tasks are still told of.
  store::Guarded<std::unordered_map<std::string, access::HiddenFields>> once_hidden_;
  CardRefresh refresh_;
  Reload reload_;
  CredentialRenewal credentials_;
  CertificateWatch certificates_;
  store::Guarded<bool> is_reload_wanted_{false};
  std::condition_variable_any file_wake_;
  std::jthread watching_;                               // files: certificates, secrets, the configuration
  std::jthread tidying_;                                // forgets old tasks also when nothing new comes
  std::vector<std::unique_ptr<RequestCounts>> counts_;  // of each core; none where nobody may ask for them
  std::vector<std::shared_ptr<CoreState>> cores_;
  std::atomic<bool> is_open_ = false;  // what is opened with the store is there, and stays
  std::promise<a2a::Result<void>> loaded_;
  std::jthread loading_;                 // joined before anything that it fills in is used elsewhere
  std::unique_ptr<net::Server> admin_;   // nullptr: there is none
  std::unique_ptr<net::Server> server_;  // last: its threads use everything above
};

}  // namespace schemagate
