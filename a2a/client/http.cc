#include "a2a/client/http.h"

#include <fcntl.h>
#include <httplib.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <optional>

#include "a2a/client/dial.h"
#include "a2a/http/field_names.h"
#include "a2a/http/grammar.h"
#include "a2a/json/document.h"
#include "a2a/json/text.h"
#include "a2a/text/ascii.h"
#include "a2a/text/utf8.h"
#include "a2a/tls/policy.h"
#include "a2a/tls/reason.h"

namespace schemagate::a2a::client {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kStopSlice{100};
constexpr std::size_t kHeadBytesMax = 64 << 10;
// The library matches the status line with a recursive regular expression: 50 kB of it end the process.
constexpr std::size_t kLineBytesMax = 4 << 10;
// Of a name that a message shows.
constexpr std::size_t kNameBytesMax = 100;

// What bounds one exchange, and what ended it early.
struct Watch {
  const Timeouts& timeouts;
  const std::stop_token& stop;
  Clock::time_point started = Clock::now();
  std::size_t bytes_read = 0;
  bool head_done = false;
  std::optional<Failure> ended = {};
  std::optional<Failure> not_dialled = {};
  Clock::time_point dialled = {};  // when the handshake of TLS began
  bool is_secured = false;         // and that it is over
  unsigned long tls_error = 0;     // why TLS broke, in OpenSSL's numbers

  bool end(Cause cause, std::string message) {
    if (!ended) ended = failed(cause, std::move(message)).error();
    return false;
  }
};

milliseconds connect_time(const Timeouts& timeouts) {
  return timeouts.total.count() > 0 ? std::min(timeouts.connect, timeouts.total) : timeouts.connect;
}

bool is_handshake_late(const Watch& watch) {
  return Clock::now() - watch.dialled >= connect_time(watch.timeouts);
}

std::string seconds(milliseconds duration) {
  return std::to_string(duration.count() / 1000) + "." + std::to_string(duration.count() % 1000 / 100) + " s";
}

// The bytes of a connected socket, plain or TLS: every wait ends at the first of readiness, silence, deadline
// and stop. Borrows socket, session and watch.
class BoundedStream final : public httplib::Stream {
 public:
  BoundedStream(socket_t socket, SSL* tls, Watch& watch) : socket_(socket), tls_(tls), watch_(watch) {
    fcntl(socket_, F_SETFL, fcntl(socket_, F_GETFL) | O_NONBLOCK);
  }

  bool is_readable() const override { return true; }
  bool is_writable() const override { return true; }
  void get_remote_ip_and_port(std::string& /*ip*/, int& /*port*/) const override {}
  void get_local_ip_and_port(std::string& /*ip*/, int& /*port*/) const override {}
  socket_t socket() const override { return socket_; }

  // The library reads lines byte by byte and everything else in larger pieces.
  ssize_t read(char* out, std::size_t size) override {
    if (begin_ == end_ && !fill()) return eof_ ? 0 : -1;
    std::size_t taken = std::min(size, end_ - begin_);
    std::copy_n(buffer_.data() + begin_, taken, out);
    begin_ += taken;
    line_bytes_ = size == 1 && *out != '\n' ? line_bytes_ + 1 : 0;
    if (!watch_.head_done) head_bytes_ += taken;
    if (line_bytes_ > kLineBytesMax || head_bytes_ > kHeadBytesMax) {
      watch_.end(Cause::kProtocol, "the answer's header block is longer than the limit");
      return -1;
    }
    return static_cast<ssize_t>(taken);
  }

  ssize_t write(const char* data, std::size_t size) override {
    std::size_t sent = 0;
    while (sent < size) {
      ssize_t count = tls_ ? tls_write(data + sent, size - sent) : plain_write(data + sent, size - sent);
      if (count < 0) return -1;
      sent += static_cast<std::size_t>(count);
      quiet_since_ = Clock::now();
    }
    return static_cast<ssize_t>(size);
  }

