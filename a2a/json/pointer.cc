#include "a2a/json/pointer.h"

#include <charconv>

namespace schemagate::a2a::json_pointer {
namespace {

std::optional<JsonValue> element(JsonValue array, std::string_view name) {
  std::size_t index = 0;
  const char* const end = name.data() + name.size();
  const auto [stopped, error] = std::from_chars(name.data(), end, index);
  const bool leading_zero = name.size() > 1 && name.front() == '0';
  if (error != std::errc{} || stopped != end || leading_zero || index >= array.size()) return std::nullopt;
  auto position = array.elements().begin();
  while (index-- > 0) ++position;
  return *position;
}

}  // namespace

bool is_valid(std::string_view text) {
  for (std::size_t i = text.find('~'); i != text.npos; i = text.find('~', i + 1)) {
    if (i + 1 == text.size() || (text[i + 1] != '0' && text[i + 1] != '1')) return false;
  }
  return text.empty() || text.front() == '/';
}

void append_token(std::string& pointer, std::string_view token) {
  pointer += '/';
  for (const char c : token) {
    if (c == '~') {
      pointer += "~0";
    } else if (c == '/') {
      pointer += "~1";
    } else {
      pointer += c;
    }
  }
}

std::string_view take_token(std::string_view& pointer) {
  pointer.remove_prefix(1);
  const auto token = pointer.substr(0, pointer.find('/'));
  pointer.remove_prefix(token.size());
  return token;
}

std::string unescaped(std::string_view token) {
  std::string name;
  for (std::size_t i = 0; i < token.size(); ++i) {
    const bool escaped = token[i] == '~' && i + 1 < token.size();
    if (escaped) ++i;
    name += !escaped ? token[i] : token[i] == '1' ? '/' : '~';
  }
  return name;
}

std::vector<std::string> split(std::string_view pointer) {
  std::vector<std::string> names;
  while (!pointer.empty()) names.push_back(unescaped(take_token(pointer)));
  return names;
}

std::optional<JsonValue> child(JsonValue value, std::string_view name) {
  return value.is_array() ? element(value, name) : value.find(name);
}

std::optional<JsonValue> find(JsonValue value, std::string_view pointer) {
  while (!pointer.empty()) {
    const std::string_view token = take_token(pointer);
    const auto found = token.contains('~') ? child(value, unescaped(token)) : child(value, token);
    if (!found) return std::nullopt;
    value = *found;
  }
  return value;
}

std::string pointer_to(const JsonDocument& document, std::uint32_t index) {
  std::string pointer;
  std::uint32_t at = 0;
  while (at != index) {
    const auto& node = document.node(at);
    const bool object = node.kind == JsonKind::kObject;
    std::uint32_t inner = object ? at + 2 : at + 1;
    std::size_t position = 0;
    for (; inner + document.node(inner).span <= index; ++position) {
      inner += document.node(inner).span + (object ? 1 : 0);
    }
    const auto& name = document.node(inner - 1);
    append_token(pointer, object ? std::string(name.string_data, name.count) : std::to_string(position));
    at = inner;
  }
  return pointer;
}

}  // namespace schemagate::a2a::json_pointer
