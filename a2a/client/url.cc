#include "a2a/client/url.h"

#include <string>

#include "a2a/text/utf8.h"

namespace schemagate::a2a::client {

Outcome<uri::Url> parse_url(std::string_view text) {
  constexpr std::size_t kQuotedBytesMax = 200;
  auto url = uri::parse_url(text);
  if (url) return *std::move(url);
  return failed(Cause::kArgument, url.error().message + ": \"" +
                                      std::string(text::cut_at_character(text, kQuotedBytesMax)) + "\"");
}

Outcome<uri::Url> resolve(const uri::Url& base, std::string_view reference) {
  if (reference.starts_with('/') && !reference.starts_with("//")) {
    return parse_url(base.origin() + std::string(reference));
  }
  return parse_url(reference);
}

}  // namespace schemagate::a2a::client
