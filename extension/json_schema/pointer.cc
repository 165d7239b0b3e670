#include "extension/json_schema/pointer.h"

#include <algorithm>

namespace schemagate::json_schema {
namespace {

std::string unescaped(std::string_view token) {
  std::string out;
  for (std::size_t i = 0; i < token.size(); ++i) {
    const bool escape = token[i] == '~' && i + 1 < token.size();
    if (escape) ++i;
    out += !escape ? token[i] : token[i] == '1' ? '/' : '~';
  }
  return out;
}

}  // namespace

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

std::vector<std::string> split_pointer(std::string_view pointer) {
  std::vector<std::string> tokens;
  while (!pointer.empty()) {
    const auto end = std::min(pointer.size(), pointer.find('/', 1));
    tokens.push_back(unescaped(pointer.substr(1, end - 1)));
    pointer.remove_prefix(end);
  }
  return tokens;
}

std::string pointer_to(const a2a::JsonDocument& document, std::uint32_t index) {
  std::string pointer;
  std::uint32_t at = 0;
  while (at != index) {
    const auto& node = document.node(at);
    const bool object = node.kind == a2a::JsonKind::kObject;
    std::uint32_t child = object ? at + 2 : at + 1;
    std::size_t position = 0;
    for (; child + document.node(child).span <= index; ++position) {
      child += document.node(child).span + (object ? 1 : 0);
    }
    const auto& name = document.node(child - 1);
    append_token(pointer, object ? std::string(name.string_data, name.count) : std::to_string(position));
    at = child;
  }
  return pointer;
}

}  // namespace schemagate::json_schema
