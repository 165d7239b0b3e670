#include "a2a/wire/push_config.h"

#include <optional>
#include <string_view>

#include "a2a/json/document.h"
#include "a2a/json/text.h"

namespace schemagate::a2a::wire {
namespace {

void append_string_of(std::string& out, std::string_view name, JsonValue object) {
  const auto value = object.find(name);
  if (value && value->is_string()) append_raw_member(out, name, value->raw());
}

// The text of the scheme, quotes included: v1.0's `scheme` or the first of v0.3's `schemes`.
std::string_view first_scheme(JsonValue authentication) {
  if (const auto scheme = authentication.find("scheme"); scheme && scheme->is_string()) return scheme->raw();
  const auto schemes = authentication.find("schemes");
  if (!schemes) return {};
  for (const JsonValue scheme : schemes->elements()) {
    if (scheme.is_string()) return scheme.raw();
  }
  return {};
}

void append_schemes(std::string& out, Version version, JsonValue authentication) {
  const auto list = authentication.find("schemes");
  const std::string_view first = first_scheme(authentication);
  if (version == Version::kV1_0) {
    if (!first.empty()) append_raw_member(out, "scheme", first);
  } else if (list && list->is_array()) {
    append_raw_member(out, "schemes", list->raw());
  } else {
    append_raw_member(out, "schemes", '[' + std::string(first) + ']');
  }
}

void append_authentication(std::string& out, Version version, JsonValue config) {
  const auto authentication = config.find("authentication");
  if (!authentication || !authentication->is_object()) return;
  append_member_name(out, "authentication");
  out += '{';
  append_schemes(out, version, *authentication);
  append_string_of(out, "credentials", *authentication);
  out += '}';
}

std::string_view member_name(WireFormat format) {
  if (format.is_v1_0()) return "taskPushNotificationConfig";
  return format.has_kind() ? "pushNotificationConfig" : "pushNotification";
}

}  // namespace

void append_push_config(std::string& out, WireFormat format, const RawJson& config) {
  JsonDocument document;
  if (config.empty() || !document.parse(config.text)) return;
  const bool v1_0 = format.is_v1_0();
  append_member_name(out, member_name(format));
  out += '{';
  if (v1_0) append_string_of(out, "tenant", document.root());
  append_string_of(out, "id", document.root());
  if (v1_0) append_string_of(out, "taskId", document.root());
  append_string_of(out, "url", document.root());
  append_string_of(out, "token", document.root());
  append_authentication(out, format.version(), document.root());
  out += '}';
}

}  // namespace schemagate::a2a::wire
