#include "gateway/task/task_requests.h"

#include <algorithm>
#include <utility>

#include "extension/object_schemas/label_check.h"
#include "gateway/store/not_written.h"
#include "gateway/task/arrival.h"

namespace schemagate {
namespace {

using a2a::ErrorCode;
using a2a::Result;
using net::Awaitable;

constexpr int kPageSizeDefault = 50;  // A2A v1.0.1, ListTasksRequest.page_size

// The agent does not know the task any more: there is nothing left to cancel.
a2a::Error not_cancelable(a2a::Error error) {
  if (error.code == ErrorCode::kTaskNotFound)
    error = {ErrorCode::kTaskNotCancelable, "the agent does not know the task any more"};
  return error;
}

store::TaskQuery query_of(const a2a::ListTasksRequest& request, int page_size) {
  return {.context_id = request.context_id,
          .state = request.status,
          .status_from = request.status_timestamp_after,
          .cursor = request.page_token,
          .tasks_max = static_cast<std::size_t>(page_size),
          .history_max = static_cast<std::size_t>(request.history_length.value_or(0)),
          .artifacts = request.include_artifacts};
}

store::Sequence latest_change(const store::TaskList& list) {
  return list.changed_by.empty() ? 0 : std::ranges::max(list.changed_by);
}

// The task as it would have been listed.
a2a::Task excerpt(a2a::Task task, const a2a::ListTasksRequest& request) {
  limit_history(task, request.history_length.value_or(0));
  if (!request.include_artifacts) task.artifacts.clear();
  return task;
}

}  // namespace

Awaitable<Result<a2a::Task>> read_task(const net::Executor& executor, const store::TaskStore& tasks,
                                       store::Durability& durability, store::Scope scope, std::string task_id,
                                       std::optional<int> history_length) {
  auto found = tasks.get(scope, task_id);
  if (!found.ready()) co_await arrival(executor, found);
  auto& record = found.result();
  if (!record) co_return std::unexpected(record.error());
  auto durable = durability.durable(record->changed_by);
  if (!durable.ready()) co_await arrival(executor, durable);
  if (!durable.result()) co_return std::unexpected(durable.result().error());
  limit_history(record->task, history_length);
  co_return std::move(record->task);
}

Awaitable<Result<a2a::Task>> TaskRequests::read(const CallContext& context, const std::string& task_id,
                                                std::optional<int> history_length) const {
  return read_task(dependencies_.executor, dependencies_.tasks, dependencies_.durability, context.scope(),
                   task_id, history_length);
}

// While the ledger cannot be written: what a crash could not take back.
Awaitable<Result<a2a::Task>> TaskRequests::read_durable(const CallContext& context,
                                                        const std::string& task_id) const {
  auto found = dependencies_.tasks.get_durable(context.scope(), task_id);
  if (!found.ready()) co_await arrival(dependencies_.executor, found);
  auto& record = found.result();
  if (!record) co_return std::unexpected(std::move(record.error()));
  co_return std::move(record->task);
}

// What a crash could take back is not shown.
Awaitable<void> TaskRequests::show_durable(const CallContext& context, const a2a::ListTasksRequest& request,
                                           store::TaskList& list) const {
  std::vector<a2a::Task> safe;
  for (std::size_t i = 0; i < list.tasks.size(); ++i) {
    auto durable = dependencies_.durability.durable(list.changed_by[i]);
    if (durable.ready() && durable.result()) {
      safe.push_back(std::move(list.tasks[i]));
      continue;
    }
    auto task = co_await read_durable(context, list.tasks[i].id);
    if (task && request.status.value_or(task->status.state) == task->status.state)
      safe.push_back(excerpt(std::move(*task), request));
  }
  list.total -= std::min(list.total, list.tasks.size() - safe.size());
  list.tasks = std::move(safe);
}

Awaitable<Result<a2a::Task>> TaskRequests::get(const CallContext& context,
                                               const a2a::GetTaskRequest& request) const {
  auto task = co_await read(context, request.id, request.history_length);
  if (task || !store::is_not_written(task.error())) co_return task;
  auto durable = co_await read_durable(context, request.id);
  if (!durable) co_return task;
  limit_history(*durable, request.history_length);
  co_return durable;
}

Awaitable<Result<a2a::TaskPage>> TaskRequests::list(const CallContext& context,
                                                    const a2a::ListTasksRequest& request) const {
  const int page_size = request.page_size.value_or(kPageSizeDefault);
  auto listed = dependencies_.lists.list(context.scope(), query_of(request, page_size));
  if (!listed.ready()) co_await arrival(dependencies_.executor, listed);
  auto& list = listed.result();
  if (!list) co_return std::unexpected(list.error());
  auto durable = dependencies_.durability.durable(latest_change(*list));
  if (!durable.ready()) co_await arrival(dependencies_.executor, durable);
  if (!durable.result()) co_await show_durable(context, request, *list);
  co_return a2a::TaskPage{.tasks = std::move(list->tasks),
                          .next_page_token = std::move(list->next_cursor),
                          .page_size = page_size,
                          .total_size = list->total};
}

Awaitable<Result<a2a::Task>> TaskRequests::cancel(const CallContext& context,
                                                  const a2a::TaskIdRequest& request) const {
  auto found = dependencies_.tasks.get(context.scope(), request.id);
  if (!found.ready()) co_await arrival(dependencies_.executor, found);
  auto& record = found.result();
  if (!record) co_return std::unexpected(record.error());
  if (record->task.status.state == a2a::TaskState::kCanceled)
    co_return co_await read(context, request.id, std::nullopt);
  if (a2a::is_terminal(record->task.status.state)) {
    co_return a2a::fail(ErrorCode::kTaskNotCancelable, "the task has already ended");
  }
  if (PlanRuns::is_run(context.agent->config(), record->accepted_under)) {
    const store::Scope scope = context.scope();
    auto canceled =
        co_await dependencies_.plans.cancel(*record, scope, context.agent->config().request_timeout);
    if (!canceled) co_return std::unexpected(canceled.error());
    co_return co_await read(context, request.id, std::nullopt);
  }
  a2a::TaskStatus status{.state = a2a::TaskState::kCanceled};
  if (!record->upstream.task_id.empty()) {
    auto canceled = co_await cancel_at_agent(context, record->upstream.task_id);
    if (!canceled) co_return std::unexpected(not_cancelable(canceled.error()));
    status = std::move(canceled->status);
    const object_schemas::LabelCheck labels(context.agent->contract(), {}, dependencies_.client.document);
    if (status.message) labels.check(*status.message);
  }
  if (a2a::is_terminal(status.state)) {
    const store::Scope scope = context.scope();
    const auto named_meanwhile = co_await record_end(scope, record->task, std::move(status));
    if (!named_meanwhile) co_return std::unexpected(named_meanwhile.error());
    if (record->upstream.task_id.empty() && !named_meanwhile->empty())
      (void)co_await cancel_at_agent(context, *named_meanwhile);
  }
  co_return co_await read(context, request.id, std::nullopt);
}

Awaitable<Result<a2a::Task>> TaskRequests::cancel_at_agent(const CallContext& context,
                                                           const std::string& agents_task_id) const {
  const auto deadline = dependencies_.client.clock.monotonic() + context.agent->config().task_timeout;
  AgentClient client(dependencies_.client, *context.agent,
                     {context.extensions, context.payer.holder(), context.origin.get()}, deadline);
  co_return co_await client.cancel(agents_task_id);
}

// Whoever runs the task learns that it has lost it.
Awaitable<Result<std::string>> TaskRequests::record_end(const store::Scope& scope, const a2a::Task& task,
                                                        a2a::TaskStatus status) const {
  auto taken_over = dependencies_.tasks.take_over_run(task.id);
  if (!taken_over.ready()) co_await arrival(dependencies_.executor, taken_over);
  const auto& lease = taken_over.result();
  if (!lease) co_return std::string();
  auto latest = dependencies_.tasks.get(scope, task.id);  // its run may have gone on meanwhile
  if (!latest.ready()) co_await arrival(dependencies_.executor, latest);
  const Clock& clock = dependencies_.client.clock;
  status.timestamp = format_timestamp(clock.utc());
  if (latest.result()) status.timestamp = std::max(status.timestamp, latest.result()->task.status.timestamp);
  if (status.message) {
    status.message->task_id = task.id;
    status.message->context_id = task.context_id;
  }
  a2a::TaskStatusUpdate update{.status = std::move(status)};
  const auto recorded = dependencies_.tasks.append(*lease, {std::move(update)}, clock.utc());
  dependencies_.tasks.release_run(*lease);
  // Refused otherwise when the task's own run was faster: it has recorded the same end.
  if (!recorded && recorded.error().reason == store::AppendRefused::Reason::kNotWritten)
    co_return std::unexpected<a2a::Error>(recorded.error());
  co_return latest.result() ? latest.result()->upstream.task_id : std::string();
}

Awaitable<Result<void>> TaskRequests::check_subscription(const CallContext& context,
                                                         const a2a::TaskIdRequest& request, bool ended_too,
                                                         std::optional<std::uint64_t> seen) const {
  auto state = dependencies_.tasks.state(context.scope(), request.id);
  if (!state.ready()) co_await arrival(dependencies_.executor, state);
  if (!state.result()) co_return std::unexpected(state.result().error());
  if (ended_too || !a2a::is_terminal(*state.result())) co_return Result<void>();
  bool goes_on = false;
  if (seen) {
    auto behind = dependencies_.tasks.events_after(context.scope(), request.id, *seen, 1);
    if (!behind.ready()) co_await arrival(dependencies_.executor, behind);
    goes_on = behind.result() && !behind.result()->empty();
  }
  if (!goes_on)
    co_return a2a::fail(ErrorCode::kUnsupportedOperation, "the task has ended; read it with GetTask");
  co_return Result<void>();
}

}  // namespace schemagate
