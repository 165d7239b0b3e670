// Schema templates and their patches over plain HTTP: GET {agent}/schemaTemplates lists them, GET
// {agent}/schemaTemplates/{scenario}?preferredLanguage= gives one, GET
// {agent}/schemaTemplates/{schema_id}/patches?since= what has been added to it. The same bytes as over the
// other ways of asking.
#pragma once

#include <string>
#include <string_view>

#include "a2a/wire/version.h"
#include "gateway/access/principal.h"
#include "gateway/agent/agent_snapshot.h"
#include "gateway/front/route.h"
#include "gateway/net/http.h"

namespace schemagate {

struct TemplateAnswer {
  net::HttpResponse http;
  std::string scenario;  // or schema_id, that was told of; empty: none
};

// 200 or 304, or 404 in the form of an HTTP+JSON error with the scenarios that there are; 400 for a `since`
// that is no time. `agent`: as the caller may use it.
TemplateAnswer get_template(const AgentSnapshot& agent, const Principal& caller, const Route& route,
                            a2a::wire::Version version, std::string_view if_none_match);

}  // namespace schemagate
