#include "gateway/config/read_evolution.h"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "a2a/json/tree.h"
#include "a2a/uri/loopback.h"
#include "extension/schema_interaction/evolution_requests.h"
#include "gateway/config/listen.h"
#include "gateway/config/options.h"
#include "gateway/config/read_embedding.h"

namespace schemagate {
namespace {

using a2a::JsonTree;

JsonTree to_tree(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::kBoolean:
    case YamlNode::Kind::kNumber:
      return a2a::parse_tree(node.scalar).value_or(JsonTree(node.scalar));
    case YamlNode::Kind::kText:
      return node.scalar;
    case YamlNode::Kind::kNull:
    case YamlNode::Kind::kSequence:
    case YamlNode::Kind::kMapping:
      break;
  }
  return nullptr;
}

// The reason without the member's name in front, which the problem has as its path.
std::string without_name(std::string message, std::string_view name) {
  const std::string prefix = std::string(name) + ": ";
  return message.starts_with(prefix) ? message.substr(prefix.size()) : message;
}

// One after the other, so that each problem has its line.
void read_settings(ConfigSection& section, EvolutionConfig& out) {
  JsonTree tree = JsonTree::object();
  const auto take = [&](std::string_view name) {
    const YamlNode* node = section.take(name);
    if (node == nullptr) return;
    JsonTree wider = tree;
    wider[std::string(name)] = to_tree(*node);
    const auto settings = evolution::read_settings(wider);
    if (!settings) return section.refuse(name, without_name(settings.error().message, name));
    tree = std::move(wider);
    out.settings = *settings;
  };
  for (const auto& option : options::kEvolution) {
    if (option.name != "mode") take(option.name);
  }
}

}  // namespace

EvolutionConfig read_evolution(ConfigSection& agent, const std::filesystem::path& folder) {
  EvolutionConfig config;
  agent.read_section("evolution", [&](ConfigSection& section) {
    read_settings(section, config);
    read_embedding(section, folder, config);
    std::string mode = "off";
    section.read_choice("mode", mode, options::kEvolutionModes);
    config.enabled = mode != "off";
    config.settings.mode = mode == "propose" ? evolution::Mode::kPropose : evolution::Mode::kAutomatic;
  });
  return config;
}

void declare_patches(AgentConfig& agent) {
  const std::string name(schema_interaction::kPatchSchemaName);
  if (!agent.evolution.enabled || agent.contract.schemas.contains(name)) return;
  auto validator = json_schema::Validator::compile(schema_interaction::kPatchSchema);
  if (!validator) return;
  object_schemas::Schema schema{std::string(schema_interaction::kPatchSchema), *std::move(validator)};
  agent.contract.schemas.emplace(name, std::move(schema));
}

AdminConfig read_admin(ConfigSection& root) {
  AdminConfig admin;
  root.read_section("admin", [&admin](ConfigSection& section) {
    read_options(section, options::kAdmin, admin);
    if (section.read_text("role", admin.role) && admin.role.empty())
      section.refuse("role", "expected the name of a role");
    std::string text;
    if (!section.read_text("listen", text)) return;
    const auto listen = parse_listen(text);
    if (!listen) return section.refuse("listen", listen.error().message);
    if (!a2a::uri::is_this_machine(listen->address))
      return section.refuse("listen", "expected an address of this machine, such as 127.0.0.1:15000");
    admin.address = listen->address;
    admin.port = listen->port;
  });
  return admin;
}

void check_evolution(ConfigSection& root, const Config& config) {
  const bool has_seal =
      config.ledger.path.empty() || !config.ledger.keys.empty() || root.is_refused("ledger");
  const bool knows_callers = config.authentication.enabled() || root.is_refused("authentication");
  const bool has_admin = !config.admin.address.empty() || root.is_refused("admin");
  for (const AgentConfig& agent : config.agents) {
    if (!agent.evolution.enabled || root.is_refused("agents." + agent.name)) continue;
    const std::string place = "agents." + agent.name + ".evolution";
    if (agent.templates.empty()) {
      root.refuse(place, "needs a template: there is nothing that could evolve");
    } else if (!has_seal) {
      root.refuse(place,
                  "keeps what users wish for: it needs ledger.keys, which seal it, or ledger.store: memory");
    } else if (!knows_callers) {
      root.warn(place,
                "without authentication all callers count as one: no wish is one of many, nothing evolves");
    }
    if (agent.evolution.settings.mode == evolution::Mode::kPropose && !has_admin)
      root.warn(place, "proposes, and without admin.listen nobody can approve");
  }
}

}  // namespace schemagate
