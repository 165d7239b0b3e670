#include "gateway/gateway.h"

#include <openssl/rand.h>

#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <limits>
#include <mutex>
#include <utility>

#include "gateway/environment/id_source.h"
#include "gateway/front/pipeline.h"
#include "gateway/store/durable_task_store.h"
#include "gateway/store/memory_task_store.h"
#include "gateway/task/edges.h"
#include "gateway/task/task_pickup.h"

namespace schemagate {
namespace {

LogLevel parse_level(std::string_view name) {
  if (name == "trace" || name == "debug") return LogLevel::kDebug;
  if (name == "warn") return LogLevel::kWarn;
  if (name == "error" || name == "critical") return LogLevel::kError;
  if (name == "off") return LogLevel::kOff;
  return LogLevel::kInfo;
}

store::StoreLimits store_limits(const Config& config) {
  const GatewayLimits& limits = config.limits;
  return {.tasks_max = limits.tasks_max,
          .task_events_max = limits.task_events_max,
          .task_bytes_max = limits.task_bytes_max,
          .contexts_max = limits.tasks_max,
          .task_pushes_max = config.push.configs_per_task_max,
          .pushes_max = limits.tasks_max,
          .retention = limits.task_retention,
          .deduplication_window = limits.deduplication_window};
}

store::LedgerOptions ledger_options(const LedgerConfig& config, const Log& log, const TaskFeed& feed) {
  store::LedgerOptions options{.path = config.path,
                               .keys = config.keys,
                               .file_bytes_max = config.file_bytes_max,
                               .queue_bytes_max = config.queue_bytes_max};
  options.on_health = [&log, &feed](const a2a::Result<void>& health) {
    if (health) {
      log.write(LogLevel::kInfo, "ledger_works", {});
      feed.publish(TaskFeed::kLeftBehind);
    } else {
      log.write(LogLevel::kError, "ledger_failed", {{"cause", health.error().message}});
    }
  };
  options.on_closed = [&log](const store::LedgerFigures& figures) {
    log.write(LogLevel::kInfo, "ledger_closed",
              {{"commits", std::to_string(figures.commits)}, {"changes", std::to_string(figures.changes)}});
  };
  return options;
}

net::ServerOptions server_options(const Config& config) {
  return {.address = config.listen_address,
          .port = config.listen_port,
          .threads = config.threads,
          .limits = config.listener,
          .upstream = config.upstream};
}

// Safe from any thread.
double random_fraction() {
  std::uint32_t number = 0;
  std::array<unsigned char, sizeof(number)> bytes{};
  RAND_bytes(bytes.data(), static_cast<int>(bytes.size()));
  std::memcpy(&number, bytes.data(), sizeof(number));
  return static_cast<double>(number) / std::numeric_limits<std::uint32_t>::max();
}

// What one core owns for itself.
struct CoreState {
  CoreState(net::Core core, store::TaskStore& store, TaskFeed& feed, const Clock& clock, const Log& log,
            const GatewayLimits& limits, std::atomic<std::size_t>& open_streams, push::PushRelay* push,
            ExchangeObserver* exchanges, const AgentDirectory& agents, const AccessControl& access)
      : edges{core.executor, core.upstream, ids,    digest,       document, store,    feed,
              clock,         log,           limits, open_streams, push,     exchanges},
        pipeline(edges, agents, access) {}
  RandomIds ids;
  MessageDigest digest;
  a2a::JsonDocument document;
  Edges edges;
  RequestPipeline pipeline;
};

}  // namespace

Gateway::Gateway(Config config, ExchangeObserver* exchanges)
    : config_(std::move(config)),
      exchanges_(exchanges),
      log_(parse_level(config_.log_level)),
      agents_(config_),
      refresh_(agents_, log_) {}

Gateway::~Gateway() {
  if (server_) (void)drain();
}

a2a::Result<std::unique_ptr<Gateway>> Gateway::start(Config config, ExchangeObserver* exchanges) {
  std::unique_ptr<Gateway> gateway(new Gateway(std::move(config), exchanges));
  if (auto opened = gateway->open_ledger(); !opened) return std::unexpected(opened.error());
  gateway->open_push();
  if (auto listening = gateway->listen(); !listening) return std::unexpected(listening.error());
  gateway->refresh_.start(gateway->public_url());
  gateway->expiry_ =
      std::jthread([raw = gateway.get()](const std::stop_token& stop) { raw->expire_old_tasks(stop); });
  return gateway;
}

a2a::Result<void> Gateway::open_ledger() {
  const store::StoreLimits limits = store_limits(config_);
  if (config_.ledger.path.empty()) {
    store_ = std::make_unique<store::MemoryTaskStore>(limits);
    return {};
  }
  auto opened =
      store::DurableTaskStore::open(ledger_options(config_.ledger, log_, feed_), limits, clock_.monotonic());
  if (!opened) return std::unexpected(opened.error());
  store_ = std::move(*opened);
  return {};
}

void Gateway::open_push() {
  const PushSettings& settings = config_.push;
  if (!settings.enabled) return;
  push_transport_ = std::make_unique<push::HttpPushTransport>(settings.options.rules, settings.timeout);
  const auto note = [this](const push::PushRelay::GivenUp& given_up) { note_push_failure(given_up); };
  push_ = std::make_unique<push::PushRelay>(settings.options, *store_, clock_, *push_transport_, note,
                                            random_fraction);
  push_->start();
}

// Visible to whoever reads the task, and to the operator.
void Gateway::note_push_failure(const push::PushRelay::GivenUp& given_up) {
  const auto& [target, config_id, reason] = given_up;
  store::PushGivenUp event{config_id, format_timestamp(clock_.utc()), reason};
  const auto noted = store_->append(target.task_id, {std::move(event)}, clock_.monotonic());
  log_.write(LogLevel::kWarn, "push_given_up",
             {{"agent", target.scope.agent},
              {"a2a.task.id", target.task_id},
              {"cause", reason},
              {"noted", noted ? "yes" : "no"}});
}

a2a::Result<void> Gateway::listen() {
  auto server =
      net::Server::start(server_options(config_), [this](net::Core core) { return make_handler(core); });
  if (!server) return std::unexpected(server.error());
  server_ = std::move(*server);
  return {};
}

void Gateway::expire_old_tasks(const std::stop_token& stop) {
  constexpr std::chrono::seconds kPause{10};
  std::mutex mutex;
  std::condition_variable_any wake;
  std::unique_lock lock(mutex);
  while (!stop.stop_requested()) {
    wake.wait_for(lock, stop, kPause, [] { return false; });
    store_->expire(clock_.monotonic());
  }
}

// A port that the system chose is known only now.
std::string Gateway::public_url() const {
  const std::string_view url = config_.public_url;
  if (config_.listen_port != 0 || !url.ends_with(":0")) return config_.public_url;
  return std::string(url.substr(0, url.size() - 1)) + std::to_string(port());
}

net::Handler Gateway::make_handler(net::Core core) {
  auto state = std::make_shared<CoreState>(core, *store_, feed_, clock_, log_, config_.limits, open_streams_,
                                           push_.get(), exchanges_, agents_, access_);
  boost::asio::co_spawn(core.executor, pick_up_tasks(state->edges, agents_), boost::asio::detached);
  return [state = std::move(state)](net::HttpRequest& request, net::Exchange& exchange) {
    return state->pipeline.handle(request, exchange);
  };
}

std::size_t Gateway::drain() {
  const std::size_t cut_off = server_->drain(config_.drain_timeout);
  if (push_) push_->stop();
  store_->close();  // whoever waits for it is told while there is still a place to tell it
  server_.reset();
  return cut_off;
}

}  // namespace schemagate
