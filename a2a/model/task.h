// Tasks, artifacts, stream events and the operations' parameters, in the shape of A2A v1.0
// (section 4.1, 3.1).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "a2a/model/apart.h"
#include "a2a/model/message.h"

namespace schemagate::a2a {

enum class TaskState {
  kUnspecified,  // v0.3 `unknown`
  kSubmitted,
  kWorking,
  kCompleted,
  kFailed,
  kCanceled,
  kInputRequired,
  kRejected,
  kAuthRequired,
};

bool is_terminal(TaskState state);            // completed, failed, canceled, rejected
bool is_interrupted(TaskState state);         // input required, auth required
std::string_view name_v1_0(TaskState state);  // "TASK_STATE_COMPLETED"
std::string_view name_v0_3(TaskState state);  // "completed"

struct TaskStatus {
  TaskState state = TaskState::kUnspecified;
  Apart<Message> message = {};
  std::string timestamp = {};  // RFC 3339 UTC with milliseconds and Z when we wrote it; empty when absent
  bool operator==(const TaskStatus&) const = default;
};

struct Artifact {
  std::string artifact_id = {};
  std::string name = {};
  std::string description = {};
  std::vector<Part> parts = {};
  RawJson metadata = {};
  std::vector<std::string> extensions = {};
  bool operator==(const Artifact&) const = default;
};

struct Task {
  std::string id = {};
  std::string context_id = {};
  TaskStatus status = {};
  std::vector<Artifact> artifacts = {};
  std::vector<Message> history = {};
  RawJson metadata = {};
  bool operator==(const Task&) const = default;
};

struct TaskStatusUpdate {
  std::string task_id = {};
  std::string context_id = {};
  TaskStatus status = {};
  RawJson metadata = {};
  bool operator==(const TaskStatusUpdate&) const = default;
};

struct TaskArtifactUpdate {
  std::string task_id = {};
  std::string context_id = {};
  Artifact artifact = {};
  bool append = false;  // true: join parts to the artifact of the same id; false: replace it
  bool last_chunk = false;
  RawJson metadata = {};
  bool operator==(const TaskArtifactUpdate&) const = default;
};

using StreamEvent = std::variant<Task, Message, TaskStatusUpdate, TaskArtifactUpdate>;
using SendResult = std::variant<Task, Message>;

// Applies one event to the task that it belongs to: the status is replaced; the artifact of the same id is
// replaced or joined (parts appended, metadata merged, extensions united), an unknown one is added.
void apply(Task& task, const TaskStatusUpdate& update);
void apply(Task& task, const TaskArtifactUpdate& update);

// Leaves the latest `length` messages of the history, at least 0; all of them when it is absent.
void limit_history(Task& task, std::optional<int> length);

struct SendConfiguration {
  std::vector<std::string> accepted_output_modes = {};
  std::optional<int> history_length = {};  // absent: server's choice; 0: none
  bool return_immediately = false;         // v0.3 `blocking:false`; absent on either wire means false
  RawJson push_notification_config = {};   // kept as received
  bool operator==(const SendConfiguration&) const = default;
};

struct SendRequest {
  Message message = {};
  SendConfiguration configuration;
  RawJson metadata = {};
  std::string tenant = {};  // v1.0 only
  bool operator==(const SendRequest&) const = default;
};

struct GetTaskRequest {
  std::string id = {};
  std::optional<int> history_length = {};
  std::string tenant = {};
};

// Parameters of CancelTask and SubscribeToTask.
struct TaskIdRequest {
  std::string id = {};
  RawJson metadata = {};
  std::string tenant = {};
};

// Parameters of ListTasks; what is absent narrows nothing down.
struct ListTasksRequest {
  std::string context_id = {};
  std::optional<TaskState> status = {};
  std::optional<int> page_size = {};  // 1 to 100
  std::string page_token = {};        // of an earlier page; empty: the first one
  std::optional<int> history_length = {};
  std::string status_timestamp_after = {};  // RFC 3339 UTC with milliseconds; that instant or later
  bool include_artifacts = false;
  std::string tenant = {};
  bool operator==(const ListTasksRequest&) const = default;
};

// Tasks by their status' timestamp, the latest first.
struct TaskPage {
  std::vector<Task> tasks = {};
  std::string next_page_token = {};  // empty: there is no more
  int page_size = 0;                 // the most that one page holds
  std::size_t total_size = 0;        // tasks on all pages together
  bool operator==(const TaskPage&) const = default;
};

}  // namespace schemagate::a2a
