// What sources that call OpenSSL for keys and digests share. Used on the thread that makes it.
//
//   using Context = std::unique_ptr<EVP_MD_CTX, FreedBy<EVP_MD_CTX_free>>;
//   const NoTrace no_trace;    // first in a function that a stranger's bytes can make fail
#pragma once

#include <openssl/bn.h>
#include <openssl/err.h>
#include <openssl/evp.h>

#include <memory>

namespace schemagate::a2a::signature {

// Deleter of a unique_ptr: calls OpenSSL's function for the type.
template <auto kFree>
struct FreedBy {
  void operator()(auto* object) const { kFree(object); }
};
using KeyContext = std::unique_ptr<EVP_PKEY_CTX, FreedBy<EVP_PKEY_CTX_free>>;
using DigestContext = std::unique_ptr<EVP_MD_CTX, FreedBy<EVP_MD_CTX_free>>;
using Number = std::unique_ptr<BIGNUM, FreedBy<BN_free>>;

// Removes what OpenSSL puts into the thread's error queue for a refused key or signature: a TLS connection of
// the same thread would take it for an error of its own.
class NoTrace {
 public:
  NoTrace() { ERR_set_mark(); }
  NoTrace(const NoTrace&) = delete;
  NoTrace& operator=(const NoTrace&) = delete;
  ~NoTrace() { ERR_pop_to_mark(); }
};

}  // namespace schemagate::a2a::signature
