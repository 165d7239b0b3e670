#include "examples/agent_server/rpc.h"

#include <optional>
#include <utility>

namespace schemagate::agent_server {
namespace {

using a2a::ErrorCode;
using a2a::fail;
using a2a::JsonTree;
using a2a::Result;

constexpr std::chrono::minutes kBlockingTimeout{2};

JsonTree error_frame(const JsonTree& id, const a2a::Error& error) {
  return {{"jsonrpc", "2.0"},
          {"id", id},
          {"error", {{"code", a2a::identity(error.code).jsonrpc_code}, {"message", error.message}}}};
}

std::string string_of(const JsonTree& tree, std::string_view name) {
  const std::string* found = a2a::find_string(tree, name);
  return found == nullptr ? std::string() : *found;
}

bool flag(const JsonTree& params, std::string_view name, bool otherwise) {
  const JsonTree* configuration = a2a::find_member(params, "configuration");
  const JsonTree* value = configuration == nullptr ? nullptr : a2a::find_member(*configuration, name);
  return value != nullptr && value->is_boolean() ? value->get<bool>() : otherwise;
}

bool is_terminal(State state) {
  return state == State::kCompleted || state == State::kCanceled;
}

std::unexpected<a2a::Error> not_found() {
  return fail(ErrorCode::kTaskNotFound, "there is no such task");
}

}  // namespace

JsonTree result_frame(const JsonTree& id, JsonTree result) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}};
}

bool Rpc::is_method(const std::string& method, std::string_view old_name, std::string_view new_name) const {
  return method == (version_ == Version::kV0_3 ? old_name : new_name);
}

Reply Rpc::handle(std::string_view body, std::string_view version_header) {
  const auto request = a2a::parse_tree(body);
  if (!request) return error_frame(nullptr, request.error());
  const JsonTree* id_member = a2a::find_member(*request, "id");
  const JsonTree id = id_member == nullptr ? JsonTree(nullptr) : *id_member;
  if (version_ == Version::kV1_0 && version_header != "1.0") {
    return error_frame(id, {ErrorCode::kVersionNotSupported, "this agent speaks A2A 1.0 only"});
  }
  const std::string method = string_of(*request, "method");
  const JsonTree* params = a2a::find_member(*request, "params");
  if (params == nullptr) return error_frame(id, {ErrorCode::kInvalidParams, "params are missing"});
  if (is_method(method, "message/stream", "SendStreamingMessage") ||
      is_method(method, "tasks/resubscribe", "SubscribeToTask")) {
    auto opened = open_stream(method, *params);
    if (!opened) return error_frame(id, opened.error());
    if (auto* task = std::get_if<Task>(&*opened)) return StreamStart{id, std::move(*task)};
    return result_frame(id, send_result(version_, std::get<JsonTree>(std::move(*opened))));
  }
  auto result = call(method, *params);
  if (!result) return error_frame(id, result.error());
  return result_frame(id, std::move(*result));
}

Result<JsonTree> Rpc::call(const std::string& method, const JsonTree& params) {
  if (is_method(method, "message/send", "SendMessage")) return send(params);
  Result<Task> result = fail(ErrorCode::kMethodNotFound, "this agent has no method " + method);
  if (is_method(method, "tasks/get", "GetTask")) result = find(params);
  if (is_method(method, "tasks/cancel", "CancelTask")) result = cancel(params);
  if (!result) return std::unexpected(result.error());
  return task(version_, *result);
}

Result<JsonTree> Rpc::send(const JsonTree& params) {
  auto received = receive(params);
  if (!received) return std::unexpected(received.error());
  if (auto* message = std::get_if<JsonTree>(&*received)) return send_result(version_, std::move(*message));
  const Task& started = std::get<Task>(*received);
  const bool at_once =
      version_ == Version::kV0_3 ? !flag(params, "blocking", true) : flag(params, "returnImmediately", false);
  const auto settled = at_once ? started : board_.wait(started.id, kBlockingTimeout).value_or(started);
  return send_result(version_, settled);
}

Result<std::variant<Task, JsonTree>> Rpc::receive(const JsonTree& params) {
  const JsonTree* message = a2a::find_member(params, "message");
  if (message == nullptr) return fail(ErrorCode::kInvalidParams, "message is missing");
  if (const std::string task_id = string_of(*message, "taskId"); !task_id.empty()) {
    auto answered = receive_answer(task_id, *message);
    if (!answered) return std::unexpected(answered.error());
    return std::move(*answered);
  }
  std::string context_id = string_of(*message, "contextId");
  if (context_id.empty()) context_id = new_id();
  Answer answer = agent_.answer(parts_of(*message));
  if (const auto* remark = std::get_if<Remark>(&answer)) {
    return agent_server::message(version_, remark->text, context_id);
  }
  return board_.create(*message, std::move(context_id), std::get<Job>(std::move(answer)));
}

Result<Task> Rpc::receive_answer(const std::string& task_id, const JsonTree& message) {
  const auto known = board_.find(task_id);
  if (!known) return not_found();
  if (is_terminal(known->state)) return fail(ErrorCode::kUnsupportedOperation, "the task has ended");
  if (known->state == State::kWorking) return fail(ErrorCode::kUnsupportedOperation, "the task is in work");
  Answer answer = agent_.answer(parts_of(message));
  if (std::holds_alternative<Remark>(answer)) return *known;
  auto answered = board_.answer(task_id, std::get<Job>(std::move(answer)));
  if (!answered) return not_found();
  return std::move(*answered);
}

Result<Task> Rpc::find(const JsonTree& params) const {
  auto known = board_.find(string_of(params, "id"));
  if (!known) return not_found();
  return std::move(*known);
}

Result<Task> Rpc::cancel(const JsonTree& params) {
  const auto before = board_.cancel(string_of(params, "id"));
  if (!before) return not_found();
  if (before->state == State::kCompleted) return fail(ErrorCode::kTaskNotCancelable, "the task has ended");
  return find(params);
}

Result<std::variant<Task, JsonTree>> Rpc::open_stream(const std::string& method, const JsonTree& params) {
  if (is_method(method, "message/stream", "SendStreamingMessage")) {
    auto received = receive(params);
    if (!received) return received;
    // A stream shows how the task came about, also when it has ended already.
    if (auto* started = std::get_if<Task>(&*received)) started->state = State::kWorking;
    return received;
  }
  auto known = find(params);
  if (!known) return std::unexpected(known.error());
  if (is_terminal(known->state)) return fail(ErrorCode::kUnsupportedOperation, "the task has ended");
  return std::move(*known);
}

}  // namespace schemagate::agent_server
