#include "a2a/signature/base64url.h"

#include <algorithm>

#include "a2a/text/base64.h"

namespace schemagate::a2a::signature {

std::string to_base64url(std::string_view bytes) {
  std::string url = text::to_base64(bytes);
  url.erase(url.find_last_not_of('=') + 1);
  std::ranges::replace(url, '+', '-');
  std::ranges::replace(url, '/', '_');
  return url;
}

std::optional<std::string> from_base64url(std::string_view text) {
  if (text.find_first_of("+/=") != std::string_view::npos) return std::nullopt;
  std::string standard(text);
  std::ranges::replace(standard, '-', '+');
  std::ranges::replace(standard, '_', '/');
  standard.append((4 - standard.size() % 4) % 4, '=');
  auto bytes = text::from_base64(standard);
  const bool has_bits_behind = bytes && to_base64url(*bytes) != text;
  return has_bits_behind ? std::nullopt : bytes;
}

}  // namespace schemagate::a2a::signature
