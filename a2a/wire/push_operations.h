// The operations on push notification configs: their parameters and results in every format. What the
// operations of a2a/wire/codec.h promise holds here too. Pure; thread-safe.
//
//   auto wanted = decode_push_create(Version::kV1_0, *params);   // Result<TaskPushConfig>
//   std::string result = encode_push_config(Version::kV1_0, *wanted);
#pragma once

#include <string>

#include "a2a/error.h"
#include "a2a/json/document.h"
#include "a2a/model/push.h"
#include "a2a/wire/jsonrpc.h"
#include "a2a/wire/wire_format.h"

namespace schemagate::a2a::wire {

// The config inside a send request. Either version's authentication is understood. Errors: kInvalidParams.
Result<PushConfig> decode_push_config(JsonValue value);

// v1.0's is flat, v0.3's nested in `pushNotificationConfig`; HTTP+JSON may have it in `config`, and names the
// task in its path: `task_id` stands for the one of the params then. All of it is understood everywhere.
Result<TaskPushConfig> decode_push_create(WireFormat format, JsonValue params,
                                          const std::string& task_id = {});
// kPushGet, kPushList and kPushDelete. v0.3 may ask for a config without naming it, and has no pages.
Result<PushConfigRequest> decode_push_request(Version version, Operation operation, JsonValue params);

// Credentials and token are not given back: who registered the config has them.
std::string encode_push_config(WireFormat format, const TaskPushConfig& config);
// v0.3's JSON-RPC has the configs alone.
std::string encode_push_configs(WireFormat format, const PushConfigPage& page);
// v0.3's JSON-RPC has null, everything else an empty message.
std::string encode_push_deleted(WireFormat format);

}  // namespace schemagate::a2a::wire
