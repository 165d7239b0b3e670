// The whole of a task: what is shown of it, and its log. Plain values and pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "a2a/model/task.h"
#include "extension/object_schemas/contract_reference.h"
#include "gateway/store/durability.h"
#include "gateway/store/task_event.h"
#include "gateway/store/task_store.h"

namespace schemagate::store {

struct TaskContent {
  // Events from `version` on came with that change.
  struct Mark {
    Sequence sequence;
    std::uint64_t version;
    bool is_told = false;  // readers of the log will be told when it is durable
  };

  a2a::Task task = {};  // after all events
  object_schemas::ContractReference accepted_under = {};
  std::vector<std::string> accepted_output_modes = {};
  UpstreamIds upstream = {};
  std::vector<TaskEvent> events = {};
  std::vector<Mark> marks = {};   // of changes that were not durable yet
  std::size_t created_bytes = 0;  // payload_bytes() of the task as it was made
};

// A task as it was made, with what has happened since.
TaskContent content_of(NewTask created, UpstreamIds upstream, std::vector<TaskEvent> events);
TaskRecord record_of(const TaskContent& content, Sequence changed);
// The log behind `version`, at most `events_max` of its first `visible` events.
std::vector<TaskEvent> events_of(const TaskContent& content, std::uint64_t version, std::size_t events_max,
                                 std::size_t visible);
// The ids of the task that it is kept for, which may be left out in the log.
void give_names(TaskEvent& event, const std::string& task_id, const std::string& context_id);
// Of the task as it was made and of all events.
std::size_t payload_bytes(const TaskContent& content);
// About what it takes in memory.
std::size_t memory_of(const TaskContent& content);

}  // namespace schemagate::store
