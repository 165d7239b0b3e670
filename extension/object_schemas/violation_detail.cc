#include "extension/object_schemas/violation_detail.h"

#include <algorithm>
#include <optional>

#include "a2a/json/pointer.h"
#include "a2a/json/text.h"
#include "a2a/text/ascii.h"
#include "a2a/text/utf8.h"

namespace schemagate::object_schemas {
namespace {

using a2a::JsonValue;

constexpr std::size_t kNameBytesMax = 64;
constexpr std::size_t kPathBytesMax = 400;
constexpr std::size_t kMessageBytesMax = 300;

bool is_plain_name(std::string_view name) {
  const auto plain = [](char c) { return a2a::text::is_letter_or_digit(c) || c == '_' || c == '-'; };
  return !name.empty() && name.size() <= kNameBytesMax && std::ranges::all_of(name, plain);
}

void append_name(std::string& path, std::string_view name) {
  if (is_plain_name(name)) {
    path.append(".").append(name);
    return;
  }
  path += '[';
  a2a::append_json_string(path, a2a::text::shortened(name, kNameBytesMax));
  path += ']';
}

std::string path_of(const json_schema::Violation& violation, JsonValue root, std::string_view root_name) {
  std::string path(root_name);
  std::optional<JsonValue> value = root;
  std::string_view pointer = violation.instance_pointer;
  while (!pointer.empty()) {
    const std::string_view token = a2a::json_pointer::take_token(pointer);
    if (value && value->is_array()) {
      path.append("[").append(a2a::text::shortened(token, kNameBytesMax)).append("]");
    } else {
      append_name(path, a2a::json_pointer::unescaped(token));
    }
    if (value) value = a2a::json_pointer::child(*value, a2a::json_pointer::unescaped(token));
  }
  if (!violation.missing.empty()) append_name(path, violation.missing);
  return a2a::text::shortened(path, kPathBytesMax);
}

}  // namespace

std::string ViolationDetail::sentence() const {
  return message.empty() ? path + " is " + keyword : path + ": " + message;
}

std::string ViolationDetail::description() const {
  return message.empty() ? keyword : keyword + ": " + message;
}

ViolationDetail describe(const json_schema::Violation& violation, JsonValue root,
                         std::string_view root_name) {
  const std::string message =
      violation.keyword == "required" ? "" : a2a::text::shortened(violation.message, kMessageBytesMax);
  return {path_of(violation, root, root_name), violation.keyword, message};
}

}  // namespace schemagate::object_schemas
