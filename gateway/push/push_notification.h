// One push notification as it goes over the wire: what is told, to whom, and how the receiver knows who tells
// it. Pure; safe from any thread.
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/http/message.h"
#include "a2a/model/task.h"
#include "gateway/store/push_subscription.h"

namespace schemagate::push {

struct Notification {
  std::string id;  // the same in every attempt
  std::string body;
  std::string_view media_type;  // a constant
};

// Of an event with that version in its task's log (v1.0: StreamResponse), or of the whole task as of that
// version (v0.3: Task). The id is made of task and version: a receiver that sees one twice may ignore it.
Notification notification_of(const a2a::StreamEvent& event, const std::string& task_id,
                             std::uint64_t version);
Notification notification_of(const a2a::Task& task, std::uint64_t version);

// Keys by receiver's host.
using SigningKeys = std::map<std::string, std::vector<std::uint8_t>, std::less<>>;

// Everything but the body: Content-Type; `Authorization` of the config's scheme and credentials (Bearer if
// v0.3 names several); `X-A2A-Notification-Token`; and as Standard Webhooks 1.0 has it `webhook-id`,
// `webhook-timestamp` and, with a key, `webhook-signature`: "v1," and base64 of the HMAC-SHA-256 over
// "id.timestamp.body".
a2a::http::Headers headers_of(const Notification& notification, const a2a::PushConfig& config,
                              const std::vector<std::uint8_t>* key,
                              std::chrono::system_clock::time_point now);

}  // namespace schemagate::push
