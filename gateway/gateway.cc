#include "gateway/gateway.h"

#include <openssl/rand.h>

#include <algorithm>
#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <latch>
#include <limits>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>

#include "gateway/access/hidden_fields.h"
#include "gateway/admin/admin_handler.h"
#include "gateway/environment/id_source.h"
#include "gateway/front/authenticated_access.h"
#include "gateway/front/counted_exchange.h"
#include "gateway/front/early_refusal.h"
#include "gateway/front/pipeline.h"
#include "gateway/front/route.h"
#include "gateway/store/memory_store.h"
#include "gateway/store/sqlite_store.h"
#include "gateway/task/task_pickup.h"
#include "gateway/task/waiting_tasks.h"

namespace schemagate {
namespace {

// What a caller gets as long as there is any.
constexpr std::size_t kSmallBytes = 64 << 10;
constexpr std::size_t kFewTasks = 16;
constexpr std::size_t kFewStreams = 16;
// Between two looks at whether files of certificates and secrets have changed.
constexpr std::chrono::seconds kFileLook{1};

LogLevel parse_level(std::string_view name) {
  if (name == "trace" || name == "debug") return LogLevel::kDebug;
  if (name == "warn") return LogLevel::kWarn;
  if (name == "error" || name == "critical") return LogLevel::kError;
  if (name == "off") return LogLevel::kOff;
  return LogLevel::kInfo;
}

store::StoreLimits store_limits(const Config& config, std::shared_ptr<store::Accounts> accounts) {
  const GatewayLimits& limits = config.limits;
  return {.tasks_max = limits.tasks_max,
          .task_events_max = limits.task_events_max,
          .task_bytes_max = limits.task_bytes_max,
          .bytes_max = limits.kept_bytes_max,
          .contexts_max = limits.tasks_max,
          .task_pushes_max = config.push.configs_per_task_max,
          .pushes_max = limits.tasks_max,
          .retention = limits.task_retention,
          .deduplication_window = limits.deduplication_window,
          .context_retention = limits.context_retention,
          .accounts = std::move(accounts),
          .has_owners = config.authentication.enabled()};
}

store::LedgerOptions ledger_options(const LedgerConfig& config, const Log& log) {
  store::LedgerOptions options{.path = config.path,
                               .keys = config.keys,
                               .file_bytes_max = config.file_bytes_max,
                               .queue_bytes_max = config.queue_bytes_max};
  options.on_health = [&log, path = config.path](const a2a::Result<void>& health) {
    if (health) {
      log.write(LogLevel::kInfo, "ledger_works", {});
    } else {
      log.write(LogLevel::kError, "ledger_failed", {{"file", path}, {"cause", health.error().message}});
    }
  };
  options.on_closed = [&log](const store::LedgerFigures& figures) {
    const bool is_left = figures.log_is_left;
    log.write(
        is_left ? LogLevel::kWarn : LogLevel::kInfo, "ledger_closed",
        {{"commits", figures.commits},
         {"changes", figures.changes},
         {"cause",
          is_left ? "the write-ahead log beside the file holds what the file does not: keep both" : ""}});
  };
  return options;
}

net::ServerOptions server_options(const Config& config, const net::SharedLimit& memory, bool listens) {
  std::vector<net::ListenerOptions> listeners;
  for (const ListenerConfig& each : config.listeners) {
    if (listens) listeners.push_back(each.options);
  }
  return {.listeners = std::move(listeners),
          .threads = config.threads,
          .limits = config.listener,
          .upstream = config.upstream,
          .memory = memory};
}

std::shared_ptr<const access::Authentication> make_authentication(const Config& config, const Clock& clock,
                                                                  const Log& log) {
  if (!config.authentication.enabled()) return nullptr;
  return std::make_shared<const access::Authentication>(config.authentication, clock, log);
}

std::shared_ptr<const AccessControl> make_access(
    const std::shared_ptr<const access::Authentication>& authentication) {
  if (authentication == nullptr) return std::make_shared<const OpenAccess>();
  return std::make_shared<const AuthenticatedAccess>(authentication);
}

// Of an agent of an earlier start, of which nobody knows what it hid.
access::HiddenFields everything() {
  return {std::make_shared<const access::HiddenField>(access::HiddenField{.pointer = "/*"})};
}

// Safe from any thread.
double random_fraction() {
  std::uint32_t number = 0;
  std::array<unsigned char, sizeof(number)> bytes{};
  RAND_bytes(bytes.data(), static_cast<int>(bytes.size()));
  std::memcpy(&number, bytes.data(), sizeof(number));
  return static_cast<double>(number) / std::numeric_limits<std::uint32_t>::max();
}

}  // namespace

// What one core owns for itself.
struct Gateway::CoreState {
  CoreState(const net::Core& of, Gateway& gateway, RequestCounts* counts)
      : core(of),
        pipeline({.agents = gateway.agents_,
                  .access = gateway.access_,
                  .document = document,
                  .limits = gateway.config_.limits,
                  .listeners = gateway.config_.listeners,
                  .open_streams = gateway.open_streams_,
                  .run_places = gateway.run_places_,
                  .clock = gateway.clock_,
                  .log = gateway.log_,
                  .quotas = gateway.quotas_,
                  .audit = gateway.audit_.get(),
                  .memory = gateway.memory_,
                  .counts = counts}) {}

