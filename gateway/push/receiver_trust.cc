#include "gateway/push/receiver_trust.h"

#include <system_error>

namespace schemagate::push {

// A file that cannot be looked at has not changed.
net::Result<std::shared_ptr<const net::TlsClient>> ReceiverTrust::now() {
  std::error_code error;
  const auto written = file_.empty() ? written_ : std::filesystem::last_write_time(file_, error);
  if (client_ && (error || written == written_)) return client_;
  auto made = net::TlsClient::make({.ca = file_});
  if (!made) return std::unexpected(made.error());
  client_ = *std::move(made);
  written_ = written;
  return client_;
}

}  // namespace schemagate::push
