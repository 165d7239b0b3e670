// HTTP/1.1 messages, as far as tests of both sides need them.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/integration/net/raw_socket.h"

namespace schemagate {

using Json = nlohmann::json;
using Headers = std::vector<std::pair<std::string, std::string>>;

struct HttpMessage {
  std::string start_line;
  Headers headers;
  std::string body;

  // Empty when absent; names are compared without regard to case.
  std::string header(std::string_view name) const;
  // Of an answer; 0 when there was none.
  int status() const;
  Json json() const { return Json::parse(body, nullptr, false); }
};

std::string request_text(const std::string& method, const std::string& target, const Headers& headers,
                         const std::string& body);

// Reads the messages of one connection; every wait ends after net::RawSocket::kTimeout.
class HttpReader {
 public:
  // `connection`: a socket, or whatever has its receive(); outlives the reader.
  template <typename Connection>
  explicit HttpReader(Connection& connection) : receive_([&connection] { return connection.receive(); }) {}

  // nullopt when the connection ended before a complete head.
  std::optional<HttpMessage> read_head();
  // The body behind `head`.
  std::string read_body(const HttpMessage& head);
  std::optional<HttpMessage> read();
  // Everything until the connection ends.
  std::string read_rest();
  // The next chunk of a chunked body; empty at its end, or when it broke off.
  std::string next_chunk();

 private:
  bool fill();
  std::optional<std::string> take_until(std::string_view mark);
  std::string take(std::size_t bytes);

  std::function<std::string()> receive_;
  std::string buffer_;
};

}  // namespace schemagate
