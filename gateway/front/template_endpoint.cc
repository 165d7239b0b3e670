#include "gateway/front/template_endpoint.h"

#include <utility>

#include "a2a/uri/percent.h"
#include "a2a/wire/rest.h"
#include "extension/schema_interaction/negotiation.h"
#include "gateway/front/http_answer.h"

namespace schemagate {

net::HttpResponse get_template(const schema_interaction::Catalogue& templates, const Route& route,
                               a2a::wire::Version version, std::string_view if_none_match) {
  const auto found = [if_none_match](const schema_interaction::Rendition& rendition) {
    return template_answer(rendition.text, rendition.digest, rendition.language, if_none_match);
  };
  if (route.scenario.empty()) return found(templates.list());
  const auto scenario = a2a::uri::percent_decoded_name(route.scenario);
  const auto rendition = schema_interaction::select_template(
      templates, {scenario.value_or(std::string(route.scenario)), std::string(route.preferred_language)},
      "scenario");
  if (rendition) return found(**rendition);
  const a2a::wire::WireFormat format = a2a::wire::rest_format(version);
  return json_answer(404, a2a::wire::rest_error_body(format, rendition.error(), 404));
}

}  // namespace schemagate
