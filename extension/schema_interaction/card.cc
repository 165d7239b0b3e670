#include "extension/schema_interaction/card.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "extension/schema_interaction/evolution_requests.h"
#include "extension/schema_interaction/negotiation.h"

namespace schemagate::schema_interaction {
namespace {

using a2a::JsonTree;

constexpr std::string_view kDescription =
    "Negotiate a template of keys and their meanings for a scenario, then send a payload with these keys";

JsonTree parameters(const Catalogue& catalogue, bool evolves) {
  JsonTree scenarios = JsonTree::array();
  JsonTree digests = JsonTree::object();
  for (const Entry& entry : catalogue.entries()) {
    if (entry.superseded_by.empty()) scenarios.push_back(entry.schema.scenario);
    for (const Rendition& rendition : entry.renditions)
      digests[entry.schema.schema_id][rendition.language] = rendition.digest;
  }
  JsonTree methods = JsonTree::array({kTemplateMethod});
  if (evolves) {
    methods.push_back(kUpdatesMethod);
    methods.push_back(kExtensionMethod);
  }
  return {{"methods", std::move(methods)},
          {"scenarios", std::move(scenarios)},
          {"templateDigests", std::move(digests)}};
}

}  // namespace

void declare(JsonTree& card, const Catalogue& catalogue, bool evolves) {
  if (catalogue.empty() || !card.is_object()) return;
  JsonTree& capabilities = card["capabilities"];
  if (!capabilities.is_object()) capabilities = JsonTree::object();
  JsonTree& extensions = capabilities["extensions"];
  if (!extensions.is_array()) extensions = JsonTree::array();
  const auto known = a2a::find_index(extensions, "uri", kExtensionUri);
  JsonTree& declaration = known ? extensions[*known] : extensions.emplace_back(JsonTree::object());
  declaration["uri"] = kExtensionUri;
  if (!declaration.contains("description")) declaration["description"] = kDescription;
  declaration.erase("required");  // never: text stays possible for everybody
  declaration["params"] = parameters(catalogue, evolves);
}

bool remove_declaration(JsonTree& card) {
  const auto capabilities = card.is_object() ? card.find("capabilities") : card.end();
  if (capabilities == card.end() || !capabilities->is_object()) return false;
  const auto extensions = capabilities->find("extensions");
  if (extensions == capabilities->end()) return false;
  const auto known = a2a::find_index(*extensions, "uri", kExtensionUri);
  if (known) extensions->erase(*known);
  return known.has_value();
}

}  // namespace schemagate::schema_interaction
