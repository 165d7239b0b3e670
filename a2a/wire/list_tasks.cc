#include "a2a/wire/list_tasks.h"

#include "a2a/wire/client_id.h"
#include "a2a/wire/timestamp.h"

namespace schemagate::a2a::wire {
namespace {

constexpr int kPageSizeMax = 100;

void fail(FirstViolation& violation, std::string_view field, std::string_view expected) {
  if (!violation) violation = FieldViolation{std::string(field), std::string(expected)};
}

}  // namespace

std::optional<TaskState> parse_state(std::string_view name) {
  using enum TaskState;
  for (const TaskState state : {kCompleted, kWorking, kSubmitted, kInputRequired, kFailed, kCanceled,
                                kRejected, kAuthRequired, kUnspecified}) {
    if (name == name_v1_0(state) || name == name_v0_3(state)) return state;
  }
  // v0.3's protobuf had two L.
  if (name == "TASK_STATE_CANCELLED" || name == "cancelled") return kCanceled;
  return std::nullopt;
}

std::optional<TaskState> read_wanted_state(std::string_view name, FirstViolation& violation) {
  if (name.empty()) return std::nullopt;
  const auto state = parse_state(name);
  if (!state) fail(violation, "status", "expected a task state such as TASK_STATE_WORKING");
  return state == TaskState::kUnspecified ? std::nullopt : state;
}

void check_list_tasks_request(ListTasksRequest& request, FirstViolation& violation) {
  if (const auto fault = id_fault(request.context_id); !fault.empty()) fail(violation, "contextId", fault);
  if (request.page_size && (*request.page_size < 1 || *request.page_size > kPageSizeMax)) {
    fail(violation, "pageSize", "expected an integer from 1 to 100");
  }
  if (request.status_timestamp_after.empty()) return;
  auto instant = to_utc(request.status_timestamp_after);
  if (!instant) fail(violation, "statusTimestampAfter", "expected an instant such as 2026-04-30T10:00:00Z");
  request.status_timestamp_after = std::move(instant).value_or("");
}

}  // namespace schemagate::a2a::wire
