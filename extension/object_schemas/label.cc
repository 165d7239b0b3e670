#include "extension/object_schemas/label.h"

#include <array>
#include <string_view>
#include <utility>

#include "a2a/json/document.h"
#include "a2a/model/metadata.h"

namespace schemagate::object_schemas {
namespace {

constexpr std::string_view kMetadataMediaType = "mediaType";

// `metadata.mediaType` when it is a string. Metadata is only parsed when it may hold one.
std::string metadata_media_type(const a2a::Part& part) {
  if (!part.metadata.text.contains(kMetadataMediaType)) return {};
  a2a::JsonDocument document;
  const auto root = document.parse(part.metadata.text, {.bytes_max = part.metadata.text.size()});
  const auto member = root ? root->find(kMetadataMediaType) : std::nullopt;
  return member && member->string() ? std::string(*member->string()) : std::string();
}

bool flagged(const Flag& flag) {
  return !std::holds_alternative<NotFlagged>(flag);
}

// `seen` and another carrier's flag together.
Flag combine(Flag seen, Flag next) {
  if (!flagged(seen) || std::holds_alternative<MalformedFlag>(next)) return next;
  const auto* first = std::get_if<FlaggedWith>(&seen);
  const auto* second = std::get_if<FlaggedWith>(&next);
  if (first && second && *first != *second)
    return MalformedFlag{"the part's media types name different schemas"};
  return seen;
}

}  // namespace

Label label_of(const a2a::Part& part) {
  const std::array<std::pair<std::string, std::string_view>, 3> carriers = {{
      {part.metadata_mime_type, "metadata.mimeType"},
      {metadata_media_type(part), "metadata.mediaType"},
      {part.media_type, "mediaType"},
  }};
  Label label;
  for (const auto& [mime_type, field] : carriers) {
    Flag flag = parse_mode(mime_type);
    if (!flagged(flag)) continue;
    if (label.field.empty()) label.field = field;
    label.flag = combine(std::move(label.flag), std::move(flag));
  }
  return label;
}

void set_label(a2a::Part& part, std::string_view schema) {
  clear_label(part);
  a2a::set_mime_type(part, format_mode(schema));
}

void clear_label(a2a::Part& part) {
  if (!flagged(label_of(part).flag)) return;
  if (flagged(parse_mode(metadata_media_type(part)))) {
    part.metadata = a2a::without_member(part.metadata, kMetadataMediaType);
  }
  part.metadata = a2a::without_member(part.metadata, "mimeType");
  part.metadata_mime_type.clear();
  const bool is_file = part.kind == a2a::PartKind::kRaw || part.kind == a2a::PartKind::kUrl;
  const bool says_type = !part.media_type.empty() && !flagged(parse_mode(part.media_type));
  // A file's own type is of its bytes, whatever the metadata has said.
  if (!is_file || !says_type) part.media_type = "application/json";
}

}  // namespace schemagate::object_schemas
