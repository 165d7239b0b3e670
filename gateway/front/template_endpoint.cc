#include "gateway/front/template_endpoint.h"

#include <utility>

#include "a2a/wire/rest.h"
#include "a2a/wire/rest_query.h"
#include "extension/schema_interaction/negotiation.h"
#include "gateway/front/http_answer.h"

namespace schemagate {
namespace {

using schema_interaction::Catalogue;
using schema_interaction::Rendition;

// A value without members when the call has no params, or params that are no object.
a2a::JsonValue params_of(a2a::JsonValue call) {
  const auto params = call.find("params");
  return params ? *params : *call.find("jsonrpc");
}

a2a::Result<const Rendition*> answer_call(const Catalogue& templates, a2a::JsonValue call) {
  const auto question = schema_interaction::read_template_request(params_of(call), "params");
  if (!question) return std::unexpected(question.error());
  return schema_interaction::select_template(templates, *question, "params.scenario");
}

}  // namespace

std::optional<net::HttpResponse> answer_template_call(const Catalogue& templates, a2a::JsonValue call,
                                                      const a2a::wire::CallError& miss) {
  const bool ours = !templates.empty() && miss.error.code == a2a::ErrorCode::kMethodNotFound &&
                    schema_interaction::is_template_request(call);
  if (!ours) return std::nullopt;
  const auto rendition = answer_call(templates, call);
  if (!rendition)
    return json_answer(200, a2a::wire::error_envelope(miss.id, miss.version, rendition.error()));
  return json_answer(200, a2a::wire::result_envelope(miss.id, (*rendition)->text));
}

net::HttpResponse get_template(const Catalogue& templates, const Route& route, a2a::wire::Version version,
                               std::string_view if_none_match) {
  const auto found = [if_none_match](const Rendition& rendition) {
    return template_answer(rendition.text, rendition.digest, rendition.language, if_none_match);
  };
  if (route.scenario.empty()) return found(templates.list());
  const auto scenario = a2a::wire::percent_decoded(route.scenario);
  const auto rendition = schema_interaction::select_template(
      templates, {scenario.value_or(std::string(route.scenario)), std::string(route.preferred_language)},
      "scenario");
  if (rendition) return found(**rendition);
  return json_answer(404, a2a::wire::rest_error_body(version, rendition.error(), 404));
}

}  // namespace schemagate
