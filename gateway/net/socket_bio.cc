#include "gateway/net/socket_bio.h"

#include <openssl/bio.h>
#include <sys/socket.h>

#include <cerrno>
#include <memory>

namespace schemagate::net {
namespace {

SocketEnd& end_of(BIO* bio) {
  return *static_cast<SocketEnd*>(BIO_get_data(bio));
}

bool would_wait() {
  return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

int read_arrived(SocketEnd& end, char* out, int size) {
  const std::size_t bytes = end.arrived.copy(out, static_cast<std::size_t>(size));
  end.arrived.remove_prefix(bytes);
  if (end.arrived.empty()) end.room = nullptr;
  return static_cast<int>(bytes);
}

int read_socket(BIO* bio, char* out, int size) {
  BIO_clear_retry_flags(bio);
  SocketEnd& end = end_of(bio);
  if (!end.arrived.empty()) return read_arrived(end, out, size);
  if (end.reads_left == 0) {
    BIO_set_retry_read(bio);
    return -1;
  }
  --end.reads_left;
  const ssize_t got = ::recv(end.descriptor, out, static_cast<std::size_t>(size), MSG_DONTWAIT);
  if (got == 0) BIO_set_flags(bio, BIO_FLAGS_IN_EOF);
  if (got < 0 && would_wait()) BIO_set_retry_read(bio);
  return static_cast<int>(got);
}

int write_socket(BIO* bio, const char* bytes, int size) {
  BIO_clear_retry_flags(bio);
  const ssize_t sent =
      ::send(end_of(bio).descriptor, bytes, static_cast<std::size_t>(size), MSG_DONTWAIT | MSG_NOSIGNAL);
  if (sent < 0 && would_wait()) BIO_set_retry_write(bio);
  return static_cast<int>(sent);
}

long control(BIO* bio, int command, long /*number*/, void* /*pointer*/) {
  if (command == BIO_CTRL_FLUSH) return 1;
  if (command == BIO_CTRL_EOF) return BIO_test_flags(bio, BIO_FLAGS_IN_EOF) != 0 ? 1 : 0;
  return 0;
}

struct FreeMethod {
  void operator()(BIO_METHOD* method) const { BIO_meth_free(method); }
};
using Method = std::unique_ptr<BIO_METHOD, FreeMethod>;

Method make_method() {
  Method method(BIO_meth_new(BIO_TYPE_SOURCE_SINK | BIO_get_new_index(), "socket"));
  if (!method) return method;
  BIO_meth_set_read(method.get(), read_socket);
  BIO_meth_set_write(method.get(), write_socket);
  BIO_meth_set_ctrl(method.get(), control);
  return method;
}

}  // namespace

bool nothing_arrived(const SocketEnd& end) {
  char byte = 0;
  return ::recv(end.descriptor, &byte, 1, MSG_DONTWAIT | MSG_PEEK) < 0 && would_wait();
}

bio_st* make_socket_bio(SocketEnd& end) {
  static const Method method = make_method();
  BIO* bio = method ? BIO_new(method.get()) : nullptr;
  if (bio == nullptr) return nullptr;
  BIO_set_data(bio, &end);
  BIO_set_init(bio, 1);
  return bio;
}

}  // namespace schemagate::net
