#include "a2a/http/unreachable.h"

#include <gtest/gtest.h>

#include <cerrno>

namespace schemagate::a2a::http {
namespace {

TEST(Unreachable, SaysOnlyOfARefusalThatItIsOne) {
  EXPECT_EQ(connect_reason(ECONNREFUSED), "could not be reached: the connection was refused");
  EXPECT_EQ(connect_reason(ECONNRESET), "could not be reached: the connection was reset");
  for (const int error : {ENETUNREACH, EHOSTUNREACH})
    EXPECT_EQ(connect_reason(error), "could not be reached: there is no route to its address");
  EXPECT_EQ(connect_reason(ETIMEDOUT), kConnectTimedOut);
}

TEST(Unreachable, TellsWhatThisMachineLacks) {
  for (const auto& [error, words] : {std::pair(EADDRNOTAVAIL, "to call it from"),
                                     std::pair(EAFNOSUPPORT, "no network of its kind of address"),
                                     std::pair(EPERM, "firewall"), std::pair(EMFILE, "ulimit -n")})
    EXPECT_TRUE(connect_reason(error).contains(words)) << connect_reason(error);
}

TEST(Unreachable, TellsWhatTheSystemSaysOfAllElse) {
  EXPECT_EQ(connect_reason(EPROTO), "could not be reached: no connection came about (Protocol error)");
}

TEST(Unreachable, KeepsTheRefusalOfOneAddressOverWhatAnotherSays) {
  EXPECT_EQ(telling_error(ECONNREFUSED, ENETUNREACH), ECONNREFUSED);
  EXPECT_EQ(telling_error(ENETUNREACH, ECONNREFUSED), ECONNREFUSED);
  EXPECT_EQ(telling_error(0, EHOSTUNREACH), EHOSTUNREACH);
}

}  // namespace
}  // namespace schemagate::a2a::http
