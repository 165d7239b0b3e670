// What a worker may change of the context that it was given, and nothing else (section 5.2).
//
//   auto answer = take_answer(sent, *read_agent_context(value));
//   if (!answer) return discard(answer.error());      // it speaks of another subtask
//   answer->items[0].is_done
//
// Pure; safe from any thread.
#pragma once

#include <string>
#include <vector>

#include "extension/agent_context/agent_context.h"

namespace schemagate::agent_context {

struct ItemAnswer {
  std::string item_id;
  // What the worker says. Nothing has been verified.
  bool is_done = false;
  // All of it, also where an abstract has less room.
  std::string words = {};
  bool operator==(const ItemAnswer&) const = default;
};

struct Answer {
  // One for each item that was sent, in the same order; an item of which nothing came back is not done.
  std::vector<ItemAnswer> items;
  // A reference of the worker's own, where it gave another than it got; not looked at yet.
  std::string reference = {};
  std::vector<Remark> remarks = {};
};

// States, key information and the reference are taken from `received`; a change of anything else is remarked
// and has no effect. Errors: kInvalidAgentResponse when AgentID or SubTaskID are not those of `sent`: such an
// answer is discarded as a whole.
a2a::Result<Answer> take_answer(const AgentContext& sent, AgentContextReading received);

}  // namespace schemagate::agent_context
