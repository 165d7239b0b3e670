// A result that is there, or that comes later from a thread of the store.
#pragma once

#include <concepts>
#include <functional>
#include <future>
#include <memory>
#include <utility>
#include <variant>

#include "a2a/error.h"

namespace schemagate::store {

// What a call that may have to wait for a database returns. Where it did not have to wait, the result is
// inside: nothing is allocated, nobody is called. Otherwise the work begins with then() or wait(), and one
// that is dropped before has done nothing. Belongs to one thread; no copy.
//
//   auto found = tasks.get(scope, id);
//   if (!found.ready()) co_await arrival(executor, found);   // gateway/task/arrival.h; a thread calls
//   found.wait() if (!found.result()) return std::unexpected(found.result().error());
template <class T>
class [[nodiscard]] Deferred {
 public:
  using Receiver = std::move_only_function<void(a2a::Result<T>)>;
  // Has the receiver called once: from a thread of the store, or before it returns.
  using Start = std::move_only_function<void(Receiver)>;

  template <class U>
    requires std::convertible_to<U, a2a::Result<T>>
  Deferred(U&& result)  // NOLINT(google-explicit-constructor): a store returns what it has
      : state_(std::in_place_index<0>, std::forward<U>(result)) {}
  static Deferred later(Start start) { return Deferred(std::move(start), 0); }

  bool ready() const { return state_.index() == 0; }
  // REQUIRES: ready().
  a2a::Result<T>& result() { return std::get<0>(state_); }

  // Hands the result over: at once when it is there. `receiver` must not block or throw; it is called under
  // no lock. Once.
  void then(Receiver receiver) {
    if (ready()) return receiver(std::move(result()));
    std::get<1>(state_)(std::move(receiver));
  }
  // Blocks the thread until the result is there.
  a2a::Result<T> wait() {
    if (ready()) return std::move(result());
    // Shared: the promise must outlive set_value(), which wakes the waiter before it returns.
    const auto told = std::make_shared<std::promise<a2a::Result<T>>>();
    then([told](a2a::Result<T> result) { told->set_value(std::move(result)); });
    return told->get_future().get();
  }
  // For whoever has awaited it: from now on it is ready.
  void settle(a2a::Result<T> result) { state_.template emplace<0>(std::move(result)); }

 private:
  Deferred(Start start, int) : state_(std::in_place_index<1>, std::move(start)) {}

  std::variant<a2a::Result<T>, Start> state_;
};

}  // namespace schemagate::store
