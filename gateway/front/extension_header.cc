#include "gateway/front/extension_header.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "extension/object_schemas/mode.h"
#include "extension/schema_interaction/schema_template.h"

namespace schemagate {
namespace {

constexpr std::size_t kExtensionsMax = 16;
constexpr std::size_t kUriBytesMax = 512;

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool is_visible(std::string_view text) {
  return !text.empty() && text.size() <= kUriBytesMax &&
         std::ranges::all_of(text, [](char c) { return c > 0x20 && c < 0x7F; });
}

void read_list(std::string_view list, DeclaredExtensions declared, RequestedExtensions& requested) {
  while (!list.empty()) {
    const std::string_view item = list.substr(0, list.find(','));
    list.remove_prefix(std::min(item.size() + 1, list.size()));
    const std::string_view uri = trim(item);
    if (declared.object_schemas && uri == object_schemas::kExtensionUri) {
      requested.object_schemas = true;
    } else if (declared.schema_interaction && uri == schema_interaction::kExtensionUri) {
      requested.schema_interaction = true;
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
  if (uris.empty()) return;
  const bool is_v1_0 = version == a2a::wire::Version::kV1_0;
  response.headers.push_back({is_v1_0 ? "A2A-Extensions" : "X-A2A-Extensions", std::move(uris)});
}

}  // namespace schemagate
