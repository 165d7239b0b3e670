#include "gateway/config/read_agents.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "a2a/json/pointer.h"
#include "a2a/json/tree.h"
#include "a2a/text/ascii.h"
#include "a2a/uri/loopback.h"
#include "extension/object_schemas/card.h"
#include "extension/object_schemas/mode.h"
#include "gateway/config/file.h"
#include "gateway/config/listen.h"
#include "gateway/config/options.h"
#include "gateway/config/read_command.h"
#include "gateway/config/read_contract.h"
#include "gateway/config/read_credentials.h"
#include "gateway/config/read_evolution.h"
#include "gateway/config/read_headers.h"
#include "gateway/config/read_master.h"
#include "gateway/config/read_signing.h"
#include "gateway/config/read_tls.h"
#include "gateway/config/text.h"
#include "gateway/net/url.h"

namespace schemagate {
namespace {

constexpr std::size_t kAgentsMax = 10'000;
constexpr std::size_t kNameBytesMax = 64;
constexpr std::size_t kCardBytesMax = 1 << 20;
// First path segments of the gateway itself and of A2A's HTTP+JSON binding, which a root agent serves.
constexpr std::array<std::string_view, 11> kReservedNames{".",
                                                          "..",
                                                          ".well-known",
                                                          "v1",
                                                          "healthz",
                                                          "readyz",
                                                          "contexts",
                                                          "metrics",
                                                          "tasks",
                                                          "extendedAgentCard",
                                                          "schemaTemplates"};
constexpr std::array<std::string_view, 2> kStatuses{"1.0.1", "1.0.0"};
constexpr std::array<std::string_view, 3> kContractSources{"auto", "adopt", "configured"};
constexpr std::array<std::string_view, 2> kStructuredErrors{"error", "message"};
constexpr std::array<std::string_view, 3> kBindings{"auto", "JSONRPC", "HTTP+JSON"};
constexpr std::array<std::string_view, 3> kVersions{"auto", "0.3", "1.0"};
constexpr std::array<std::string_view, 2> kStreaming{"auto", "never"};
constexpr std::array<std::string_view, 3> kFileBytes{"auto", "once", "twice"};
constexpr std::array<std::string_view, 2> kKinds{"agent", "master"};
constexpr std::array<std::string_view, 3> kContextModes{"per_item", "whole", "structured"};

void check_name(std::string_view name, ConfigSection& agent) {
  // The same characters as in a schema's name: all of them stand in a URL path as they are.
  if (!object_schemas::is_schema_name(name) || name.size() > kNameBytesMax) {
    agent.refuse("", "an agent's name is 1 to 64 characters of A-Z a-z 0-9 . _ -");
  } else if (std::ranges::find(kReservedNames, name) != kReservedNames.end()) {
    agent.refuse("", in_quotes(name) + " is a path of the gateway itself: choose another name");
  }
}

// "http://…" of "ws://…", "https://…" of "wss://…". False: it is neither.
bool take_websocket_scheme(std::string& url) {
  for (const std::string_view scheme : {"ws://", "wss://"}) {
    if (!a2a::text::equals_ignore_case(std::string_view(url).substr(0, scheme.size()), scheme)) continue;
    url.replace(0, std::string_view("ws").size(), "http");
    return true;
  }
  return false;
}

void check_url(ConfigSection& upstream, std::string_view name, bool plain_http, const std::string& text) {
  const auto url = net::parse_url(text);
  if (!url) {
    const bool may_hold_password = text.contains('@');
    upstream.refuse(name, url.error().detail + (may_hold_password ? "" : ", found " + in_quotes(text)));
  } else if (text.find_first_of("?#") != text.npos) {
    upstream.refuse(name, "expected a URL without query and fragment, found " + in_quotes(text));
  } else if (!url->tls && !plain_http && !a2a::uri::is_this_machine(url->host)) {
    upstream.refuse(name,
                    "expected https: with http everybody on the way reads and changes what is said. To allow "
                    "it all the same, say plain_http: true");
  }
}

void read_url(ConfigSection& upstream, std::string_view name, bool plain_http, std::string& out) {
  if (upstream.read_text(name, out)) check_url(upstream, name, plain_http, out);
}

void read_agent_url(ConfigSection& upstream, AgentConfig& agent) {
  std::string written;
  if (!upstream.read_text("url", written)) return;
  agent.upstream_websocket = take_websocket_scheme(written);
  check_url(upstream, "url", agent.plain_http, written);
  agent.upstream_url = std::move(written);
  if (agent.upstream_websocket && upstream.take("endpoint") != nullptr)
    upstream.refuse("endpoint", "an agent over WebSocket is called at its url");
}

void read_upstream(ConfigSection& upstream, const std::filesystem::path& folder, AgentConfig& agent) {
  read_options(upstream, options::kAgentUpstream, agent);
  read_command(upstream, folder, agent);
  read_agent_url(upstream, agent);
  if (upstream.take("url") == nullptr && !agent.command)
    upstream.refuse("", "url is missing, or command for an agent that is a program");
  read_url(upstream, "endpoint", agent.plain_http, agent.upstream_endpoint);
  upstream.read_section("tls", [&](ConfigSection& tls) { read_tls(tls, folder, agent); });
  std::string binding;
  upstream.read_choice("binding", binding, kBindings);
  for (const auto known : {a2a::wire::Binding::kJsonRpc, a2a::wire::Binding::kHttpJson}) {
    if (binding == name(known)) agent.upstream_binding = known;
  }
  if (agent.command && agent.upstream_binding == a2a::wire::Binding::kHttpJson)
    upstream.refuse("binding", "a command is called over JSONRPC");
  if (agent.upstream_websocket && agent.upstream_binding == a2a::wire::Binding::kHttpJson)
    upstream.refuse("binding", "over WebSocket an agent is called by JSONRPC");
  std::string version;
  upstream.read_choice("version", version, kVersions);
  if (version == "0.3") agent.upstream_version = a2a::wire::Version::kV0_3;
  if (version == "1.0") agent.upstream_version = a2a::wire::Version::kV1_0;
  std::string streaming;
  upstream.read_choice("streaming", streaming, kStreaming);
  agent.upstream_streams = streaming != kStreaming.back();
  std::string file_bytes;
  upstream.read_choice("file_bytes", file_bytes, kFileBytes);
  if (file_bytes == "once") agent.upstream_file_bytes = FileBytes::kOnce;
  if (file_bytes == "twice") agent.upstream_file_bytes = FileBytes::kTwice;
  read_headers(upstream, folder, agent);
  read_credentials(upstream, folder, agent);
  read_card_keys(upstream, folder, agent);
}

// Why the text cannot be laid over a card; empty when it can.
std::string card_problem(const std::string& text) {
  const auto card = a2a::parse_tree(text, {.bytes_max = kCardBytesMax});
  if (!card) return card.error().message;
  if (!card->is_object()) return "is not a JSON object";
  const auto* skills = a2a::find_member(*card, "skills");
  if (skills == nullptr) return "";
  if (!skills->is_array()) return "/skills is not an array";
  std::set<std::string> ids;
  for (std::size_t i = 0; i < skills->size(); ++i) {
    const auto* id = a2a::find_string((*skills)[i], "id");
    const auto place = "/skills/" + std::to_string(i);
    if (id == nullptr) return place + " has no id";
    if (!ids.insert(*id).second) return place + " has the id of an earlier skill";
  }
  return "";
}

void read_card(ConfigSection& section, const std::filesystem::path& folder, AgentConfig& agent) {
  std::string name;
  if (!section.read_text("card", name)) return;
  auto text = read_file(folder / name, kCardBytesMax);
  if (!text) return section.refuse("card", text.error().message);
  if (const auto problem = card_problem(*text); !problem.empty()) {
    return section.refuse("card", in_quotes(name) + ": " + problem);
  }
  agent.card_text = std::move(*text);
}

// Where the agent's own card may declare schemas, too, nothing can be said before it is read.
void lint_card(ConfigSection& section, const AgentConfig& agent) {
  if (agent.card_text.empty() || agent.adopts()) return;
  const auto part = a2a::parse_tree(agent.card_text, {.bytes_max = kCardBytesMax});
  if (!part) return;
  for (const object_schemas::CardProblem& problem : object_schemas::lint_part(*part, agent.contract)) {
    const std::string message = problem.path + ": " + problem.message;
    problem.fatal ? section.refuse("card", message) : section.warn("card", message);
  }
}

void read_public(ConfigSection& section, PublicDocuments& shown) {
  if (section.take("public") == nullptr) return;
  shown = {.card = false, .templates = false, .health = false};
  for (const PlacedText& each : section.read_list("public")) {
    if (each.text == "card") {
      shown.card = true;
    } else if (each.text == "templates") {
      shown.templates = true;
    } else if (each.text == "health") {
      shown.health = true;
    } else {
      section.refuse(each, "expected card, templates or health");
    }
  }
}

void read_websocket_origins(ConfigSection& section, AgentConfig& agent) {
  for (PlacedText& each : section.read_list("websocket_origins")) {
    const auto url = a2a::uri::parse_url(each.text);
    if (!url || url->origin() != each.text) {
      section.refuse(each, "expected an origin such as https://app.example, with nothing behind it");
      continue;
    }
    agent.websocket_origins.push_back(std::move(each.text));
  }
  if (!agent.websocket && !agent.websocket_origins.empty())
    section.refuse("websocket_origins", "belongs to websocket: true");
}

void read_hidden_fields(ConfigSection& section, access::HiddenFields& fields) {
  section.read_sections("hidden_fields", access::kHiddenFieldsMax,
                        [&fields](std::string_view pointer, ConfigSection& hidden) {
                          access::HiddenField field{.pointer = std::string(pointer)};
                          if (pointer.empty() || !a2a::json_pointer::is_valid(pointer))
                            hidden.refuse("", "expected a JSON Pointer such as /passenger/name");
                          read_options(hidden, options::kHiddenField, field);
                          for (PlacedText& role : hidden.read_list("visible_to"))
                            field.visible_to.push_back(std::move(role.text));
                          fields.push_back(std::make_shared<const access::HiddenField>(std::move(field)));
                        });
}

void read_agent_context(ConfigSection& section, AgentConfig& agent) {
  using enum agent_context::Delivery;
  std::string mode;
  section.read_choice("mode", mode, kContextModes);
  agent_context::ContextDelivery context;
  (void)section.read_text("schema", context.schema);
  (void)section.read_text("from", context.from);
  if (mode == "whole") context.delivery = kWhole;
  if (mode == "structured") context.delivery = kStructured;
  if (section.take("mode") == nullptr) section.refuse("", "mode is missing: per_item, whole or structured");
  if (!a2a::json_pointer::is_valid(context.from)) section.refuse("from", "expected a JSON Pointer");
  const bool is_structured = context.delivery == kStructured;
  if (is_structured && context.schema.empty())
    section.refuse("", "schema is missing: which one of the agent the items are for");
  if (!is_structured && !context.schema.empty()) section.refuse("schema", "belongs to mode: structured");
  if (!is_structured && !context.from.empty()) section.refuse("from", "belongs to mode: structured");
  if (!mode.empty()) agent.agent_context = std::move(context);
}

void warn_of_accepting_nothing(ConfigSection& section, const AgentConfig& agent) {
  const object_schemas::Accepted& accept = agent.contract.accept;
  if (accept.text || accept.data || agent.adopts() || !agent.contract.input_names().empty()) return;
  section.warn("accept", "no skill takes a schema: every message is refused");
}

// Shared by all agents of a file.
struct SchemaCompilers {
  json_schema::SchemaCompiler annotating_format;
  json_schema::SchemaCompiler asserting_format{{.assert_format = true}};
};

// Who does the agent's work: one behind the gateway, or, as its plan says, others of the file.
void read_worker(ConfigSection& section, const std::filesystem::path& folder, AgentConfig& agent) {
  section.read_section("upstream", [&](ConfigSection& upstream) { read_upstream(upstream, folder, agent); });
  const bool has_upstream = section.take("upstream") != nullptr;
  std::string kind = "agent";
  section.read_choice("kind", kind, kKinds);
  if (kind == "agent") {
    if (!has_upstream) section.refuse("", "upstream is missing");
    for (const char* const own : {"plan", "planner"}) {
      if (section.take(own) != nullptr) section.refuse(own, "belongs to kind: master");
    }
    return;
  }
  if (has_upstream) section.refuse("upstream", "belongs to kind: agent: a master has a plan instead");
  if (section.take("agent_context") != nullptr)
    section.refuse("agent_context", "belongs to kind: agent: a master takes no context of another one");
  read_master_plan(section, folder, agent);
}

AgentConfig read_agent(std::string_view name, ConfigSection& section, const std::filesystem::path& folder,
                       SchemaCompilers& compilers) {
  AgentConfig agent;
  agent.name = name;
  check_name(name, section);
  read_options(section, options::kAgent, agent);
  std::string statuses;
  section.read_choice("http_json_statuses", statuses, kStatuses);
  agent.v1_0_0_statuses = statuses == "1.0.0";
  read_websocket_origins(section, agent);
  read_public(section, agent.is_public);
  read_hidden_fields(section, agent.hidden_fields);
  std::string structured_errors;
  section.read_choice("structured_errors", structured_errors, kStructuredErrors);
  agent.refusals_as_messages = structured_errors == "message";
  section.read_section("agent_context", [&](ConfigSection& context) { read_agent_context(context, agent); });
  read_worker(section, folder, agent);
  read_card(section, folder, agent);
  std::string source;
  section.read_choice("contract", source, kContractSources);
  if (source == "adopt") agent.contract_source = ContractSource::kAdopt;
  if (source == "configured") agent.contract_source = ContractSource::kConfigured;
  AgentContract contract = read_contract(
      section, folder, agent.assert_format ? compilers.asserting_format : compilers.annotating_format);
  agent.contract = std::move(contract.contract);
  agent.templates = std::move(contract.templates);
  agent.evolution = read_evolution(section, folder);
  declare_patches(agent);
  lint_card(section, agent);
  warn_of_accepting_nothing(section, agent);
  return agent;
}

}  // namespace

std::vector<AgentConfig> read_agents(ConfigSection& root, const std::filesystem::path& folder) {
  std::vector<AgentConfig> agents;
  std::string root_agent;
  SchemaCompilers compilers;
  root.read_sections("agents", kAgentsMax, [&](std::string_view name, ConfigSection& section) {
    agents.push_back(read_agent(name, section, folder, compilers));
    if (!agents.back().root) return;
    if (!root_agent.empty())
      section.refuse("root", "only one agent can be the root: " + in_quotes(root_agent) + " is");
    root_agent = name;
  });
  add_workers(root, agents);
  const auto* node = root.take("agents");
  if (node == nullptr || (node->kind == YamlNode::Kind::kMapping && node->members.empty())) {
    root.refuse("agents", "at least one agent is needed");
  }
  return agents;
}

}  // namespace schemagate
