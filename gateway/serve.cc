#include "gateway/serve.h"

#include <pthread.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <iostream>
#include <optional>
#include <vector>

#include "gateway/agent_check.h"
#include "gateway/gateway.h"

namespace schemagate {
namespace {

constexpr int kDrained = 0;
constexpr int kCannotStart = 1;
constexpr int kBadConfiguration = 2;
constexpr int kUnserved = 1;

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

LoadedConfig load(const std::string& path, const ConfigOverrides& overrides, bool with_notes) {
  LoadedConfig loaded = load_config(path, overrides);
  for (const ConfigProblem& problem : loaded.problems) {
    if (!problem.note || with_notes) print(path, problem);
  }
  return loaded;
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

// SIGHUP, by which others read their configuration again, is no reason to end.
void wait_for_stop(const sigset_t& signals, const Gateway& gateway) {
  int signal = SIGHUP;
  while (sigwait(&signals, &signal) == 0 && signal == SIGHUP) gateway.note_hangup();
}

int cannot_start(const a2a::Error& reason) {
  std::cerr << "schemagate: " << reason.message << '\n';
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

}  // namespace

int serve(const std::string& config_path, const ConfigOverrides& overrides, GatewayParts parts) {
  LoadedConfig loaded = load(config_path, overrides, false);
  if (!loaded.config) return kBadConfiguration;
  const sigset_t signals = block_signals();
  std::signal(SIGPIPE, SIG_IGN);
  // A ledger beyond the process' limit of file sizes is an error of writing, not the end.
  std::signal(SIGXFSZ, SIG_IGN);
  const std::vector<ListenerConfig> listeners = loaded.config->listeners;
  const std::optional<AdminConfig> admin =
      loaded.config->admin.address.empty() ? std::nullopt : std::optional(loaded.config->admin);
  parts.program.config_path = config_path;
  parts.program.open_files = raise_open_files();
  auto gateway = Gateway::start(std::move(*loaded.config), std::move(parts));
  if (!gateway) return cannot_start(gateway.error());
  if (auto ready = (*gateway)->wait_until_ready(); !ready) return cannot_start(ready.error());
  for (std::size_t i = 0; i < listeners.size(); ++i)
    print_listening(listeners[i].options, (*gateway)->port(i));
  if (admin) print_admin(*admin, (*gateway)->admin_port());
  wait_for_stop(signals, **gateway);
  (void)(*gateway)->drain();
  return kDrained;
}

int check(const std::string& config_path, const ConfigOverrides& overrides, bool online) {
  const LoadedConfig loaded = load(config_path, overrides, true);
  if (!loaded.config) return kBadConfiguration;
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