  const net::Core core;
  RandomIds ids;
  MessageDigest digest;
  a2a::JsonDocument document;
  RequestPipeline pipeline;
  // What performs calls: there from the moment when the store is loaded. Then it is touched on this core
  // only.
  std::optional<TaskServices> services;
};

Gateway::Gateway(Config config, GatewayParts parts)
    : config_(std::move(config)),
      parts_(std::move(parts)),
      log_(parse_level(config_.log_level), is_watched() ? &events_ : nullptr),
      memory_(config_.limits.memory_bytes_max, kSmallBytes),
      texts_(memory_),
      open_streams_(config_.limits.streams_max, kFewStreams),
      running_tasks_(config_.limits.tasks_max, kFewTasks),
      quotas_(config_.quotas, clock_),
      agents_(config_, &log_, memory_),
      authentication_(make_authentication(config_, clock_, log_)),
      access_(make_access(authentication_)),
      evolution_({.agents = agents_,
                  .clock = parts_.evolution_clock != nullptr ? *parts_.evolution_clock : clock_,
                  .log = log_,
                  .next = parts_.payload_observer}),
      refresh_(log_),
      reload_(
          {.agents = agents_,
           .refresh = refresh_,
           .log = log_,
           .set_access = [this](const access::AuthenticationSettings& next) { set_access(next); },
           .is_hurried = [this] { return is_reload_wanted_.with([](bool is_wanted) { return is_wanted; }); },
           .public_url = [this] { return public_url(); }},
          parts_.running),
      credentials_(config_.context_sources, agents_.all(), log_),
      certificates_(config_.listeners, clock_, log_) {}

Gateway::~Gateway() {
  if (server_) (void)drain();
}

a2a::Result<std::unique_ptr<Gateway>> Gateway::start(Config config, GatewayParts parts) {
  std::unique_ptr<Gateway> gateway(new Gateway(std::move(config), std::move(parts)));
  if (auto audited = gateway->open_audit(); !audited) return std::unexpected(audited.error());
  if (auto listening = gateway->listen(); !listening) return std::unexpected(listening.error());
  if (auto listening = gateway->listen_for_operators(); !listening) return std::unexpected(listening.error());
  gateway->log_.write(
      LogLevel::kInfo, "starting",
      start_line(gateway->config_, gateway->parts_.program, gateway->port(), gateway->public_url()));
  gateway->loading_ = std::jthread([raw = gateway.get()] { raw->load(); });
  gateway->refresh_.start(gateway->public_url());
  gateway->refresh_.add(gateway->agents_.all());
  gateway->refresh_.wait_until_tried();
  gateway->watch_files();
  return gateway;
}

a2a::Result<void> Gateway::wait_until_ready() {
  return loaded_.get_future().get();
}

// On a thread of its own: a large ledger takes seconds. What a library throws ends here.
void Gateway::load() {
  a2a::Result<void> opened;
  try {
    opened = open_all();
  } catch (const std::exception& exception) {
    opened =
        a2a::fail(a2a::ErrorCode::kInternal, std::string("the store cannot be loaded: ") + exception.what());
  }
  if (!opened) log_.write(LogLevel::kError, "start_failed", {{"cause", opened.error().message}});
  loaded_.set_value(std::move(opened));
}

a2a::Result<void> Gateway::open_all() {
  auto opened = parts_.open_store ? parts_.open_store() : open_store();
  if (!opened) return std::unexpected(std::move(opened.error()));
  store_ = std::move(*opened);
  if (auto evolves = open_evolution(); !evolves) return evolves;
  open_push();
  open_contexts();
  std::latch opened_cores(static_cast<std::ptrdiff_t>(cores_.size()));
  for (const auto& core : cores_) {
    boost::asio::post(core->core.executor, [this, raw = core.get(), &opened_cores] {
      open_core(*raw);
      opened_cores.count_down();
    });
  }
  opened_cores.wait();
  tidying_ = std::jthread([this](const std::stop_token& stop) { tidy_up(stop); });
  is_open_ = true;
  log_.write(LogLevel::kInfo, "ready", {{"tasks", store_->size()}});
  return {};
}

// On the core's own thread.
void Gateway::open_core(CoreState& core) {
  const CoreResources own{core.core.executor, core.core.upstream, core.ids, core.digest, core.document};
  const SharedResources shared{*store_,
                               clock_,
                               log_,
                               config_.limits,
                               replies_,
                               push_.get(),
                               payload_observer(),
                               &agents_,
                               &run_places_,
                               contexts_.get(),
                               &config_.context_sources};
  TaskServices& services = core.services.emplace(own, shared);
  core.pipeline.open(services, {*store_, *store_, texts_, config_.limits.keep_alive}, *store_);
  boost::asio::co_spawn(core.core.executor, pick_up_tasks(services.run, services.plans, agents_),
                        boost::asio::detached);
  boost::asio::co_spawn(core.core.executor, give_up_waiting_tasks(services.run, services.plans, agents_),
                        boost::asio::detached);
}

a2a::Result<std::unique_ptr<store::Store>> Gateway::open_store() {
  const store::StoreLimits limits = store_limits(config_, quotas_.accounts);
  if (config_.ledger.path.empty()) return std::make_unique<store::MemoryStore>(limits);
  auto opened = store::SqliteStore::open(ledger_options(config_.ledger, log_), limits, clock_.utc());
  if (opened) ledger_ = static_cast<const store::SqliteStore*>(opened->get());
  return opened;
}

void Gateway::open_push() {
  const PushSettings& settings = config_.push;
  if (!settings.enabled) return;
  push_transport_ = std::make_unique<push::CountedTransport>(
      std::make_unique<push::HttpPushTransport>(settings.options.rules, settings.timeout));
  const auto note = [this](const push::PushRelay::Undelivered& each) { note_push_failure(each); };
  push::PushOptions options = settings.options;
  options.hide = hide_from_receivers();
  options.memory = memory_;
  push_ = std::make_unique<push::PushRelay>(std::move(options), push::PushStores{*store_, *store_, *store_},
                                            clock_, *push_transport_, note, random_fraction);
  push_->start();
}

void Gateway::open_contexts() {
  if (!config_.context_store.enabled) return;
  contexts_ = std::make_unique<const ContextReferences>(config_.context_store, public_url(), *store_, clock_);
}

// A receiver that is given up is visible to whoever reads the task, too.
void Gateway::note_push_failure(const push::PushRelay::Undelivered& undelivered) {
  const auto& [target, config_id, receiver, reason, failure, given_up] = undelivered;
  LogValue noted = "";
  if (given_up) {
    ++pushes_given_up_;
    store::PushGivenUp event{config_id, format_timestamp(clock_.utc()), reason};
    noted = store_->note(target.task_id, std::move(event), clock_.utc()).has_value();
  }
  log_.write(LogLevel::kWarn, given_up ? "push_given_up" : "push_failed",
             {{"agent", target.scope.agent},
              {"a2a.task.id", target.task_id},
              {"receiver", receiver},
              {"cause", reason},
              {"failure.kind", failure ? std::string(net::name(*failure)) : ""},
              {"noted", noted}});
}

a2a::Result<void> Gateway::open_audit() {
  if (config_.audit_file.empty()) return {};
  auto opened = AuditLog::open(config_.audit_file, log_);
  if (!opened) return std::unexpected(std::move(opened.error()));
  audit_ = std::move(*opened);
  return {};
}

// Its answer names its line in the log, as those of the pipeline do.
net::RefusalObserver Gateway::refusal_observer() {
  return [this](const net::RefusedRequest& refused) -> std::vector<net::Header> {
    return {{std::string(kRequestIdField), refusals_.note(refused, logged_path(refused.target))}};
  };
}

a2a::Result<void> Gateway::listen() {
  net::ServerOptions options = server_options(config_, memory_, parts_.listens);
  options.on_refused = refusal_observer();
  options.write_refusal = [this](const net::RefusedRequest& refused, const net::HttpRequest& request) {
    return early_refusal({agents_, config_.listeners, config_.listener}, refused, request);
  };
  auto server = net::Server::start(std::move(options), [this](net::Core core) { return make_handler(core); });
  if (!server) return a2a::fail(a2a::ErrorCode::kInternal, std::move(server.error().detail));
  server_ = std::move(*server);
  return {};
}

// Each request is a coroutine of the one thread that this listener has.
a2a::Result<void> Gateway::listen_for_operators() {
  if (!is_watched()) return {};
  net::ServerOptions options{.listeners = {{.address = config_.admin.address, .port = config_.admin.port}},
                             .threads = 1,
                             .limits = config_.listener};
  options.on_refused = refusal_observer();
  auto handler = std::make_shared<AdminHandler>(AdminDependencies{.access = access_,
                                                                  .evolution = evolution_,
                                                                  .log = log_,
                                                                  .audit = audit_.get(),
                                                                  .clock = clock_,
                                                                  .quotas = config_.quotas,
                                                                  .role = config_.admin.role,
                                                                  .authenticates = authentication_ != nullptr,
                                                                  .metrics = [this] { return metrics(); }});
  auto server = net::Server::start(std::move(options), [handler](const net::Core&) -> net::Handler {
    return [handler](net::HttpRequest& request, net::Exchange& exchange) {
      return handler->handle(request, exchange);
    };
  });
  if (!server) return a2a::fail(a2a::ErrorCode::kInternal, "admin: " + std::move(server.error().detail));
  admin_ = std::move(*server);
  return {};
}

a2a::Result<void> Gateway::open_evolution() {
  PatchSigner signer;
  if (config_.signing.signer) signer = {&*config_.signing.signer, public_url() + std::string(kKeySetPath)};
  return evolution_.open(*store_, std::move(signer));
}

PayloadObserver* Gateway::payload_observer() {
  return evolution_.has_agents() ? &evolution_ : parts_.payload_observer;
}

void Gateway::watch_files() {
  watching_ = std::jthread([this](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      look_at_files(stop);
      is_reload_wanted_.wait(file_wake_, stop, kFileLook, [](bool is_wanted) { return is_wanted; });
    }
  });
}

