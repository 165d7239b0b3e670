#include "gateway/evolution/publication.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ranges>
#include <set>
#include <utility>

#include "a2a/json/canonical.h"
#include "a2a/signature/detached.h"
#include "extension/json_schema/schema_compiler.h"

namespace schemagate {
namespace {

using a2a::JsonTree;
using a2a::Result;
using evolution::EvolvedKey;
using evolution::Instant;
using evolution::Scenario;
using schema_interaction::Entry;

bool is_for(const EvolvedKey& key, std::string_view owner) {
  return key.client.empty() || key.client == owner;
}

// A refinement of a base key lives as long as its patch.
bool is_active(const Scenario& scenario, const evolution::Patch& patch, Instant now) {
  if (patch.expires <= now) return false;
  const auto brings = [&patch](const EvolvedKey& key) {
    return key.what.name == patch.key_name && key.client == patch.client && key.is_advertised();
  };
  return scenario.base().find(patch.key_name) != nullptr || std::ranges::any_of(scenario.keys(), brings);
}

// A configured template of the scenario, with the ids that promotions have made of it behind its own.
struct Version {
  const Entry* configured;
  std::vector<std::string> ids;
  bool is_newest;

  bool shows_keys(const std::string& id) const { return id != ids.front() || (is_newest && ids.size() == 1); }
};

// An id that is configured now means what is configured.
std::vector<Version> versions_of(const AgentConfig& configured, const Scenario& scenario) {
  std::vector<Version> versions;
  for (const Entry& entry : configured.templates.entries()) {
    if (!schema_interaction::is_same_scenario(entry.schema.scenario, scenario.base().scenario)) continue;
    const std::string& base = entry.schema.schema_id;
    Version& version = versions.emplace_back(Version{&entry, {base}, base == scenario.base().schema_id});
    for (const std::string& id : scenario.promoted_of(base)) {
      if (configured.templates.find_schema(id) == nullptr) version.ids.push_back(id);
    }
  }
  const bool is_known = std::ranges::any_of(versions, &Version::is_newest);
  return is_known ? versions : std::vector<Version>();
}

// The keys that a payload of the caller may have; its own stand in front of everybody's. An earlier version
// goes on to take what the newest one has no place for.
std::vector<const EvolvedKey*> accepted_keys(const Scenario& scenario, const Version& version,
                                             std::string_view owner) {
  std::vector<const EvolvedKey*> all;
  for (const EvolvedKey& key : scenario.keys()) all.push_back(&key);
  for (const evolution::SetAsideKey& each : scenario.set_aside()) {
    if (!version.is_newest) all.push_back(&each.key);
  }
  std::vector<const EvolvedKey*> keys;
  const auto add = [&](bool own) {
    for (const EvolvedKey* key : all) {
      const auto same = [key](const EvolvedKey* other) { return other->what.name == key->what.name; };
      const bool fits = key->is_accepted() && is_for(*key, owner) && key->client.empty() != own &&
                        version.configured->schema.find(key->what.name) == nullptr;
      if (fits && std::ranges::none_of(keys, same)) keys.push_back(key);
    }
  };
  add(true);
  add(false);
  return keys;
}

// The configured rendition with what has been refined (in the template's own language), and the new keys.
Result<schema_interaction::Rendition> evolved_rendition(const schema_interaction::Rendition& configured,
                                                        bool own_language, const JsonTree& effective) {
  auto tree = a2a::parse_tree(configured.text);
  if (!tree) return std::unexpected(tree.error());
  (*tree)["schema_id"] = effective.at("schema_id");
  JsonTree& keys = (*tree)["keys"];
  const std::size_t base_keys = keys.size();
  const JsonTree& evolved = effective.at("keys");
  for (std::size_t at = 0; at < evolved.size(); ++at) {
    if (at >= base_keys) {
      keys.push_back(evolved[at]);
    } else if (own_language) {
      keys[at]["semantic_description"] = evolved[at]["semantic_description"];
    }
  }
  return schema_interaction::render(configured.language, *tree);
}

// One scenario's part of a stack.
class StackBuilder {
 public:
  StackBuilder(const AgentConfig& configured, std::string_view owner)
      : configured_(configured), owner_(owner), stack_{configured.templates, {}} {}

