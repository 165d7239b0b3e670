// Whether the certificates of a listener are in force, in words for whoever keeps them.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "gateway/net/tls_server.h"

namespace schemagate {

// A text for each certificate that clients refuse at `now` for its time: its file, and since or until when.
std::vector<std::string> certificates_out_of_term(const net::TlsServer& tls,
                                                  std::chrono::system_clock::time_point now);
// The same of those that are in force and have less than 14 days left.
std::vector<std::string> certificates_that_end_soon(const net::TlsServer& tls,
                                                    std::chrono::system_clock::time_point now);

}  // namespace schemagate
