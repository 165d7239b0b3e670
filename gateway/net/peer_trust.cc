#include "gateway/net/peer_trust.h"

namespace schemagate::net {

// A file that is gone has not changed.
Result<std::shared_ptr<const TlsClient>> PeerTrust::now() {
  const FileStamp found = file_.empty() ? read_ : stamp_of(file_);
  if (client_ && (found == read_ || found == FileStamp())) return client_;
  auto made = TlsClient::make({.ca = file_});
  if (!made) return std::unexpected(made.error());
  client_ = *std::move(made);
  read_ = found;
  return client_;
}

}  // namespace schemagate::net
