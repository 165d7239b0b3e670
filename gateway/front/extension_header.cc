#include "gateway/front/extension_header.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "a2a/http/grammar.h"
#include "a2a/text/ascii.h"
#include "extension/agent_context/agent_context.h"
#include "extension/object_schemas/mode.h"
#include "extension/schema_interaction/schema_template.h"

namespace schemagate {
namespace {

constexpr std::size_t kExtensionsMax = 16;
constexpr std::size_t kUriBytesMax = 512;

bool is_visible(std::string_view text) {
  return !text.empty() && text.size() <= kUriBytesMax && std::ranges::all_of(text, a2a::text::is_visible);
}

void read_list(std::string_view list, DeclaredExtensions declared, RequestedExtensions& requested) {
  while (const auto element = a2a::http::next_list_element(list)) {
    const std::string_view uri = *element;
    if (declared.object_schemas && uri == object_schemas::kExtensionUri) {
      requested.object_schemas = true;
    } else if (declared.schema_interaction && uri == schema_interaction::kExtensionUri) {
      requested.schema_interaction = true;
    } else if (declared.agent_context && uri == agent_context::kExtensionUri) {
      requested.agent_context = true;
    } else if (is_visible(uri) && requested.others.size() < kExtensionsMax) {
      requested.others.emplace_back(uri);
    }
  }
}

}  // namespace

RequestedExtensions requested_extensions(const net::HttpRequest& request, DeclaredExtensions declared) {
  RequestedExtensions requested;
  read_list(request.header("A2A-Extensions"), declared, requested);
  read_list(request.header("X-A2A-Extensions"), declared, requested);
  return requested;
}

void add_activation(net::HttpResponse& response, const RequestedExtensions& requested,
                    a2a::wire::Version version) {
  std::string uris;
  if (requested.object_schemas) uris = object_schemas::kExtensionUri;
  if (requested.schema_interaction)
    uris.append(uris.empty() ? "" : ", ").append(schema_interaction::kExtensionUri);
  if (requested.agent_context) uris.append(uris.empty() ? "" : ", ").append(agent_context::kExtensionUri);
  if (uris.empty()) return;
  const bool is_v1_0 = version == a2a::wire::Version::kV1_0;
  response.headers.push_back({is_v1_0 ? "A2A-Extensions" : "X-A2A-Extensions", std::move(uris)});
}

}  // namespace schemagate
