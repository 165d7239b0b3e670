#include "gateway/front/template_endpoint.h"

#include <utility>

#include "a2a/uri/percent.h"
#include "a2a/wire/rest.h"
#include "extension/schema_interaction/negotiation.h"
#include "gateway/front/http_answer.h"
#include "gateway/task/schema_updates.h"

namespace schemagate {
namespace {

TemplateAnswer refused(const a2a::Error& error, a2a::wire::Version version, int status) {
  const a2a::wire::WireFormat format = a2a::wire::rest_format(version);
  return {json_answer(status, a2a::wire::rest_error_body(format, error, status)), {}};
}

// Those of one caller, perhaps: for nobody in between to keep.
TemplateAnswer get_patches(const AgentSnapshot& agent, const Principal& caller, std::string schema_id,
                           std::string_view since, a2a::wire::Version version) {
  const auto decoded = a2a::uri::percent_decoded_name(since);
  auto updates = schema_updates(agent, caller.owner,
                                {std::move(schema_id), decoded.value_or(std::string(since))}, "query");
  if (!updates) {
    const bool is_time =
        !updates.error().violations.empty() && updates.error().violations.front().field.ends_with(".since");
    return refused(updates.error(), version, is_time ? 400 : 404);
  }
  TemplateAnswer answer{json_answer(200, std::move(updates->text)), std::move(updates->scenario)};
  answer.http.headers.push_back({"Cache-Control", "private, no-cache"});
  return answer;
}

}  // namespace

TemplateAnswer get_template(const AgentSnapshot& agent, const Principal& caller, const Route& route,
                            a2a::wire::Version version, std::string_view if_none_match) {
  const auto found = [&](const schema_interaction::Rendition& rendition) {
    return template_answer(rendition.text, rendition.digest, rendition.language, if_none_match,
                           !caller.is_authenticated);
  };
  if (route.scenario.empty()) return {found(agent.templates().list()), {}};
  std::string scenario = a2a::uri::percent_decoded_name(route.scenario).value_or(std::string(route.scenario));
  if (route.patches) return get_patches(agent, caller, std::move(scenario), route.since, version);
  const auto rendition = schema_interaction::select_template(
      agent.templates(), {scenario, std::string(route.preferred_language)}, "scenario");
  if (!rendition) return refused(rendition.error(), version, 404);
  return {found(**rendition), std::move(scenario)};
}

}  // namespace schemagate
