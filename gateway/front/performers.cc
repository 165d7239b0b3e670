#include "gateway/front/performers.h"

#include <utility>
#include <variant>

#include "extension/schema_interaction/evolution_requests.h"
#include "extension/schema_interaction/negotiation.h"
#include "gateway/front/active_call.h"
#include "gateway/front/extended_card.h"
#include "gateway/task/input_rights.h"
#include "gateway/task/push_requests.h"
#include "gateway/task/schema_updates.h"

namespace schemagate {
namespace {

template <class Params>
Params& params_of(ActiveCall& call) {
  return std::get<Params>(call.invocation.params);
}

template <class T>
a2a::Result<OperationResult> as_result(a2a::Result<T> given) {
  if (!given) return std::unexpected(std::move(given.error()));
  return OperationResult(std::move(*given));
}

// The caller knows all its keys from now on.
void tell_of_delivery(const TaskServices& services, const AgentSnapshot& agent, const Principal& caller,
                      std::string_view scenario) {
  if (services.payloads != nullptr) (void)tell_of_answer(*services.payloads, agent, caller, scenario, {});
}

}  // namespace

// g++ 12 destroys a conditional's temporaries twice when they stand in a co_await expression: what is awaited
// below is always built first and given a name.

Performed perform_send(TaskServices& services, ActiveCall& call) {
  auto& request = params_of<a2a::SendRequest>(call);
  auto result = co_await services.messages.send(*call.context, std::move(request), call.plain);
  co_return as_result(std::move(result));
}

Performed perform_stream(TaskServices& services, ActiveCall& call) {
  auto& request = params_of<a2a::SendRequest>(call);
  const std::optional<int> history_length = request.configuration.history_length;
  auto start = co_await services.messages.stream(*call.context, std::move(request), call.plain);
  if (!start) co_return std::unexpected(std::move(start.error()));
  if (auto* message = std::get_if<a2a::Message>(&*start)) co_return StreamedMessage{std::move(*message)};
  auto& follow = std::get<FollowTask>(*start);
  StreamedTask stream{.task_id = std::move(follow.task_id),
                      .history_length = history_length,
                      .beginning = std::move(follow.beginning)};
  if (follow.known) stream.after = call.invocation.last_event_id;
  co_return stream;
}

Performed perform_get(TaskServices& services, ActiveCall& call) {
  auto task = co_await services.tasks.get(*call.context, params_of<a2a::GetTaskRequest>(call));
  co_return as_result(std::move(task));
}

Performed perform_list(TaskServices& services, ActiveCall& call) {
  auto page = co_await services.tasks.list(*call.context, params_of<a2a::ListTasksRequest>(call));
  co_return as_result(std::move(page));
}

Performed perform_cancel(TaskServices& services, ActiveCall& call) {
  auto task = co_await services.tasks.cancel(*call.context, params_of<a2a::TaskIdRequest>(call));
  co_return as_result(std::move(task));
}

Performed perform_subscribe(TaskServices& services, ActiveCall& call) {
  const bool ended_too = call.invocation.form.version() == a2a::wire::Version::kV0_3;
  const std::optional<std::uint64_t> seen = call.invocation.last_event_id;
  auto& request = params_of<a2a::TaskIdRequest>(call);
  auto allowed = co_await services.tasks.check_subscription(*call.context, request, ended_too, seen);
  if (!allowed) co_return std::unexpected(std::move(allowed.error()));
  co_return StreamedTask{.task_id = std::move(request.id), .stays_while_interrupted = true, .after = seen};
}

Performed perform_push_create(TaskServices& services, ActiveCall& call) {
  auto& request = params_of<a2a::TaskPushConfig>(call);
  const store::Scope scope = call.context->scope();
  const PushCaller caller{call.invocation.form.version(), call.context->payer.holder()};
  auto config = co_await create_push(services.push, scope, caller, std::move(request));
  co_return as_result(std::move(config));
}

Performed perform_push_get(TaskServices& services, ActiveCall& call) {
  const store::Scope scope = call.context->scope();
  auto config = co_await get_push(services.push, scope, params_of<a2a::PushConfigRequest>(call));
  co_return as_result(std::move(config));
}

Performed perform_push_list(TaskServices& services, ActiveCall& call) {
  const store::Scope scope = call.context->scope();
  auto page = co_await list_push(services.push, scope, params_of<a2a::PushConfigRequest>(call));
  co_return as_result(std::move(page));
}

Performed perform_push_delete(TaskServices& services, ActiveCall& call) {
  const store::Scope scope = call.context->scope();
  auto removed = co_await remove_push(services.push, scope, params_of<a2a::PushConfigRequest>(call));
  if (!removed) co_return std::unexpected(std::move(removed.error()));
  co_return PushConfigDeleted();
}

Performed perform_extended_card(TaskServices& services, ActiveCall& call) {
  auto card = co_await get_extended_card(services.client, *call.context, call.invocation.form.version());
  if (!card) co_return std::unexpected(std::move(card.error()));
  co_return ExtendedCard{std::move(*card)};
}

Performed perform_get_schema_template(TaskServices& services, ActiveCall& call) {
  const a2a::JsonValue params = params_of<ExtensionParams>(call).params;
  const auto request = schema_interaction::read_template_request(params, "params");
  if (!request) co_return std::unexpected(request.error());
  const AgentSnapshot& agent = *call.route.served;
  if (auto rights = check_template_rights(*call.principal, agent, request->scenario); !rights)
    co_return std::unexpected(std::move(rights.error()));
  const auto rendition = schema_interaction::select_template(agent.templates(), *request, "params.scenario");
  if (!rendition) co_return std::unexpected(rendition.error());
  tell_of_delivery(services, agent, *call.principal, request->scenario);
  co_return ExtensionResult{(*rendition)->text};
}

Performed perform_get_schema_updates(TaskServices& services, ActiveCall& call) {
  const a2a::JsonValue params = params_of<ExtensionParams>(call).params;
  const auto request = schema_interaction::read_updates_request(params, "params");
  if (!request) co_return std::unexpected(request.error());
  const AgentSnapshot& agent = *call.route.served;
  if (auto rights = check_template_rights(*call.principal, agent, request->schema_id); !rights)
    co_return std::unexpected(std::move(rights.error()));
  auto updates = schema_updates(agent, call.principal->owner, *request, "params");
  if (!updates) co_return std::unexpected(std::move(updates.error()));
  tell_of_delivery(services, agent, *call.principal, updates->scenario);
  co_return ExtensionResult{std::move(updates->text)};
}

Performed perform_request_schema_extension(TaskServices& services, ActiveCall& call) {
  const a2a::JsonValue params = params_of<ExtensionParams>(call).params;
  const auto request = schema_interaction::read_extension_request(params, "params");
  if (!request) co_return std::unexpected(request.error());
  const AgentSnapshot& agent = *call.route.served;
  if (auto rights = check_template_rights(*call.principal, agent, request->scenario); !rights)
    co_return std::unexpected(std::move(rights.error()));
  const auto entry = schema_interaction::find_entry(agent.templates(), request->scenario, "params.scenario");
  if (!entry) co_return std::unexpected(entry.error());
  if (services.payloads != nullptr) {
    auto told =
        tell_of_answer(*services.payloads, agent, *call.principal, request->scenario, request->description);
    if (!told) co_return std::unexpected(std::move(told.error()));
  }
  co_return ExtensionResult{received_wish(**entry)};
}

}  // namespace schemagate
