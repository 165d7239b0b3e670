// A page of ListTasks as an agent gives it; v1.0 only. Pure.
#pragma once

#include "a2a/error.h"
#include "a2a/json/document.h"
#include "a2a/model/task.h"

namespace schemagate::a2a::wire {

// Errors: kInvalidAgentResponse without an array `tasks`; those of decode_task().
Result<TaskPage> decode_task_page(JsonValue result);

}  // namespace schemagate::a2a::wire
