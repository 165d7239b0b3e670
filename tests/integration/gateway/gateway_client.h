// A client of the gateway: every call on a connection of its own, answers as they came.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tests/integration/gateway/client_connection.h"
#include "tests/integration/gateway/dialect.h"

namespace schemagate {

// The answer to a streaming call: events as they come, or plain JSON.
class EventStream {
 public:
  EventStream(std::uint16_t port, const std::string& request);
  EventStream(const EventStream&) = delete;
  EventStream& operator=(const EventStream&) = delete;

  const HttpMessage& head() const { return head_; }
  bool is_stream() const { return head_.header("Content-Type") == "text/event-stream"; }
  // The answer that is no stream, or the stream's next event.
  Json json() { return is_stream() ? next().value_or(Json()) : head_.json(); }
  // The next event's JSON-RPC object; nullopt at the end. Comments are passed over.
  std::optional<Json> next();
  // The next event's `result`; null at the end.
  Json next_result();
  // The results of everything that still comes.
  std::vector<Json> rest();
  std::size_t comments() const { return comments_; }
  // Of the event that next() gave last; empty when it has none.
  const std::string& id() const { return id_; }
  void leave() { connection_.close(); }
  void reset() { connection_.reset(); }

 private:
  ClientConnection connection_;
  HttpReader reader_;
  HttpMessage head_;
  std::string buffer_;
  std::size_t comments_ = 0;
  std::string id_;
};

class GatewayClient {
 public:
  GatewayClient(std::uint16_t port, Dialect dialect, std::string path = "/fight")
      : port_(port), dialect_(std::move(dialect)), path_(std::move(path)) {}

  const Dialect& dialect() const { return dialect_; }
  HttpMessage request(const std::string& method, const std::string& target, const Headers& headers = {},
                      const std::string& body = {}) const;
  // The same, as far as the answer has come.
  EventStream events(const std::string& method, const std::string& target, const Headers& headers = {},
                     const std::string& body = {}) const;
  // The answer to a HEAD request; its body is whatever came behind it, which must be nothing.
  HttpMessage head(const std::string& target) const;
  // `body` as it is, as JSON.
  HttpMessage post(const std::string& body, const Headers& more = {}) const;
  // The JSON-RPC answer.
  Json call(const std::string& method, const Json& params, const Headers& more = {}) const;
  EventStream open(const std::string& method, const Json& params, const Headers& more = {}) const;

  // The task or message of a send call that succeeds; a null else.
  Json send(const Json& message, bool at_once = false) const;
  // The error of a send call; a null when there is none.
  Json send_error(const Json& message) const;
  EventStream stream(const Json& message) const;
  Json get(const std::string& task_id) const;
  Json cancel(const std::string& task_id) const;
  EventStream subscribe(const std::string& task_id) const;
  // Asks until the task is in that state; the task as it was in the end.
  Json wait_for(const std::string& task_id, const std::string& state) const;

 private:
  Headers headers(const Headers& more) const;

  std::uint16_t port_;
  Dialect dialect_;
  std::string path_;
};

Json call_body(const std::string& method, const Json& params);

}  // namespace schemagate
