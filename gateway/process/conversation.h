// What is said between the gateway and one running child: lines of calls to it, lines of answers from it,
// and what it complains of.
#pragma once

#include <chrono>
#include <stop_token>
#include <string>
#include <string_view>

#include "gateway/observe/log.h"
#include "gateway/process/child.h"
#include "gateway/process/pending_calls.h"

namespace schemagate::process {

struct ConversationOptions {
  const std::string& agent;
  const Log* log;
  std::size_t line_bytes_max;
  std::chrono::milliseconds silence_max;  // without a byte read or written while one waits to be read
  int wake;                               // an eventfd that is written when there are calls, or the stop came
};

// Returns when the child has ended, has closed its standard input or output or is silent for too long, or
// `stop` came. What it had written before its end is taken in. Gives what the child did instead of ending;
// empty: it has ended, or is to.
std::string_view converse(const Child& child, PendingCalls& calls, const ConversationOptions& options,
                          const std::stop_token& stop);

}  // namespace schemagate::process
