#include "a2a/wire/v0_3.h"

#include <utility>

#include "a2a/json/text.h"
#include "a2a/model/metadata.h"
#include "a2a/wire/append.h"
#include "a2a/wire/part.h"
#include "a2a/wire/push_config.h"

namespace schemagate::a2a::wire::v0_3 {
namespace {

bool is_file(const Part& part) {
  return part.kind == PartKind::kRaw || part.kind == PartKind::kUrl;
}

bool is_wrapped(const Part& part) {
  return part.kind == PartKind::kData && !part.content.starts_with('{');
}

// The part's metadata with what v0.3 has no member for.
RawJson carried_metadata(const Part& part) {
  RawJson metadata = part.metadata;
  if (is_file(part)) return metadata;
  if (!part.media_type.empty() && !has_member(metadata, kMimeType)) {
    metadata = with_member(metadata, kMimeType, in_quotes(part.media_type));
  }
  if (!part.filename.empty()) metadata = with_member(metadata, kFilename, in_quotes(part.filename));
  if (is_wrapped(part)) metadata = with_member(metadata, kDataPartCompat, "true");
  return metadata;
}

bool needs_carrier(const Part& part) {
  if (is_file(part)) return false;
  const bool mime_type = !part.media_type.empty() && part.metadata_mime_type.empty();
  return mime_type || !part.filename.empty() || is_wrapped(part);
}

void append_content(std::string& out, const Part& part) {
  switch (part.kind) {
    case PartKind::kText:
      append_string_member(out, "kind", "text");
      return append_string_member(out, "text", part.content);
    case PartKind::kData:
      append_string_member(out, "kind", "data");
      return append_data(out, part);
    case PartKind::kRaw:
    case PartKind::kUrl:
      append_string_member(out, "kind", "file");
      return append_file(out, part);
  }
}

}  // namespace

std::string_view name(Role role) {
  return role == Role::kUser ? "user" : "agent";
}

Part read_part(const Reader& reader) {
  Part part;
  const std::string kind = reader.string("kind");
  check_kind(reader, kind, {});
  const std::string_view content = find_content(reader, {"text", "data", "file"});
  check_kind(reader, kind, content);
  PartMetadata metadata(reader);
  if (content == "file") {
    read_file(reader, part);
  } else if (content == "data") {
    part.kind = PartKind::kData;
    part.content = read_data(reader, metadata);
    read_carriers(metadata, part);
  } else {
    part.content = reader.string("text");
    read_carriers(metadata, part);
  }
  part.metadata_mime_type = metadata.string(kMimeType);
  part.metadata = metadata.rest();
  return part;
}

void read_file(const Reader& reader, Part& part, FileNames names) {
  const auto file = reader.required_object("file");
  if (!file) return;
  if (file->find(names.bytes).has_value() == file->find(names.uri).has_value()) {
    file->fail("expected either " + std::string(names.bytes) + " or " + std::string(names.uri));
  } else if (file->find(names.bytes)) {
    part.kind = PartKind::kRaw;
    part.content = read_base64(*file, names.bytes);
  } else {
    part.kind = PartKind::kUrl;
    part.content = file->string(names.uri);
  }
  part.media_type = file->string("mimeType");
  part.filename = file->string("name");
}

void append_file(std::string& out, const Part& part, FileNames names) {
  append_member_name(out, "file");
  out += '{';
  append_string_member(out, part.kind == PartKind::kRaw ? names.bytes : names.uri, part.content);
  append_present(out, "mimeType", part.media_type);
  append_present(out, "name", part.filename);
  out += '}';
}

void append_data(std::string& out, const Part& part) {
  append_member_name(out, "data");
  if (!is_wrapped(part)) {
    out += part.content;
    return;
  }
  out += '{';
  append_raw_member(out, "value", part.content);
  out += '}';
}

void read_carriers(PartMetadata& metadata, Part& part) {
  part.media_type = metadata.string(kMimeType);
  part.filename = metadata.string(kFilename);
  if (!part.filename.empty()) metadata.drop(kFilename);
}

void append_metadata(std::string& out, const Part& part) {
  append_present(out, "metadata", needs_carrier(part) ? carried_metadata(part) : part.metadata);
}

void append_part(std::string& out, const Part& part) {
  out += '{';
  append_content(out, part);
  append_metadata(out, part);
  out += '}';
}

SendConfiguration read_configuration(const Reader& reader) {
  reader.refuse_lookalikes({"acceptedOutputModes", "historyLength", "blocking", "pushNotificationConfig"});
  reader.refuse_of_other_version("returnImmediately", "blocking (its opposite)");
  reader.refuse_of_other_version("taskPushNotificationConfig", "pushNotificationConfig");
  return {.accepted_output_modes = reader.strings("acceptedOutputModes"),
          .history_length = reader.count("historyLength"),
          .return_immediately = !reader.boolean("blocking", true),
          .push_notification_config = reader.object("pushNotificationConfig")};
}

void append_configuration(std::string& out, WireFormat format, const SendConfiguration& configuration) {
  append_member_name(out, "configuration");
  out += '{';
  append_present(out, "acceptedOutputModes", configuration.accepted_output_modes);
  append_present(out, "historyLength", configuration.history_length);
  append_raw_member(out, "blocking", configuration.return_immediately ? "false" : "true");
  append_push_config(out, format, configuration.push_notification_config);
  out += '}';
}

std::optional<Payload> find_payload(const Reader& reader) {
  const std::string kind = reader.string("kind");
  for (const PayloadName& known : kPayloadNames) {
    if (kind == known.v0_3) return Payload{known.kind, reader};
  }
  reader.fail_member("kind", "expected task, message, status-update or artifact-update");
  return std::nullopt;
}

}  // namespace schemagate::a2a::wire::v0_3
