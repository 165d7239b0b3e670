#include "gateway/interrupt_watch.h"

#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <ctime>
#include <utility>

namespace schemagate {
namespace {

constexpr int kInterrupted = 130;          // as shells say it: 128 and SIGINT
constexpr timespec kLook{0, 100'000'000};  // between two looks at whether to end

sigset_t interrupt_only() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  return signals;
}

void print(const std::string& text) {
  const std::string line = "\n" + (text.empty() ? text : "interrupted: " + text + "\n");
  // What cannot be written has nobody to be told.
  const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
  (void)written;
}

}  // namespace

void InterruptWatch::set(std::string text) {
  {
    const std::lock_guard lock(mutex_);
    text_ = std::move(text);
  }
  if (thread_.joinable()) return;
  const sigset_t signals = interrupt_only();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  thread_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
}

void InterruptWatch::watch(const std::stop_token& stop) {
  const sigset_t signals = interrupt_only();
  while (!stop.stop_requested()) {
    if (sigtimedwait(&signals, nullptr, &kLook) != SIGINT) continue;
    const std::lock_guard lock(mutex_);
    print(text_);
    std::_Exit(kInterrupted);
  }
}

}  // namespace schemagate
