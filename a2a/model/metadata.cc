#include "a2a/model/metadata.h"

#include <algorithm>
#include <string>
#include <utility>

#include "a2a/json/document.h"
#include "a2a/json/text.h"

namespace schemagate::a2a {
namespace {

// Metadata was parsed once within the limits of its document: no second bound is needed.
JsonLimits limits_for(std::string_view text) {
  return {.bytes_max = text.size(), .depth_max = 1000, .values_max = text.size()};
}

using Members = std::vector<std::pair<std::string, std::string>>;

Members members_of(const RawJson& metadata) {
  Members members;
  if (metadata.empty()) return members;
  JsonDocument document;
  const auto root = document.parse(metadata.text, limits_for(metadata.text));
  if (!root) return members;
  for (const auto& [name, value] : root->members()) members.emplace_back(name, value.raw());
  return members;
}

RawJson text_of(const Members& members) {
  if (members.empty()) return {};
  RawJson metadata{"{"};
  for (const auto& [name, raw] : members) append_raw_member(metadata.text, name, raw);
  metadata.text += '}';
  return metadata;
}

void set(Members& members, std::string_view name, std::string_view raw) {
  const auto found = std::ranges::find(members, name, &Members::value_type::first);
  if (found == members.end()) {
    members.emplace_back(name, raw);
  } else {
    found->second = raw;
  }
}

}  // namespace

RawJson with_member(const RawJson& metadata, std::string_view name, std::string_view raw) {
  Members members = members_of(metadata);
  set(members, name, raw);
  return text_of(members);
}

RawJson member_of(const RawJson& metadata, std::string_view name) {
  for (auto& [member, raw] : members_of(metadata)) {
    if (member == name) return {std::move(raw)};
  }
  return {};
}

RawJson without_member(const RawJson& metadata, std::string_view name) {
  Members members = members_of(metadata);
  std::erase_if(members, [name](const auto& member) { return member.first == name; });
  return text_of(members);
}

RawJson merged(const RawJson& base, const RawJson& over) {
  if (over.empty()) return base;
  if (base.empty()) return over;
  Members members = members_of(base);
  for (const auto& [name, raw] : members_of(over)) set(members, name, raw);
  return text_of(members);
}

void set_mime_type(Part& part, std::string_view mime_type) {
  part.metadata = with_member(part.metadata, "mimeType", in_quotes(mime_type));
  part.metadata_mime_type = mime_type;
  part.media_type = mime_type;
}

}  // namespace schemagate::a2a
