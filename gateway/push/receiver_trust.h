// By which authorities receivers are trusted.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "gateway/net/failure.h"
#include "gateway/net/tls_client.h"

namespace schemagate::push {

// Reads the file again when it has changed. Used on one thread.
class ReceiverTrust {
 public:
  // Empty: the system's authorities.
  explicit ReceiverTrust(std::string file) : file_(std::move(file)) {}

  // Errors: as TlsClient::make(); asked again, it tries again.
  net::Result<std::shared_ptr<const net::TlsClient>> now();

 private:
  const std::string file_;
  std::shared_ptr<const net::TlsClient> client_;
  std::filesystem::file_time_type written_{};  // of the file that client_ was made of
};

}  // namespace schemagate::push