  Result<void> add(const Scenario& scenario) {
    for (const Version& version : versions_of(configured_, scenario)) {
      const auto keys = accepted_keys(scenario, version, owner_);
      if (keys.empty() && !version.is_newest && version.ids.size() == 1) continue;
      for (const std::string& id : version.ids) {
        if (auto added = add(scenario, version, id, keys); !added) return added;
      }
    }
    return {};
  }
  EvolvedStack take() { return std::move(stack_); }

 private:
  Result<void> add(const Scenario& scenario, const Version& version, const std::string& id,
                   const std::vector<const EvolvedKey*>& keys) {
    Entry entry = *version.configured;
    entry.schema.schema_id = id;
    if (version.is_newest) {
      entry.superseded_by = id == version.ids.back() ? "" : version.ids.back();
    } else if (entry.superseded_by.empty() || id != version.ids.front()) {
      entry.superseded_by = scenario.schema_id();
    }
    for (const EvolvedKey* key : keys) add_key(entry, *key, version.shows_keys(id));
    if (version.shows_keys(id)) {
      if (auto rendered = render(entry, scenario, version); !rendered) return rendered;
    }
    if (auto added = stack_.templates.put(std::move(entry)); !added) return added;
    return compile(version.ids.front(), id, keys);
  }

  // On trial its use is measured: nothing is filled in that nobody has said.
  static void add_key(Entry& entry, const EvolvedKey& key, bool is_shown) {
    const bool is_filled_in = is_shown && key.client.empty() && key.state == evolution::KeyState::kStable;
    const auto value = is_filled_in ? key.what.default_value : std::nullopt;
    entry.schema.keys.push_back({key.what.name, key.what.type, false, describe(key.what), value});
    if (value) entry.defaults.emplace_back(key.what.name, *value);
  }

  // As everybody gets it.
  Result<void> render(Entry& entry, const Scenario& scenario, const Version& version) const {
    JsonTree effective =
        version.is_newest ? scenario.effective("") : write_template(version.configured->schema);
    if (!version.is_newest) {
      for (const EvolvedKey* key : accepted_keys(scenario, version, "")) {
        if (key->is_advertised()) effective["keys"].push_back(write_key(*key));
      }
    }
    effective["schema_id"] = entry.schema.schema_id;
    bool own_language = true;
    for (schema_interaction::Rendition& rendition : entry.renditions) {
      auto rendered = evolved_rendition(rendition, std::exchange(own_language, false), effective);
      if (!rendered) return std::unexpected(rendered.error());
      rendition = *std::move(rendered);
    }
    return {};
  }

  Result<void> compile(const std::string& base, const std::string& id,
                       const std::vector<const EvolvedKey*>& keys) {
    const object_schemas::Schema* schema = configured_.contract.find(base);
    if (schema == nullptr) return {};
    const auto tree = a2a::parse_tree(schema->text);
    if (!tree) return std::unexpected(tree.error());
    JsonTree published = *tree;
    JsonTree accepting = *tree;
    for (const EvolvedKey* key : keys) {
      JsonTree property{{"type", schema_interaction::name(key->what.type)},
                        {"description", describe(key->what)}};
      accepting["properties"][key->what.name] = property;
      if (!key->is_advertised()) continue;
      if (key->state == evolution::KeyState::kDeprecated) property["deprecated"] = true;
      published["properties"][key->what.name] = std::move(property);
    }
    object_schemas::Schema evolved = *schema;
    evolved.text = a2a::dump_tree(published);
    json_schema::SchemaCompiler compiler({.assert_format = schema->asserts_format});
    auto validator = compiler.compile(a2a::dump_tree(accepting));
    if (!validator)
      return a2a::fail(a2a::ErrorCode::kInternal, id + " cannot be compiled: " + validator.error().message);
    evolved.validator = *std::move(validator);
    stack_.schemas.insert_or_assign(id, std::move(evolved));
    return {};
  }

