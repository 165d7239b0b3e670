#include "gateway/task/push_requests.h"

#include <algorithm>
#include <utility>

#include "a2a/wire/push_operations.h"
#include "gateway/task/arrival.h"

namespace schemagate {
namespace {

using a2a::Result;
using a2a::wire::Version;
using net::Awaitable;

// Where a message has its config.
std::string_view place_in_message(Version version) {
  return version == Version::kV1_0 ? "configuration.taskPushNotificationConfig."
                                   : "configuration.pushNotificationConfig.";
}

// Where CreateTaskPushNotificationConfig has it.
std::string_view place_of_config(Version version) {
  return version == Version::kV1_0 ? "" : "pushNotificationConfig.";
}

// What was found at a member of a config, for whoever has sent that in the place.
a2a::Error error_at(std::string_view place, a2a::Error error) {
  if (error.violations.empty()) return error;
  error.message.insert(0, place);
  for (a2a::FieldViolation& each : error.violations) each.field.insert(0, place);
  return error;
}

// The same form for as long as the config lives, whatever its task is asked for by later.
Result<push::NewPush> checked(const PushRequestDependencies& dependencies, const PushCaller& caller,
                              a2a::PushConfig config) {
  if (auto allowed = dependencies.registration.relay->check(config); !allowed)
    return std::unexpected(allowed.error());
  if (config.id.empty()) config.id = dependencies.ids.next();
  const bool v1_0 = caller.version == Version::kV1_0;
  return push::NewPush{{std::move(config), v1_0 ? store::PushForm::kStreamResponse : store::PushForm::kTask},
                       caller.holder};
}

// Those that a crash cannot take back: while the ledger cannot be written, these are there to be read.
Awaitable<Result<std::vector<a2a::TaskPushConfig>>> read_pushes(const PushRequestDependencies& dependencies,
                                                                const store::Scope& scope,
                                                                const a2a::PushConfigRequest& request) {
  auto kept = dependencies.pushes.pushes(scope, request.task_id);
  if (!kept.ready()) co_await arrival(dependencies.executor, kept);
  if (!kept.result()) co_return std::unexpected(kept.result().error());
  std::vector<a2a::TaskPushConfig> configs;
  for (store::KeptPush& push : *kept.result()) {
    auto durable = dependencies.durability.durable(push.changed_by);
    if (!durable.ready()) co_await arrival(dependencies.executor, durable);
    if (durable.result())
      configs.push_back({request.task_id, std::move(push.subscription.config), request.tenant});
  }
  co_return configs;
}

// A page's token is the last id on it.
a2a::PushConfigPage page_of(std::vector<a2a::TaskPushConfig> configs, const a2a::PushConfigRequest& request) {
  const auto page_size = static_cast<std::size_t>(request.page_size.value_or(0));
  if (page_size == 0 && request.page_token.empty()) return {.configs = std::move(configs)};
  const auto id_of = [](const a2a::TaskPushConfig& each) -> const std::string& { return each.config.id; };
  std::ranges::sort(configs, {}, id_of);
  configs.erase(configs.begin(), std::ranges::upper_bound(configs, request.page_token, {}, id_of));
  a2a::PushConfigPage page{.configs = std::move(configs)};
  if (page_size == 0 || page.configs.size() <= page_size) return page;
  page.configs.resize(page_size);
  page.next_page_token = page.configs.back().config.id;
  return page;
}

}  // namespace

Result<RequestedPush> requested_push(const PushRequestDependencies& dependencies, const PushCaller& caller,
                                     const a2a::RawJson& config) {
  if (config.empty() || dependencies.registration.relay == nullptr) return RequestedPush();
  a2a::JsonDocument document;
  const auto value = document.parse(config.text);
  if (!value) return std::unexpected(value.error());
  auto decoded = a2a::wire::decode_push_config(*value);
  if (!decoded) return std::unexpected(error_at(place_in_message(caller.version), decoded.error()));
  auto registered = checked(dependencies, caller, std::move(*decoded));
  if (!registered) return std::unexpected(error_at(place_in_message(caller.version), registered.error()));
  return RequestedPush(std::move(*registered));
}

void register_push(const PushRegistration& registration, const store::Scope& scope,
                   const std::string& task_id, RequestedPush requested) {
  if (!requested) return;
  std::string config_id = requested->subscription.config.id;
  const auto note_failure = [&tasks = registration.tasks, &clock = registration.clock, task_id,
                             config_id](const Result<void>& subscribed) {
    if (subscribed) return;
    store::PushGivenUp given_up{config_id, format_timestamp(clock.utc()), subscribed.error().message};
    (void)tasks.note(task_id, std::move(given_up), clock.utc());
  };
  registration.relay->subscribe(scope, task_id, std::move(*requested), 0).then(note_failure);
}

Awaitable<Result<a2a::TaskPushConfig>> create_push(const PushRequestDependencies& dependencies,
                                                   const store::Scope& scope, const PushCaller& caller,
                                                   a2a::TaskPushConfig request) {
  auto found = dependencies.registration.tasks.get(scope, request.task_id);
  if (!found.ready()) co_await arrival(dependencies.executor, found);
  const auto& record = found.result();
  if (!record) co_return std::unexpected(record.error());
  auto registered = checked(dependencies, caller, request.config);
  if (!registered) co_return std::unexpected(error_at(place_of_config(caller.version), registered.error()));
  request.config.id = registered->subscription.config.id;
  auto put = dependencies.registration.relay->subscribe(scope, request.task_id, std::move(*registered),
                                                        record->version);
  if (!put.ready()) co_await arrival(dependencies.executor, put);
  if (!put.result()) co_return std::unexpected(put.result().error());
  auto durable = dependencies.durability.durable(dependencies.durability.written());
  if (!durable.ready()) co_await arrival(dependencies.executor, durable);
  if (!durable.result()) co_return std::unexpected(durable.result().error());
  co_return std::move(request);
}

Awaitable<Result<a2a::TaskPushConfig>> get_push(const PushRequestDependencies& dependencies,
                                                const store::Scope& scope,
                                                const a2a::PushConfigRequest& request) {
  auto configs = co_await read_pushes(dependencies, scope, request);
  if (!configs) co_return std::unexpected(configs.error());
  for (a2a::TaskPushConfig& config : *configs) {
    if (request.config_id.empty() || config.config.id == request.config_id) co_return std::move(config);
  }
  co_return a2a::fail(a2a::ErrorCode::kTaskNotFound, "the task has no such push notification config");
}

Awaitable<Result<a2a::PushConfigPage>> list_push(const PushRequestDependencies& dependencies,
                                                 const store::Scope& scope,
                                                 const a2a::PushConfigRequest& request) {
  auto configs = co_await read_pushes(dependencies, scope, request);
  if (!configs) co_return std::unexpected(std::move(configs.error()));
  co_return page_of(std::move(*configs), request);
}

Awaitable<Result<void>> remove_push(const PushRequestDependencies& dependencies, const store::Scope& scope,
                                    const a2a::PushConfigRequest& request) {
  auto removed = dependencies.pushes.remove_push(scope, request.task_id, request.config_id);
  if (!removed.ready()) co_await arrival(dependencies.executor, removed);
  if (!removed.result()) co_return std::move(removed.result());
  dependencies.registration.relay->wake(request.task_id);
  auto durable = dependencies.durability.durable(dependencies.durability.written());
  if (!durable.ready()) co_await arrival(dependencies.executor, durable);
  co_return std::move(durable.result());
}

}  // namespace schemagate
