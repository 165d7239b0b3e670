#include "extension/client_agent/template_updates.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "a2a/json/canonical.h"
#include "a2a/json/text.h"
#include "a2a/signature/detached.h"
#include "a2a/text/ascii.h"
#include "a2a/uri/percent.h"
#include "extension/client_agent/dates.h"
#include "extension/client_agent/times.h"
#include "extension/schema_interaction/evolution_requests.h"
#include "extension/schema_interaction/free_text.h"

namespace schemagate::client_agent {
namespace {

using a2a::ErrorCode;
using a2a::JsonTree;
using a2a::Result;
using schema_interaction::Key;

constexpr std::size_t kSignaturesMax = 8;

auto refuse(std::string why) {
  return a2a::fail(ErrorCode::kInvalidAgentResponse, std::move(why));
}

// "2026-07-29T08:05:00", as RFC 3339 begins: texts of this form compare like times.
std::string utc_text(std::chrono::sys_seconds at) {
  const auto day = std::chrono::floor<std::chrono::days>(at);
  const auto seconds = (at - day).count();
  const std::string rest = std::to_string(seconds % 60);
  return format_date(day) + "T" + format_time(static_cast<int>(seconds / 60)) + ":" +
         (rest.size() < 2 ? "0" : "") + rest;
}

bool is_utc_time(std::string_view text) {
  constexpr std::string_view kForm = "dddd-dd-ddTdd:dd:dd";
  if (text.size() <= kForm.size() || text.size() > 40 || !text.ends_with('Z')) return false;
  for (std::size_t i = 0; i < kForm.size(); ++i) {
    if (kForm[i] == 'd' ? !a2a::text::is_digit(text[i]) : text[i] != kForm[i]) return false;
  }
  return true;
}

Result<void> check_signature(const JsonTree& patch, std::span<const a2a::signature::PublicKey> keys) {
  if (keys.empty()) return refuse("nobody vouches for it: the registry names no keys (jwks)");
  const JsonTree* signatures = a2a::find_member(patch, "signatures");
  if (signatures == nullptr || !signatures->is_array() || signatures->empty())
    return refuse("it is not signed");
  JsonTree unsigned_patch = patch;
  unsigned_patch.erase("signatures");
  const auto canonical = a2a::canonical_json(unsigned_patch);
  if (!canonical) return std::unexpected(canonical.error());
  for (std::size_t i = 0; i < std::min(signatures->size(), kSignaturesMax); ++i) {
    const std::string* header = a2a::find_string((*signatures)[i], "protected");
    const std::string* signature = a2a::find_string((*signatures)[i], "signature");
    if (header == nullptr || signature == nullptr) continue;
    const auto verifies = [&](const a2a::signature::PublicKey& key) {
      return a2a::signature::verify_detached(*canonical, {*header, *signature}, key);
    };
    if (std::ranges::any_of(keys, verifies)) return {};
  }
  return refuse("none of its signatures is of the agent's owner");
}

Result<TemplatePatch> read_patch(const JsonTree& tree, const std::string& text, const PatchTrust& trust) {
  if (auto checked = check_signature(tree, trust.keys); !checked) return std::unexpected(checked.error());
  const std::string* id = a2a::find_string(tree, "patch_id");
  const std::string* expires = a2a::find_string(tree, "expiration_date");
  if (id == nullptr || id->empty()) return refuse("it has no patch_id");
  if (a2a::find_string(tree, "parent_schema_id") == nullptr) return refuse("it names no template");
  if (expires == nullptr || !is_utc_time(*expires)) return refuse("it does not say when it expires");
  if (*expires <= utc_text(trust.now)) return refuse("it has expired");
  auto keys = schema_interaction::read_patch_keys(tree);
  if (!keys) return std::unexpected(keys.error());
  return TemplatePatch{*id, *expires, *std::move(keys), text};
}

// What the template has become meanwhile holds the keys of older patches: nothing to tell.
bool is_of_another(const JsonTree& patch, std::string_view schema_id) {
  const std::string* parent = a2a::find_string(patch, "parent_schema_id");
  return parent != nullptr && *parent != schema_id;
}

std::string name_of(const JsonTree& patch) {
  const std::string* id = a2a::find_string(patch, "patch_id");
  return id == nullptr ? "a patch" : "patch " + schema_interaction::clean_text(*id, 128);
}

void add_suggestion(const JsonTree* value, std::vector<std::string>& texts) {
  // Where it stands in the data, the metadata have its id alone.
  if (value == nullptr || a2a::find_member(*value, "parent_schema_id") == nullptr) return;
  if (texts.size() < kPatchesMax) texts.push_back(a2a::dump_tree(*value));
}

std::optional<JsonTree> parsed(const std::string& text) {
  auto tree = a2a::parse_tree(text);
  return tree ? std::optional(*std::move(tree)) : std::nullopt;
}

// A template and its JSON Schema while patches are laid over them.
struct Overlay {
  schema_interaction::SchemaTemplate schema;
  JsonTree properties;

