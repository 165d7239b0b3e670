#include "a2a/wire/v0_3_proto_json.h"

#include "a2a/json/text.h"
#include "a2a/text/base64.h"
#include "a2a/wire/append.h"
#include "a2a/wire/base64.h"
#include "a2a/wire/part.h"
#include "a2a/wire/v0_3.h"

namespace schemagate::a2a::wire::v0_3_proto_json {
namespace {

constexpr v0_3::FileNames kFileNames = {.bytes = "fileWithBytes", .uri = "fileWithUri"};

std::string read_struct(const Reader& reader, PartMetadata& metadata) {
  const auto holder = reader.required_object("data");
  if (!holder) return {};
  if (!holder->member("data")) holder->fail_member("data", "required");
  return read_data(*holder, metadata);
}

void append_file(std::string& out, const Part& part, bool bytes_twice) {
  if (!bytes_twice || part.kind != PartKind::kRaw) return v0_3::append_file(out, part, kFileNames);
  Part twice = part;
  twice.content = text::to_base64(part.content);
  v0_3::append_file(out, twice, kFileNames);
}

void append_content(std::string& out, const Part& part, bool bytes_twice) {
  switch (part.kind) {
    case PartKind::kText:
      return append_string_member(out, "text", part.content);
    case PartKind::kData:
      append_member_name(out, "data");
      out += '{';
      v0_3::append_data(out, part);
      out += '}';
      return;
    case PartKind::kRaw:
    case PartKind::kUrl:
      return append_file(out, part, bytes_twice);
  }
}

// Its media type goes without saying, and nothing else needs metadata: parts have none in the definition of
// a2a-java 0.3, which refuses a message that has a member it does not know.
bool needs_no_metadata(const Part& part) {
  if (!part.metadata.empty() || !part.filename.empty()) return false;
  if (part.kind == PartKind::kText) return part.media_type == "text/plain";
  return part.kind == PartKind::kData && part.media_type == "application/json" &&
         part.content.starts_with('{');
}

}  // namespace

std::string_view name(TaskState state) {
  return state == TaskState::kCanceled ? "TASK_STATE_CANCELLED" : name_v1_0(state);
}

Part read_part(const Reader& reader) {
  if (reader.find("kind")) return v0_3::read_part(reader);
  Part part;
  const std::string_view content = find_content(reader, {"text", "data", "file"});
  PartMetadata metadata(reader);
  if (content == "file") {
    v0_3::read_file(reader, part, kFileNames);
    if (part.kind == PartKind::kRaw) part.content = base64_within(part.content).value_or(part.content);
  } else if (content == "data") {
    part.kind = PartKind::kData;
    part.content = read_struct(reader, metadata);
    v0_3::read_carriers(metadata, part);
  } else {
    part.content = reader.string("text");
    v0_3::read_carriers(metadata, part);
  }
  part.metadata_mime_type = metadata.string(kMimeType);
  part.metadata = metadata.rest();
  return part;
}

void append_part(std::string& out, const Part& part, bool bytes_twice) {
  out += '{';
  append_content(out, part, bytes_twice);
  if (!needs_no_metadata(part)) v0_3::append_metadata(out, part);
  out += '}';
}

SendConfiguration read_configuration(const Reader& reader) {
  reader.refuse_lookalikes({"acceptedOutputModes", "historyLength", "blocking", "pushNotification"});
  reader.refuse_of_other_version("returnImmediately", "blocking (its opposite)");
  reader.refuse_of_other_version("taskPushNotificationConfig", "pushNotification");
  SendConfiguration configuration = {.accepted_output_modes = reader.strings("acceptedOutputModes"),
                                     .history_length = reader.count("historyLength"),
                                     .return_immediately = !reader.boolean("blocking", false),
                                     .push_notification_config = reader.object("pushNotification")};
  if (configuration.history_length == 0) configuration.history_length.reset();
  return configuration;
}

}  // namespace schemagate::a2a::wire::v0_3_proto_json
