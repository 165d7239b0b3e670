// By which authorities one peer that is called is trusted: those of a file, as it is now.
//
//   PeerTrust trust("ca.pem");
//   auto tls = trust.now();
//   if (!tls) report(tls.error().detail);
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "gateway/environment/file_stamp.h"
#include "gateway/net/failure.h"
#include "gateway/net/tls_client.h"

namespace schemagate::net {

// Reads the file again when it has changed. Used on one thread.
class PeerTrust {
 public:
  // Empty: the system's authorities.
  explicit PeerTrust(std::string file) : file_(std::move(file)) {}

  // Errors: as TlsClient::make(); asked again, it tries again.
  Result<std::shared_ptr<const TlsClient>> now();

 private:
  const std::string file_;
  std::shared_ptr<const TlsClient> client_;
  FileStamp read_{};  // of the file that client_ was made of
};

}  // namespace schemagate::net