  Key* find(std::string_view name) {
    const auto found = std::ranges::find(schema.keys, name, &Key::name);
    return found == schema.keys.end() ? nullptr : &*found;
  }
  void lay(const TemplatePatch& patch) {
    for (const Key& key : patch.keys.new_keys) {
      if (find(key.name) != nullptr) continue;
      schema.keys.push_back(key);
      properties[key.name] = {{"type", schema_interaction::name(key.type)}, {"description", key.description}};
    }
    for (const Key& key : patch.keys.modified_keys) {
      if (!key.description.empty()) find(key.name)->description = key.description;
    }
  }
};

}  // namespace

a2a::client::ExtensionCall updates_call(std::string_view schema_id) {
  std::string params = "{";
  a2a::append_string_member(params, "schema_id", schema_id);
  return {std::string(schema_interaction::kUpdatesMethod), params + "}",
          "/schemaTemplates/" + a2a::uri::percent_encoded(schema_id) + "/patches"};
}

Result<std::vector<std::string>> patch_texts(std::string_view answer) {
  const auto tree = a2a::parse_tree(answer);
  if (!tree) return std::unexpected(tree.error());
  const JsonTree* patches = a2a::find_member(*tree, "patches");
  if (patches == nullptr || !patches->is_array()) return refuse("the answer has no list of patches");
  std::vector<std::string> texts;
  for (const JsonTree& patch : *patches) {
    if (texts.size() < kPatchesMax) texts.push_back(a2a::dump_tree(patch));
  }
  return texts;
}

std::vector<std::string> suggested_patches(const a2a::Task& task) {
  std::vector<std::string> texts;
  for (const a2a::Artifact& artifact : task.artifacts) {
    if (const auto metadata = parsed(artifact.metadata.text))
      add_suggestion(a2a::find_member(*metadata, schema_interaction::kSuggestionKey), texts);
    for (const a2a::Part& part : artifact.parts) {
      if (part.kind != a2a::PartKind::kData) continue;
      if (const auto data = parsed(part.content))
        add_suggestion(a2a::find_member(*data, schema_interaction::kSuggestionMember), texts);
    }
  }
  return texts;
}

std::vector<TemplatePatch> read_patches(std::span<const std::string> texts, const PatchTrust& trust,
                                        std::vector<std::string>& refused) {
  std::vector<TemplatePatch> patches;
  for (const std::string& text : texts.first(std::min(texts.size(), kPatchesMax))) {
    const auto tree = text.size() > kPatchBytesMax ? refuse("too long") : a2a::parse_tree(text);
    if (tree && is_of_another(*tree, trust.schema_id)) continue;
    auto patch = tree ? read_patch(*tree, text, trust) : std::unexpected(tree.error());
    if (!patch) {
      refused.push_back((tree ? name_of(*tree) : "a patch") + " was not taken: " + patch.error().message);
    } else if (std::ranges::find(patches, patch->id, &TemplatePatch::id) == patches.end()) {
      patches.push_back(*std::move(patch));
    }
  }
  return patches;
}

NegotiatedSchema adopt(const NegotiatedSchema& negotiated, std::span<const TemplatePatch> patches,
                       std::vector<std::string>& refused) {
  auto json_schema = a2a::parse_tree(negotiated.json_schema);
  const JsonTree* properties = json_schema ? a2a::find_member(*json_schema, "properties") : nullptr;
  if (properties == nullptr || !properties->is_object()) return negotiated;
  Overlay overlay{negotiated.schema, *properties};
  for (const TemplatePatch& patch : patches) {
    if (const auto fits = schema_interaction::check_fits(patch.keys, overlay.schema)) {
      overlay.lay(patch);
    } else {
      refused.push_back("patch " + schema_interaction::clean_text(patch.id, 128) +
                        " was not taken: " + fits.error().message);
    }
  }
  (*json_schema)["properties"] = std::move(overlay.properties);
  return {std::move(overlay.schema), a2a::dump_tree(*json_schema)};
}

}  // namespace schemagate::client_agent