 private:
  bool fill() {
    ssize_t count = tls_ ? tls_read() : plain_read();
    eof_ = count == 0;
    if (count <= 0) return false;
    begin_ = 0;
    end_ = static_cast<std::size_t>(count);
    watch_.bytes_read += end_;
    quiet_since_ = Clock::now();
    return true;
  }

  ssize_t plain_read() {
    while (wait(POLLIN)) {
      ssize_t count = recv(socket_, buffer_.data(), buffer_.size(), 0);
      if (count >= 0 || (errno != EAGAIN && errno != EINTR)) return count;
    }
    return -1;
  }

  ssize_t plain_write(const char* data, std::size_t size) {
    while (wait(POLLOUT)) {
      ssize_t count = send(socket_, data, size, MSG_NOSIGNAL);
      if (count >= 0 || (errno != EAGAIN && errno != EINTR)) return count;
    }
    return -1;
  }

  ssize_t tls_read() {
    for (;;) {
      std::size_t count = 0;
      ERR_clear_error();
      int done = SSL_read_ex(tls_, buffer_.data(), buffer_.size(), &count);
      if (done == 1) return static_cast<ssize_t>(count);
      if (!tls_wait(done)) return SSL_get_error(tls_, done) == SSL_ERROR_ZERO_RETURN ? 0 : -1;
    }
  }

  ssize_t tls_write(const char* data, std::size_t size) {
    for (;;) {
      std::size_t count = 0;
      ERR_clear_error();
      int done = SSL_write_ex(tls_, data, size, &count);
      if (done == 1) return static_cast<ssize_t>(count);
      if (!tls_wait(done)) return -1;
    }
  }

  // False when the session has ended, or waiting has.
  bool tls_wait(int done) {
    int reason = SSL_get_error(tls_, done);
    if (reason == SSL_ERROR_WANT_READ) return wait(POLLIN);
    if (reason == SSL_ERROR_SSL) watch_.tls_error = ERR_peek_last_error();
    return reason == SSL_ERROR_WANT_WRITE && wait(POLLOUT);
  }

  bool wait(short events) {
    for (;;) {
      if (watch_.stop.stop_requested()) return watch_.end(Cause::kCanceled, "canceled");
      auto left = time_left();
      if (!left) return false;
      pollfd entry{socket_, events, 0};
      int ready = poll(&entry, 1, static_cast<int>(std::min(*left, kStopSlice).count()) + 1);
      if (ready > 0 || (ready < 0 && errno != EINTR)) return true;
    }
  }

  std::optional<milliseconds> time_left() {
    auto now = Clock::now();
    milliseconds left = kStopSlice;
    const auto& [connect, silence, total, stated] = watch_.timeouts;
    if (total.count() > 0) {
      if (now - watch_.started >= total)
        return stated.count() > 0 ? out_of_time("no complete answer within ", stated, true)
                                  : out_of_time("no answer within ", total);
      left = std::min(left, std::chrono::duration_cast<milliseconds>(watch_.started + total - now));
    }
    if (silence.count() > 0) {
      if (now - quiet_since_ >= silence) return out_of_time("not one byte for ", silence);
      left = std::min(left, std::chrono::duration_cast<milliseconds>(quiet_since_ + silence - now));
    }
    return left;
  }

  std::nullopt_t out_of_time(std::string_view what, milliseconds limit, bool is_stated = false) {
    watch_.end(Cause::kTimeout, std::string(what) + seconds(limit));
    watch_.ended->by_stated_time = is_stated;
    return std::nullopt;
  }

  socket_t socket_;
  SSL* tls_;
  Watch& watch_;
  Clock::time_point quiet_since_ = Clock::now();
  std::array<char, 16 << 10> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool eof_ = false;
  std::size_t line_bytes_ = 0;
  std::size_t head_bytes_ = 0;
};

// The library's connection with our stream in place of its own, whose waits have no common deadline and whose
// lines have no bound, and with our dialling: the library's tells a name that is not known, a port where
// nobody listens and a network without a route by one error. For its releases 0.11 to 0.18 (Debian 12 and
// 13).
template <class Connection>
class BoundedClient final : public Connection {
 public:
  // Borrows both.
  BoundedClient(const uri::Url& url, Watch& watch)
      : Connection(url.host, url.port), url_(url), watch_(watch) {}

