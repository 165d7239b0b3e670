// Tasks, artifacts, stream events and the operations' parameters, in the shape of A2A v1.0 (sections 3
// and 4.1). v0.3 is converted at the edge (a2a/wire).
//
//   Task task{.id = "t1", .context_id = "c1", .status = {.state = TaskState::kWorking}};
//   apply(task, TaskArtifactUpdate{.artifact = {.artifact_id = "a", .parts = {{.content = "Hel"}}}});
//   Artifact more{.artifact_id = "a", .parts = {{.content = "lo"}}};
//   apply(task, TaskArtifactUpdate{.artifact = more, .append = true});
//   task.artifacts[0].parts.size()   // 2
//
// Plain values: they own all that is in them, are copied and moved freely, and belong to whoever holds them.
// A text that is empty counts as absent unless the member says otherwise.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "a2a/model/boxed.h"
#include "a2a/model/message.h"

namespace schemagate::a2a {

// Section 4.1.3.
enum class TaskState {
  // No state that any version has; v0.3 writes it as `unknown`.
  kUnspecified,
  // Accepted, nothing done yet.
  kSubmitted,
  kWorking,
  kCompleted,
  kFailed,
  kCanceled,
  // The agent waits for a message of the client.
  kInputRequired,
  // The agent does not want to do it.
  kRejected,
  // The agent waits for credentials, which come by another way.
  kAuthRequired,
};

// Whether nothing can happen to the task any more: completed, failed, canceled, rejected.
bool is_terminal(TaskState state);
// Whether the task waits for somebody: input required, auth required.
bool is_interrupted(TaskState state);
// Either of them: whether nothing more comes of the task by itself.
bool is_settled(TaskState state);
// As v1.0 spells it: "TASK_STATE_COMPLETED".
std::string_view name_v1_0(TaskState state);
// As v0.3 spells it: "completed".
std::string_view name_v0_3(TaskState state);

// Section 4.1.2.
struct TaskStatus {
  TaskState state = TaskState::kUnspecified;
  // What the agent says about it.
  Boxed<Message> message = {};
  // RFC 3339; UTC with milliseconds and Z where we wrote it.
  std::string timestamp = {};
  bool operator==(const TaskStatus&) const = default;
};

// What a task gives (section 4.1.7).
struct Artifact {
  // Unique within its task.
  std::string artifact_id = {};
  std::string name = {};
  std::string description = {};
  std::vector<Part> parts = {};
  RawJson metadata = {};
  // URIs of the extensions that are present in it.
  std::vector<std::string> extensions = {};
  bool operator==(const Artifact&) const = default;
};

// Section 4.1.1.
struct Task {
  std::string id = {};
  // Groups tasks and messages of one conversation.
  std::string context_id = {};
  TaskStatus status = {};
  std::vector<Artifact> artifacts = {};
  // The latest last.
  std::vector<Message> history = {};
  RawJson metadata = {};
  bool operator==(const Task&) const = default;
};

// Section 4.2.1.
struct TaskStatusUpdate {
  std::string task_id = {};
  std::string context_id = {};
  TaskStatus status = {};
  RawJson metadata = {};
  bool operator==(const TaskStatusUpdate&) const = default;
};

// Section 4.2.2.
struct TaskArtifactUpdate {
  std::string task_id = {};
  std::string context_id = {};
  Artifact artifact = {};
  // true: the parts go behind those of the artifact of the same id; false: they replace it.
  bool append = false;
  // Nothing more comes for this artifact.
  bool last_chunk = false;
  RawJson metadata = {};
  bool operator==(const TaskArtifactUpdate&) const = default;
};

// What a stream carries (section 3.2.3).
using StreamEvent = std::variant<Task, Message, TaskStatusUpdate, TaskArtifactUpdate>;
// What a message is answered with (section 3.1.1).
using SendResult = std::variant<Task, Message>;

// Applies one event to the task that it belongs to; whether it does is not checked. The status is replaced.
// The artifact of the same id is replaced or, with `append`, joined: parts appended, metadata merged,
// extensions united, name and description kept. An artifact that the task does not have is added either way.
void apply(Task& task, const TaskStatusUpdate& update);
void apply(Task& task, const TaskArtifactUpdate& update);

// Leaves the latest `length` messages of the history (section 3.2.4); `length` is at least 0. All of them
// when it is absent.
void limit_history(Task& task, std::optional<int> length);

// Section 3.2.2.
struct SendConfiguration {
  // Media types that the client takes; empty: any.
  std::vector<std::string> accepted_output_modes = {};
  // How many messages of the history the answer may have. Absent: the server chooses; 0: none.
  std::optional<int> history_length = {};
  // Whether the answer comes before the task has ended. v0.3 `blocking:false`; absent on either wire means
  // false.
  bool return_immediately = false;
  // As it was received, in the format of its version.
  RawJson push_notification_config = {};
  bool operator==(const SendConfiguration&) const = default;
};

// Parameters of SendMessage and SendStreamingMessage (section 3.2.1).
struct SendRequest {
  Message message = {};
  SendConfiguration configuration;
  RawJson metadata = {};
  // v1.0 only.
  std::string tenant = {};
  bool operator==(const SendRequest&) const = default;
};

// Parameters of GetTask (section 3.1.3).
struct GetTaskRequest {
  std::string id = {};
  // As in SendConfiguration.
  std::optional<int> history_length = {};
  std::string tenant = {};
};

// Parameters of CancelTask and SubscribeToTask (sections 3.1.5 and 3.1.6).
struct TaskIdRequest {
  std::string id = {};
  RawJson metadata = {};
  std::string tenant = {};
};

// Parameters of ListTasks (section 3.1.4); what is absent filters nothing.
struct ListTasksRequest {
  std::string context_id = {};
  std::optional<TaskState> status = {};
  // 1 to 100.
  std::optional<int> page_size = {};
  // Of an earlier page; empty: the first one.
  std::string page_token = {};
  std::optional<int> history_length = {};
  // RFC 3339, UTC with milliseconds: that instant or later.
  std::string status_timestamp_after = {};
  bool include_artifacts = false;
  std::string tenant = {};
  bool operator==(const ListTasksRequest&) const = default;
};

// A page of ListTasks: tasks by their status' timestamp, the latest first.
struct TaskPage {
  std::vector<Task> tasks = {};
  // Empty: this is the last page.
  std::string next_page_token = {};
  // How many tasks a page holds at most.
  int page_size = 0;
  // Tasks on all pages together.
  std::size_t total_size = 0;
  bool operator==(const TaskPage&) const = default;
};

}  // namespace schemagate::a2a
