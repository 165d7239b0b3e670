#include "a2a/wire/part.h"

#include <utility>

#include "a2a/wire/base64.h"

namespace schemagate::a2a::wire {
namespace {

// The wrapped value, if `data` is what the wrapping makes.
std::optional<JsonValue> wrapped_value(JsonValue data, const PartMetadata& metadata) {
  if (data.size() != 1 || !metadata.is_true(kDataPartCompat)) return std::nullopt;
  return data.find("value");
}

bool stands_for(std::string_view kind, std::string_view content) {
  return kind == content || (kind == "file" && (content == "raw" || content == "url"));
}

}  // namespace

std::string_view find_content(const Reader& part, std::initializer_list<std::string_view> names) {
  std::string_view content;
  for (const std::string_view name : names) {
    if (!(name == "data" ? part.member(name) : part.find(name))) continue;
    if (!content.empty()) {
      part.fail("expected one content member, found " + std::string(content) + " and " + std::string(name));
      return {};
    }
    content = name;
  }
  if (content.empty()) part.fail("expected a content member: text, data or a file");
  return content;
}

void check_kind(const Reader& part, std::string_view kind, std::string_view content) {
  if (kind != "text" && kind != "file" && kind != "data") {
    part.fail_member("kind", "expected text, file or data");
  } else if (!content.empty() && !stands_for(kind, content)) {
    part.fail_member(kind, "required");
  }
}

std::string read_data(const Reader& part, PartMetadata& metadata) {
  const auto data = part.member("data");
  if (!data) return {};
  const auto wrapped = wrapped_value(data->value(), metadata);
  if (wrapped || !data->value().is_object()) metadata.drop(kDataPartCompat);
  return std::string(wrapped.value_or(data->value()).raw());
}

std::string read_base64(const Reader& owner, std::string_view name) {
  const auto found = owner.find(name);
  if (!found) return {};
  const auto text = found->value().string();
  auto standard = text ? to_standard_base64(*text) : std::nullopt;
  if (!standard) found->fail("expected base64");
  return std::move(standard).value_or("");
}

}  // namespace schemagate::a2a::wire
