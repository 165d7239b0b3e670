#include "a2a/model/task.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "a2a/model/extensions.h"
#include "a2a/model/metadata.h"

namespace schemagate::a2a {

bool is_terminal(TaskState state) {
  using enum TaskState;
  return state == kCompleted || state == kFailed || state == kCanceled || state == kRejected;
}

bool is_interrupted(TaskState state) {
  return state == TaskState::kInputRequired || state == TaskState::kAuthRequired;
}

bool is_settled(TaskState state) {
  return is_terminal(state) || is_interrupted(state);
}

std::string_view name_v1_0(TaskState state) {
  switch (state) {
    case TaskState::kUnspecified:
      return "TASK_STATE_UNSPECIFIED";
    case TaskState::kSubmitted:
      return "TASK_STATE_SUBMITTED";
    case TaskState::kWorking:
      return "TASK_STATE_WORKING";
    case TaskState::kCompleted:
      return "TASK_STATE_COMPLETED";
    case TaskState::kFailed:
      return "TASK_STATE_FAILED";
    case TaskState::kCanceled:
      return "TASK_STATE_CANCELED";
    case TaskState::kInputRequired:
      return "TASK_STATE_INPUT_REQUIRED";
    case TaskState::kRejected:
      return "TASK_STATE_REJECTED";
    case TaskState::kAuthRequired:
      return "TASK_STATE_AUTH_REQUIRED";
  }
  std::unreachable();
}

std::string_view name_v0_3(TaskState state) {
  switch (state) {
    case TaskState::kUnspecified:
      return "unknown";
    case TaskState::kSubmitted:
      return "submitted";
    case TaskState::kWorking:
      return "working";
    case TaskState::kCompleted:
      return "completed";
    case TaskState::kFailed:
      return "failed";
    case TaskState::kCanceled:
      return "canceled";
    case TaskState::kInputRequired:
      return "input-required";
    case TaskState::kRejected:
      return "rejected";
    case TaskState::kAuthRequired:
      return "auth-required";
  }
  std::unreachable();
}

namespace {

void join(Artifact& artifact, const Artifact& more) {
  std::ranges::copy(more.parts, std::back_inserter(artifact.parts));
  if (!more.metadata.empty()) artifact.metadata = merged(artifact.metadata, more.metadata);
  for (const std::string& uri : more.extensions) add_extension(artifact.extensions, uri);
}

}  // namespace

void apply(Task& task, const TaskStatusUpdate& update) {
  task.status = update.status;
}

void apply(Task& task, const TaskArtifactUpdate& update) {
  auto same = std::ranges::find(task.artifacts, update.artifact.artifact_id, &Artifact::artifact_id);
  if (same == task.artifacts.end()) {
    task.artifacts.push_back(update.artifact);
  } else if (update.append) {
    join(*same, update.artifact);
  } else {
    *same = update.artifact;
  }
}

void limit_history(Task& task, std::optional<int> length) {
  if (!length || std::cmp_less_equal(task.history.size(), *length)) return;
  task.history.erase(task.history.begin(), task.history.end() - *length);
}

}  // namespace schemagate::a2a
