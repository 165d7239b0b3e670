#include "a2a/wire/rest_query.h"

#include <charconv>
#include <cstdint>
#include <limits>

#include "a2a/uri/percent.h"

namespace schemagate::a2a::wire {
namespace {

std::string_view take_parameter(std::string_view& query) {
  const std::string_view parameter = query.substr(0, query.find('&'));
  query.remove_prefix(parameter.size() == query.size() ? parameter.size() : parameter.size() + 1);
  return parameter;
}

std::optional<std::string> form_decoded(std::string_view text) {
  std::string spaced(text);
  for (char& c : spaced) {
    if (c == '+') c = ' ';
  }
  return uri::percent_decoded_name(spaced);
}

}  // namespace

void QueryReader::fail(std::string_view name, std::string_view expected) const {
  if (!violation_) violation_ = FieldViolation{std::string(name), std::string(expected)};
}

void QueryReader::refuse_lookalikes(std::initializer_list<std::string_view> names) const {
  for (std::string_view rest = query_; !rest.empty();) {
    const std::string_view parameter = take_parameter(rest);
    const std::string_view given = parameter.substr(0, parameter.find('='));
    for (const std::string_view name : names) {
      if (looks_like(given, name)) fail(given, "is not known; did you mean " + std::string(name) + "?");
    }
  }
}

std::string QueryReader::string(std::string_view name) const {
  std::optional<std::string> found;
  for (std::string_view rest = query_; !rest.empty();) {
    const std::string_view parameter = take_parameter(rest);
    const std::string_view given = parameter.substr(0, parameter.find('='));
    if (given != name && given != original_name(name)) continue;
    if (found) fail(name, "expected once, found twice");
    found = form_decoded(parameter.substr(std::min(given.size() + 1, parameter.size())));
    if (!found) fail(name, "expected percent-encoded text");
    if (violation_) return {};
  }
  return std::move(found).value_or("");
}

std::optional<int> QueryReader::count(std::string_view name) const {
  const std::string text = string(name);
  if (text.empty()) return std::nullopt;
  std::int32_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc() && stop == end && number >= 0) return number;
  fail(name, "expected an integer from 0 to 2147483647");
  return std::nullopt;
}

bool QueryReader::boolean(std::string_view name, bool absent) const {
  const std::string text = string(name);
  if (text.empty()) return absent;
  if (text != "true" && text != "false") fail(name, "expected true or false");
  return text == "true";
}

}  // namespace schemagate::a2a::wire
