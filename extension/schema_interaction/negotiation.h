// Schema negotiation (section 3.2 of the draft, step 3, and Figures 6 and 7): a scenario in, its template
// out. The same for each way of asking: as a JSON-RPC method, as an HTTP path, as data in a message.
//
//   auto request = read_template_request(params, "params");
//   auto rendition = select_template(catalogue, *request, "params.scenario");
//   send((*rendition)->text);
//
// Pure; safe from any thread. Nothing is remembered between two calls.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "a2a/json/document.h"
#include "extension/schema_interaction/catalogue.h"

namespace schemagate::schema_interaction {

// Figure 6; the method's name in JSON-RPC, too.
inline constexpr std::string_view kTemplateMethod = "get_schema_template";

// What a client agent asks for (Figure 6). Owns its texts.
struct TemplateRequest {
  std::string scenario;                 // or a schema_id
  std::string preferred_language = {};  // empty: the template's own
};

// Whether the data of a message's part is a request: {"method":"get_schema_template",…}.
bool is_template_request(a2a::JsonValue data);

// From the `params` of the method, which `path` names. A value that is no object has none. Errors:
// kInvalidParams for a scenario that is missing or no string, and for a preferred_language that is no string.
a2a::Result<TemplateRequest> read_template_request(a2a::JsonValue params, std::string_view path);

// The newest template of the scenario, or the template of exactly that schema_id, superseded or not, in the
// language that fits best (look_up_language()). Errors: kInvalidParams
// with the reason SCENARIO_NOT_FOUND, the scenarios that there are and the nearest of them; `path` names the
// scenario.
a2a::Result<const Rendition*> select_template(const Catalogue& catalogue, const TemplateRequest& request,
                                              std::string_view path);

// Refuses a payload whose id no template has: kInvalidParams with the reason UNKNOWN_SCHEMA_ID and the ids
// that there are; `path` names the id, which is empty when there is none.
a2a::Error unknown_schema_id(const Catalogue& catalogue, std::string_view schema_id, std::string_view path);

}  // namespace schemagate::schema_interaction
