// A value as short JSON text, for messages.
#pragma once

#include <string>

#include "a2a/json/text.h"
#include "a2a/text/utf8.h"
#include "extension/json_schema/values/number.h"
#include "extension/json_schema/values/types.h"

namespace schemagate::json_schema {

inline constexpr std::size_t kShortStringBytes = 60;
inline constexpr std::size_t kShortTextBytes = 100;

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
      a2a::append_json_string(out, a2a::text::shortened(value.string(), kShortStringBytes));
      return;
    case kArray:
    case kObject:
      break;
    default: {
      Number::Buffer buffer;
      const Number number = value.number();
      out += a2a::text::shortened(number.literal(buffer), kShortStringBytes);
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
    for (const auto& [name, member] : value.members()) {
      if (!room()) break;
      a2a::append_json_string(out, a2a::text::shortened(name, kShortStringBytes));
      out += ':';
      append_shortened(out, member, depth - 1);
    }
  } else {
    for (const View element : value.elements()) {
      if (!room()) break;
      append_shortened(out, element, depth - 1);
    }
  }
  out += object ? '}' : ']';
}

template <class View>
std::string shortened(View value) {
  std::string out;
  append_shortened(out, value, 3);
  return out;
}

}  // namespace schemagate::json_schema
