// What answers one call: lines from the process's thread, taken by whoever called.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "gateway/net/failure.h"
#include "gateway/net/shared_limit.h"
#include "gateway/store/guarded.h"

namespace schemagate::process {

// Safe from any thread.
class Answers {
 public:
  // `wake`: is called when there is something to take; must not block. Of lines that nobody takes it keeps
  // `bytes_max`, as far as `memory` grows.
  Answers(std::function<void()> wake, std::size_t bytes_max, net::SharedLimit::Part memory = {})
      : wake_(std::move(wake)), bytes_max_(bytes_max), state_(State{.memory = std::move(memory)}) {}

  // False: too much is waiting, and the call has failed with kTooLarge, or kOverloaded where it is not its
  // own lines that are too many.
  bool put(std::string line);
  // Nothing more will come. `sent`: the child may have read the request.
  void fail(net::Failure why, bool sent);

  // The next line; nullopt: none yet. Errors: why no more comes, behind the last line.
  net::Result<std::optional<std::string>> take();
  // Failed before the child could read anything of the request.
  bool is_unsent() const;

 private:
  struct State {
    std::deque<std::string> lines = {};
    std::size_t bytes = 0;
    net::SharedLimit::Part memory = {};  // for the most that has waited since nothing did
    std::optional<net::Failure> failure = {};
    bool sent = true;
  };
  const std::function<void()> wake_;
  const std::size_t bytes_max_;
  store::Guarded<State> state_;
};

}  // namespace schemagate::process
