// OpenSSL's way to a socket, without waiting and without SIGPIPE.
#pragma once

#include <memory>
#include <string_view>

extern "C" {
struct bio_st;
}

namespace schemagate::net {

// A socket, and how often it may still be read before the next look at whatever else is to be done: what a
// peer says of the session itself is taken in without an end otherwise, as long as more comes.
struct SocketEnd {
  int descriptor;
  int reads_left = 0;
  std::unique_ptr<char[]> room = nullptr;  // for what others take from the socket
  std::string_view arrived = {};           // in there, and not read yet: comes before what the socket has
};

// Whether there is nothing to be read from the socket now. What is there stays.
bool nothing_arrived(const SocketEnd& end);

// A BIO over `end`, which must outlive it. nullptr when there is no memory left.
bio_st* make_socket_bio(SocketEnd& end);

}  // namespace schemagate::net
