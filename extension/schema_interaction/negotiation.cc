#include "extension/schema_interaction/negotiation.h"

#include <algorithm>
#include <utility>

#include "a2a/json/text.h"
#include "extension/schema_interaction/free_text.h"
#include "extension/schema_interaction/language_tag.h"
#include "extension/schema_interaction/wording.h"

namespace schemagate::schema_interaction {
namespace {

using a2a::Error;
using a2a::ErrorCode;
using a2a::Result;

constexpr std::size_t kEchoBytesMax = 128;

// Of what is offered: superseded templates are not.
std::vector<std::string_view> names_of(const Catalogue& catalogue, std::string SchemaTemplate::* name) {
  std::vector<std::string_view> names;
  for (const Entry& entry : catalogue.entries()) {
    if (entry.superseded_by.empty()) names.emplace_back(entry.schema.*name);
  }
  return names;
}

// What was asked for is not there: `reason` for programs, the rest for people. `member`: of the reason's
// details.
Error not_there(std::string_view what, std::string_view asked, const std::vector<std::string_view>& known,
                std::string_view path, std::string_view reason, std::string_view member) {
  const std::string echo = clean_text(asked, kEchoBytesMax);
  const std::string there = listed(known);
  std::string hint = hint_at(asked, known);
  if (hint.empty()) hint = ".";
  return {
      ErrorCode::kInvalidParams,
      "this agent has no " + std::string(what) + " " + a2a::in_quotes(echo) + hint + " There are: " + there,
      {{std::string(path), "expected one of: " + there}},
      {{std::string(reason),
        std::string(kExtensionUri),
        {{std::string(member), echo}, {"known", there}, {"hint", "negotiate with get_schema_template"}}}}};
}

Error malformed(std::string path, std::string_view expected) {
  return {ErrorCode::kInvalidParams, path + ": " + std::string(expected), {{path, std::string(expected)}}};
}

}  // namespace

bool is_template_request(a2a::JsonValue data) {
  const auto method = data.find("method");
  return method && method->string() == kTemplateMethod;
}

Result<TemplateRequest> read_template_request(a2a::JsonValue params, std::string_view path) {
  const auto scenario = params.find("scenario");
  const auto text = scenario ? scenario->string() : std::nullopt;
  if (!text) return std::unexpected(malformed(std::string(path) + ".scenario", "expected a string"));
  TemplateRequest request{std::string(*text)};
  const auto language = params.find("preferred_language");
  if (!language || language->kind() == a2a::JsonKind::kNull) return request;
  if (!language->is_string())
    return std::unexpected(malformed(std::string(path) + ".preferred_language", "expected a language tag"));
  request.preferred_language = *language->string();
  return request;
}

Result<const Rendition*> select_template(const Catalogue& catalogue, const TemplateRequest& request,
                                         std::string_view path) {
  const Entry* entry = catalogue.find_scenario(request.scenario);
  if (entry == nullptr) entry = catalogue.find_schema(request.scenario);
  if (entry == nullptr) {
    return std::unexpected(not_there("schema template for scenario", request.scenario,
                                     names_of(catalogue, &SchemaTemplate::scenario), path,
                                     "SCENARIO_NOT_FOUND", "scenario"));
  }
  std::vector<std::string> languages;
  languages.reserve(entry->renditions.size());
  for (const Rendition& rendition : entry->renditions) languages.push_back(rendition.language);
  return &entry->renditions[look_up_language(request.preferred_language, languages)];
}

Error unknown_schema_id(const Catalogue& catalogue, std::string_view schema_id, std::string_view path) {
  const auto known = names_of(catalogue, &SchemaTemplate::schema_id);
  Error error =
      not_there("schema template with the id", schema_id, known, path, "UNKNOWN_SCHEMA_ID", "schema_id");
  if (schema_id.empty())
    error.message = "the envelope lacks the schema_id of a schema template. There are: " + listed(known);
  return error;
}

}  // namespace schemagate::schema_interaction
