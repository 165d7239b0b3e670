#include "gateway/front/page_request.h"

#include <algorithm>

#include "a2a/text/ascii.h"
#include "a2a/uri/loopback.h"
#include "a2a/uri/url.h"

namespace schemagate {
namespace {

constexpr std::string_view kOrigin = "Origin";
constexpr std::string_view kSite = "Sec-Fetch-Site";

bool has_name(const net::Header& header, std::string_view name) {
  return a2a::text::equals_ignore_case(header.name, name);
}

bool is_of_host(std::string_view origin, std::string_view host) {
  const std::size_t scheme_end = origin.find("://");
  return scheme_end != std::string_view::npos && origin.substr(scheme_end + 3) == host &&
         names_this_machine(host);
}

bool is_named(std::string_view origin, std::string_view public_url, const std::vector<std::string>& origins) {
  if (std::ranges::find(origins, origin) != origins.end()) return true;
  const auto own = a2a::uri::parse_url(public_url);
  return own && own->origin() == origin;
}

// The field may be there more than once: then each value has to do.
template <typename Check>
bool all_origins(const net::HttpRequest& request, const Check& check) {
  return std::ranges::all_of(request.headers, [&check](const net::Header& each) {
    return !has_name(each, kOrigin) || check(each.value);
  });
}

bool may_call(const net::HttpRequest& request, std::string_view public_url,
              const std::vector<std::string>& origins) {
  const auto is_origin = [](const net::Header& each) { return has_name(each, kOrigin); };
  const bool has_origin = std::ranges::any_of(request.headers, is_origin);
  const auto is_allowed = [&](std::string_view origin) { return is_named(origin, public_url, origins); };
  if (has_origin && all_origins(request, is_allowed)) return true;
  if (const std::string_view site = request.header(kSite); !site.empty())
    return site == "same-origin" || site == "none";
  const std::string_view host = request.header("Host");
  return all_origins(request, [host](std::string_view origin) { return is_of_host(origin, host); });
}

}  // namespace

bool is_of_a_page(const net::HttpRequest& request) {
  return std::ranges::any_of(request.headers, [](const net::Header& each) {
    return has_name(each, kOrigin) || has_name(each, kSite);
  });
}

bool names_this_machine(std::string_view host) {
  if (host.starts_with('[')) return host.substr(0, host.find(']') + 1) == "[::1]";
  return a2a::uri::is_this_machine(host.substr(0, host.find(':')));
}

Step check_page(const net::HttpRequest& request, std::string_view public_url,
                const std::vector<std::string>& origins) {
  if (!is_of_a_page(request) || may_call(request, public_url, origins)) return {};
  return std::unexpected(
      Refusal{.error = {a2a::ErrorCode::kInvalidRequest, "pages of this origin may not call this agent"},
              .http_status = kForbidden});
}

}  // namespace schemagate