void Gateway::look_at_files(const std::stop_token& stop) {
  certificates_.look();
  credentials_.look();
  agents_.let_go();
  if (is_reload_wanted_.with([](bool& is_wanted) { return std::exchange(is_wanted, false); }))
    take_configuration(stop);
}

// What a library throws ends here.
void Gateway::take_configuration(const std::stop_token& stop) {
  try {
    if (parts_.load_again) take(parts_.load_again(), stop);
  } catch (const std::exception& exception) {
    log_.write(LogLevel::kError, "configuration_refused",
               {{"cause", std::string("it cannot be read: ") + exception.what()}});
  }
}

void Gateway::take(const LoadedConfig& loaded, const std::stop_token& stop) {
  for (const auto& agent : agents_.all()) {
    once_hidden_.with([&, snapshot = agent->snapshot()](auto& hidden) {
      hidden.insert_or_assign(agent->name(), snapshot->config().hidden_fields);
    });
  }
  if (reload_.take(loaded, stop))
    credentials_ = CredentialRenewal(config_.context_sources, agents_.all(), log_);
}

// The second of two stays what it is: no authentication, where there is none, takes a restart to come.
void Gateway::set_access(const access::AuthenticationSettings& next) {
  if (authentication_ == nullptr) return;
  authentication_ = std::make_shared<const access::Authentication>(next, clock_, log_, authentication_.get());
  access_.replace(make_access(authentication_));
}

