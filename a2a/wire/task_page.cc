#include "a2a/wire/task_page.h"

#include "a2a/wire/codec.h"

namespace schemagate::a2a::wire {

Answer<TaskPage> decode_task_page(JsonValue result) {
  const auto tasks = result.find("tasks");
  if (!tasks || !tasks->is_array()) return std::unexpected(AnswerFault{"tasks: expected an array"});
  TaskPage page;
  for (const JsonValue entry : tasks->elements()) {
    auto task = decode_task(Version::kV1_0, entry);
    if (!task) return std::unexpected(task.error());
    page.tasks.push_back(*std::move(task));
  }
  const auto token = result.find("nextPageToken");
  if (token) page.next_page_token = token->string().value_or("");
  return page;
}

}  // namespace schemagate::a2a::wire
