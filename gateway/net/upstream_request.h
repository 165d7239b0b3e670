// What an agent is asked, as a plain value.
#pragma once

#include <string>
#include <vector>

#include "gateway/net/http.h"

namespace schemagate::net {

struct UpstreamRequest {
  std::string method = "POST";
  std::string target = {};           // in the place of the URL's path, with its query; empty: that
  std::vector<Header> headers = {};  // without Host, Content-Length, Connection
  std::string body = {};
  std::string holder = {};  // on whose behalf: connections and memory are shared out by it (SharedLimit)
  // Only a safe request is tried again on a fresh connection after a reused one broke before the first byte
  // of the answer; others only when the reused connection was closed before any byte of the request had been
  // written.
  bool safe_to_retry = false;
};

}  // namespace schemagate::net
