#include "gateway/extension_header.h"

#include <algorithm>
#include <string_view>

#include "extension/object_schemas/mode.h"

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

void read_list(std::string_view list, bool declares_object_schemas, RequestedExtensions& requested) {
  while (!list.empty()) {
    const std::string_view item = list.substr(0, list.find(','));
    list.remove_prefix(std::min(item.size() + 1, list.size()));
    const std::string_view uri = trim(item);
    if (declares_object_schemas && uri == object_schemas::kExtensionUri) {
      requested.object_schemas = true;
    } else if (is_visible(uri) && requested.others.size() < kExtensionsMax) {
      requested.others.emplace_back(uri);
    }
  }
}

}  // namespace

RequestedExtensions requested_extensions(const net::HttpRequest& request, bool declares_object_schemas) {
  RequestedExtensions requested;
  read_list(request.header("A2A-Extensions"), declares_object_schemas, requested);
  read_list(request.header("X-A2A-Extensions"), declares_object_schemas, requested);
  return requested;
}

void add_activation(net::HttpResponse& response, const RequestedExtensions& requested,
                    a2a::wire::Version version) {
  if (!requested.object_schemas) return;
  response.headers.push_back({version == a2a::wire::Version::kV1_0 ? "A2A-Extensions" : "X-A2A-Extensions",
                              std::string(object_schemas::kExtensionUri)});
}

}  // namespace schemagate
