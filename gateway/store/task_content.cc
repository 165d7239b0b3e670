#include "gateway/store/task_content.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace schemagate::store {

TaskContent content_of(NewTask created, UpstreamIds upstream, std::vector<TaskEvent> events) {
  TaskContent content{.task = std::move(created.task),
                      .accepted_under = std::move(created.accepted_under),
                      .accepted_output_modes = std::move(created.accepted_output_modes),
                      .upstream = std::move(upstream),
                      .events = std::move(events)};
  content.created_bytes = payload_bytes(content.task);
  for (const std::string& mode : content.accepted_output_modes)
    content.created_bytes += sizeof(std::string) + mode.size();
  for (const TaskEvent& event : content.events) apply(content.task, event);
  return content;
}

TaskRecord record_of(const TaskContent& content, Sequence changed) {
  return {content.task,     content.accepted_under, content.accepted_output_modes,
          content.upstream, content.events.size(),  changed};
}

std::vector<TaskEvent> events_of(const TaskContent& content, std::uint64_t version, std::size_t events_max,
                                 std::size_t visible) {
  const std::size_t begin = std::min<std::size_t>(version, visible);
  const std::size_t end = begin + std::min(events_max, visible - begin);
  const auto first = content.events.begin();
  std::vector<TaskEvent> events(first + static_cast<std::ptrdiff_t>(begin),
                                first + static_cast<std::ptrdiff_t>(end));
  for (TaskEvent& event : events) give_names(event, content.task.id, content.task.context_id);
  return events;
}

void give_names(TaskEvent& event, const std::string& task_id, const std::string& context_id) {
  const auto give = [&](auto& one) {
    if constexpr (requires { one.task_id; }) {
      one.task_id = task_id;
      one.context_id = context_id;
    }
  };
  std::visit(give, event);
}

std::size_t payload_bytes(const TaskContent& content) {
  std::size_t bytes = content.created_bytes;
  for (const TaskEvent& event : content.events) bytes += payload_bytes(event);
  return bytes;
}

// What a message or an artifact holds stands in its event and in the task.
std::size_t memory_of(const TaskContent& content) {
  std::size_t bytes = sizeof(TaskContent) + content.created_bytes + content.task.metadata.text.size();
  for (const TaskEvent& event : content.events) bytes += 2 * payload_bytes(event);
  return bytes;
}

}  // namespace schemagate::store