  const AgentConfig& configured_;
  const std::string_view owner_;
  EvolvedStack stack_;
};

Result<EvolvedStack> make_stack(const AgentConfig& configured, const evolution::Engine& engine,
                                std::string_view owner) {
  StackBuilder builder(configured, owner);
  for (const auto& [name, scenario] : engine.scenarios()) {
    if (!scenario.has_evolved()) continue;
    if (auto added = builder.add(scenario); !added) return std::unexpected(added.error());
  }
  return builder.take();
}

Result<std::string> signed_text(const evolution::Patch& patch, const PatchSigner& signer) {
  if (signer.key == nullptr) return patch.text;
  auto tree = a2a::parse_tree(patch.text);
  if (!tree) return std::unexpected(tree.error());
  const auto canonical = a2a::canonical_json(*tree);
  if (!canonical) return std::unexpected(canonical.error());
  const auto made = a2a::signature::sign_detached(*canonical, *signer.key, signer.key_set_url);
  if (!made) return std::unexpected(made.error());
  (*tree)["signatures"] =
      JsonTree::array({JsonTree{{"protected", made->protected_header}, {"signature", made->signature}}});
  return a2a::dump_tree(*tree);
}

Result<void> add_patches(const Scenario& scenario, Instant now, const PatchSigner& signer,
                         SignedPatches& signed_before, EvolvedTemplates& evolved) {
  for (const evolution::Patch& patch : scenario.patches()) {
    if (!is_active(scenario, patch, now)) continue;
    auto known = signed_before.find(patch.id);
    if (known == signed_before.end()) {
      auto text = signed_text(patch, signer);
      if (!text) return std::unexpected(text.error());
      known = signed_before.emplace(patch.id, *std::move(text)).first;
    }
    evolved.patches.push_back({.id = patch.id,
                               .scenario = scenario.base().scenario,
                               .parent = patch.parent,
                               .key = patch.key_name,
                               .client = patch.client,
                               .at = patch.at,
                               .text = known->second});
  }
  return {};
}

}  // namespace

std::string version_of(const evolution::Engine& engine, Instant now) {
  std::string version;
  for (const auto& [name, scenario] : engine.scenarios()) {
    for (const EvolvedKey& key : scenario.keys()) {
      version += key.client + '\n' + key.what.name + '\n' + std::string(evolution::name(key.state)) + '\n' +
                 std::to_string(key.what.examples.size() + key.what.values.size()) + '\n';
    }
    for (const evolution::Patch& patch : scenario.patches()) {
      if (is_active(scenario, patch, now)) version += patch.id + '\n';
    }
    version += std::string(scenario.schema_id()) + '\n';
  }
  return version;
}

Result<std::shared_ptr<const EvolvedTemplates>> make_evolved(const AgentConfig& configured,
                                                             const evolution::Engine& engine, Instant now,
                                                             const PatchSigner& signer,
                                                             SignedPatches& signed_before) {
  auto evolved = std::make_shared<EvolvedTemplates>();
  std::set<std::string> owners{""};
  bool is_evolved = false;
  for (const auto& [name, scenario] : engine.scenarios()) {
    is_evolved = is_evolved || scenario.has_evolved();
    for (const EvolvedKey& key : scenario.keys()) {
      if (key.is_accepted()) owners.insert(key.client);
    }
    for (const evolution::SetAsideKey& each : scenario.set_aside()) {
      if (each.key.is_accepted()) owners.insert(each.key.client);
    }
    for (const Version& version : versions_of(configured, scenario)) {
      for (const std::string& id : version.ids | std::views::drop(1))
        evolved->promoted[id] = version.ids.front();
    }
    auto added = add_patches(scenario, now, signer, signed_before, *evolved);
    if (!added) return std::unexpected(added.error());
  }
  if (!is_evolved) return nullptr;
  std::ranges::stable_sort(evolved->patches, {}, &PublishedPatch::at);
  for (const std::string& owner : owners) {
    auto stack = make_stack(configured, engine, owner);
    if (!stack) return std::unexpected(stack.error());
    evolved->stacks.emplace(owner, *std::move(stack));
  }
  return evolved;
}

}  // namespace schemagate
