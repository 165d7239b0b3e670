#include "gateway/process/line_splitter.h"

#include <utility>

namespace schemagate::process {

void LineSplitter::feed(std::string_view bytes, const Take& take) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    add(bytes.substr(0, end), take);
    if (end == bytes.npos) return;
    end_line(take);
    bytes.remove_prefix(end + 1);
  }
}

// One byte more than the limit may be the CR of its break.
void LineSplitter::add(std::string_view piece, const Take& take) {
  if (skips_) return;
  const std::size_t room = bytes_max_ + 1 - line_.size();
  if (piece.size() <= room) {
    line_.append(piece);
    return;
  }
  line_.append(piece.substr(0, room));
  line_.resize(bytes_max_);
  skips_ = true;
  take({std::exchange(line_, {}), true});
}

void LineSplitter::end_line(const Take& take) {
  if (std::exchange(skips_, false)) return;
  if (line_.ends_with('\r')) line_.pop_back();
  std::string line = std::exchange(line_, {});
  const bool is_cut = line.size() > bytes_max_;
  if (is_cut) line.resize(bytes_max_);
  if (!line.empty()) take({std::move(line), is_cut});
}

}  // namespace schemagate::process
