// A value as short JSON text, for messages.
#pragma once

#include <string>

#include "a2a/json/text.h"
#include "extension/json_schema/graph.h"

namespace json_schema {

inline constexpr std::size_t kShortStringBytes = 60;
inline constexpr std::size_t kShortTextBytes = 100;

// `text` cut at a code point boundary, with "…" when it was longer.
std::string cut(std::string_view text, std::size_t bytes_max);

template <class View>
void append_shortened(std::string& out, View value, int depth) {
  switch (value.type()) {
    case kNull:
      out += "null";
      return;
    case kBoolean:
      out += value.boolean() ? "true" : "false";
      return;
    case kString:
      a2a::append_json_string(out, cut(value.string(), kShortStringBytes));
      return;
    case kArray:
    case kObject:
      break;
    default: {
      Number::Buffer buffer;
      const Number number = value.number();
      out += cut(number.literal(buffer), kShortStringBytes);
      return;
    }
  }
  const bool object = value.type() == kObject;
  out += object ? '{' : '[';
  bool first = true;
  const auto room = [&out, &first, depth] {
    if (!first) out += ',';
    first = false;
    if (depth > 0 && out.size() < kShortTextBytes) return true;
    out += "…";
    return false;
  };
  if (object) {
    value.each_member([&out, &room, depth](std::string_view name, View member) {
      if (!room()) return false;
      a2a::append_json_string(out, cut(name, kShortStringBytes));
      out += ':';
      append_shortened(out, member, depth - 1);
      return true;
    });
  } else {
    value.each_element([&out, &room, depth](View element) {
      if (!room()) return false;
      append_shortened(out, element, depth - 1);
      return true;
    });
  }
  out += object ? '}' : ']';
}

template <class View>
std::string shortened(View value) {
  std::string out;
  append_shortened(out, value, 3);
  return out;
}

}  // namespace json_schema
