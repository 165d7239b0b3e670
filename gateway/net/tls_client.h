// How connections to one agent are secured: which authorities are trusted, which certificate is shown, and
// the sessions that its hosts have given us to resume.
//
//   auto tls = TlsClient::make({.ca = "ca.pem"});
//   if (!tls) report(tls.error().detail);
//   UpstreamRequest request{.tls = *tls};
#pragma once

#include <memory>
#include <string>

#include "a2a/tls/files.h"
#include "gateway/net/failure.h"

namespace schemagate::net {

class TlsSession;

// Any thread.
class TlsClient {
 public:
  // Reads the files. Errors: kInvalid, with the file and what is wrong with it.
  static Result<std::shared_ptr<const TlsClient>> make(const a2a::tls::Files& files);
  // Trusts the system's authorities and shows no certificate.
  static std::shared_ptr<const TlsClient> of_system();
  virtual ~TlsClient() = default;

  // A session with `host`, whose certificate must be for that name, over a connected socket. Resumes the last
  // session with that host and port, where there is one. The client outlives the session.
  virtual std::unique_ptr<TlsSession> connect(const std::string& host, const std::string& key,
                                              int descriptor) const = 0;
  // Offers no session to that host again until there is a new one. False: there was none.
  virtual bool forget_session(const std::string& key) const = 0;
  // Different for different files' contents: connections made by one are not for another's requests.
  virtual const std::string& id() const = 0;
};

}  // namespace schemagate::net
