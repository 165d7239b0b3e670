// What values take in memory. It may be many times their size on a wire: `{"text":""}` is a whole Part.
//
//   if (memory_of(message) > room) return refuse();
//
// Pure: walks what is there and allocates nothing. Safe from any thread.
#pragma once

#include <cstddef>

#include "a2a/model/task.h"

namespace schemagate::a2a {

// In bytes, about: the size of the value itself, and all that it owns, without what the allocator adds and
// what vectors and texts have in reserve.
std::size_t memory_of(const Message& message);
std::size_t memory_of(const Artifact& artifact);
std::size_t memory_of(const TaskStatus& status);
std::size_t memory_of(const TaskStatusUpdate& update);
std::size_t memory_of(const TaskArtifactUpdate& update);
std::size_t memory_of(const Task& task);

}  // namespace schemagate::a2a
