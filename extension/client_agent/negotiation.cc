#include "extension/client_agent/negotiation.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "a2a/json/text.h"
#include "a2a/signature/digest.h"
#include "a2a/uri/percent.h"
#include "extension/schema_interaction/negotiation.h"
#include "extension/schema_interaction/template_reader.h"
#include "extension/schema_interaction/template_schema.h"

namespace schemagate::client_agent {
namespace {

using a2a::ErrorCode;

a2a::Result<void> check_digest(const Offer& offer, const a2a::JsonTree& tree, const std::string& schema_id) {
  const auto& digests = offer.published->digests;
  if (digests.empty()) return {};
  const auto digest = a2a::signature::digest_of(tree);
  if (!digest) return std::unexpected(digest.error());
  const auto known = digests.find(schema_id);
  const bool vouched =
      known != digests.end() && std::ranges::find(known->second, *digest) != known->second.end();
  if (vouched) return {};
  return a2a::fail(
      ErrorCode::kInvalidAgentResponse,
      "the template is not the one that the agent's card vouches for: it was altered on the way, or the "
      "card is out of date");
}

// A key on trial (section 6.2.3) whose default was filled in would count as used.
void forget_trial_defaults(const a2a::JsonTree& tree, schema_interaction::SchemaTemplate& schema) {
  const a2a::JsonTree* keys = a2a::find_member(tree, "keys");
  if (keys == nullptr || !keys->is_array()) return;
  for (schema_interaction::Key& key : schema.keys) {
    const auto at = a2a::find_index(*keys, "key_name", key.name);
    const a2a::JsonTree* flag = at ? a2a::find_member((*keys)[*at], "experimental") : nullptr;
    if (flag != nullptr && *flag == a2a::JsonTree(true)) key.default_value.reset();
  }
}

}  // namespace

a2a::client::ExtensionCall template_call(const Offer& offer, std::string_view language) {
  std::string params = "{";
  a2a::append_string_member(params, "scenario", offer.scenario);
  if (!language.empty()) a2a::append_string_member(params, "preferred_language", language);
  std::string path = "/schemaTemplates/" + a2a::uri::percent_encoded(offer.scenario);
  if (!language.empty()) path += "?preferredLanguage=" + a2a::uri::percent_encoded(language);
  return {std::string(schema_interaction::kTemplateMethod), params + "}", std::move(path)};
}

a2a::Result<NegotiatedSchema> read_negotiated_schema(const Offer& offer, std::string_view template_text) {
  const auto tree = a2a::parse_tree(template_text);
  if (!tree) return std::unexpected(tree.error());
  auto schema = schema_interaction::read_template(*tree);
  if (!schema) return std::unexpected(schema.error());
  if (!schema_interaction::is_same_scenario(schema->scenario, offer.scenario))
    return a2a::fail(ErrorCode::kInvalidAgentResponse, "the template is for another scenario than asked for");
  if (auto checked = check_digest(offer, *tree, schema->schema_id); !checked)
    return std::unexpected(checked.error());
  forget_trial_defaults(*tree, *schema);
  const auto& schemas = offer.published->schemas;
  const auto published = schemas.find(schema->schema_id);
  if (published != schemas.end()) return NegotiatedSchema{*std::move(schema), published->second};
  schema_interaction::AuthoredTemplate authored{.schema = *schema, .translations = {}, .constraints = {}};
  return NegotiatedSchema{*std::move(schema), a2a::dump_tree(schema_interaction::to_json_schema(authored))};
}

a2a::client::Outcome<NegotiatedSchema> negotiate(const a2a::client::Client& client, const Offer& offer,
                                                 std::string_view language, const std::stop_token& stop) {
  const auto answer = client.call(template_call(offer, language), stop);
  if (!answer) return std::unexpected(answer.error());
  auto negotiated = read_negotiated_schema(offer, answer->text);
  if (!negotiated) return a2a::client::failed(a2a::client::Cause::kProtocol, negotiated.error().message);
  return *std::move(negotiated);
}

}  // namespace schemagate::client_agent
