#include "a2a/client/url.h"

#include <gtest/gtest.h>

namespace schemagate::a2a::client {
namespace {

TEST(Url, OfTheCallerIsRead) {
  EXPECT_EQ(parse_url("HTTPS://agent.example:8443/a/b?x=1#fragment")->text(),
            "https://agent.example:8443/a/b?x=1");
}

class BadUrl : public testing::TestWithParam<std::string> {};

TEST_P(BadUrl, IsRefusedAsTheCallersFault) {
  auto url = parse_url(GetParam());
  ASSERT_FALSE(url);
  EXPECT_EQ(url.error().cause, Cause::kArgument);
}

INSTANTIATE_TEST_SUITE_P(Url, BadUrl,
                         testing::Values("", "agent.example", "ftp://a/", "http://", "http:///x",
                                         "http://a:0/", "http://a:65536/", "http://a:8x/", "http://a b/",
                                         "http://a/\r\nX: y", "http://user:secret@a/", "http://[::1/",
                                         "http://[::1]x/", "http://a/\x7f", "http://a/\\b",
                                         "http://" + std::string(9000, 'a')));

TEST(Url, ShortensWhatItQuotes) {
  auto url = parse_url("http://" + std::string(9000, 'a'));
  ASSERT_FALSE(url);
  EXPECT_LT(url.error().error.message.size(), 300u);
}

TEST(Url, ResolvesReferences) {
  auto base = *parse_url("https://host:1/x/card.json?q");
  EXPECT_EQ(resolve(base, "/rpc")->text(), "https://host:1/rpc");
  EXPECT_EQ(resolve(base, "http://other/rpc")->text(), "http://other/rpc");
  EXPECT_FALSE(resolve(base, "//other/rpc"));
  EXPECT_FALSE(resolve(base, ""));
}

}  // namespace
}  // namespace schemagate::a2a::client
