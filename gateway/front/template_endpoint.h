// GET of {agent}/schemaTemplates[/{scenario}]: schema negotiation for whoever has no A2A client. Pure.
#pragma once

#include <string_view>

#include "a2a/wire/version.h"
#include "extension/schema_interaction/catalogue.h"
#include "gateway/front/route.h"
#include "gateway/net/http.h"

namespace schemagate {

// 200 with ETag and Content-Language, 304 for a template that the client has, 404 for a scenario that there
// is not, in the shape of `version`. `route` is of RouteKind::kTemplates.
net::HttpResponse get_template(const schema_interaction::Catalogue& templates, const Route& route,
                               a2a::wire::Version version, std::string_view if_none_match);

}  // namespace schemagate
