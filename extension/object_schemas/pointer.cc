#include "extension/object_schemas/pointer.h"

#include <charconv>

namespace schemagate::object_schemas {
namespace {

using a2a::JsonValue;

std::optional<JsonValue> element(JsonValue array, std::string_view token) {
  std::size_t index = 0;
  const char* const end = token.data() + token.size();
  const auto [stopped, error] = std::from_chars(token.data(), end, index);
  const bool leading_zero = token.size() > 1 && token.front() == '0';
  if (error != std::errc{} || stopped != end || leading_zero || index >= array.size()) return std::nullopt;
  auto position = array.elements().begin();
  while (index-- > 0) ++position;
  return *position;
}

}  // namespace

bool is_pointer(std::string_view text) {
  for (std::size_t i = text.find('~'); i != text.npos; i = text.find('~', i + 1)) {
    if (i + 1 == text.size() || (text[i + 1] != '0' && text[i + 1] != '1')) return false;
  }
  return text.empty() || text.front() == '/';
}

std::string unescape_token(std::string_view token) {
  std::string name;
  for (std::size_t i = 0; i < token.size(); ++i) {
    const bool escaped = token[i] == '~' && i + 1 < token.size();
    if (escaped) ++i;
    name += !escaped ? token[i] : token[i] == '0' ? '~' : '/';
  }
  return name;
}

std::string_view take_token(std::string_view& pointer) {
  pointer.remove_prefix(1);
  const auto token = pointer.substr(0, pointer.find('/'));
  pointer.remove_prefix(token.size());
  return token;
}

std::optional<JsonValue> child(JsonValue value, std::string_view token) {
  return value.is_array() ? element(value, token) : value.find(unescape_token(token));
}

std::optional<JsonValue> resolve_pointer(JsonValue value, std::string_view pointer) {
  while (!pointer.empty()) {
    const auto found = child(value, take_token(pointer));
    if (!found) return std::nullopt;
    value = *found;
  }
  return value;
}

}  // namespace schemagate::object_schemas
