// Recognises a message that is sent again.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "a2a/model/message.h"

struct evp_md_ctx_st;

namespace schemagate {

// Used on one core only: it keeps what OpenSSL needs from one message to the next.
class MessageDigest {
 public:
  MessageDigest();

  // The message's id, and SHA-256 of what it says and where: the same in every run of the program, because
  // the ledger keeps it.
  std::string of(const a2a::Message& message);

 private:
  struct Free {
    void operator()(evp_md_ctx_st* context) const;
  };
  void add(std::string_view text);

  std::unique_ptr<evp_md_ctx_st, Free> context_;
};

}  // namespace schemagate