 private:
  bool create_and_connect_socket(typename Connection::Socket& socket, httplib::Error& error) override {
    auto dialled = dial(url_, connect_time(watch_.timeouts), watch_.stop);
    if (dialled) {
      watch_.dialled = Clock::now();
      socket.sock = *dialled;
      return true;
    }
    watch_.not_dialled = std::move(dialled.error());
    error = httplib::Error::Connection;
    return false;
  }

  bool process_socket(const typename Connection::Socket& socket,
                      std::function<bool(httplib::Stream&)> exchange) override {
    BoundedStream stream(socket.sock, socket.ssl, watch_);
    return exchange(stream);
  }

  const uri::Url& url_;
  Watch& watch_;
};

// OpenSSL writes to sockets without MSG_NOSIGNAL: holds SIGPIPE back from this thread while it lives.
class SigpipeHeldBack {
 public:
  SigpipeHeldBack() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~SigpipeHeldBack() {
    if (sigismember(&before_, SIGPIPE) == 1) return;
    timespec now{};
    while (sigtimedwait(&pipe_, nullptr, &now) == SIGPIPE) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  SigpipeHeldBack(const SigpipeHeldBack&) = delete;
  SigpipeHeldBack& operator=(const SigpipeHeldBack&) = delete;

 private:
  sigset_t pipe_{};
  sigset_t before_{};
};

Outcome<httplib::Headers> checked(const http::Headers& headers) {
  httplib::Headers result;
  for (const auto& [name, value] : headers) {
    if (!http::is_token(name))
      return failed(Cause::kArgument,
                    "a header's name is not a token: " + in_quotes(text::shortened(name, kNameBytesMax)));
    if (http::is_of_connection(name))
      return failed(Cause::kArgument, "header " + name + " is the connection's own, and not the caller's");
    if (!http::is_field_value(value))
      return failed(Cause::kArgument, "header " + name + " holds control characters");
    result.emplace(name, value);
  }
  if (!result.contains("Accept-Encoding")) result.emplace("Accept-Encoding", "identity");
  if (!result.contains("User-Agent")) result.emplace("User-Agent", "schemagate");
  return result;
}

// What stands in the request line.
Outcome<void> check_line(const OutgoingRequest& request) {
  if (!http::is_token(request.method)) return failed(Cause::kArgument, "the method is not a token");
  const std::string target = request.url.target();
  if (!target.starts_with('/') ||
      std::ranges::any_of(target, [](char c) { return c == ' ' || text::is_control(c); }))
    return failed(Cause::kArgument, "the path holds blanks or control characters");
  return {};
}

http::Response read_head(const httplib::Response& head) {
  http::Response response{.status = head.status};
  for (const auto& [name, value] : head.headers) response.headers.push_back({name, value});
  return response;
}

// The library goes on with a handshake that has failed, so later errors say nothing of the reason; where it
// did not fail by TLS, the first one is that it was shut down.
unsigned long first_tls_error() {
  unsigned long error = 0;
  while ((error = ERR_get_error()) != 0) {
    if (ERR_GET_LIB(error) == ERR_LIB_SSL) break;
  }
  ERR_clear_error();
  return ERR_GET_REASON(error) == SSL_R_SHUTDOWN_WHILE_IN_INIT ? 0 : error;
}

// After the handshake; empty: it is not TLS that failed. `verify_result`: what OpenSSL thinks of the peer's
// certificate.
std::string tls_reason(httplib::Error error, long verify_result, const Watch& watch) {
  if (error == httplib::Error::SSLServerVerification) return tls::certificate_reason(verify_result);
  const bool cut_off = ERR_GET_REASON(watch.tls_error) == SSL_R_UNEXPECTED_EOF_WHILE_READING;
  return watch.tls_error == 0 || cut_off ? "" : tls::handshake_reason(watch.tls_error);
}

// What happened to the peer there, with and without the address.
Failure failure_at(const std::string& where, Cause cause, std::string_view reason,
                   std::string_view hint = "") {
  Failure failure = failed(cause, (where + "the peer ").append(reason).append(hint)).error();
  failure.reason = reason;
  return failure;
}

Failure ended_at(const std::string& where, Failure failure) {
  if (failure.cause != Cause::kCanceled) failure.error.message.insert(0, where);
  return failure;
}

Failure tls_failure_at(const std::string& where, const uri::Url& url, std::string_view reason) {
  const std::string hint = reason == tls::kNoTls ? "; if it speaks http, say http://" + url.authority() : "";
  return failure_at(where, Cause::kTls, reason, hint);
}

// The library tells a peer that says nothing from one that breaks off by nothing but the time that it took.
Failure handshake_failure_at(const std::string& where, const uri::Url& url, const Watch& watch) {
  const unsigned long error = first_tls_error();
  if (error == 0 && is_handshake_late(watch))
    return failure_at(where, Cause::kTimeout,
                      "did not complete the TLS handshake within " + seconds(connect_time(watch.timeouts)));
  return tls_failure_at(where, url, tls::handshake_reason(error));
}

Failure explain(httplib::Error error, long verify_result, const OutgoingRequest& request,
                const Watch& watch) {
  const std::string where = request.url.origin() + ": ";
  if (watch.ended) return ended_at(where, *watch.ended);
  if (watch.not_dialled) return ended_at(where, *watch.not_dialled);
  if (error == httplib::Error::SSLConnection) return handshake_failure_at(where, request.url, watch);
  if (const std::string reason = tls_reason(error, verify_result, watch); !reason.empty())
    return tls_failure_at(where, request.url, reason);
  if (watch.bytes_read == 0)
    return failure_at(where, Cause::kUnreachable, "closed the connection before it answered");
  if (!watch.head_done) return failed(Cause::kProtocol, where + "the answer is not HTTP/1.1").error();
  return failure_at(where, Cause::kUnreachable, "broke off its answer");
}

template <class Connection>
void configure(BoundedClient<Connection>& client, const Timeouts& timeouts) {
  client.set_connection_timeout(connect_time(timeouts));  // of the TLS handshake
  client.set_tcp_nodelay(true);
  client.set_keep_alive(false);
  client.set_follow_location(false);
  client.set_decompress(false);
  client.set_url_encode(false);
}

Outcome<void> secure(httplib::ClientImpl& /*client*/, const OutgoingRequest& /*request*/, Watch& /*watch*/) {
  return {};
}

// Before each read of a handshake: OpenSSL reads nothing more where this is not positive.
long before_read(BIO* source, int operation, const char* /*data*/, std::size_t /*size*/, int /*number*/,
                 long /*argument*/, int result, std::size_t* /*processed*/) {
  Watch& watch = *reinterpret_cast<Watch*>(BIO_get_callback_arg(source));
  if (operation != BIO_CB_READ || watch.is_secured) return result;
  if (watch.stop.stop_requested()) watch.end(Cause::kCanceled, "canceled");
  if (!watch.ended && !is_handshake_late(watch)) return result;
  BIO_clear_retry_flags(source);  // of the last read, or it would be waited for the next one
  return -1;
}

// When a session's state changes.
void on_progress(const SSL* session, int what, int /*result*/) {
  Watch& watch = *static_cast<Watch*>(SSL_CTX_get_app_data(SSL_get_SSL_CTX(session)));
  if ((what & SSL_CB_HANDSHAKE_DONE) != 0) watch.is_secured = true;
  if ((what & SSL_CB_HANDSHAKE_START) == 0 || watch.is_secured) return;
  BIO* const source = SSL_get_rbio(session);
  BIO_set_callback_arg(source, reinterpret_cast<char*>(&watch));
  BIO_set_callback_ex(source, before_read);
}

// The library's own limit is one of each wait: a peer that sends a byte now and then would never be left.
void limit_handshake(SSL_CTX& context, Watch& watch) {
  SSL_CTX_set_app_data(&context, &watch);
  SSL_CTX_set_info_callback(&context, on_progress);
}

// The library checks the certificate after the handshake, by these settings. It adds the system's authorities
// itself unless it is told of others.
Outcome<void> secure(httplib::SSLClient& client, const OutgoingRequest& request, Watch& watch) {
  if (client.ssl_context() == nullptr) return failed(Cause::kTls, "no memory for TLS");
  limit_handshake(*client.ssl_context(), watch);
  ERR_clear_error();  // the reason of a failure is the first error from here on
  if (auto prepared = tls::prepare_client(*client.ssl_context(), request.tls); !prepared)
    return failed(Cause::kArgument, prepared.error().message);
  if (!request.tls.ca.empty()) client.set_ca_cert_path(request.tls.ca);
  tls::expect_host(*SSL_CTX_get0_param(client.ssl_context()), request.url.host);
  return {};
}

long verify_result_of(const httplib::ClientImpl& /*client*/) {
  return X509_V_OK;
}
long verify_result_of(const httplib::SSLClient& client) {
  return client.get_openssl_verify_result();
}

template <class Connection>
Outcome<http::Response> run(const OutgoingRequest& request, httplib::Headers headers,
                            const std::stop_token& stop, const BodySink& events) {
  Watch watch{request.timeouts, stop};
  BoundedClient<Connection> client(request.url, watch);
  configure(client, request.timeouts);
  if (auto secured = secure(client, request, watch); !secured) return std::unexpected(secured.error());
  http::Response answer;
  bool streaming = false;
  bool ended_by_sink = false;

  httplib::Request call;
  call.method = request.method;
  call.path = request.url.target();
  call.headers = std::move(headers);
  call.body = request.body;
  call.response_handler = [&answer, &watch, &streaming, &events](const httplib::Response& head) {
    answer = read_head(head);
    watch.head_done = true;
    streaming = events && answer.status == 200 &&
                http::media_type(answer.header("Content-Type")) == "text/event-stream";
    return true;
  };
  call.content_receiver = [&answer, &watch, &streaming, &ended_by_sink, &events, &request](
                              const char* data, std::size_t size, std::uint64_t, std::uint64_t) {
    if (streaming) return !(ended_by_sink = !events({data, size}));
    if (answer.body.size() + size > request.body_bytes_max) {
      return watch.end(Cause::kProtocol,
                       "the answer is larger than " + std::to_string(request.body_bytes_max) + " bytes");
    }
    answer.body.append(data, size);
    return true;
  };
  ERR_clear_error();
  const auto result = client.send(call);
  if (!result && !ended_by_sink)
    return std::unexpected(explain(result.error(), verify_result_of(client), request, watch));
  if (!watch.head_done) answer = read_head(*result);  // 204: the library calls no handler
  return answer;
}

}  // namespace

Outcome<http::Response> perform(const OutgoingRequest& request, const std::stop_token& stop,
                                const BodySink& events) {
  if (auto line = check_line(request); !line) return std::unexpected(line.error());
  auto headers = checked(request.headers);
  if (!headers) return std::unexpected(headers.error());
  if (stop.stop_requested()) return failed(Cause::kCanceled, "canceled");
  SigpipeHeldBack guard;
  return request.url.tls ? run<httplib::SSLClient>(request, *std::move(headers), stop, events)
                         : run<httplib::ClientImpl>(request, *std::move(headers), stop, events);
}

std::string what_is_denied(const http::Response& answer) {
  constexpr int kForbidden = 403;
  const std::string meaning =
      answer.status == kForbidden ? ", not allowed for this caller" : ", credentials are needed";
  const std::string said = said_in(answer);
  return "HTTP " + std::to_string(answer.status) + meaning + (said.empty() ? "" : ": " + said);
}

std::string said_in(const http::Response& answer) {
  constexpr std::size_t kBodyBytesMax = 4'096;
  constexpr std::size_t kShownBytesMax = 300;
  JsonDocument document;
  const auto root = document.parse(answer.body, {.bytes_max = kBodyBytesMax});
  const auto error = root ? root->find("error") : std::nullopt;
  return error ? text::shortened(error->string().value_or(""), kShownBytesMax) : "";
}

}  // namespace schemagate::a2a::client
