#include "a2a/http/message.h"

#include <gtest/gtest.h>

namespace schemagate::a2a::http {
namespace {

TEST(Headers, AreFoundWithoutRegardToCase) {
  const Headers headers = {{"A", "1"}, {"a", "2"}};
  EXPECT_EQ(find_header(headers, "a"), "1");
  EXPECT_EQ(find_header(headers, "b"), "");
  EXPECT_EQ(find_header({}, "a"), "");
}

TEST(Headers, AreFoundInRequestsAndResponses) {
  EXPECT_EQ((Request{.headers = {{"Accept", "a"}}}.header("accept")), "a");
  EXPECT_EQ((Response{.headers = {{"ETag", "\"1\""}}}.header("etag")), "\"1\"");
}

TEST(Headers, OfAConnectionGoNoFurther) {
  for (const char* name : {"Connection", "keep-alive", "Proxy-Connection", "TE", "Trailer",
                           "Transfer-Encoding", "upgrade", "Proxy-Authenticate", "Proxy-Authorization"}) {
    EXPECT_TRUE(is_hop_by_hop(name)) << name;
  }
  for (const char* name : {"", "Host", "Content-Length", "Authorization", "Via", "XX", "Upgrades", "Trailed",
                           "Keep-Aliv", "WWW-Authenticate"}) {
    EXPECT_FALSE(is_hop_by_hop(name)) << name;
  }
}

}  // namespace
}  // namespace schemagate::a2a::http
