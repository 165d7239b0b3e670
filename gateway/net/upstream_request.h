// What an agent is asked, as a plain value.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gateway/net/http.h"
#include "gateway/net/ip_address.h"
#include "gateway/net/tls_client.h"

namespace schemagate::net {

struct UpstreamRequest {
  std::string method = "POST";
  std::string target = {};           // in the place of the URL's path, with its query; empty: that
  std::vector<Header> headers = {};  // without Host, Content-Length, Connection
  std::string body = {};
  std::string holder = {};  // on whose behalf: connections and memory are shared out by it (SharedLimit)
  // Of https URLs: how the connection is secured; nullptr: as TlsClient::of_system().
  std::shared_ptr<const TlsClient> tls = {};
  // Where to connect, for callers that looked the URL's host up themselves: there and nowhere else, while
  // Host and certificate stay the host's. nullopt: wherever the name leads.
  std::optional<IpAddress> address = {};
  // Only a safe request is tried again on a fresh connection after a reused one broke before the first byte
  // of the answer; others only when the reused connection was closed before any byte of the request had been
  // written.
  bool safe_to_retry = false;
};

}  // namespace schemagate::net
