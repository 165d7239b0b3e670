#include "gateway/net/tls_session.h"

#include <openssl/err.h>
#include <openssl/ssl.h>

#include "a2a/tls/reason.h"
#include "gateway/net/peer_certificate.h"
#include "gateway/net/socket_bio.h"

namespace schemagate::net {

using Step = TlsSession::Step;

namespace {

constexpr int kReadsPerStep = 8;
constexpr int kMessagesPerMinute = 100;

// What OpenSSL noted before is not the reason of what comes now. Mostly there is nothing, and looking is
// cheap.
void forget_errors() {
  if (ERR_peek_error() != 0) ERR_clear_error();
}

}  // namespace

void TlsSession::Free::operator()(ssl_st* ssl) const {
  SSL_free(ssl);
}

TlsSession::TlsSession(ssl_ctx_st& context, int descriptor)
    : end_{.descriptor = descriptor}, ssl_(SSL_new(&context)) {
  BIO* bio = ssl_ ? make_socket_bio(end_) : nullptr;
  over_ = bio == nullptr;
  if (over_) return;
  SSL_set_bio(ssl_.get(), bio, bio);
  SSL_set_msg_callback(ssl_.get(), heed_message);
  SSL_ctrl(ssl_.get(), SSL_CTRL_SET_MSG_CALLBACK_ARG, 0, this);
}

TlsSession::~TlsSession() {
  close();
}

void TlsSession::heed_message(int is_written, int /*version*/, int type, const void* /*bytes*/,
                              std::size_t /*size*/, ssl_st* /*ssl*/, void* self) {
  if (is_written == 0 && type == SSL3_RT_HANDSHAKE) static_cast<TlsSession*>(self)->note_message();
}

// A change of keys costs us more than whoever asks for it, and OpenSSL takes any number of them in one read.
void TlsSession::note_message() {
  const auto now = std::chrono::steady_clock::now();
  if (now - minute_ >= std::chrono::minutes(1)) {
    minute_ = now;
    messages_ = 0;
  }
  if (++messages_ > kMessagesPerMinute) end_.reads_left = 0;
}

void TlsSession::begin_reading() {
  end_.reads_left = kReadsPerStep;
  forget_errors();
}

Step TlsSession::end_reading(int result) {
  const Step step = step_after(result);
  if (messages_ > kMessagesPerMinute) {
    reason_ = "sent too many messages of TLS itself";
    over_ = true;
    return Step::kBroken;
  }
  blocked_ = step == Step::kWantsWrite;
  starved_ = blocked_ || step == Step::kWantsRead;
  return step;
}

Step TlsSession::shake_hands() {
  if (over_) return Step::kBroken;
  begin_reading();
  const Step step = end_reading(SSL_do_handshake(ssl_.get()));
  established_ = step == Step::kDone;
  return step;
}

std::span<char> TlsSession::room_to_arrive() {
  constexpr std::size_t kUsualBytes = 2 << 10;  // of a request or an answer
  end_.room = std::make_unique_for_overwrite<char[]>(kUsualBytes);
  return {end_.room.get(), kUsualBytes};
}

void TlsSession::arrived(std::size_t bytes) {
  end_.arrived = {end_.room.get(), bytes};
  if (bytes == 0) end_.room = nullptr;
}

TlsSession::Outcome TlsSession::read(std::span<char> into) {
  if (over_) return {Step::kBroken};
  begin_reading();
  std::size_t bytes = 0;
  const Step step = end_reading(SSL_read_ex(ssl_.get(), into.data(), into.size(), &bytes));
  return {step, bytes};
}

// OpenSSL takes far longer than the kernel to say that there is nothing.
Step TlsSession::peek() {
  if (over_) return Step::kBroken;
  if (!holds_bytes() && nothing_arrived(end_)) return Step::kWantsRead;
  begin_reading();
  char byte = 0;
  std::size_t bytes = 0;
  return end_reading(SSL_peek_ex(ssl_.get(), &byte, 1, &bytes));
}

TlsSession::Outcome TlsSession::write(std::string_view bytes) {
  if (over_) return {Step::kBroken};
  forget_errors();
  std::size_t written = 0;
  const Step step = step_after(SSL_write_ex(ssl_.get(), bytes.data(), bytes.size(), &written));
  if (step == Step::kBroken && reason_.empty()) look_for_reason();
  return {step, written};
}

void TlsSession::say_end() {
  if (over_ || !established_ || (SSL_get_shutdown(ssl_.get()) & SSL_SENT_SHUTDOWN) != 0) return;
  ERR_clear_error();
  SSL_shutdown(ssl_.get());
  ERR_clear_error();
}

void TlsSession::close() {
  say_end();
  over_ = true;
}

bool TlsSession::holds_bytes() const {
  return !over_ && !starved_ && (!end_.arrived.empty() || SSL_has_pending(ssl_.get()) == 1);
}

std::shared_ptr<const PeerCertificate> TlsSession::peer_certificate() const {
  return over_ ? nullptr : peer_certificate_of(*ssl_);
}

Step TlsSession::step_after(int result) {
  if (result == 1) return Step::kDone;
  switch (SSL_get_error(ssl_.get(), result)) {
    case SSL_ERROR_WANT_READ:
      return Step::kWantsRead;
    case SSL_ERROR_WANT_WRITE:
      return Step::kWantsWrite;
    case SSL_ERROR_ZERO_RETURN:
      return Step::kEnd;
    default:
      note_reason();
      over_ = true;
      return Step::kBroken;
  }
}

// A peer that takes no more has often said why.
void TlsSession::look_for_reason() {
  begin_reading();
  char byte = 0;
  std::size_t bytes = 0;
  if (SSL_peek_ex(ssl_.get(), &byte, 1, &bytes) != 1) note_reason();
}

void TlsSession::note_reason() {
  const unsigned long error = ERR_peek_last_error();
  const long verified = SSL_get_verify_result(ssl_.get());
  if (!established_ && verified != X509_V_OK) {
    untrusted_ = true;
    reason_ = a2a::tls::certificate_reason(verified);
  } else if (!established_ || (error != 0 && ERR_GET_REASON(error) != SSL_R_UNEXPECTED_EOF_WHILE_READING)) {
    reason_ = a2a::tls::handshake_reason(error);
  }
  ERR_clear_error();
}

}  // namespace schemagate::net
