// What the cards that are read at a listener say of it.
#pragma once

#include <string>

namespace schemagate {

// Shared by all listeners with the same public_url. A value.
struct PublicAddress {
  std::string url = {};            // without a slash at the end; empty: Config::public_url
  bool takes_certificates = true;  // clients of the agent may show one there
  bool operator==(const PublicAddress&) const = default;
};

}  // namespace schemagate
