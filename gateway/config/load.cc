#include "gateway/config/load.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <utility>

#include "gateway/access/card_security.h"
#include "gateway/access/hidden_in_runs.h"
#include "gateway/config/access_advice.h"
#include "gateway/config/file.h"
#include "gateway/config/listen.h"
#include "gateway/config/listen_overlap.h"
#include "gateway/config/options.h"
#include "gateway/config/read_agents.h"
#include "gateway/config/read_authentication.h"
#include "gateway/config/read_context_sources.h"
#include "gateway/config/read_context_store.h"
#include "gateway/config/read_credentials.h"
#include "gateway/config/read_evolution.h"
#include "gateway/config/read_ledger.h"
#include "gateway/config/read_listeners.h"
#include "gateway/config/read_push.h"
#include "gateway/config/read_rules.h"
#include "gateway/config/read_signing.h"
#include "gateway/config/section.h"
#include "gateway/config/text.h"
#include "gateway/config/time_advice.h"
#include "gateway/config/yaml.h"

namespace schemagate {
namespace {

void read_limits(ConfigSection& limits, Config& config) {
  read_options(limits, options::kListener, config.listener);
  std::size_t backlog = static_cast<std::size_t>(config.listener.backlog);
  if (limits.read_count("backlog", backlog, {1, 65'535})) config.listener.backlog = static_cast<int>(backlog);
  read_options(limits, options::kGateway, config.limits);
  read_options(limits, options::kDrain, config);
  limits.read_section("upstream", [&config](ConfigSection& upstream) {
    read_options(upstream, options::kUpstream, config.upstream);
    read_options(upstream, options::kAnswers, config.limits);
  });
  config.limits.answer_bytes_max = config.upstream.body_bytes_max;
  if (config.limits.event_bytes_max > config.limits.task_bytes_max) {
    limits.warn("event_bytes", "is larger than task_bytes: the larger events will never fit a task");
  }
  if (config.listener.body_bytes_max > config.limits.memory_bytes_max) {
    limits.warn("body", "is larger than memory: the larger bodies will never be taken");
  }
  if (config.limits.task_bytes_max > config.limits.kept_bytes_max) {
    limits.warn("task_bytes", "is larger than kept_bytes: a task of that size will never fit");
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
    member(root, "threads", kNumber) = {kNumber, 0, *overrides.threads, {}, {}};
  }
  if (!overrides.log_level) return;
  auto& log = member(root, "log", kMapping);
  if (log.kind == kMapping) member(log, "level", kText) = {kText, 0, *overrides.log_level, {}, {}};
}

// What is wrong with a value that stands over the file is not the file's fault.
void name_overrides(const ConfigOverrides& overrides, std::vector<ConfigProblem>& problems) {
  struct Source {
    std::string_view path;
    bool is_given;
    std::string_view name;
  };
  const std::array sources = {
      Source{"listen", overrides.listen.has_value(), "--listen or SCHEMAGATE_LISTEN"},
      Source{"public_url", overrides.public_url.has_value(), "--public-url or SCHEMAGATE_PUBLIC_URL"},
      Source{"threads", overrides.threads.has_value(), "--threads or SCHEMAGATE_THREADS"},
      Source{"log.level", overrides.log_level.has_value(), "--log-level or SCHEMAGATE_LOG_LEVEL"}};
  for (ConfigProblem& problem : problems) {
    const auto* source = std::ranges::find(sources, problem.path, &Source::path);
    if (source == sources.end() || !source->is_given) continue;
    problem.path = source->name;
    problem.line = 0;
    problem.outside_file = true;
  }
}

void read_addresses(ConfigSection& root, const std::filesystem::path& folder, Config& config) {
  config.listeners = read_listeners(root, folder);
  const ListenerConfig& leading = config.listeners.front();
  const net::ListenerOptions& first = leading.options;
  const ListenAddress listen{first.address, first.port};
  const bool has_url = !leading.public_url.empty();
  config.public_url = has_url ? leading.public_url : default_public_url(listen, first.tls != nullptr);
  const std::string_view place = leading.name.empty() ? "listen" : "listeners";
  std::string text;
  if (!root.read_text("public_url", text)) {
    if (is_wildcard(listen) && !has_url)
      root.warn(place, "set public_url: clients elsewhere cannot use its default");
  } else if (const auto url = check_public_url(text)) {
    config.public_url = *url;
  } else {
    root.refuse("public_url", url.error().message);
  }
}

// Listeners with the same URL share one. The first is the gateway's own, which is that of listeners without.
std::vector<std::string> number_public_addresses(Config& config) {
  std::vector<std::string> urls{config.public_url};
  for (ListenerConfig& each : config.listeners) {
    if (each.public_url.empty()) each.public_url = config.public_url;
    const auto found = std::ranges::find(urls, each.public_url);
    each.public_address = static_cast<std::size_t>(found - urls.begin());
    if (found == urls.end()) urls.push_back(each.public_url);
  }
  return urls;
}

// A card promises no certificates where no listener that serves the agent asks for one: nobody can show his.
std::vector<PublicAddress> public_addresses_of(const AgentConfig& agent, const Config& config,
                                               const std::vector<std::string>& urls) {
  std::vector<PublicAddress> addresses;
  for (std::size_t i = 0; i < urls.size(); ++i) {
    const bool takes_certificates = std::ranges::any_of(config.listeners, [&](const ListenerConfig& each) {
      return each.public_address == i && each.asks_for_certificates() && each.serves(agent.name);
    });
    // The first: its port may still be the system's to choose.
    addresses.push_back({.url = i == 0 ? std::string() : urls[i], .takes_certificates = takes_certificates});
  }
  return addresses;
}

void tell_agents(Config& config) {
  const auto rules = std::make_shared<const std::vector<access::AccessRule>>(config.authentication.rules);
  const std::vector<std::string> urls = number_public_addresses(config);
  for (AgentConfig& agent : config.agents) {
    agent.push_notifications = config.push.enabled;
    agent.security = access::card_security(config.authentication);
    agent.security.agent = agent.name;
    agent.security.rules = rules;
    if (config.context_store.enabled)
      agent.context_store = {config.context_store.residency, config.context_store.offload_bytes};
    agent.public_addresses = public_addresses_of(agent, config, urls);
  }
}

// What an agent hides is hidden wherever a run shows what it gave: in AgentContexts that are answered for it,
// and by masters, of all agents, as a plan may have been another one when a task was made.
void tell_of_runs(std::vector<AgentConfig>& agents) {
  access::HiddenFields all;
  for (AgentConfig& agent : agents) {
    const std::string from = agent.agent_context ? agent.agent_context->from : "";
    const access::HiddenFields shown = access::in_runs(agent.hidden_fields, agent.name, from);
    all.insert(all.end(), shown.begin(), shown.end());
    if (agent.agent_context)
      agent.hidden_fields.insert(agent.hidden_fields.end(), shown.begin(), shown.end());
  }
  for (AgentConfig& agent : agents) {
    if (agent.master != nullptr)
      agent.hidden_fields.insert(agent.hidden_fields.end(), all.begin(), all.end());
  }
}

void read_audit(ConfigSection& section, const std::filesystem::path& folder, Config& config) {
  if (!section.read_text("file", config.audit_file) || config.audit_file == "-") return;
  const std::filesystem::path path = std::filesystem::absolute(folder / config.audit_file);
  std::error_code error;
  if (config.audit_file.empty() || !std::filesystem::is_directory(path.parent_path(), error) ||
      std::filesystem::is_directory(path, error))
    return section.refuse("file", "expected a file in a folder that exists, or - for standard output");
  config.audit_file = path.string();
}

void read_root(ConfigSection& root, const std::filesystem::path& file, Config& config) {
  read_addresses(root, file.parent_path(), config);
  read_options(root, options::kProcess, config);
  root.read_section("log", [&config](ConfigSection& log) { read_options(log, options::kLog, config); });
  root.read_section("audit", [&](ConfigSection& audit) { read_audit(audit, file.parent_path(), config); });
  root.read_section("limits", [&config](ConfigSection& limits) { read_limits(limits, config); });
  config.ledger = read_ledger(root, file);
  config.context_store = read_context_store(root, file.parent_path());
  config.context_sources = read_context_sources(root, file.parent_path());
  config.signing = read_signing(root, file.parent_path());
  config.authentication = read_authentication(root, file.parent_path());
  config.authentication.rules = read_rules(root);
  root.read_section("quotas", [&config, &root](ConfigSection& quotas) {
    const auto read = [](access::QuotaLimits& limits) {
      return [&limits](ConfigSection& section) { read_options(section, options::kQuota, limits); };
    };
    quotas.read_section("principal", read(config.quotas.principal));
    if (quotas.take("principal") != nullptr && root.take("authentication") == nullptr)
      quotas.warn("principal", "has no effect without authentication: nobody is known, see address");
    quotas.read_section("address", read(config.quotas.address));
  });
  config.admin = read_admin(root);
  config.push = read_push(root, file.parent_path());
  config.agents = read_agents(root, file.parent_path());
  check_listeners(root, config.listeners, config.agents);
  check_caller_tokens(root, config.agents, config.signing.signer.has_value());
  tell_agents(config);
  check_rules(root, config);
  check_access(root, file, config);
  check_times(root, config);
  check_addresses(root, config);
  check_evolution(root, config);
  check_context_store(root, config);
  tell_of_runs(config.agents);
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
  name_overrides(overrides, loaded.problems);
  std::ranges::stable_sort(loaded.problems, {}, &ConfigProblem::line);
  if (!root.is_refused("ledger")) loaded.ledger = config.ledger;
  if (std::ranges::any_of(loaded.problems, &ConfigProblem::fatal)) return loaded;
  loaded.digest = digest(*root_node, config);
  loaded.config = std::move(config);
  return loaded;
}

}  // namespace schemagate
