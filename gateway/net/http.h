// HTTP messages as plain values, shared by the listener and the upstream side.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace schemagate::net {

struct Header {
  std::string name;
  std::string value;
};

// The first header of that name (compared without regard to case); empty view when absent. Values are never
// decoded.
std::string_view find_header(const std::vector<Header>& headers, std::string_view name);

// Removes the hop-by-hop fields and those that Connection names; Host and Content-Length stay even if named.
void remove_hop_fields(std::vector<Header>& headers);

struct HttpRequest {
  std::string method;
  std::string target;  // as received: path and query, never decoded
  std::vector<Header> headers;
  std::string body;          // complete, within the body limit; has 64 spare bytes of capacity
  std::string peer_address;  // textual IP address of the client
  std::string_view header(std::string_view name) const { return find_header(headers, name); }
};

struct HttpResponse {
  int status = 200;
  // Without Content-Length, Transfer-Encoding, Connection and Date: those are the listener's own.
  std::vector<Header> headers = {};
  std::string body = {};
};

}  // namespace schemagate::net
