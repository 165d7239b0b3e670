// A page of ListTasks as an agent gives it; v1.0 only. Pure.
#pragma once

#include "a2a/json/document.h"
#include "a2a/model/task.h"
#include "a2a/wire/answer_fault.h"

namespace schemagate::a2a::wire {

// The sizes are 0 where the agent does not say them. Errors: no array `tasks`; those of decode_task().
Answer<TaskPage> decode_task_page(JsonValue result);

}  // namespace schemagate::a2a::wire
