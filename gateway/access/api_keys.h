// Keys that callers present in a field of the request.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gateway/access/digest.h"
#include "gateway/access/principal.h"

namespace schemagate::access {

inline constexpr std::size_t kApiKeysMax = 256;  // of one field
inline constexpr std::size_t kApiKeyBytesMax = 4 << 10;

// The key itself is nowhere: its digest is what the configuration has.
struct ApiKey {
  Digest digest = {};
  PrincipalHandle principal;
};

// The keys of one field. Several may stand for one principal, so that one can be replaced while both are
// good. A value; safe from any thread.
class ApiKeys {
 public:
  ApiKeys(std::string header, std::vector<ApiKey> keys)
      : header_(std::move(header)), keys_(std::move(keys)) {}

  const std::string& header() const { return header_; }
  // nullptr: no such key. Compares with every key in constant time, so that the time tells nothing.
  PrincipalHandle find(std::string_view presented) const;

 private:
  std::string header_;
  std::vector<ApiKey> keys_;
};

}  // namespace schemagate::access
