// The endpoints of schema negotiation that are no operations of A2A: the JSON-RPC method get_schema_template,
// and GET of {agent}/schemaTemplates[/{scenario}]. Pure.
#pragma once

#include <optional>
#include <string_view>

#include "a2a/json/document.h"
#include "a2a/wire/jsonrpc.h"
#include "extension/schema_interaction/catalogue.h"
#include "gateway/front/route.h"
#include "gateway/net/http.h"

namespace schemagate {

// The answer to a call that `miss` refuses because A2A has no such method; nullopt when it is another one
// than ours, or there are no templates. The result is the template itself.
std::optional<net::HttpResponse> answer_template_call(const schema_interaction::Catalogue& templates,
                                                      a2a::JsonValue call, const a2a::wire::CallError& miss);

// 200 with ETag and Content-Language, 304 for a template that the client has, 404 for a scenario that there
// is not, in the shape of `version`. `route` is of RouteKind::kTemplates.
net::HttpResponse get_template(const schema_interaction::Catalogue& templates, const Route& route,
                               a2a::wire::Version version, std::string_view if_none_match);

}  // namespace schemagate
