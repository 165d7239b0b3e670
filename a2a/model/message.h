// Parts and messages in the shape of A2A v1.0 (sections 4.1.4 and 4.1.6). v0.3 is converted at the edge
// (a2a/wire).
//
//   Message message{.message_id = "m1", .role = Role::kUser};
//   message.parts.push_back({.kind = PartKind::kText, .content = "Who wins, a lion or a tiger?"});
//   message.parts.push_back({.kind = PartKind::kData, .content = R"({"a":"lion","b":"tiger"})"});
//
// Plain values: copy and move freely, no invariants beyond what the comments say. A text that is empty counts
// as absent.
#pragma once

#include <string>
#include <vector>

namespace schemagate::a2a {

// The exact source text of one JSON value; empty means absent. Kept as text so that numbers keep every digit
// and members their order, and because most of it only passes through. Read it with JsonDocument.
struct RawJson {
  std::string text = {};
  bool empty() const { return text.empty(); }
  bool operator==(const RawJson&) const = default;
};

// Which of its members a part has, and what Part::content then is.
enum class PartKind {
  // The text.
  kText,
  // The exact JSON text of the value, of any JSON kind; v0.3's {"value":x} wrapping is undone.
  kData,
  // The file's bytes in standard base64 (RFC 4648 section 4), with padding.
  kRaw,
  // The file's URL.
  kUrl,
};

// Section 4.1.6.
struct Part {
  PartKind kind = PartKind::kText;
  std::string content = {};
  // `mediaType`; on v0.3 files `mimeType`.
  std::string media_type = {};
  std::string filename = {};
  // An object.
  RawJson metadata = {};
  // `metadata.mimeType` when that is a string, read out because every part is asked for it: the
  // object-schemas extension (its section 2) names the schema there, on both versions. It is also kept inside
  // `metadata`, so that whoever sets one has to write the other: set_mime_type() in a2a/model/metadata.h does
  // both.
  std::string metadata_mime_type = {};
  bool operator==(const Part&) const = default;
};

enum class Role { kUnspecified, kUser, kAgent };

// Section 4.1.4.
struct Message {
  // Chosen by the sender. A number on the wire (as in the object-schemas example) is kept as its text.
  std::string message_id = {};
  std::string context_id = {};
  std::string task_id = {};
  Role role = Role::kUnspecified;
  std::vector<Part> parts = {};
  RawJson metadata = {};
  // URIs of the extensions that are present in it.
  std::vector<std::string> extensions = {};
  std::vector<std::string> reference_task_ids = {};
  bool operator==(const Message&) const = default;
};

}  // namespace schemagate::a2a
