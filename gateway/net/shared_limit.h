// A limit that many share, such as bytes or connections, divided so that who comes new finds something left.
//
//   SharedLimit memory(512 << 20, 64 << 10);
//   SharedLimit::Part held = memory.part_of(address);
//   if (!held.grow_to(body.capacity())) return refuse(503);   // given back when `held` goes
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace schemagate::net {

// Grants what is fair (fair_share.h). Nobody waits here.
//
// Copies share one limit. Any thread.
class SharedLimit {
  struct State;
  struct Holder;

 public:
  SharedLimit(std::size_t whole, std::size_t small);
  // Nothing is refused.
  static SharedLimit unbounded() { return {std::numeric_limits<std::size_t>::max(), 0}; }

  // What one holder has taken for one purpose; given back when it is destroyed. Of one thread at a time.
  class Part {
   public:
    Part() = default;  // of no limit: takes whatever it is asked for
    Part(Part&& other) noexcept;
    Part& operator=(Part&& other) noexcept;
    ~Part() { give_back(); }

    // Grows to `amount` in all; has that much already: does nothing. False: not granted, and unchanged.
    [[nodiscard]] bool grow_to(std::size_t amount);
    // Whether it would be granted now.
    bool may_grow_to(std::size_t amount) const;
    void give_back();

   private:
    friend class SharedLimit;
    Part(std::shared_ptr<State> state, std::string_view holder) : state_(std::move(state)), name_(holder) {}

    std::shared_ptr<State> state_;
    std::string name_;
    Holder* holder_ = nullptr;  // in state_, while amount_ is more than nothing
    std::size_t amount_ = 0;
  };

  // Of nothing yet, and not worth a lock before it grows. `holder`: a name for whoever takes it.
  Part part_of(std::string_view holder) const;
  // Whether a new part of that holder would grow to `amount` now.
  bool grants(const std::string& holder, std::size_t amount) const;
  // By all together.
  std::size_t taken() const;

 private:
  std::shared_ptr<State> state_;
};

// What a text takes of a limit on bytes. Little texts are not counted: whatever bounds their number bounds
// them.
inline std::size_t counted_bytes(std::size_t bytes) {
  constexpr std::size_t kLittle = 4 << 10;
  return bytes <= kLittle ? 0 : bytes;
}
inline std::size_t counted_bytes(const std::string& text) {
  return counted_bytes(text.capacity());
}

}  // namespace schemagate::net
