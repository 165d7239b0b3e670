#include "a2a/uri/loopback.h"

#include <gtest/gtest.h>

namespace schemagate::a2a::uri {
namespace {

TEST(Loopback, IsThisMachine) {
  for (const char* host : {"localhost", "127.0.0.1", "127.8.9.10", "::1"})
    EXPECT_TRUE(is_this_machine(host)) << host;
}

TEST(Loopback, IsNoNameThatBeginsLikeIt) {
  for (const char* host : {"127.evil.example", "127.0.0.1.evil.example", "localhost.evil.example",
                           "128.0.0.1", "127...", "::2", ""})
    EXPECT_FALSE(is_this_machine(host)) << host;
}

}  // namespace
}  // namespace schemagate::a2a::uri
