#include "gateway/task/schema_updates.h"

#include <algorithm>
#include <utility>

#include "a2a/json/text.h"
#include "a2a/model/extensions.h"
#include "a2a/model/metadata.h"
#include "extension/object_schemas/label.h"
#include "extension/object_schemas/structured_input.h"
#include "extension/schema_interaction/schema_template.h"
#include "gateway/agent/caller_snapshots.h"

namespace schemagate {
namespace {

namespace interaction = schema_interaction;
using a2a::Result;

// The data with one more member; nullopt where that does not fit the schema.
std::optional<std::string> with_suggestion(std::string_view data, const Suggestion& suggestion,
                                           const object_schemas::Schema& schema,
                                           a2a::JsonDocument& document) {
  const auto value = document.parse(data);
  if (!value || !value->is_object() || value->find(interaction::kSuggestionMember)) return std::nullopt;
  std::string wider = "{";
  for (const auto& [name, member] : value->members()) a2a::append_raw_member(wider, name, member.raw());
  a2a::append_raw_member(wider, interaction::kSuggestionMember, suggestion.patch);
  wider += '}';
  const auto checked = document.parse(wider);
  const bool fits = checked && schema.validator.validate(*checked) == json_schema::Verdict::kValid;
  return fits ? std::optional(wider) : std::nullopt;
}

bool add_inline(a2a::Artifact& artifact, const Suggestion& suggestion,
                const object_schemas::Contract& contract, a2a::JsonDocument& document) {
  for (a2a::Part& part : artifact.parts) {
    const auto flag = object_schemas::label_of(part).flag;
    const auto* named = std::get_if<object_schemas::FlaggedWith>(&flag);
    const auto* schema = named == nullptr ? nullptr : contract.find(named->schema);
    if (part.kind != a2a::PartKind::kData || schema == nullptr) continue;
    auto wider = with_suggestion(part.content, suggestion, *schema, document);
    if (!wider) return false;
    part.content = *std::move(wider);
    return true;
  }
  return false;
}

}  // namespace

bool takes_patches(const std::vector<std::string>& accepted_output_modes) {
  return std::ranges::any_of(accepted_output_modes, [](const std::string& mode) {
    return object_schemas::parse_mode(mode) ==
           object_schemas::Flag(object_schemas::FlaggedWith{std::string(interaction::kPatchSchemaName)});
  });
}

Result<SchemaUpdates> schema_updates(const AgentSnapshot& agent, std::string_view owner,
                                     const interaction::UpdatesRequest& request, std::string_view path) {
  const auto entry =
      interaction::find_entry(agent.templates(), request.schema_id, std::string(path) + ".schema_id");
  if (!entry) return std::unexpected(entry.error());
  const auto since =
      request.since.empty() ? std::optional<evolution::Instant>(0) : evolution::from_rfc3339(request.since);
  if (!since) {
    const std::string field = std::string(path) + ".since";
    return std::unexpected(a2a::Error{a2a::ErrorCode::kInvalidParams,
                                      field + ": expected a time as in RFC 3339",
                                      {{field, "expected a time as in RFC 3339"}}});
  }
  const interaction::Entry* newest = agent.templates().find_scenario((*entry)->schema.scenario);
  std::string patches = "[";
  if (agent.evolved) {
    for (const PublishedPatch* patch : patches_for(*agent.evolved, (*entry)->schema.scenario, owner, *since))
      patches.append(patches.size() > 1 ? "," : "").append(patch->text);
  }
  SchemaUpdates updates{(*entry)->schema.scenario, "{"};
  a2a::append_string_member(updates.text, "schema_id",
                            (newest == nullptr ? *entry : newest)->schema.schema_id);
  a2a::append_string_member(updates.text, "scenario", updates.scenario);
  a2a::append_raw_member(updates.text, "patches", patches + "]");
  updates.text += '}';
  return updates;
}

Result<void> tell_of_answer(PayloadObserver& observer, const AgentSnapshot& agent, const Principal& caller,
                            std::string_view scenario, std::string_view wish) {
  const interaction::Entry* entry = agent.templates().find_schema(scenario);
  if (entry == nullptr) entry = agent.templates().find_scenario(scenario);
  if (entry == nullptr) return {};
  const std::string& name = agent.config().name;
  if (wish.empty()) {
    observer.on_delivery({.agent = name, .client = client_of(caller), .scenario = entry->schema.scenario});
    return {};
  }
  if (observer.on_wish({name, client_of(caller), caller.tenant, entry->schema.scenario, wish})) return {};
  return a2a::fail(a2a::ErrorCode::kInternal, "too many wishes wait to be looked at; try again later");
}

std::string received_wish(const interaction::Entry& entry) {
  std::string text = "{";
  a2a::append_string_member(text, "schema_id", entry.schema.schema_id);
  a2a::append_string_member(text, "scenario", entry.schema.scenario);
  a2a::append_string_member(text, "status", "received");
  return text + "}";
}

std::shared_ptr<const Suggestion> suggestion_for(const AgentSnapshot& agent, std::string_view owner,
                                                 std::string_view scenario, a2a::JsonValue payload,
                                                 bool is_inline) {
  if (!agent.evolved) return nullptr;
  const auto patches = patches_for(*agent.evolved, scenario, owner, 0);
  for (auto at = patches.rbegin(); at != patches.rend(); ++at) {
    if (payload.find((*at)->key)) continue;
    return std::make_shared<const Suggestion>(Suggestion{(*at)->id, (*at)->key, (*at)->text, is_inline});
  }
  return nullptr;
}

void add_suggestion(a2a::Artifact& artifact, const Suggestion& suggestion,
                    const object_schemas::Contract& contract, a2a::JsonDocument& document) {
  std::string told = suggestion.patch;
  if (suggestion.is_inline && add_inline(artifact, suggestion, contract, document)) {
    told = "{";
    a2a::append_string_member(told, "patch_id", suggestion.patch_id);
    told += '}';
  }
  artifact.metadata = a2a::with_member(artifact.metadata, interaction::kSuggestionKey, told);
  a2a::add_extension(artifact.extensions, interaction::kExtensionUri);
  if (!suggestion.as_part || contract.find(interaction::kPatchSchemaName) == nullptr) return;
  a2a::Part& part = artifact.parts.emplace_back();
  part.kind = a2a::PartKind::kData;
  part.content = suggestion.patch;
  object_schemas::set_label(part, interaction::kPatchSchemaName);
  a2a::add_extension(artifact.extensions, object_schemas::kExtensionUri);
}

}  // namespace schemagate
