// What travels inside the `metadata` of a part or an event because a version has no member for it (see
// README.md). Private to a2a/wire.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "a2a/model/message.h"
#include "a2a/wire/reader.h"

namespace schemagate::a2a::wire {

// The media type of a v0.3 text or data part, by convention and by the object-schemas extension (section 2).
inline constexpr std::string_view kMimeType = "mimeType";
// The file name of a v0.3 text or data part: our own name, hence a URI.
inline constexpr std::string_view kFilename = "https://schemagate.dev/v1/filename";
// `true`: v0.3 data, which must be an object, is {"value":x} for x. The SDKs use the same name.
inline constexpr std::string_view kDataPartCompat = "data_part_compat";

// `true` in the metadata of a status update: an agent of v0.3 has said `final` of it where the state does not
// say so.
inline constexpr std::string_view kFinal = "https://schemagate.dev/v1/final";

bool has_member(const RawJson& metadata, std::string_view name);

// A part's metadata while it is read: what is carried for another member is taken out. Borrows from `part`.
class PartMetadata {
 public:
  explicit PartMetadata(const Reader& part);

  // Empty when absent or of another kind.
  std::string_view string(std::string_view name) const;
  bool is_true(std::string_view name) const;
  // Takes a member out, whether it is there or not: the rest is then written anew, as the encoder that adds
  // the carrier does, so that either spelling of the same metadata gives the same text.
  void drop(std::string_view name);
  // The exact text, or without what was dropped; empty when nothing is left.
  RawJson rest() const;

 private:
  std::optional<JsonValue> find(std::string_view name) const;

  std::optional<JsonValue> object_;
  std::vector<std::string_view> dropped_;
};

}  // namespace schemagate::a2a::wire
