// Optional members: written only when there is something to write. Private to a2a/wire.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/json/text.h"
#include "a2a/model/message.h"

namespace schemagate::a2a::wire {

inline void append_present(std::string& out, std::string_view name, const std::string& value) {
  if (!value.empty()) append_string_member(out, name, value);
}

inline void append_present(std::string& out, std::string_view name, const RawJson& value) {
  if (!value.empty()) append_raw_member(out, name, value.text);
}

inline void append_present(std::string& out, std::string_view name, std::optional<int> value) {
  if (value) append_raw_member(out, name, std::to_string(*value));
}

// Appends `"name":[...]`, append(item) writing each item to `out`.
template <class Item, class Append>
void append_list(std::string& out, std::string_view name, const std::vector<Item>& items, Append append) {
  append_member_name(out, name);
  char separator = '[';
  for (const Item& item : items) {
    out += separator;
    append(item);
    separator = ',';
  }
  out += items.empty() ? "[]" : "]";
}

inline void append_present(std::string& out, std::string_view name, const std::vector<std::string>& values) {
  if (values.empty()) return;
  append_list(out, name, values, [&out](const std::string& value) { append_json_string(out, value); });
}

}  // namespace schemagate::a2a::wire
