#include "a2a/wire/rest_query.h"

#include <charconv>
#include <cstdint>
#include <limits>

namespace schemagate::a2a::wire {
namespace {

std::optional<unsigned> hex_digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10;
  return std::nullopt;
}

// The byte that "%41" at the begin of `text` stands for.
std::optional<char> escaped_byte(std::string_view text) {
  if (text.size() < 3) return std::nullopt;
  const auto high = hex_digit(text[1]);
  const auto low = hex_digit(text[2]);
  if (!high || !low) return std::nullopt;
  return static_cast<char>(static_cast<unsigned char>(*high << 4U | *low));
}

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7F;
}

bool is_unreserved(char c) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return letter || (c >= '0' && c <= '9') || std::string_view("-._~").contains(c);
}

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
  return percent_decoded(spaced);
}

}  // namespace

std::optional<std::string> percent_decoded(std::string_view text) {
  std::string decoded;
  decoded.reserve(text.size());
  while (!text.empty()) {
    const bool escaped = text.front() == '%';
    const std::optional<char> byte = escaped ? escaped_byte(text) : text.front();
    if (!byte || is_control(*byte)) return std::nullopt;
    decoded += *byte;
    text.remove_prefix(escaped ? 3 : 1);
  }
  return decoded;
}

std::string percent_encoded(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string encoded;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_unreserved(c)) {
      encoded += c;
    } else {
      encoded.append(1, '%').append(1, kDigits[byte >> 4U]).append(1, kDigits[byte & 0xFU]);
    }
  }
  return encoded;
}

void QueryReader::fail(std::string_view name, std::string_view expected) const {
  if (!fault_) fault_ = FieldViolation{std::string(name), std::string(expected)};
}

std::string QueryReader::string(std::string_view name) const {
  std::optional<std::string> found;
  for (std::string_view rest = query_; !rest.empty();) {
    const std::string_view parameter = take_parameter(rest);
    if (parameter.substr(0, parameter.find('=')) != name) continue;
    if (found) fail(name, "expected once, found twice");
    found = form_decoded(parameter.substr(std::min(name.size() + 1, parameter.size())));
    if (!found) fail(name, "expected percent-encoded text");
    if (fault_) return {};
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
