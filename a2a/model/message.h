// Parts and messages in the shape of A2A v1.0 (specification section 4.1). v0.3 is converted at the edge
// (a2a/wire). Plain values: copy and move freely, no invariants beyond what the comments say.
#pragma once

#include <string>
#include <vector>

namespace schemagate::a2a {

// The exact source text of one JSON value; empty means absent. Numbers keep every digit.
struct RawJson {
  std::string text = {};
  bool empty() const { return text.empty(); }
  bool operator==(const RawJson&) const = default;
};

enum class PartKind {
  kText,  // content: the text
  kData,  // content: exact JSON text of the value (any JSON kind; v0.3's {"value":x} wrapping is undone)
  kRaw,   // content: the file's bytes in standard base64
  kUrl,   // content: the file's URL
};

struct Part {
  PartKind kind = PartKind::kText;
  std::string content = {};
  std::string media_type = {};  // v1 `mediaType`; on v0.3 files `mimeType`; empty when absent
  std::string filename = {};    // empty when absent
  RawJson metadata = {};        // an object, or empty
  // `metadata.mimeType` when that is a string (also kept inside `metadata`): the carrier of the
  // object-schemas extension (section 2) on both versions. Whoever sets it must write it into `metadata` too:
  // set_mime_type() in a2a/model/metadata.h.
  std::string metadata_mime_type = {};
  bool operator==(const Part&) const = default;
};

enum class Role { kUnspecified, kUser, kAgent };

struct Message {
  std::string message_id = {};  // a number on the wire (object-schemas' example) is kept as its text
  std::string context_id = {};  // empty when absent
  std::string task_id = {};     // empty when absent
  Role role = Role::kUnspecified;
  std::vector<Part> parts = {};
  RawJson metadata = {};
  std::vector<std::string> extensions = {};
  std::vector<std::string> reference_task_ids = {};
  bool operator==(const Message&) const = default;
};

}  // namespace schemagate::a2a
