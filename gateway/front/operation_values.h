// What the operations take and give, as values: no binding, no version, no JSON but what is opaque to the
// gateway. Every binding decodes into OperationParams and writes an OperationResult.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "a2a/json/document.h"
#include "a2a/model/push.h"
#include "a2a/model/task.h"
#include "gateway/store/task_store.h"
#include "gateway/task/message_requests.h"

namespace schemagate {

struct ExtendedCardRequest {};

// Of an extension's method. Borrows from the core's JSON document: to be read before the first suspension.
struct ExtensionParams {
  a2a::JsonValue params;  // of any kind; without members where the request has none
};

using OperationParams =
    std::variant<a2a::SendRequest, a2a::GetTaskRequest, a2a::TaskIdRequest, a2a::ListTasksRequest,
                 a2a::TaskPushConfig, a2a::PushConfigRequest, ExtendedCardRequest, ExtensionParams>;

struct PushConfigDeleted {};

// Cards are JSON in every binding, already in the caller's version.
struct ExtendedCard {
  std::string json;
};

// What an extension's method gives: JSON text.
struct ExtensionResult {
  std::string json;
};

// A stream that is to begin and consists of one message.
struct StreamedMessage {
  a2a::Message message;
};

// A stream that is to begin and follows a task.
struct StreamedTask {
  std::string task_id;
  std::optional<int> history_length = {};  // of the first event's task
  // A subscriber to a task that waits for its client stays; the sender's own stream ends there.
  bool stays_while_interrupted = false;
  // Where it begins; nullptr: with the present state.
  std::unique_ptr<store::TaskRecord> beginning = nullptr;
  // Goes on behind this event instead of showing the present state. An id that cannot be gone on from is
  // ignored: the present state holds everything.
  std::optional<std::uint64_t> after = {};
};

using OperationResult =
    std::variant<Sent, a2a::Task, a2a::TaskPage, a2a::TaskPushConfig, a2a::PushConfigPage, PushConfigDeleted,
                 ExtendedCard, ExtensionResult, StreamedMessage, StreamedTask>;

}  // namespace schemagate
