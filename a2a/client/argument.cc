#include "a2a/client/argument.h"

#include <string>

#include "a2a/json/document.h"

namespace schemagate::a2a::client {
namespace {

std::unexpected<Failure> refused(std::string message) {
  return failed(Cause::kArgument, std::move(message));
}

// Reads the texts of one request, one after the other.
class JsonCheck {
 public:
  Outcome<JsonKind> kind_of(const std::string& where, std::string_view text) {
    constexpr std::size_t kDepthMax = 128;
    const auto root =
        document_.parse(text, {.bytes_max = text.size(), .depth_max = kDepthMax, .values_max = text.size()});
    if (!root) return refused(where + ": " + root.error().message);
    return root->kind();
  }

  Outcome<void> object(const std::string& where, const RawJson& json) {
    if (json.empty()) return {};
    const auto kind = kind_of(where, json.text);
    if (!kind) return std::unexpected(kind.error());
    if (*kind != JsonKind::kObject) return refused(where + ": expected a JSON object");
    return {};
  }

  Outcome<void> part(const std::string& where, const Part& part) {
    if (part.kind == PartKind::kData) {
      if (const auto kind = kind_of(where + ".data", part.content); !kind)
        return std::unexpected(kind.error());
    }
    return object(where + ".metadata", part.metadata);
  }

 private:
  JsonDocument document_;
};

Outcome<void> check_message(const Message& message) {
  if (message.message_id.empty()) return refused("message.message_id is empty");
  if (message.role == Role::kUnspecified) return refused("message.role is not specified");
  if (message.parts.empty()) return refused("message.parts is empty");
  JsonCheck check;
  for (std::size_t i = 0; i < message.parts.size(); ++i) {
    auto part = check.part("message.parts[" + std::to_string(i) + "]", message.parts[i]);
    if (!part) return part;
  }
  return check.object("message.metadata", message.metadata);
}

}  // namespace

Outcome<void> check_argument(const SendRequest& request) {
  if (auto message = check_message(request.message); !message) return message;
  JsonCheck check;
  if (auto metadata = check.object("metadata", request.metadata); !metadata) return metadata;
  return check.object("configuration.push_notification_config",
                      request.configuration.push_notification_config);
}

Outcome<void> check_task_id(std::string_view id) {
  if (id.empty()) return refused("the task's id is empty");
  return {};
}

Outcome<void> check_params(std::string_view json) {
  if (json.empty()) return {};
  const auto kind = JsonCheck().kind_of("params", json);
  if (!kind) return std::unexpected(kind.error());
  if (*kind != JsonKind::kObject && *kind != JsonKind::kArray)
    return refused("params: expected a JSON object or array");
  return {};
}

}  // namespace schemagate::a2a::client
