// Any JSON as the parameters of the operations on push notification configs: what is understood survives
// every format, credentials are never given back, and what the rules let through is fit for a request to the
// outside.
#include <algorithm>
#include <string>

#include "a2a/wire/push_operations.h"
#include "gateway/push/push_notification.h"
#include "gateway/push/push_url.h"
#include "property.h"

namespace schemagate {

namespace {

using a2a::TaskPushConfig;
using a2a::wire::Operation;
using a2a::wire::Version;
using a2a::wire::WireFormat;
namespace push = schemagate::push;

TaskPushConfig recoded(WireFormat format, const TaskPushConfig& config) {
  const std::string text = a2a::wire::encode_push_config(format, config);
  a2a::JsonDocument document;
  const auto root = document.parse(text, {.bytes_max = 64 << 20});
  fuzz::require(root.has_value(), "what is encoded is JSON");
  auto again = a2a::wire::decode_push_create(format, *root, config.task_id);
  fuzz::require(again.has_value(), "what is encoded decodes");
  return *std::move(again);
}

void check_format(WireFormat format, const TaskPushConfig& config) {
  const TaskPushConfig once = recoded(format, config);
  fuzz::require(once.config.credentials.empty() && once.config.token.empty(), "secrets are not given back");
  fuzz::require(once.task_id == config.task_id && once.config.id == config.config.id &&
                    once.config.url == config.config.url,
                "every format carries a config");
  fuzz::require(recoded(format, once) == once, "what was written once is stable");
}

// What may go out, by the rules of a gateway that was told nothing.
void check_outgoing(const a2a::PushConfig& config) {
  const push::PushRules rules;
  if (!push::check_push_config(config, rules)) return;
  const auto url = push::check_push_url(config.url, rules);
  fuzz::require(url && url->tls, "a URL that is let through is https");
  const auto literal = push::IpAddress::parse(url->host);
  fuzz::require(!literal || push::is_public(*literal), "an address that is let through is public");
  fuzz::require(a2a::uri::parse_url(url->text()).value_or(a2a::uri::Url{}) == *url, "a URL reads back");
  const push::Notification notification{.id = "t-1", .body = "{}", .media_type = "application/json"};
  const auto is_control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  for (const auto& [name, value] : push::headers_of(notification, config, nullptr, {})) {
    fuzz::require(std::ranges::none_of(value, is_control), "a header holds no control characters");
  }
}

void check_requests(a2a::JsonValue params) {
  for (const Version version : {Version::kV0_3, Version::kV1_0}) {
    for (const Operation operation : {Operation::kPushGet, Operation::kPushList, Operation::kPushDelete}) {
      const auto request = a2a::wire::decode_push_request(version, operation, params);
      fuzz::require(!request || operation != Operation::kPushDelete || !request->config_id.empty(),
                    "what is deleted is named");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  a2a::JsonDocument document;
  const auto root = document.parse(fuzz::text_of(data, size));
  if (!root) return 0;
  check_requests(*root);
  for (const WireFormat format :
       {WireFormat(Version::kV0_3), WireFormat(Version::kV1_0), WireFormat::v0_3_proto_json()}) {
    const auto created = a2a::wire::decode_push_create(format, *root);
    if (!created) continue;
    check_outgoing(created->config);
    for (const WireFormat other :
         {WireFormat(Version::kV0_3), WireFormat(Version::kV1_0), WireFormat::v0_3_proto_json()}) {
      check_format(other, *created);
    }
  }
  return 0;
}

}  // namespace schemagate
