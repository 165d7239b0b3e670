#include "a2a/wire/task_page.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "a2a/wire/codec.h"

namespace schemagate::a2a::wire {
namespace {

std::int64_t count(JsonValue result, std::string_view name) {
  const auto value = result.find(name);
  return value ? std::max<std::int64_t>(value->int64().value_or(0), 0) : 0;
}

}  // namespace

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
  if (const auto size = count(result, "pageSize"); std::in_range<int>(size))
    page.page_size = static_cast<int>(size);
  if (const auto total = count(result, "totalSize"); std::in_range<std::size_t>(total))
    page.total_size = static_cast<std::size_t>(total);
  return page;
}

}  // namespace schemagate::a2a::wire
