#include "gateway/net/renewed_tls_client.h"

#include <utility>

namespace schemagate::net {

RenewedTlsClient::RenewedTlsClient(a2a::tls::Files files)
    : files_(std::move(files)), watch_({files_.ca, files_.certificate, files_.key}) {}

Result<std::shared_ptr<RenewedTlsClient>> RenewedTlsClient::make(a2a::tls::Files files) {
  std::shared_ptr<RenewedTlsClient> renewed(new RenewedTlsClient(std::move(files)));
  auto made = TlsClient::make(renewed->files_);
  if (!made) return std::unexpected(std::move(made.error()));
  renewed->client_ = *std::move(made);
  return renewed;
}

std::shared_ptr<const TlsClient> RenewedTlsClient::now() const {
  const std::lock_guard lock(mutex_);
  return client_;
}

Result<bool> RenewedTlsClient::renew() {
  if (!watch_.have_changed()) return false;
  auto made = TlsClient::make(files_);
  const bool had_failed = std::exchange(has_failed_, !made);
  if (!made) return std::unexpected(std::move(made.error()));
  const std::lock_guard lock(mutex_);
  if (client_->id() == (*made)->id()) return had_failed;
  client_ = *std::move(made);
  return true;
}

}  // namespace schemagate::net
