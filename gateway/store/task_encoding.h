// Tasks, events and push notification configs as bytes for the ledger's file. Unlike the wire's JSON this
// keeps every value exactly, also what A2A has no spelling for. Pure; safe from any thread.
//
// Layout: one byte of format (1; 2 for a task with its contract reference behind it), then the value. A
// struct is its length in four bytes and its members in the order of task_encoding.cc; a text is its length
// and its bytes; a list is its length and its elements; lengths inside structs are base-128 varints; an
// optional is a list of at most one; a boolean and an enum are one byte. Integers are little-endian. A member
// that a struct's bytes end before has its default: that is how rows from before it was added read.
#pragma once

#include <string>
#include <string_view>

#include "a2a/error.h"
#include "gateway/store/push_subscription.h"
#include "gateway/store/task_event.h"
#include "gateway/store/task_store.h"

namespace schemagate::store {

// Without its idempotency key.
std::string encode(const NewTask& task);
std::string encode(const TaskEvent& event);
std::string encode(const PushSubscription& subscription);

// Errors: kInternal for bytes that encode() has not written.
a2a::Result<NewTask> decode_task(std::string_view bytes);
a2a::Result<TaskEvent> decode_event(std::string_view bytes);
a2a::Result<PushSubscription> decode_push(std::string_view bytes);

}  // namespace schemagate::store
