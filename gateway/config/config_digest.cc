#include "gateway/config/config_digest.h"

#include <algorithm>
#include <array>
#include <functional>
#include <nlohmann/json.hpp>
#include <string_view>

#include "a2a/json/tree.h"

namespace schemagate {
namespace {

constexpr std::string_view kAgents = "agents";
constexpr std::string_view kAuthentication = "authentication";
constexpr std::string_view kRules = "rules";
// Beside agents, all that a reload takes: who calls, and what he may do. With keys of issuers it would wait
// for those.
constexpr std::array<std::string_view, 5> kReloaded{kAgents, kRules, "authentication.anonymous",
                                                    "authentication.api_keys",
                                                    "authentication.client_certificates"};

// With its length, so that texts one after another cannot be taken for others.
void append(std::string& out, std::string_view text) {
  out += std::to_string(text.size());
  out += ':';
  out += text;
}

std::vector<const YamlMember*> by_name(const YamlNode& mapping) {
  std::vector<const YamlMember*> members;
  members.reserve(mapping.members.size());
  for (const YamlMember& each : mapping.members) members.push_back(&each);
  std::ranges::sort(members, {}, [](const YamlMember* each) -> const std::string& { return each->name; });
  return members;
}

void append(std::string& out, const YamlNode& node) {
  append(out, std::to_string(static_cast<int>(node.kind)) + node.scalar);
  append(out, std::to_string(node.elements.size()));
  for (const YamlNode& each : node.elements) append(out, each);
  append(out, std::to_string(node.members.size()));
  for (const YamlMember* each : by_name(node)) {
    append(out, each->name);
    append(out, each->value);
  }
}

std::size_t hash(const std::string& text) {
  return std::hash<std::string>()(text);
}

bool is_at_or_in(std::string_view path, std::string_view section) {
  return path.starts_with(section) && (path.size() == section.size() || path[section.size()] == '.');
}

void add_options(const YamlNode& node, const std::string& path, ConfigDigest& digest) {
  if (!needs_restart(path)) return;
  if (node.kind != YamlNode::Kind::kMapping || node.members.empty()) {
    std::string text;
    append(text, node);
    digest.options.emplace(path, hash(text));
    return;
  }
  for (const YamlMember& each : node.members) add_options(each.value, member_path(path, each.name), digest);
}

const YamlNode* member(const YamlNode& mapping, std::string_view name) {
  const auto found = std::ranges::find(mapping.members, name, &YamlMember::name);
  return found == mapping.members.end() ? nullptr : &found->value;
}

// Methods of authentication are tried in their order.
void add_access(const YamlNode& file, ConfigDigest& digest) {
  std::string text;
  if (const YamlNode* authentication = member(file, kAuthentication)) {
    digest.options.emplace(kAuthentication, 0);  // whether there is one at all
    for (const YamlMember& each : authentication->members) append(text, each.name);
    append(text, *authentication);
  }
  if (const YamlNode* rules = member(file, kRules)) append(text, *rules);
  digest.access = hash(text);
}

void append_files(std::string& out, const AgentConfig& agent) {
  append(out, agent.card_text);
  append(out, agent.master == nullptr ? "" : agent.master->json);
  for (const auto& [name, schema] : agent.contract.schemas) {
    append(out, name);
    append(out, schema.text);
  }
  for (const schema_interaction::Entry& entry : agent.templates.entries()) {
    for (const schema_interaction::Rendition& each : entry.renditions) append(out, each.text);
  }
}

// What its card says of callers. Rules without scopes say nothing there.
void append_security(std::string& out, const access::CardSecurity& security) {
  for (const access::CardScheme& each : security.schemes) {
    append(out, each.name);
    append(out, each.header);
    append(out, each.discovery);
  }
  append(out, security.anonymous ? "anonymous" : "");
  if (security.rules == nullptr) return;
  const bool has_scopes =
      std::ranges::any_of(*security.rules, [](const auto& rule) { return !rule.scopes.empty(); });
  for (const access::AccessRule& rule : has_scopes ? *security.rules : std::vector<access::AccessRule>()) {
    for (const auto* list : {&rule.scopes, &rule.agents, &rule.skills, &rule.operations}) {
      append(out, std::to_string(list->size()));
      for (const std::string& each : *list) append(out, each);
    }
  }
}

// What load_config() makes of more than the agent's own part of the file.
void append_derived(std::string& out, const AgentConfig& agent) {
  for (const auto& field : agent.hidden_fields) {
    append(out, field->pointer);
    append(out, field->drop ? "drop" : "mask");
    for (const std::string& role : field->visible_to) append(out, role);
    append(out, field->agent);
    append(out, field->from);
  }
}

// It has no part of the file: it stands in a plan.
void append_planned(std::string& out, const AgentConfig& worker) {
  append(out, worker.upstream_url);
  append(out, worker.plain_http ? "http" : "https");
  append(out, worker.is_public.health ? "public" : "");
  for (const FixedHeader& header : worker.upstream_headers) append(out, header.value.value());
}

std::size_t upstream_hash(const AgentConfig& agent, const YamlNode* part) {
  std::string text;
  const YamlNode* upstream = part == nullptr ? nullptr : member(*part, "upstream");
  upstream != nullptr ? append(text, *upstream) : append_planned(text, agent);
  for (const a2a::signature::PublicKey& key : agent.card_keys) append(text, a2a::dump_tree(key.jwk()));
  return hash(text);
}

ConfigDigest::Agent digest_of(const AgentConfig& agent, const YamlNode* part) {
  const std::size_t upstream = upstream_hash(agent, part);
  std::string text = std::to_string(upstream);
  if (part != nullptr) append(text, *part);
  append_files(text, agent);
  append_derived(text, agent);
  append_security(text, agent.security);
  return {hash(text), upstream, agent.evolution.enabled};
}

void compare(const std::string& name, const ConfigDigest::Agent* before, const ConfigDigest::Agent* after,
             ConfigChange& change) {
  if (before != nullptr && after != nullptr && before->hash == after->hash) return;
  const auto evolves = [](const ConfigDigest::Agent* each) { return each != nullptr && each->evolves; };
  if (evolves(before) || evolves(after))
    return change.needs_restart.push_back(member_path(kAgents, name) + " (it evolves)");
  auto& names = before == nullptr ? change.added : after == nullptr ? change.removed : change.changed;
  names.push_back(name);
  const bool is_called_otherwise =
      before != nullptr && after != nullptr && before->upstream != after->upstream;
  if (is_called_otherwise) change.moved.push_back(name);
}

template <class Value>
const Value* find(const std::map<std::string, Value>& values, const std::string& key) {
  const auto found = values.find(key);
  return found == values.end() ? nullptr : &found->second;
}

}  // namespace

bool needs_restart(std::string_view path) {
  return std::ranges::none_of(kReloaded, [path](std::string_view each) { return is_at_or_in(path, each); });
}

ConfigDigest digest(const YamlNode& file, const Config& config) {
  ConfigDigest digest;
  add_options(file, "", digest);
  add_access(file, digest);
  std::map<std::string, const YamlNode*> parts;
  if (const YamlNode* agents = member(file, kAgents)) {
    for (const YamlMember& each : agents->members) parts.emplace(each.name, &each.value);
  }
  for (const AgentConfig& agent : config.agents) {
    const YamlNode* const* part = find(parts, agent.name);
    digest.agents.emplace(agent.name, digest_of(agent, part == nullptr ? nullptr : *part));
  }
  return digest;
}

ConfigChange change_between(const ConfigDigest& before, const ConfigDigest& after) {
  ConfigChange change{.access = before.access != after.access};
  for (const auto& [path, hash] : before.options) {
    const std::size_t* now = find(after.options, path);
    if (now == nullptr || *now != hash) change.needs_restart.push_back(path);
  }
  for (const auto& [path, hash] : after.options) {
    if (!before.options.contains(path)) change.needs_restart.push_back(path);
  }
  for (const auto& [name, agent] : before.agents) compare(name, &agent, find(after.agents, name), change);
  for (const auto& [name, agent] : after.agents) {
    if (!before.agents.contains(name)) compare(name, nullptr, &agent, change);
  }
  for (auto* list : {&change.needs_restart, &change.added, &change.changed, &change.removed, &change.moved})
    std::ranges::sort(*list);
  return change;
}

}  // namespace schemagate
