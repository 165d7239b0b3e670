// Which files secure the connections of one side.
#pragma once

#include <string>

namespace schemagate::a2a::tls {

// PEM files; empty: none.
struct Files {
  std::string ca = {};           // authorities that peers are trusted by; none: those of the system
  std::string certificate = {};  // our own, followed by its intermediates
  std::string key = {};          // of the certificate
  bool operator==(const Files&) const = default;
};

}  // namespace schemagate::a2a::tls
