// The calls of one process that wait: to be written, or for what answers them, found by the JSON-RPC id.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "a2a/json/document.h"
#include "gateway/net/failure.h"
#include "gateway/net/shared_limit.h"
#include "gateway/process/answers.h"
#include "gateway/store/guarded.h"

namespace schemagate::process {

// Safe from any thread: callers add and remove, the process's own thread does the rest.
class PendingCalls {
 public:
  // `wake`: is called, under the lock, when there is something to be written.
  explicit PendingCalls(std::function<void()> wake);

  // Takes a request that request_envelope() of a2a/wire made with kRequestId, gives it an id of its own and
  // queues it. `holder`: on whose behalf, for its share of the calls that may wait. Errors: why the process
  // does not run; kOverloaded.
  net::Result<std::uint64_t> add(const std::string& request, const std::string& holder,
                                 std::shared_ptr<Answers> answers);
  // What comes for it now is dropped; what of it is not being written yet never is.
  void remove(std::uint64_t id);

  // The next line to be written, with its break. It counts as sent now.
  std::optional<std::string> next_line();
  enum class Use {
    kAnswer,
    kLate,   // it would have answered a call that was given up
    kStray,  // it is no answer
  };
  // One line of the process. One that cannot be read fails the call whose id it seems to have.
  Use answer(std::string line);
  // The same for a line of which only the beginning is known.
  void answer_cut(std::string_view beginning, std::size_t bytes_max);
  // Every call that waits fails with `why`. Those that come fail with `down`; nullopt: they wait for the next
  // start.
  void interrupt(const net::Failure& why, std::optional<net::Failure> down);
  // They wait, or are written, again.
  void resume();
  // Whether anybody waits for a first start.
  bool is_wanted() const;

 private:
  struct Call {
    std::shared_ptr<Answers> answers;
    net::SharedLimit::Part part;
    std::string line = {};  // empty: it is sent
  };
  struct State {
    std::uint64_t last_id = 0;
    std::map<std::uint64_t, Call> calls = {};
    std::deque<std::uint64_t> unsent = {};  // some of them may be gone
    std::size_t unsent_bytes = 0;
    std::optional<net::Failure> down = {};
  };
  void fail_likely(std::string_view line, const net::Failure& why);
  static void forget(State& state, std::map<std::uint64_t, Call>::iterator call);

  const std::function<void()> wake_;
  a2a::JsonDocument document_;  // of the process's thread
  const net::SharedLimit places_;
  store::Guarded<State> state_;
};

}  // namespace schemagate::process