void Gateway::reload() {
  is_reload_wanted_.with([](bool& is_wanted) { is_wanted = true; });
  file_wake_.notify_one();
}

access::HiddenFields Gateway::hidden_from_receivers(const std::string& agent) const {
  if (const auto fronted = agents_.find(agent)) return fronted->snapshot()->config().hidden_fields;
  return once_hidden_.with([&agent](const auto& hidden) {
    const auto found = hidden.find(agent);
    return found == hidden.end() ? everything() : found->second;
  });
}

// Receivers of push notifications have no roles.
push::HideFromReceivers Gateway::hide_from_receivers() const {
  return [this](const std::string& agent, a2a::StreamEvent& event) {
    const access::HiddenFields fields = hidden_from_receivers(agent);
    if (!fields.empty()) access::hide(event, fields);
  };
}

void Gateway::tidy_up(const std::stop_token& stop) {
  constexpr std::chrono::milliseconds kPause{500};
  constexpr int kPausesBetween = 20;
  constexpr std::size_t kShortShare = 4;
  std::mutex mutex;
  std::condition_variable_any wake;
  std::unique_lock lock(mutex);
  bool is_short = false;
  for (int pauses = 1; !stop.stop_requested(); ++pauses) {
    wake.wait_for(lock, stop, kPause, [] { return false; });
    const bool is_due = pauses % kPausesBetween == 0;
    if (is_due) store_->expire(clock_.utc());
    const bool was_short =
        std::exchange(is_short, memory_.taken() > config_.limits.memory_bytes_max / kShortShare);
    if (parts_.give_memory_back && (is_due || is_short || was_short)) parts_.give_memory_back(is_short);
  }
}

