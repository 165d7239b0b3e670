#include "gateway/net/http.h"

#include <algorithm>

#include "a2a/http/grammar.h"
#include "a2a/text/ascii.h"

namespace schemagate::net {
namespace {

bool lists(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::any_of(names,
                             [name](const std::string& n) { return a2a::text::equals_ignore_case(n, name); });
}

std::vector<std::string> connection_options(const std::vector<Header>& headers) {
  std::vector<std::string> names;
  for (const Header& header : headers) {
    if (!a2a::text::equals_ignore_case(header.name, "Connection")) continue;
    std::string_view list = header.value;
    while (auto name = a2a::http::next_list_element(list)) names.emplace_back(*name);
  }
  return names;
}

bool names_websocket(const std::vector<Header>& headers) {
  std::string_view list = find_header(headers, "Upgrade");
  while (auto name = a2a::http::next_list_element(list)) {
    if (a2a::text::equals_ignore_case(*name, "websocket")) return true;
  }
  return false;
}

}  // namespace

bool asks_for_websocket(const HttpRequest& request) {
  return request.method == "GET" && agrees_to_websocket(request.headers);
}

bool agrees_to_websocket(const std::vector<Header>& headers) {
  return names_websocket(headers) && lists(connection_options(headers), "Upgrade");
}

void remove_hop_fields(std::vector<Header>& headers) {
  std::vector<std::string> named = connection_options(headers);
  std::erase_if(headers, [&named](const Header& header) {
    if (a2a::http::is_hop_by_hop(header.name)) return true;
    bool kept = a2a::text::equals_ignore_case(header.name, "Host") ||
                a2a::text::equals_ignore_case(header.name, "Content-Length");
    return !kept && lists(named, header.name);
  });
}

}  // namespace schemagate::net
