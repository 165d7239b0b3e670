#include "gateway/front/operations.h"

#include <algorithm>
#include <array>
#include <utility>

#include "a2a/wire/codec.h"
#include "a2a/wire/push_operations.h"
#include "extension/schema_interaction/evolution_requests.h"
#include "extension/schema_interaction/negotiation.h"

namespace schemagate {
namespace {

using a2a::Result;
using a2a::wire::Operation;

template <class T>
Result<void> keep(Result<T> decoded, OperationParams& out) {
  if (!decoded) return std::unexpected(std::move(decoded.error()));
  out = std::move(*decoded);
  return {};
}

// --- from the params of JSON-RPC ---

Result<void> decode_send(const JsonRpcParams& source, OperationParams& out) {
  return keep(a2a::wire::decode_send_request(source.version, source.params), out);
}

Result<void> decode_get(const JsonRpcParams& source, OperationParams& out) {
  return keep(a2a::wire::decode_get_task_request(source.version, source.params), out);
}

Result<void> decode_task_id(const JsonRpcParams& source, OperationParams& out) {
  return keep(a2a::wire::decode_task_id_request(source.version, source.params), out);
}

Result<void> decode_list(const JsonRpcParams& source, OperationParams& out) {
  return keep(a2a::wire::decode_list_tasks_request(source.params), out);
}

Result<void> decode_extended_card(const JsonRpcParams&, OperationParams& out) {
  out = ExtendedCardRequest();
  return {};
}

Result<void> decode_push_create(const JsonRpcParams& source, OperationParams& out) {
  return keep(a2a::wire::decode_push_create(source.version, source.params), out);
}

template <Operation kOperation>
Result<void> decode_push(const JsonRpcParams& source, OperationParams& out) {
  return keep(a2a::wire::decode_push_request(source.version, kOperation, source.params), out);
}

Result<void> take_as_is(const JsonRpcParams& source, OperationParams& out) {
  out = ExtensionParams{source.params};
  return {};
}

// --- from path, query and body of HTTP+JSON ---

Result<void> decode_rest_send(const RestParams& source, OperationParams& out) {
  const auto& [call, format, query, body] = source;
  auto request = a2a::wire::decode_send_request(format, *body);
  if (request && !call.tenant.empty()) request->tenant = call.tenant;
  return keep(std::move(request), out);
}

Result<void> decode_rest_get(const RestParams& source, OperationParams& out) {
  return keep(a2a::wire::decode_get_task_query(source.call, source.query), out);
}

Result<void> decode_rest_list(const RestParams& source, OperationParams& out) {
  return keep(a2a::wire::decode_list_tasks_query(source.call, source.query), out);
}

// The path names the task; only a cancellation's body has something to add.
Result<void> decode_rest_task_id(const RestParams& source, OperationParams& out) {
  a2a::TaskIdRequest request{.id = source.call.task_id, .metadata = {}, .tenant = source.call.tenant};
  const auto metadata = source.body ? source.body->find("metadata") : std::nullopt;
  if (metadata && metadata->is_object()) request.metadata = {std::string(metadata->raw())};
  out = std::move(request);
  return {};
}

Result<void> decode_rest_extended_card(const RestParams&, OperationParams& out) {
  out = ExtendedCardRequest();
  return {};
}

Result<void> decode_rest_push_create(const RestParams& source, OperationParams& out) {
  const auto& [call, format, query, body] = source;
  auto request = a2a::wire::decode_push_create(format, *body, call.task_id);
  if (request && !call.tenant.empty()) request->tenant = call.tenant;
  return keep(std::move(request), out);
}

Result<void> decode_rest_push(const RestParams& source, OperationParams& out) {
  out = a2a::PushConfigRequest{source.call.task_id, source.call.config_id, source.call.tenant};
  return {};
}

Result<void> decode_rest_push_list(const RestParams& source, OperationParams& out) {
  return keep(a2a::wire::decode_push_list_query(source.call, source.query), out);
}

constexpr std::array kOperations = {
    OperationRow{.operation = Operation::kSend,
                 .starts_run = true,
                 .decode_jsonrpc = decode_send,
                 .decode_rest = decode_rest_send,
                 .rest_body = true,
                 .perform = perform_send},
    OperationRow{.operation = Operation::kStream,
                 .starts_run = true,
                 .streaming = true,
                 .decode_jsonrpc = decode_send,
                 .decode_rest = decode_rest_send,
                 .rest_body = true,
                 .perform = perform_stream},
    OperationRow{.operation = Operation::kGet,
                 .reads_tasks = true,
                 .decode_jsonrpc = decode_get,
                 .decode_rest = decode_rest_get,
                 .perform = perform_get},
    OperationRow{.operation = Operation::kCancel,
                 .decode_jsonrpc = decode_task_id,
                 .decode_rest = decode_rest_task_id,
                 .rest_body = true,
                 .perform = perform_cancel},
    OperationRow{.operation = Operation::kSubscribe,
                 .streaming = true,
                 .decode_jsonrpc = decode_task_id,
                 .decode_rest = decode_rest_task_id,
                 .perform = perform_subscribe},
    OperationRow{.operation = Operation::kList,
                 .reads_tasks = true,
                 .decode_jsonrpc = decode_list,
                 .decode_rest = decode_rest_list,
                 .perform = perform_list},
    OperationRow{.operation = Operation::kPushCreate,
                 .offer = Offer::kWithPushNotifications,
                 .decode_jsonrpc = decode_push_create,
                 .decode_rest = decode_rest_push_create,
                 .rest_body = true,
                 .perform = perform_push_create},
    OperationRow{.operation = Operation::kPushGet,
                 .offer = Offer::kWithPushNotifications,
                 .decode_jsonrpc = decode_push<Operation::kPushGet>,
                 .decode_rest = decode_rest_push,
                 .perform = perform_push_get},
    OperationRow{.operation = Operation::kPushList,
                 .offer = Offer::kWithPushNotifications,
                 .decode_jsonrpc = decode_push<Operation::kPushList>,
                 .decode_rest = decode_rest_push_list,
                 .perform = perform_push_list},
    OperationRow{.operation = Operation::kPushDelete,
                 .offer = Offer::kWithPushNotifications,
                 .decode_jsonrpc = decode_push<Operation::kPushDelete>,
                 .decode_rest = decode_rest_push,
                 .perform = perform_push_delete},
    OperationRow{.operation = Operation::kExtendedCard,
                 .decode_jsonrpc = decode_extended_card,
                 .decode_rest = decode_rest_extended_card,
                 .perform = perform_extended_card},
    // draft-zhou-structured-data-schema-interaction-00, Figure 6.
    OperationRow{.extension_method = schema_interaction::kTemplateMethod,
                 .needs_context = false,
                 .offer = Offer::kWithTemplates,
                 .decode_jsonrpc = take_as_is,
                 .perform = perform_get_schema_template},
    // Sections 6.2.2 and 3.2, step 6.
    OperationRow{.extension_method = schema_interaction::kUpdatesMethod,
                 .needs_context = false,
                 .offer = Offer::kWithEvolution,
                 .decode_jsonrpc = take_as_is,
                 .perform = perform_get_schema_updates},
    OperationRow{.extension_method = schema_interaction::kExtensionMethod,
                 .needs_context = false,
                 .offer = Offer::kWithEvolution,
                 .decode_jsonrpc = take_as_is,
                 .perform = perform_request_schema_extension},
};

// Does not compile for an operation without a row.
template <Operation kOperation>
constexpr const OperationRow& kRowOf =
    *std::ranges::find(kOperations, std::optional(kOperation), &OperationRow::operation);

bool is_offered(Offer offer, const AgentSnapshot& agent) {
  switch (offer) {
    case Offer::kAlways:
      return true;
    case Offer::kWithPushNotifications:
      return agent.config().push_notifications;
    case Offer::kWithTemplates:
      return !agent.templates().empty();
    case Offer::kWithEvolution:
      return agent.config().evolution.enabled;
  }
  std::unreachable();
}

a2a::Error not_offered(Offer offer) {
  switch (offer) {
    case Offer::kWithPushNotifications:
      return {a2a::ErrorCode::kPushNotificationNotSupported,
              "this gateway does not offer push notifications"};
    case Offer::kAlways:
    case Offer::kWithTemplates:
    case Offer::kWithEvolution:
      return {a2a::ErrorCode::kUnsupportedOperation, "this gateway does not offer this operation"};
  }
  std::unreachable();
}

}  // namespace

std::string_view OperationRow::name(a2a::wire::Version version) const {
  return operation ? a2a::wire::method_name(version, *operation) : extension_method;
}

std::span<const OperationRow> operations() {
  return kOperations;
}

const OperationRow& row_of(Operation operation) {
  switch (operation) {
    case Operation::kSend:
      return kRowOf<Operation::kSend>;
    case Operation::kStream:
      return kRowOf<Operation::kStream>;
    case Operation::kGet:
      return kRowOf<Operation::kGet>;
    case Operation::kCancel:
      return kRowOf<Operation::kCancel>;
    case Operation::kSubscribe:
      return kRowOf<Operation::kSubscribe>;
    case Operation::kList:
      return kRowOf<Operation::kList>;
    case Operation::kPushCreate:
      return kRowOf<Operation::kPushCreate>;
    case Operation::kPushGet:
      return kRowOf<Operation::kPushGet>;
    case Operation::kPushList:
      return kRowOf<Operation::kPushList>;
    case Operation::kPushDelete:
      return kRowOf<Operation::kPushDelete>;
    case Operation::kExtendedCard:
      return kRowOf<Operation::kExtendedCard>;
  }
  std::unreachable();
}

const OperationRow* find_extension_row(std::string_view method, const AgentSnapshot& agent) {
  for (const OperationRow& row : kOperations) {
    if (!row.operation && row.extension_method == method && is_offered(row.offer, agent)) return &row;
  }
  return nullptr;
}

Result<void> check_offered(const OperationRow& row, const AgentSnapshot& agent) {
  if (!is_offered(row.offer, agent)) return std::unexpected(not_offered(row.offer));
  return {};
}

}  // namespace schemagate
