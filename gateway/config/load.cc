#include "gateway/config/load.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "gateway/config/file.h"
#include "gateway/config/listen.h"
#include "gateway/config/read_agents.h"
#include "gateway/config/read_ledger.h"
#include "gateway/config/read_push.h"
#include "gateway/config/read_signing.h"
#include "gateway/config/section.h"
#include "gateway/config/text.h"
#include "gateway/config/yaml.h"

namespace schemagate {
namespace {

using namespace std::chrono_literals;

constexpr std::array<std::string_view, 5> kLogLevels{"debug", "info", "warn", "error", "off"};
constexpr std::uint64_t kThreadsMax = 1'024;
constexpr std::uint64_t kKiB = 1 << 10;
constexpr std::uint64_t kMiB = 1 << 20;
constexpr std::uint64_t kGiB = 1 << 30;
constexpr Range<std::chrono::milliseconds> kShort{10ms, 1h};
constexpr Range<std::chrono::milliseconds> kLong{1s, 24h * 30};

void read_listener_limits(ConfigSection& limits, net::ListenerLimits& out) {
  limits.read_size("body", out.body_bytes_max, {kKiB, kGiB});
  limits.read_count("headers", out.headers_max, {8, 10'000});
  limits.read_size("header_bytes", out.head_bytes_max, {kKiB, kMiB});
  limits.read_duration("header_timeout", out.head_timeout, kShort);
  limits.read_duration("body_timeout", out.body_timeout, kShort);
  limits.read_duration("idle_timeout", out.idle_timeout, kShort);
  limits.read_duration("write_timeout", out.write_timeout, kShort);
  limits.read_count("connections", out.connections_max, {1, 10'000'000});
  limits.read_count("connections_per_address", out.connections_per_address_max, {1, 10'000'000});
  std::size_t backlog = static_cast<std::size_t>(out.backlog);
  if (limits.read_count("backlog", backlog, {1, 65'535})) out.backlog = static_cast<int>(backlog);
}

void read_gateway_limits(ConfigSection& limits, GatewayLimits& out) {
  limits.read_count("json_depth", out.json_depth_max, {8, 512});
  limits.read_count("streams", out.streams_max, {1, 10'000'000});
  limits.read_count("tasks", out.tasks_max, {1, 100'000'000});
  limits.read_duration("task_retention", out.task_retention, kLong);
  limits.read_count("task_events", out.task_events_max, {16, 10'000'000});
  limits.read_size("task_bytes", out.task_bytes_max, {64 * kKiB, kGiB});
  limits.read_size("event_bytes", out.event_bytes_max, {kKiB, kGiB});
  limits.read_duration("deduplication_window", out.deduplication_window, {0s, 24h});
  limits.read_duration("keep_alive", out.keep_alive, {100ms, 1h});
  limits.read_duration("blocking_timeout", out.blocking_timeout, kShort);
}

void read_upstream_limits(ConfigSection& limits, net::UpstreamLimits& out) {
  limits.read_count("connections", out.connections_per_host_max, {1, 65'535});
  limits.read_count("idle_connections", out.idle_connections_max, {0, 65'535});
  limits.read_duration("idle_timeout", out.idle_timeout, kShort);
  limits.read_duration("connect_timeout", out.connect_timeout, kShort);
  limits.read_size("header_bytes", out.head_bytes_max, {kKiB, kMiB});
  limits.read_size("body", out.body_bytes_max, {kKiB, kGiB});
}

void read_limits(ConfigSection& limits, Config& config) {
  read_listener_limits(limits, config.listener);
  read_gateway_limits(limits, config.limits);
  limits.read_duration("drain", config.drain_timeout, {0s, 1h});
  limits.read_section(
      "upstream", [&config](ConfigSection& upstream) { read_upstream_limits(upstream, config.upstream); });
  if (config.limits.event_bytes_max > config.limits.task_bytes_max) {
    limits.warn("event_bytes", "is larger than task_bytes: the larger events will never fit a task");
  }
  if (config.limits.streams_max > config.listener.connections_max) {
    limits.warn("streams", "is larger than connections: that many streams can never be open");
  }
}

// The member of that name, added when absent.
YamlNode& member(YamlNode& mapping, const std::string& name, YamlNode::Kind kind) {
  auto found = std::ranges::find(mapping.members, name, &YamlMember::name);
  if (found == mapping.members.end()) {
    mapping.members.push_back({name, 0, {kind, 0, "", {}, {}}});
    found = std::prev(mapping.members.end());
  }
  return found->value;
}

// Overrides take the place of the file's values before anything is checked, so both are held to the same
// rules.
void lay_over(YamlNode& root, const ConfigOverrides& overrides) {
  using enum YamlNode::Kind;
  if (overrides.listen) member(root, "listen", kText) = {kText, 0, *overrides.listen, {}, {}};
  if (overrides.public_url) member(root, "public_url", kText) = {kText, 0, *overrides.public_url, {}, {}};
  if (overrides.threads) {
    member(root, "threads", kNumber) = {kNumber, 0, std::to_string(*overrides.threads), {}, {}};
  }
  if (!overrides.log_level) return;
  auto& log = member(root, "log", kMapping);
  if (log.kind == kMapping) member(log, "level", kText) = {kText, 0, *overrides.log_level, {}, {}};
}

void read_addresses(ConfigSection& root, Config& config) {
  ListenAddress listen{config.listen_address, config.listen_port};
  if (std::string text; root.read_text("listen", text)) {
    if (const auto parsed = parse_listen(text)) {
      listen = *parsed;
    } else {
      root.refuse("listen", parsed.error().message);
    }
  }
  config.listen_address = listen.address;
  config.listen_port = listen.port;
  config.public_url = default_public_url(listen);
  std::string text;
  if (!root.read_text("public_url", text)) {
    if (is_wildcard(listen)) root.warn("listen", "set public_url: clients elsewhere cannot use its default");
  } else if (const auto url = check_public_url(text)) {
    config.public_url = *url;
  } else {
    root.refuse("public_url", url.error().message);
  }
}

void read_root(ConfigSection& root, const std::filesystem::path& file, Config& config) {
  read_addresses(root, config);
  root.read_count("threads", config.threads, {0, kThreadsMax});
  root.read_section(
      "log", [&config](ConfigSection& log) { log.read_choice("level", config.log_level, kLogLevels); });
  root.read_section("limits", [&config](ConfigSection& limits) { read_limits(limits, config); });
  config.ledger = read_ledger(root, file);
  config.signing = read_signing(root, file.parent_path());
  config.push = read_push(root, file.parent_path());
  config.agents = read_agents(root, file.parent_path());
  for (AgentConfig& agent : config.agents) agent.push_notifications = config.push.enabled;
  root.finish();
}

std::optional<YamlNode> read_yaml_file(const std::string& path, std::vector<ConfigProblem>& problems) {
  const auto text = read_file(path, YamlLimits{}.bytes_max);
  if (!text) {
    problems.push_back({true, "", 0, text.error().message});
    return std::nullopt;
  }
  auto root = parse_yaml(*text, problems);
  if (root && root->kind != YamlNode::Kind::kMapping) {
    problems.push_back({true, "", root->line, "expected members such as listen and agents"});
    root.reset();
  }
  return root;
}

}  // namespace

LoadedConfig load_config(const std::string& path, const ConfigOverrides& overrides) {
  LoadedConfig loaded;
  auto root_node = read_yaml_file(path, loaded.problems);
  if (!root_node) return loaded;
  lay_over(*root_node, overrides);
  Config config;
  ConfigSection root(*root_node, "", loaded.problems);
  read_root(root, path, config);
  std::ranges::stable_sort(loaded.problems, {}, &ConfigProblem::line);
  if (std::ranges::none_of(loaded.problems, &ConfigProblem::fatal)) loaded.config = std::move(config);
  return loaded;
}

}  // namespace schemagate
