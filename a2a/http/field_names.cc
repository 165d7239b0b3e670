#include "a2a/http/field_names.h"

#include <algorithm>
#include <array>
#include <utility>

#include "a2a/text/ascii.h"

namespace schemagate::a2a::http {
namespace {

constexpr std::array<std::string_view, 3> kOfConnection{"Host", "Content-Length", "Expect"};
constexpr std::array<std::string_view, 6> kOfCall{"Content-Type", "Content-Encoding", "Accept",
                                                  "A2A-Version",  "A2A-Extensions",   "X-A2A-Extensions"};

bool is_among(std::string_view name, const auto& names) {
  return std::ranges::any_of(names,
                             [name](std::string_view each) { return text::equals_ignore_case(each, name); });
}

}  // namespace

bool is_of_connection(std::string_view name) {
  return is_among(name, kOfConnection) || is_hop_by_hop(name);
}

bool is_of_call(std::string_view name) {
  return is_among(name, kOfCall);
}

void set_header(Headers& headers, std::string_view name, std::string value) {
  std::erase_if(headers, [name](const Header& each) { return text::equals_ignore_case(each.name, name); });
  headers.push_back({std::string(name), std::move(value)});
}

}  // namespace schemagate::a2a::http
