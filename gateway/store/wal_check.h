// Whether a SQLite write-ahead log is what was written. SQLite reads it up to the first frame whose checksum
// does not fit, and drops the rest without a word: right for what a loss of power has torn, and a loss of
// commits where a bit has flipped. (https://sqlite.org/fileformat2.html, section 4)
#pragma once

#include <cstddef>
#include <string>

namespace schemagate::store {

enum class WalState {
  kWhole,    // or there is none
  kTorn,     // the frames of the last transaction are not all what was written: a loss of power may do that
  kDamaged,  // commits that were safe on the disk are behind a frame that is not what was written
};

struct WalFinding {
  WalState state = WalState::kWhole;
  std::size_t frame = 0;   // the first that is not what was written, from 1; 0: the log's head
  std::size_t frames = 0;  // of the log as it is now, as far as can be told
};

// Reads the log of the database at `path`, which nobody writes meanwhile. What cannot be read is not there.
WalFinding check_wal(const std::string& path);

}  // namespace schemagate::store
