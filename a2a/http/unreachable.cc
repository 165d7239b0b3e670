#include "a2a/http/unreachable.h"

#include <cerrno>
#include <system_error>

namespace schemagate::a2a::http {
namespace {

constexpr std::string_view kCouldNot = "could not be reached: ";

std::string_view words_for(int error) {
  switch (error) {
    case ECONNREFUSED:
      return "the connection was refused";
    case ECONNRESET:
    case ECONNABORTED:
      return "the connection was reset";
    case ENETUNREACH:
    case EHOSTUNREACH:
    case ENETDOWN:
    case EHOSTDOWN:
      return "there is no route to its address";
    case EADDRNOTAVAIL:
      return "no address or port of this machine is left to call it from";
    case EAFNOSUPPORT:
      return "this machine has no network of its kind of address";
    case EACCES:
    case EPERM:
      return "this machine's firewall does not let the connection out";
    case EMFILE:
    case ENFILE:
      return "no open file is left for the connection (ulimit -n)";
    default:
      return {};
  }
}

}  // namespace

std::string connect_reason(int error) {
  if (error == ETIMEDOUT) return std::string(kConnectTimedOut);
  const std::string_view known = words_for(error);
  if (!known.empty()) return std::string(kCouldNot).append(known);
  return std::string(kCouldNot) + "no connection came about (" + std::generic_category().message(error) + ")";
}

int telling_error(int earlier, int later) {
  return earlier == ECONNREFUSED ? earlier : later;
}

}  // namespace schemagate::a2a::http
