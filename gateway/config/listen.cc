#include "gateway/config/listen.h"

#include <arpa/inet.h>

#include <limits>

#include "a2a/uri/url.h"
#include "gateway/config/text.h"

namespace schemagate {
namespace {

bool is_address(int family, const std::string& text) {
  in6_addr address{};
  return inet_pton(family, text.c_str(), &address) == 1;
}

// The IP address that the part before the port stands for; empty when it is none.
std::string address_of(std::string_view host) {
  if (host.empty()) return "0.0.0.0";
  if (host == "localhost") return "127.0.0.1";
  const bool bracketed = host.starts_with('[') && host.ends_with(']');
  std::string address(bracketed ? host.substr(1, host.size() - 2) : host);
  return is_address(bracketed ? AF_INET6 : AF_INET, address) ? address : "";
}

}  // namespace

a2a::Result<ListenAddress> parse_listen(std::string_view text) {
  const auto colon = text.rfind(':');
  const auto port = colon == text.npos ? std::nullopt : parse_count(text.substr(colon + 1));
  const auto address = colon == text.npos ? "" : address_of(text.substr(0, colon));
  if (!port || *port > std::numeric_limits<std::uint16_t>::max() || address.empty()) {
    return a2a::fail(
        a2a::ErrorCode::kInvalidParams,
        "expected an IP address and a port, such as 127.0.0.1:8080, [::1]:8080 or :8080, found " +
            in_quotes(text));
  }
  return ListenAddress{address, static_cast<std::uint16_t>(*port)};
}

bool is_wildcard(const ListenAddress& listen) {
  return listen.address == "0.0.0.0" || listen.address == "::";
}

std::string default_public_url(const ListenAddress& listen, bool tls) {
  const bool is_v6 = listen.address.contains(':');
  const auto host = is_wildcard(listen) ? "127.0.0.1" : is_v6 ? "[" + listen.address + "]" : listen.address;
  return (tls ? "https://" : "http://") + host + ":" + std::to_string(listen.port);
}

a2a::Result<std::string> check_public_url(std::string_view text) {
  const auto refused = [&text](const std::string& reason) {
    return a2a::fail(a2a::ErrorCode::kInvalidParams,
                     "expected an absolute http or https URL " + reason + ", found " + in_quotes(text));
  };
  if (text.find_first_of("?#") != text.npos) return refused("without query and fragment");
  if (!a2a::uri::parse_url(text)) {
    return refused("without user information and blanks");
  }
  while (text.ends_with('/')) text.remove_suffix(1);
  return std::string(text);
}

}  // namespace schemagate
