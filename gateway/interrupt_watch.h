// Says on Ctrl-C what goes on without this program.
#pragma once

#include <mutex>
#include <string>
#include <thread>

#include "gateway/cli/console.h"

namespace schemagate {

// From the first set() on, SIGINT is waited for by a thread of its own: it prints the text on standard error
// and ends the process with 130. Until then SIGINT does what it always does. set() is for the main thread;
// threads that were started before the first one must not take SIGINT.
class InterruptWatch final : public cli::Interruption {
 public:
  void set(std::string text) override;

 private:
  void watch(const std::stop_token& stop);

  std::mutex mutex_;  // guards the text
  std::string text_;
  std::jthread thread_;  // joined first
};

}  // namespace schemagate
