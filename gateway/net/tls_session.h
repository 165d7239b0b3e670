// TLS over one connected socket that never blocks: what is asked for is done as far as the kernel has bytes
// or room, and what it takes to go on is said. OpenSSL works on the descriptor itself: Asio's stream would
// keep 68 KB of buffers for each connection and copy every byte twice more.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "gateway/net/peer.h"
#include "gateway/net/socket_bio.h"

extern "C" {
struct ssl_st;
struct ssl_ctx_st;
}

namespace schemagate::net {

// Used on one thread.
class TlsSession {
 public:
  // `descriptor` stays open until the session is closed or destroyed. `context` is held by the session.
  TlsSession(ssl_ctx_st& context, int descriptor);
  TlsSession(const TlsSession&) = delete;
  TlsSession& operator=(const TlsSession&) = delete;
  virtual ~TlsSession();

  enum class Step {
    kDone,
    kWantsRead,   // again, when the socket is readable
    kWantsWrite,  // again, when it is writable
    kEnd,         // the peer has said that no more will come
    kBroken,  // reason() says why; a connection that ends without the peer's word is one of these, and one
              // whose peer changes its keys, or says something else of TLS itself, 100 times in a minute
  };
  struct Outcome {
    Step step;
    std::size_t bytes = 0;
  };
  Step shake_hands();
  // For who takes bytes from the socket itself while holds_bytes() says no: room for them, which stays until
  // they are told of, and how many have come. read() looks at them before it looks at the socket.
  std::span<char> room_to_arrive();
  void arrived(std::size_t bytes);
  // At most one record.
  Outcome read(std::span<char> into);
  // Whether bytes could be read, without taking them. Takes in what the peer says of the session itself.
  Step peek();
  // At most one record. After kWantsWrite the next call must begin with the same bytes.
  Outcome write(std::string_view bytes);
  // Tells the peer, as far as the kernel takes it at once, that nothing more will come. Reading goes on.
  void say_end();
  // The same, and nothing is possible any more.
  void close();

  // Whether bytes may have arrived that the socket does not tell of any more.
  bool holds_bytes() const;
  // Whether reading goes on when the socket is writable, not when it is readable.
  bool reads_by_writing() const { return blocked_; }
  // What the peer's certificate says of it; nullptr: none was asked for or shown.
  std::shared_ptr<const PeerCertificate> peer_certificate() const;
  // Why the session broke, as a2a::tls has it; empty: the connection ended or was closed.
  const std::string& reason() const { return reason_; }
  bool untrusted() const { return untrusted_; }  // the reason is the peer's certificate

 protected:
  ssl_st& ssl() const { return *ssl_; }

 private:
  struct Free {
    void operator()(ssl_st* ssl) const;
  };
  static void heed_message(int is_written, int version, int type, const void* bytes, std::size_t size,
                           ssl_st* ssl, void* self);
  void note_message();
  void begin_reading();
  Step end_reading(int result);
  Step step_after(int result);
  void look_for_reason();
  void note_reason();

  SocketEnd end_;
  std::unique_ptr<ssl_st, Free> ssl_;
  std::string reason_;
  std::chrono::steady_clock::time_point minute_{};  // that messages_ counts
  int messages_ = 0;                                // of TLS itself, from the peer
  bool established_ = false;
  bool starved_ = false;  // the last read has to wait for the socket
  bool blocked_ = false;  // by what it has to send first
  bool untrusted_ = false;
  bool over_ = false;  // broken or closed
};

}  // namespace schemagate::net
