// HTTP messages as plain values.
//
//   http::Response answer{.status = 404, .headers = {{"Content-Type", "text/plain"}}};
//
//   answer.header("content-type")   // "text/plain"
//
// Nothing is checked or decoded here. Values belong to whoever holds them; reading is safe from any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace schemagate::a2a::http {

// One field of a header section. The name keeps its case, the value is as it was sent, without the blanks
// around it.
struct Header {
  std::string name;
  std::string value;
  bool operator==(const Header&) const = default;
};

// In the order in which they are sent. A name may stand in it several times.
using Headers = std::vector<Header>;

// The value of the first field of that name, compared without regard to case (RFC 9110 section 5.1); empty
// when there is none. Borrows from `headers`.
std::string_view find_header(const Headers& headers, std::string_view name);

// Whether a field of that name is about one connection and never goes further (RFC 9110 section 7.6.1),
// Connection itself included. Those that Connection names are not known here.
bool is_hop_by_hop(std::string_view name);

struct Request {
  std::string method = "GET";
  std::string target = {};  // path and query, never decoded
  Headers headers = {};
  std::string body = {};
  std::string_view header(std::string_view name) const { return find_header(headers, name); }
};

struct Response {
  int status = 200;
  // Without those of the framing (Content-Length, Transfer-Encoding, Connection): the transport writes them.
  Headers headers = {};
  std::string body = {};
  std::string_view header(std::string_view name) const { return find_header(headers, name); }
};

}  // namespace schemagate::a2a::http
