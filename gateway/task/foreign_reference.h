// References to contexts in somebody else's store: which of them may be read, and what they promise.
//
//   const auto reference = check_foreign(uri, config.context_sources, now_s);
//   if (!reference) return refused(reference.error());       // nobody was called
//   read(reference->url, *reference->source)
//
// Pure; safe from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/error.h"
#include "a2a/uri/url.h"
#include "gateway/config/context_source.h"

namespace schemagate {

// Why a reference was not read. CONFIG.md has a row for each.
enum class ForeignFault : std::uint8_t {
  // By what it says itself: nobody was called.
  kMalformed,
  kNotAllowed,      // no source has its origin
  kWrongResidency,  // the plan has another one than the source
  kNoDigest,
  kExpired,
  kAddressNotAllowed,
  // By what stands there.
  kUntrusted,
  kRedirected,
  kDenied,
  kGone,
  kTooLarge,
  kWrongType,
  kDigestChanged,
  // May be otherwise later.
  kTimedOut,
  kUnavailable,
};
// "not_allowed", for errors, logs and scripts.
std::string_view name(ForeignFault fault);
// Whether the same reading may succeed later.
inline bool is_passing(ForeignFault fault) {
  return fault >= ForeignFault::kTimedOut;
}

struct ForeignReference {
  std::size_t source = 0;  // which one of the list
  a2a::uri::Url url = {};
  std::string digest = {};  // "sha-256:" and base64url; empty: it promises none
};

// `now`: seconds since 1970. `residency`: that the source has to have; empty: any. The query's other members
// are the store's own business.
a2a::Result<ForeignReference, ForeignFault> check_foreign(std::string_view uri,
                                                          const std::vector<ContextSource>& sources,
                                                          std::int64_t now, std::string_view residency = {});

}  // namespace schemagate
