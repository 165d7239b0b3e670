#include "gateway/serve.h"

#include <pthread.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <future>
#include <iostream>
#include <optional>
#include <vector>

#include "extension/object_schemas/name_hint.h"
#include "gateway/agent_check.h"
#include "gateway/config/ledger_file.h"
#include "gateway/front/line_server.h"
#include "gateway/gateway.h"
#include "gateway/process/child.h"

namespace schemagate {
namespace {

constexpr int kDrained = 0;
constexpr int kCannotStart = 1;
constexpr int kBadConfiguration = 2;
constexpr int kUnserved = 1;
constexpr int kCutOff = 1;

void print(const std::string& file, const ConfigProblem& problem) {
  if (!problem.outside_file) {
    std::cerr << file;
    if (problem.line > 0) std::cerr << ':' << problem.line;
    std::cerr << ": ";
  }
  std::cerr << (problem.note ? "note" : problem.fatal ? "error" : "warning") << ": ";
  if (!problem.path.empty()) std::cerr << problem.path << ": ";
  std::cerr << problem.message << '\n';
}

// Of faults, and of all that is none, so many at most: whoever has more begins with those.
void print(const std::string& file, const std::vector<ConfigProblem>& problems, bool with_notes) {
  constexpr std::size_t kToldMax = 500;
  std::size_t faults = 0;
  std::size_t others = 0;
  for (const ConfigProblem& problem : problems) {
    if (problem.note && !with_notes) continue;
    if (++(problem.fatal ? faults : others) <= kToldMax) print(file, problem);
  }
  const auto tell_more = [](std::size_t count, std::string_view what) {
    if (count > kToldMax) std::cerr << "and " << count - kToldMax << " more " << what << '\n';
  };
  tell_more(faults, "errors");
  tell_more(others, "warnings");
}

LoadedConfig load(const std::string& path, const ConfigOverrides& overrides, bool with_notes) {
  LoadedConfig loaded = load_config(path, overrides);
  print(path, loaded.problems, with_notes);
  return loaded;
}

// Prints what is wrong with its file. False: it cannot be opened.
bool may_open_ledger(const std::string& path, const LedgerConfig& ledger) {
  const auto problems = check_ledger_file(ledger);
  for (const ConfigProblem& problem : problems) print(path, problem);
  return std::ranges::none_of(problems, &ConfigProblem::fatal);
}

// They wait for wait_for_stop(); threads started later inherit this.
sigset_t block_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGHUP);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

// Each connection takes a file; the usual soft limit of 1,024 is there for programs that use select().
// Returns how many there may be.
std::uint64_t raise_open_files() {
  constexpr rlim_t kWanted = 1 << 20;
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return 0;
  const rlimit raised{.rlim_cur = std::max(files.rlim_cur, std::min(files.rlim_max, kWanted)),
                      .rlim_max = files.rlim_max};
  return setrlimit(RLIMIT_NOFILE, &raised) == 0 ? raised.rlim_cur : files.rlim_cur;
}

void wait_for_stop(const sigset_t& signals, Gateway& gateway) {
  int signal = SIGHUP;
  while (sigwait(&signals, &signal) == 0 && signal == SIGHUP) gateway.reload();
}

// A large ledger takes its time, and whoever kills the program meanwhile takes nothing away: a stop does not
// wait for it. It does not return then.
a2a::Result<void> wait_until_loaded(const sigset_t& signals, Gateway& gateway) {
  constexpr std::chrono::milliseconds kLook{50};
  constexpr timespec kAtOnce{};
  auto loaded = std::async(std::launch::async, [&gateway] { return gateway.wait_until_ready(); });
  while (loaded.wait_for(kLook) != std::future_status::ready) {
    const int signal = sigtimedwait(&signals, nullptr, &kAtOnce);
    if (signal == SIGHUP) gateway.reload();
    if (signal != SIGTERM && signal != SIGINT) continue;
    gateway.note_early_stop();
    std::_Exit(kDrained);
  }
  return loaded.get();
}

int cannot_start(const a2a::Error& reason) {
  std::cerr << "schemagate: " << reason.message << '\n';
  return kCannotStart;
}

// The log, which has begun, has said why: among its lines this one would be none. A person at a terminal
// reads it all the same.
int cannot_go_on(const a2a::Error& reason, bool is_logged) {
  if (!is_logged || isatty(STDERR_FILENO) == 1) return cannot_start(reason);
  return kCannotStart;
}

std::string printed_host(const std::string& address) {
  return address.contains(':') ? "[" + address + "]" : address;
}

void print_listening(const net::ListenerOptions& listener, std::uint16_t port) {
  std::cout << "listening on " << (listener.tls ? "https://" : "http://") << printed_host(listener.address)
            << ':' << port << '\n'
            << std::flush;
}

void print_admin(const AdminConfig& admin, std::uint16_t port) {
  std::cout << "for operators: http://" << printed_host(admin.address) << ':' << port << '\n' << std::flush;
}

// What of the configuration is for one client of one agent. A master needs the others.
a2a::Result<Config> for_one_client(Config config, const PipeOptions& options) {
  const auto agent = std::ranges::find(config.agents, options.agent, &AgentConfig::name);
  if (agent == config.agents.end()) {
    std::vector<std::string_view> names;
    names.reserve(config.agents.size());
    for (const AgentConfig& each : config.agents) names.push_back(each.name);
    return a2a::fail(a2a::ErrorCode::kInvalidParams, "the configuration has no agent " + options.agent +
                                                         object_schemas::name_hint(options.agent, names));
  }
  if (config.audit_file == "-")
    return a2a::fail(a2a::ErrorCode::kInvalidParams,
                     "audit.file is standard output, where the answers go: name a file");
  if (agent->master == nullptr) config.agents = {AgentConfig(*agent)};
  config.listeners = {{}};
  config.threads = 1;
  if (!options.has_ledger) config.ledger.path.clear();
  return config;
}

// As the client verbs take them.
std::vector<net::Header> credentials_of(const Config& config) {
  std::vector<net::Header> headers;
  if (const char* token = std::getenv("SCHEMAGATE_TOKEN"))
    headers.push_back({"Authorization", "Bearer " + std::string(token)});
  const char* key = std::getenv("SCHEMAGATE_API_KEY");
  if (key == nullptr) return headers;
  for (const access::AuthenticationMethod& method : config.authentication.methods) {
    if (const auto* keys = std::get_if<access::ApiKeyMethod>(&method)) headers.push_back({keys->header, key});
  }
  return headers;
}

LineServerOptions line_options(const Config& config, const PipeOptions& options) {
  MessageClient client;
  client.target = "/" + options.agent;
  client.headers = credentials_of(config);
  client.peer.address = client.peer.network = "stdio";
  if (!options.version.empty()) client.headers.push_back({"A2A-Version", options.version});
  return {.client = std::move(client),
          .limits = {.bytes_max = config.listener.body_bytes_max, .depth_max = config.limits.json_depth_max},
          .event_bytes_max = config.limits.event_bytes_max,
          .drain = config.drain_timeout};
}

}  // namespace

