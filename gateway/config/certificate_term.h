// Whether the certificates of a listener are in force, in words for whoever keeps them.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "gateway/net/tls_server.h"

namespace schemagate {

struct OutOfTerm {
  std::string file;
  std::string text;  // since or until when: "expired on 2026-11-27: clients refuse it"
};

// The certificates that clients refuse at `now` for their time.
std::vector<OutOfTerm> certificates_out_of_term(const net::TlsServer& tls,
                                                std::chrono::system_clock::time_point now);
// A text for each that is in force and has less than 14 days left, or half its time where that is less: its
// file, and until when.
std::vector<std::string> certificates_that_end_soon(const net::TlsServer& tls,
                                                    std::chrono::system_clock::time_point now);

}  // namespace schemagate
