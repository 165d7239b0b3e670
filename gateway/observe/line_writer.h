// Lines for a descriptor whose reader may have stopped reading: a gateway that waited for it would stand
// still.
#pragma once

#include <chrono>
#include <cstddef>
#include <string_view>

namespace schemagate {

// Used by one thread at a time. The descriptor is the caller's, and stays open as long as this lives.
class LineWriter {
 public:
  // `patience`: for how long a line may wait for room. Where none comes, that line and those behind it are
  // lost, without waiting, until there is room again.
  LineWriter(int descriptor, std::chrono::milliseconds patience);

  // `line` without its end. False: it is lost, or only its beginning was written, which is then a line.
  bool write(std::string_view line);
  // How many were lost since this was asked last, as soon as there is room to tell it; else 0.
  std::size_t take_lost();

 private:
  bool has_room(std::chrono::milliseconds wait) const;
  bool put(std::string_view text);

  const int descriptor_;
  const std::chrono::milliseconds patience_;
  const bool always_has_room_;
  bool is_stuck_ = false;
  bool is_cut_ = false;  // the last line has no end yet
  std::size_t lost_ = 0;
};

}  // namespace schemagate
