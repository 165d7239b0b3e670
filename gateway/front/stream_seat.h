// One of the event streams that may be open at once in the whole process.
#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <utility>

namespace schemagate {

// Counts a stream for as long as it lives. Any thread; `open` must outlive it.
class StreamSeat {
 public:
  // nullopt when `seats_max` streams are open.
  static std::optional<StreamSeat> take(std::atomic<std::size_t>& open, std::size_t seats_max) {
    StreamSeat seat(open);
    if (open.fetch_add(1) >= seats_max) return std::nullopt;
    return seat;
  }
  StreamSeat(StreamSeat&& other) noexcept : open_(std::exchange(other.open_, nullptr)) {}
  StreamSeat& operator=(StreamSeat&&) = delete;
  ~StreamSeat() {
    if (open_ != nullptr) open_->fetch_sub(1);
  }

 private:
  explicit StreamSeat(std::atomic<std::size_t>& open) : open_(&open) {}
  std::atomic<std::size_t>* open_;
};

}  // namespace schemagate
