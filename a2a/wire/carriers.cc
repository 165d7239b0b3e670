#include "a2a/wire/carriers.h"

#include <algorithm>
#include <string>

#include "a2a/json/text.h"

namespace schemagate::a2a::wire {
namespace {

// The text was parsed once within the limits of its document: no second bound is needed.
JsonLimits limits_for(std::string_view text) {
  return {.bytes_max = text.size(), .depth_max = 1000, .values_max = text.size()};
}

}  // namespace

bool has_member(const RawJson& metadata, std::string_view name) {
  if (metadata.empty()) return false;
  JsonDocument document;
  return document.parse(metadata.text, limits_for(metadata.text)) && document.root().find(name);
}

PartMetadata::PartMetadata(const Reader& part) {
  if (const auto found = part.find_object("metadata")) object_ = found->value();
}

std::optional<JsonValue> PartMetadata::find(std::string_view name) const {
  return object_ ? object_->find(name) : std::nullopt;
}

std::string_view PartMetadata::string(std::string_view name) const {
  const auto found = find(name);
  return found ? found->string().value_or(std::string_view()) : std::string_view();
}

bool PartMetadata::is_true(std::string_view name) const {
  const auto found = find(name);
  return found && found->boolean() == true;
}

void PartMetadata::drop(std::string_view name) {
  dropped_.push_back(name);
}

RawJson PartMetadata::rest() const {
  if (!object_) return {};
  if (dropped_.empty()) return {std::string(object_->raw())};
  std::string text = "{";
  for (const JsonValue::Member member : object_->members()) {
    if (std::ranges::find(dropped_, member.name) != dropped_.end()) continue;
    append_raw_member(text, member.name, member.value.raw());
  }
  return text == "{" ? RawJson{} : RawJson{text + '}'};
}

}  // namespace schemagate::a2a::wire
