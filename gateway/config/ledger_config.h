// Where tasks are kept, as the configuration says.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gateway/store/payload_cipher.h"

namespace schemagate {

// Where tasks are kept.
struct LedgerConfig {
  std::string path = {};                    // of the SQLite file; empty: in memory, gone with the process
  std::vector<store::LedgerKey> keys = {};  // the first seals payloads, all open them; none: plain text
  std::size_t file_bytes_max = std::size_t{64} << 30;
  std::size_t queue_bytes_max = 64 << 20;  // waiting to be written
};

}  // namespace schemagate
