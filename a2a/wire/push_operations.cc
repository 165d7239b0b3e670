#include "a2a/wire/push_operations.h"

#include <utility>

#include "a2a/wire/append.h"
#include "a2a/wire/push_page.h"
#include "a2a/wire/reader.h"

namespace schemagate::a2a::wire {
namespace {

void read_authentication(const Reader& reader, PushConfig& config) {
  const auto authentication = reader.find_object("authentication");
  if (!authentication) return;
  authentication->refuse_lookalikes({"scheme", "schemes", "credentials"});
  config.schemes = authentication->strings("schemes");
  if (std::string scheme = authentication->string("scheme"); !scheme.empty()) {
    config.schemes = {std::move(scheme)};
  }
  config.credentials = authentication->string("credentials");
}

PushConfig read_config(const Reader& reader) {
  reader.refuse_lookalikes({"id", "url", "token", "authentication"});
  PushConfig config = {
      .id = reader.string("id"), .url = reader.required_string("url"), .token = reader.string("token")};
  read_authentication(reader, config);
  return config;
}

// The resource names of v0.3's ProtoJSON: "tasks/a/pushNotificationConfigs/b".
std::string resource_name(const TaskPushConfig& config) {
  return "tasks/" + config.task_id + "/pushNotificationConfigs/" + config.config.id;
}

void append_authentication(std::string& out, WireFormat format, const PushConfig& config) {
  if (config.schemes.empty()) return;
  append_member_name(out, "authentication");
  out += '{';
  if (format.is_v1_0()) {
    append_string_member(out, "scheme", config.schemes.front());
  } else {
    append_present(out, "schemes", config.schemes);
  }
  out += '}';
}

void append_members(std::string& out, WireFormat format, const PushConfig& config) {
  append_string_member(out, "id", config.id);
  append_string_member(out, "url", config.url);
  append_authentication(out, format, config);
}

void append_config(std::string& out, WireFormat format, const TaskPushConfig& config) {
  out += '{';
  if (format.is_v1_0()) {
    append_present(out, "tenant", config.tenant);
    append_string_member(out, "taskId", config.task_id);
    append_members(out, format, config.config);
  } else {
    format.has_kind() ? append_string_member(out, "taskId", config.task_id)
                      : append_string_member(out, "name", resource_name(config));
    append_member_name(out, "pushNotificationConfig");
    out += '{';
    append_members(out, format, config.config);
    out += '}';
  }
  out += '}';
}

}  // namespace

Result<PushConfig> decode_push_config(JsonValue value) {
  FirstViolation violation;
  return checked_params(read_config(Reader(value, violation)), violation);
}

Result<TaskPushConfig> decode_push_create(WireFormat format, JsonValue params, const std::string& task_id) {
  FirstViolation violation;
  const Reader root(params, violation);
  const auto inner = root.find_object("config");
  const Reader& holder = inner ? *inner : root;
  const auto nested = holder.find_object("pushNotificationConfig");
  TaskPushConfig request = {.task_id = task_id.empty() ? holder.required_id("taskId") : task_id,
                            .config = read_config(nested ? *nested : holder)};
  if (request.config.id.empty()) request.config.id = root.string("configId");
  if (format.is_v1_0()) request.tenant = root.string("tenant");
  return checked_params(std::move(request), violation);
}

Result<PushConfigRequest> decode_push_request(Version version, Operation operation, JsonValue params) {
  FirstViolation violation;
  const Reader reader(params, violation);
  const bool v1_0 = version == Version::kV1_0;
  const bool names_one = operation == Operation::kPushDelete || (v1_0 && operation == Operation::kPushGet);
  const std::string_view name = v1_0 ? "id" : "pushNotificationConfigId";
  PushConfigRequest request = {.task_id = reader.required_id(v1_0 ? "taskId" : "id")};
  if (operation != Operation::kPushList) {
    request.config_id = names_one ? reader.required_string(name) : reader.string(name);
    reader.check_id(name, request.config_id);
  }
  if (v1_0) request.tenant = reader.string("tenant");
  if (v1_0 && operation == Operation::kPushList) read_push_page(reader, request);
  return checked_params(std::move(request), violation);
}

std::string encode_push_config(WireFormat format, const TaskPushConfig& config) {
  std::string out;
  append_config(out, format, config);
  return out;
}

std::string encode_push_configs(WireFormat format, const PushConfigPage& page) {
  std::string out = "{";
  append_list(out, "configs", page.configs,
              [&out, format](const TaskPushConfig& config) { append_config(out, format, config); });
  if (format.has_kind()) return out.substr(out.find('['));
  append_string_member(out, "nextPageToken", page.next_page_token);
  return out += '}';
}

std::string encode_push_deleted(WireFormat format) {
  return format.has_kind() ? "null" : "{}";
}

}  // namespace schemagate::a2a::wire
