#include "a2a/wire/reader.h"

#include <cmath>
#include <limits>

#include "a2a/text/ascii.h"
#include "a2a/wire/client_id.h"

namespace schemagate::a2a::wire {
namespace {

std::string joined(std::string path, std::string_view name) {
  if (!path.empty()) path += '.';
  return path.append(name);
}

// Accepts 5.0 as an integer, as protobuf's JSON parsers do.
std::optional<std::int64_t> whole_number(JsonValue value) {
  if (const auto integer = value.int64()) return integer;
  constexpr double kExact = 9007199254740992.0;  // 2^53
  const auto number = value.number();
  if (!number || *number != std::trunc(*number) || std::abs(*number) > kExact) return std::nullopt;
  return static_cast<std::int64_t>(*number);
}

}  // namespace

std::string original_name(std::string_view json_name) {
  std::string original;
  for (const char c : json_name) {
    if (text::is_upper(c)) original += '_';
    original += text::lower(c);
  }
  return original;
}

bool looks_like(std::string_view found, std::string_view name) {
  if (found.size() < name.size() || found == name) return false;
  auto known = name.begin();
  for (const char c : found) {
    if (c == '_') continue;
    if (known == name.end() || text::lower(c) != text::lower(*known)) return false;
    ++known;
  }
  return known == name.end() && found != original_name(name);
}

void Reader::refuse_lookalikes(std::initializer_list<std::string_view> names) const {
  const bool in_two_spellings = value_.document().has_underscored_names();
  for (const JsonValue::Member member : value_.members()) {
    for (const std::string_view name : names) {
      if (looks_like(member.name, name))
        fail_member(member.name, "is not known; did you mean " + std::string(name) + "?");
      if (in_two_spellings && is_contradicted(member, name))
        fail_member(member.name, "is not what " + std::string(name) + " says");
    }
  }
}

void Reader::refuse_of_other_version(std::string_view name, std::string_view here) const {
  if (find(name))
    fail_member(name, "is of another version of A2A; in this one it is called " + std::string(here));
}

// The other spelling of a member that is there by its name, and says something else.
bool Reader::is_contradicted(const JsonValue::Member& member, std::string_view name) const {
  if (member.name == name) return false;
  const auto read = value_.find(name);
  return read && member.name == original_name(name) && member.value.raw() != read->raw();
}

std::string Reader::path() const {
  if (parent_ == nullptr) return {};
  if (!name_.empty()) return joined(parent_->path(), name_);
  return parent_->path() + '[' + std::to_string(index_) + ']';
}

void Reader::fail(std::string_view expected) const {
  if (!failed()) *violation_ = FieldViolation{path(), std::string(expected)};
}

void Reader::fail_member(std::string_view name, std::string_view expected) const {
  if (!failed()) *violation_ = FieldViolation{joined(path(), name), std::string(expected)};
}

std::optional<JsonValue> Reader::value_of(std::string_view name) const {
  auto value = value_.find(name);
  if (!value && value_.document().has_underscored_names()) value = value_.find(original_name(name));
  return value;
}

std::optional<Reader> Reader::member(std::string_view name) const {
  const auto value = value_of(name);
  if (!value) return std::nullopt;
  return Reader(*value, *this, name);
}

std::optional<Reader> Reader::find(std::string_view name) const {
  const auto value = value_of(name);
  if (!value || value->kind() == JsonKind::kNull) return std::nullopt;
  return Reader(*value, *this, name);
}

std::optional<Reader> Reader::find_object(std::string_view name) const {
  auto found = find(name);
  if (!found || found->value_.is_object()) return found;
  found->fail("expected an object");
  return std::nullopt;
}

std::optional<Reader> Reader::required_object(std::string_view name) const {
  auto found = find_object(name);
  if (!found) fail_member(name, "required");
  return found;
}

std::optional<Reader> Reader::find_array(std::string_view name) const {
  auto found = find(name);
  if (!found || found->value_.is_array()) return found;
  found->fail("expected an array");
  return std::nullopt;
}

std::string Reader::string(std::string_view name) const {
  const auto found = find(name);
  if (!found) return {};
  const auto text = found->value_.string();
  if (!text) found->fail("expected a string");
  return std::string(text.value_or(""));
}

std::string Reader::required_string(std::string_view name) const {
  std::string text = string(name);
  if (text.empty()) fail_member(name, "required");
  return text;
}

std::string Reader::required_id(std::string_view name) const {
  std::string id = required_string(name);
  check_id(name, id);
  return id;
}

void Reader::check_id(std::string_view name, std::string_view id) const {
  if (const std::string_view fault = id_fault(id); !fault.empty()) fail_member(name, fault);
}

std::string Reader::id(std::string_view name) const {
  const auto found = find(name);
  if (!found) return {};
  if (found->value_.kind() != JsonKind::kNumber) return string(name);
  if (const auto integer = whole_number(found->value_)) return std::to_string(*integer);
  const std::string_view text = found->value_.raw();
  if (text.find_first_of(".eE") != text.npos) found->fail("expected a string or an integer");
  return std::string(text);
}

bool Reader::boolean(std::string_view name, bool absent) const {
  const auto found = find(name);
  if (!found) return absent;
  const auto flag = found->value_.boolean();
  if (!flag) found->fail("expected true or false");
  return flag.value_or(absent);
}

std::optional<int> Reader::count(std::string_view name) const {
  const auto found = find(name);
  if (!found) return std::nullopt;
  const auto number = whole_number(found->value_);
  if (number && *number >= 0 && *number <= std::numeric_limits<std::int32_t>::max()) {
    return static_cast<int>(*number);
  }
  found->fail("expected an integer from 0 to 2147483647");
  return std::nullopt;
}

RawJson Reader::object(std::string_view name) const {
  const auto found = find_object(name);
  return found ? RawJson{std::string(found->value_.raw())} : RawJson{};
}

std::vector<std::string> Reader::strings(std::string_view name) const {
  return list(name, [](const Reader& element) {
    const auto text = element.value().string();
    if (!text) element.fail("expected a string");
    return std::string(text.value_or(""));
  });
}

}  // namespace schemagate::a2a::wire
