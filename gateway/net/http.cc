#include "gateway/net/http.h"

#include <algorithm>

#include "gateway/net/grammar.h"

namespace schemagate::net {
namespace {

bool lists(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::any_of(names, [name](const std::string& n) { return equals_ignore_case(n, name); });
}

std::vector<std::string> connection_options(const std::vector<Header>& headers) {
  std::vector<std::string> names;
  for (const Header& header : headers) {
    if (!equals_ignore_case(header.name, "Connection")) continue;
    std::string_view list = header.value;
    while (auto name = next_list_element(list)) names.emplace_back(*name);
  }
  return names;
}

}  // namespace

std::string_view find_header(const std::vector<Header>& headers, std::string_view name) {
  for (const Header& header : headers) {
    if (equals_ignore_case(header.name, name)) return header.value;
  }
  return {};
}

void remove_hop_fields(std::vector<Header>& headers) {
  std::vector<std::string> named = connection_options(headers);
  std::erase_if(headers, [&named](const Header& header) {
    if (is_hop_by_hop(header.name)) return true;
    bool kept = equals_ignore_case(header.name, "Host") || equals_ignore_case(header.name, "Content-Length");
    return !kept && lists(named, header.name);
  });
}

}  // namespace schemagate::net
