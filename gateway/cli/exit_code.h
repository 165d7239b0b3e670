// How the client verbs end, for scripts. Documented in --help and in README.md.
#pragma once

#include "a2a/client/failure.h"
#include "a2a/model/task.h"

namespace schemagate::cli {

enum ExitCode : int {
  kDone = 0,         // the task completed, or what was asked for was shown
  kRefused = 1,      // the agent refused (an A2A error, HTTP 401 or 403), or the task failed, was rejected or
                     // canceled; `schema validate`: some file is invalid
  kUsage = 2,        // wrong options or local input; nothing was sent
  kUnreachable = 3,  // no connection, not an A2A agent, or an answer that breaks the protocol
  kInputRequired = 4,  // the task waits for input or authorization
  kTimedOut = 5,       // --timeout, or silence
};

// Of a call that did not succeed; never kDone.
ExitCode exit_code_of(const a2a::client::Failure& failure);
// Of a task that was shown. kDone also for one that is still running.
ExitCode exit_code_of(a2a::TaskState state);

}  // namespace schemagate::cli
