#include "gateway/net/url.h"

#include <utility>

namespace schemagate::net {

Result<Url> parse_url(std::string_view text) {
  auto url = a2a::uri::parse_url(text);
  if (!url) return failed(FailureKind::kInvalid, std::move(url.error().message));
  return *std::move(url);
}

}  // namespace schemagate::net
