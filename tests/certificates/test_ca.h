// A throw-away authority: makes certificates at run time, whatever a test wants them to say.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "a2a/tls/files.h"

namespace schemagate {

// Its files are in a folder of their own and go with it. Failing ends the test by an exception.
class TestCa {
 public:
  explicit TestCa(const std::string& name = "Test CA");
  TestCa(const TestCa&) = delete;
  TestCa& operator=(const TestCa&) = delete;
  ~TestCa();

  struct Wish {
    std::string subject = "localhost";                // the common name
    std::string sans = "DNS:localhost,IP:127.0.0.1";  // as OpenSSL's configuration has it; empty: none
    std::string usage = "serverAuth,clientAuth";      // extended key usage
    std::chrono::hours begins{-1};                    // from now
    std::chrono::hours ends{30 * 24};                 // from now
    bool self_signed = false;                         // instead of by the authority
  };
  // The certificate with its key, without an authority, in `<name>.pem` and `<name>.key`; an earlier one of
  // that name is replaced.
  a2a::tls::Files issue(const std::string& name, const Wish& wish) const;
  a2a::tls::Files issue(const std::string& name = "leaf") const { return issue(name, Wish()); }

  std::string file() const { return (folder_ / "ca.pem").string(); }
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
};

}  // namespace schemagate
