// A store of somebody else's that contexts may be read from, as the configuration says.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "a2a/uri/url.h"
#include "gateway/config/secret.h"
#include "gateway/push/address_guard.h"

namespace schemagate {

inline constexpr std::size_t kContextSourcesMax = 64;

struct ContextSource {
  std::string name = {};
  a2a::uri::Url origin = {};      // its path is "/": references are read anywhere below, and nowhere else
  FixedHeaders headers = {};      // sent to that origin alone; their values are secret
  std::string residency = {};     // where it is, as plans name it; empty: not said
  std::string ca_file = {};       // whose authorities it is trusted by; empty: the system's
  push::AddressGuard guard = {};  // which addresses its name may lead to
  bool requires_digest = true;    // of every reference to it
  bool plain_http = false;        // http is allowed beyond this machine
  std::chrono::milliseconds timeout{10'000};  // from looking the name up to the last byte, all attempts
};

}  // namespace schemagate
