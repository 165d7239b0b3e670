// Recognises a message that is sent again.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/model/message.h"

struct XXH3_state_s;

namespace schemagate {

// Used on one core only: it keeps the hash's state from one message to the next.
//
// XXH3 is no cryptographic hash. It need not be one: an idempotency key counts for one owner only, so whoever
// constructs two messages with one digest hides his own second message behind his own first.
class MessageDigest {
 public:
  MessageDigest();

  // The message's id, and XXH3 (128 bits) of what it says and where: the same in every run of the program,
  // because the ledger keeps it.
  std::string of(const a2a::Message& message);

 private:
  struct Free {
    void operator()(XXH3_state_s* state) const;
  };
  void add(std::string_view text);

  std::unique_ptr<XXH3_state_s, Free> state_;
  std::vector<std::uint64_t> lengths_;  // of what was added, in this order
};

}  // namespace schemagate
