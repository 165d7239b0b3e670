#include "extension/schema_interaction/catalogue.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "a2a/signature/digest.h"
#include "extension/schema_interaction/authored_template.h"

namespace schemagate::schema_interaction {
namespace {

using a2a::JsonTree;
using a2a::Result;

SchemaTemplate translated(SchemaTemplate schema, const Descriptions& descriptions) {
  for (Key& key : schema.keys) key.description = descriptions.find(key.name)->second;
  return schema;
}

Result<std::vector<Rendition>> render_all(const AuthoredTemplate& authored) {
  std::vector<Rendition> renditions;
  auto own = render(authored.language, write_template(authored.schema));
  if (!own) return std::unexpected(own.error());
  renditions.push_back(*std::move(own));
  for (const auto& [language, descriptions] : authored.translations) {
    auto other = render(language, write_template(translated(authored.schema, descriptions)));
    if (!other) return std::unexpected(other.error());
    renditions.push_back(*std::move(other));
  }
  return renditions;
}

JsonTree digests_of(const Entry& entry) {
  JsonTree digests = JsonTree::object();
  for (const Rendition& rendition : entry.renditions) digests[rendition.language] = rendition.digest;
  return digests;
}

}  // namespace

Result<Rendition> render(std::string language, const JsonTree& tree) {
  auto digest = a2a::signature::digest_of(tree);
  if (!digest) return std::unexpected(digest.error());
  return Rendition{std::move(language), a2a::dump_tree(tree), *std::move(digest)};
}

Result<void> Catalogue::add(const AuthoredTemplate& authored, bool other_outside_schema) {
  const auto refuse = [](std::string message) {
    return a2a::fail(a2a::ErrorCode::kInvalidParams, std::move(message));
  };
  const std::string& id = authored.schema.schema_id;
  if (find_schema(id) != nullptr)
    return refuse("another template of this agent has the schema_id \"" + id + "\"");
  Entry* before = find_newest(authored.schema.scenario);
  if (before != nullptr && before->schema.schema_id != authored.supersedes) {
    return refuse("another template of this agent has the scenario \"" + before->schema.scenario +
                  "\": one that takes its place says \"supersedes\": \"" + before->schema.schema_id + "\"");
  }
  if (before == nullptr && find_schema(authored.supersedes) != nullptr)
    return refuse("supersedes a template of another scenario, \"" + authored.supersedes + "\"");
  auto renditions = render_all(authored);
  if (!renditions) return std::unexpected(renditions.error());
  if (before != nullptr) before->superseded_by = id;
  Entry& entry = entries_.emplace_back(Entry{.schema = authored.schema,
                                             .renditions = *std::move(renditions),
                                             .defaults = {},
                                             .other_outside_schema = other_outside_schema,
                                             .forbidden_keys = authored.forbidden_keys});
  for (const Key& key : entry.schema.keys) {
    if (key.default_value && !key.required) entry.defaults.emplace_back(key.name, *key.default_value);
  }
  return write_list();
}

Result<void> Catalogue::put(Entry entry) {
  const auto found = std::ranges::find(entries_, entry.schema.schema_id,
                                       [](const Entry& known) { return known.schema.schema_id; });
  if (found == entries_.end()) {
    entries_.push_back(std::move(entry));
  } else {
    *found = std::move(entry);
  }
  return write_list();
}

Result<void> Catalogue::write_list() {
  JsonTree templates = JsonTree::array();
  for (const Entry& entry : entries_) {
    JsonTree& line = templates.emplace_back(JsonTree{{"schema_id", entry.schema.schema_id},
                                                     {"scenario", entry.schema.scenario},
                                                     {"digests", digests_of(entry)}});
    if (!entry.superseded_by.empty()) line["superseded_by"] = entry.superseded_by;
  }
  auto list = render("", JsonTree{{"schemaTemplates", std::move(templates)}});
  if (!list) return std::unexpected(list.error());
  list_ = *std::move(list);
  return {};
}

const Entry* Catalogue::find_schema(std::string_view schema_id) const {
  const auto found = std::ranges::find(
      entries_, schema_id, [](const Entry& entry) { return std::string_view(entry.schema.schema_id); });
  return found == entries_.end() ? nullptr : &*found;
}

const Entry* Catalogue::find_scenario(std::string_view scenario) const {
  const auto found = std::ranges::find_if(entries_, [scenario](const Entry& entry) {
    return entry.superseded_by.empty() && is_same_scenario(entry.schema.scenario, scenario);
  });
  return found == entries_.end() ? nullptr : &*found;
}

Entry* Catalogue::find_newest(std::string_view scenario) {
  const Entry* found = find_scenario(scenario);
  return found == nullptr ? nullptr : &entries_[static_cast<std::size_t>(found - entries_.data())];
}

}  // namespace schemagate::schema_interaction
