#include "a2a/http/field_names.h"

#include <gtest/gtest.h>

namespace schemagate::a2a::http {
namespace {

TEST(FieldNames, OfAConnectionFrameTheMessageOrNameTheHost) {
  for (const char* name : {"Content-Length", "transfer-encoding", "HOST", "Connection", "Keep-Alive", "TE",
                           "Trailer", "Upgrade", "Proxy-Connection", "Proxy-Authorization", "expect"}) {
    EXPECT_TRUE(is_of_connection(name)) << name;
    EXPECT_FALSE(is_of_call(name)) << name;
  }
  for (const char* name : {"", "Authorization", "X-API-Key", "Hosts", "Content-Type", "Cookie"})
    EXPECT_FALSE(is_of_connection(name)) << name;
}

TEST(FieldNames, OfACallSayWhatItIs) {
  for (const char* name :
       {"content-type", "Content-Encoding", "Accept", "A2A-Version", "a2a-extensions", "X-A2A-Extensions"}) {
    EXPECT_TRUE(is_of_call(name)) << name;
  }
  for (const char* name : {"", "Authorization", "X-API-Key", "Accept-Language"})
    EXPECT_FALSE(is_of_call(name)) << name;
}

TEST(FieldNames, SetHeaderLeavesOneField) {
  Headers headers = {{"accept", "a"}, {"X", "1"}, {"Accept", "b"}};
  set_header(headers, "Accept", "c");
  EXPECT_EQ(headers, (Headers{{"X", "1"}, {"Accept", "c"}}));
  set_header(headers, "Y", "");
  EXPECT_EQ(headers.size(), 3u);
}

}  // namespace
}  // namespace schemagate::a2a::http
