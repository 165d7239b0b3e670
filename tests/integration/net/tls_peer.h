// The other side of a TLS connection, for tests: blocking, and as well or badly behaved as a test wants it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "a2a/tls/files.h"
#include "tests/integration/net/raw_socket.h"

extern "C" {
struct ssl_st;
struct ssl_ctx_st;
struct ssl_session_st;
}

namespace schemagate::net {

// What a test changes of OpenSSL's defaults.
using TlsSetting = std::function<void(ssl_ctx_st&)>;

// A context for many connections: one side's certificate and settings.
class TlsSide {
 public:
  enum class Role { kServer, kClient };
  // `files`: whatever is named of them. With an authority a client checks its server; a server that has one
  // asks for a client certificate, and needs it.
  TlsSide(Role role, const a2a::tls::Files& files, const TlsSetting& setting = {});
  ssl_ctx_st& context() const { return *context_; }
  Role role() const { return role_; }

 private:
  struct Free {
    void operator()(ssl_ctx_st* context) const;
  };
  std::unique_ptr<ssl_ctx_st, Free> context_;
  Role role_;
};

class TlsPeer {
 public:
  // Shakes hands; is_open() says whether that came to an end. `name`: of the server, for SNI; `session`: to
  // resume.
  TlsPeer(const TlsSide& side, RawSocket socket, const std::string& name = {},
          ssl_session_st* session = nullptr);
  ~TlsPeer();
  TlsPeer(TlsPeer&&) noexcept;

  bool is_open() const { return open_; }
  bool send(std::string_view bytes);
  // As RawSocket's.
  std::string receive();
  std::string receive_until(std::string_view mark);
  std::string receive_all();
  // Tells the peer that nothing more will come (close_notify).
  void say_end();
  // Whether the peer said so before it went.
  bool was_told_end() const;
  bool resumed() const;
  // Why the last step failed, in OpenSSL's words.
  const std::string& error() const { return error_; }
  ssl_st& ssl() const { return *ssl_; }
  RawSocket& socket() { return socket_; }

 private:
  struct Free {
    void operator()(ssl_st* ssl) const;
  };
  bool note(int result);

  RawSocket socket_;
  std::unique_ptr<ssl_st, Free> ssl_;
  bool open_ = false;
  std::string error_;
};

}  // namespace schemagate::net
