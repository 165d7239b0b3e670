// Any JSON as a request in v0.3's ProtoJSON: what decodes is written and reads back as the same, but for the
// references to tasks, which it has no member for.
#include <string>

#include "a2a/wire/codec.h"
#include "property.h"

namespace schemagate {

namespace {

constexpr a2a::wire::WireFormat kProto = a2a::wire::WireFormat::v0_3_proto_json();
constexpr a2a::JsonLimits kEncodedLimits = {.bytes_max = 64 << 20, .depth_max = 200, .values_max = 1 << 22};

a2a::Result<a2a::SendRequest> decode(a2a::JsonValue value) {
  auto request = a2a::wire::decode_send_request(kProto, value);
  if (!request) return request;
  request->message.reference_task_ids.clear();
  request->configuration.push_notification_config = {};
  return request;
}

void check_task(a2a::JsonValue value) {
  const auto task = a2a::wire::decode_task(kProto, value);
  if (!task) return;
  a2a::JsonDocument document;
  const std::string text = a2a::wire::encode_task(kProto, *task);
  fuzz::require(document.parse(text, kEncodedLimits).has_value(), "what is encoded is JSON");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  a2a::JsonDocument document;
  const auto root = document.parse(fuzz::text_of(data, size));
  if (!root) return 0;
  check_task(*root);
  const auto request = decode(*root);
  if (!request) return 0;
  a2a::JsonDocument again;
  const std::string text = a2a::wire::encode_send_request(kProto, *request);
  const auto value = again.parse(text, kEncodedLimits);
  fuzz::require(value.has_value(), "what is encoded is JSON");
  const auto same = decode(*value);
  fuzz::require(same && *same == *request, "what is encoded reads back");
  return 0;
}

}  // namespace schemagate
