// A stream of bytes as lines, none of them longer than a limit. Pure.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace schemagate::process {

class LineSplitter {
 public:
  explicit LineSplitter(std::size_t bytes_max) : bytes_max_(bytes_max) {}

  // A line without its break (LF, or CR LF); never empty.
  struct Line {
    std::string text;
    bool is_cut = false;  // it was longer than the limit: this is its beginning, and the rest is not given
  };
  using Take = std::function<void(Line)>;
  // Gives each line that is complete by now.
  void feed(std::string_view bytes, const Take& take);
  // In the middle of a line that was too long.
  bool is_skipping() const { return skips_; }

 private:
  void add(std::string_view piece, const Take& take);
  void end_line(const Take& take);

  const std::size_t bytes_max_;
  std::string line_;    // as far as it has come
  bool skips_ = false;  // what is left of a line that was too long
};

}  // namespace schemagate::process
