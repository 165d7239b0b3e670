// How one agent is called over TLS, made anew when its files change.
//
//   auto tls = RenewedTlsClient::make({.ca = "ca.pem"});
//   if (!tls) report(tls.error().detail);
//   UpstreamRequest request{.tls = (*tls)->now()};
#pragma once

#include <memory>
#include <mutex>

#include "a2a/tls/files.h"
#include "gateway/environment/file_stamp.h"
#include "gateway/net/failure.h"
#include "gateway/net/tls_client.h"

namespace schemagate::net {

class RenewedTlsClient {
 public:
  // Errors: as TlsClient::make().
  static Result<std::shared_ptr<RenewedTlsClient>> make(a2a::tls::Files files);

  // Never nullptr. Any thread.
  std::shared_ptr<const TlsClient> now() const;
  // Reads the files again when they have changed (FileWatch). True: there is another client, for connections
  // that begin from now on, or the files are again as they were before an error. Errors: as make(), once for
  // each change; the last client stays. One caller at a time.
  Result<bool> renew();

 private:
  explicit RenewedTlsClient(a2a::tls::Files files);

  const a2a::tls::Files files_;
  FileWatch watch_;
  bool has_failed_ = false;   // the last renewal
  mutable std::mutex mutex_;  // guards what is below
  std::shared_ptr<const TlsClient> client_;
};

}  // namespace schemagate::net
