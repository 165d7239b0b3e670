#include "a2a/wire/v1_0.h"

#include <utility>

#include "a2a/json/text.h"
#include "a2a/wire/append.h"
#include "a2a/wire/part.h"
#include "a2a/wire/push_config.h"
#include "a2a/wire/v0_3.h"

namespace schemagate::a2a::wire::v1_0 {
namespace {

void read_content(const Reader& reader, std::string_view content, PartMetadata& metadata, Part& part) {
  if (content == "text") {
    part.content = reader.string(content);
  } else if (content == "data") {
    part.kind = PartKind::kData;
    part.content = read_data(reader, metadata);
  } else if (content == "raw") {
    part.kind = PartKind::kRaw;
    part.content = read_base64(reader, content);
  } else if (content == "url") {
    part.kind = PartKind::kUrl;
    part.content = reader.string(content);
  } else if (content == "file") {
    v0_3::read_file(reader, part);
  }
}

void append_content(std::string& out, const Part& part) {
  switch (part.kind) {
    case PartKind::kText:
      return append_string_member(out, "text", part.content);
    case PartKind::kData:
      return append_raw_member(out, "data", part.content);
    case PartKind::kRaw:
      return append_string_member(out, "raw", part.content);
    case PartKind::kUrl:
      return append_string_member(out, "url", part.content);
  }
}

}  // namespace

std::string_view name(Role role) {
  switch (role) {
    case Role::kUnspecified:
      return "ROLE_UNSPECIFIED";
    case Role::kUser:
      return "ROLE_USER";
    case Role::kAgent:
      return "ROLE_AGENT";
  }
  std::unreachable();
}

Part read_part(const Reader& reader) {
  Part part;
  const std::string_view content = find_content(reader, {"text", "data", "raw", "url", "file"});
  if (reader.find("kind")) check_kind(reader, reader.string("kind"), content);
  PartMetadata metadata(reader);
  part.media_type = reader.string("mediaType");
  part.filename = reader.string("filename");
  read_content(reader, content, metadata, part);
  part.metadata_mime_type = metadata.string(kMimeType);
  part.metadata = metadata.rest();
  return part;
}

void append_part(std::string& out, const Part& part) {
  out += '{';
  append_content(out, part);
  append_present(out, "mediaType", part.media_type);
  append_present(out, "filename", part.filename);
  append_present(out, "metadata", part.metadata);
  out += '}';
}

SendConfiguration read_configuration(const Reader& reader) {
  reader.refuse_lookalikes(
      {"acceptedOutputModes", "historyLength", "returnImmediately", "taskPushNotificationConfig"});
  reader.refuse_of_other_version("blocking", "returnImmediately (its opposite)");
  reader.refuse_of_other_version("pushNotificationConfig", "taskPushNotificationConfig");
  return {.accepted_output_modes = reader.strings("acceptedOutputModes"),
          .history_length = reader.count("historyLength"),
          .return_immediately = reader.boolean("returnImmediately", false),
          .push_notification_config = reader.object("taskPushNotificationConfig")};
}

void append_configuration(std::string& out, const SendConfiguration& configuration) {
  if (configuration == SendConfiguration{}) return;
  append_member_name(out, "configuration");
  out += '{';
  append_present(out, "acceptedOutputModes", configuration.accepted_output_modes);
  append_present(out, "historyLength", configuration.history_length);
  if (configuration.return_immediately) append_raw_member(out, "returnImmediately", "true");
  append_push_config(out, Version::kV1_0, configuration.push_notification_config);
  out += '}';
}

std::optional<Payload> find_payload(const Reader& reader) {
  std::optional<Payload> payload;
  for (const PayloadName& known : kPayloadNames) {
    const auto found = reader.find_object(known.v1_0);
    if (!found) continue;
    if (payload) {
      reader.fail("expected one payload, found several");
      return std::nullopt;
    }
    payload = Payload{known.kind, *found};
  }
  if (!payload) reader.fail("expected task, message, statusUpdate or artifactUpdate");
  return payload;
}

}  // namespace schemagate::a2a::wire::v1_0
