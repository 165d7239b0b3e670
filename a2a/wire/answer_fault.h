// Why an agent's answer does not follow A2A, as a value: whoever needs another sentence for it than clients
// get writes one, and takes none apart.
//
//   Answer<Task> task = decode_task(format, value);
//   if (!task) log(task.error().what);                           // "status.state: expected a task state"
//   if (!task) return std::unexpected(to_error(task.error()));   // what a client is told of it
//
// Values; pure; safe from any thread.
#pragma once

#include <string>

#include "a2a/error.h"

namespace schemagate::a2a::wire {

struct AnswerFault {
  // To be read behind a colon: "it has neither a result nor an error", or a place in it and what was expected
  // there. None of the agent's own words.
  std::string what;
  bool operator==(const AnswerFault&) const = default;
};

// What was read of an agent's answer, or what is wrong with it.
template <class T>
using Answer = Result<T, AnswerFault>;

// For clients: kInvalidAgentResponse.
Error to_error(const AnswerFault& fault);
// The same of a body that came with an HTTP status, which tells more where a proxy has answered.
Error to_error(const AnswerFault& fault, int http_status);

}  // namespace schemagate::a2a::wire