int serve(const std::string& config_path, const ConfigOverrides& overrides, GatewayParts parts) {
  const sigset_t signals = block_signals();
  LoadedConfig loaded = load(config_path, overrides, false);
  if (!loaded.config || !may_open_ledger(config_path, loaded.config->ledger)) return kBadConfiguration;
  std::signal(SIGPIPE, SIG_IGN);
  // A ledger beyond the process' limit of file sizes is an error of writing, not the end.
  std::signal(SIGXFSZ, SIG_IGN);
  const std::vector<ListenerConfig> listeners = loaded.config->listeners;
  const std::optional<AdminConfig> admin =
      loaded.config->admin.address.empty() ? std::nullopt : std::optional(loaded.config->admin);
  parts.running = std::move(loaded.digest);
  parts.load_again = [config_path, overrides] { return load_config(config_path, overrides); };
  parts.program.config_path = config_path;
  parts.program.open_files = raise_open_files();
  const bool has_log = loaded.config->log_level != "off";
  auto gateway = Gateway::start(std::move(*loaded.config), std::move(parts));
  if (!gateway) return cannot_start(gateway.error());
  if (auto ready = wait_until_loaded(signals, **gateway); !ready) return cannot_go_on(ready.error(), has_log);
  for (std::size_t i = 0; i < listeners.size(); ++i)
    print_listening(listeners[i].options, (*gateway)->port(i));
  if (admin) print_admin(*admin, (*gateway)->admin_port());
  wait_for_stop(signals, **gateway);
  (void)(*gateway)->drain();
  return kDrained;
}

int serve_pipes(const std::string& config_path, const ConfigOverrides& overrides, const PipeOptions& options,
                GatewayParts parts) {
  LoadedConfig loaded = load(config_path, overrides, false);
  if (!loaded.config) return kBadConfiguration;
  auto config = for_one_client(*std::move(loaded.config), options);
  if (!config) {
    std::cerr << "schemagate: " << config.error().message << '\n';
    return kBadConfiguration;
  }
  if (!may_open_ledger(config_path, config->ledger)) return kBadConfiguration;
  const sigset_t signals = block_signals();
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  parts.program.config_path = config_path;
  parts.listens = false;
  const LineServerOptions lines = line_options(*config, options);
  const bool has_log = config->log_level != "off";
  auto gateway = Gateway::start(*std::move(config), std::move(parts));
  if (!gateway) return cannot_start(gateway.error());
  if (auto ready = (*gateway)->wait_until_ready(); !ready) return cannot_go_on(ready.error(), has_log);
  const process::Descriptor stop(signalfd(-1, &signals, SFD_CLOEXEC));
  const bool is_whole = serve_lines(lines, stop.get(), (*gateway)->handler(), (*gateway)->executor());
  (void)(*gateway)->drain();
  return is_whole ? kDrained : kCutOff;
}

int check(const std::string& config_path, const ConfigOverrides& overrides, bool online) {
  const LoadedConfig loaded = load(config_path, overrides, true);
  const bool has_ledger = loaded.ledger && may_open_ledger(config_path, *loaded.ledger);
  if (!loaded.config || !has_ledger) return kBadConfiguration;
  const std::size_t agents = loaded.config->agents.size();
  const auto findings = online ? check_agents(*loaded.config) : std::vector<ConfigProblem>();
  for (const ConfigProblem& finding : findings) print(config_path, finding);
  const auto unserved = std::ranges::count_if(findings, &ConfigProblem::fatal);
  if (unserved == 0) {
    std::cout << config_path << ": " << agents << " agent(s), no errors\n";
    return 0;
  }
  std::cout << config_path << ": " << unserved << " of " << agents << " agent(s) would not be served\n";
  return kUnserved;
}

}  // namespace schemagate