// A port that the system chose is known only now.
std::string Gateway::public_url() const {
  const std::string_view url = config_.public_url;
  if (config_.listeners.front().options.port != 0 || !url.ends_with(":0")) return config_.public_url;
  return std::string(url.substr(0, url.size() - 1)) + std::to_string(port());
}

net::Handler Gateway::make_handler(const net::Core& core) {
  if (is_watched()) counts_.push_back(std::make_unique<RequestCounts>());
  RequestCounts* const counts = counts_.empty() ? nullptr : counts_.back().get();
  auto state = cores_.emplace_back(std::make_shared<CoreState>(core, *this, counts));
  return [state = std::move(state)](net::HttpRequest& request, net::Exchange& exchange) {
    return state->pipeline.handle(request, exchange);
  };
}

net::Handler Gateway::handler() const {
  return [state = cores_.front()](net::HttpRequest& request, net::Exchange& exchange) {
    return state->pipeline.handle(request, exchange);
  };
}

net::Executor Gateway::executor() const {
  return cores_.front()->core.executor;
}

void Gateway::note_early_stop() const {
  log_.write(LogLevel::kInfo, "stopping", {{"cause", "told to stop before the ledger was loaded"}});
}

std::size_t Gateway::drain() {
  if (loading_.joinable()) loading_.join();  // it needs the cores
  log_.write(LogLevel::kInfo, "stopping",
             {{"connections", server_->connections()},
              {"streams", open_streams_.taken()},
              {"runs", running_tasks_.taken()},
              {"drain_ms", config_.drain_timeout.count()}});
  const std::size_t cut_off = server_->drain(config_.drain_timeout);
  if (cut_off > 0) log_.write(LogLevel::kWarn, "connections_cut_off", {{"connections", cut_off}});
  if (admin_) (void)admin_->drain(config_.drain_timeout);
  if (push_) push_->stop();
  evolution_.stop();
  if (store_) store_->close();  // whoever waits for it is told while there is still a place to tell it
  admin_.reset();
  server_.reset();
  return cut_off;
}

}  // namespace schemagate
