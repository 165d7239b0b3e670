#include "a2a/client/url.h"

#include <gtest/gtest.h>

namespace schemagate::a2a::client {
namespace {

TEST(Url, ReadsEveryPart) {
  auto url = parse_url("HTTPS://agent.example:8443/a/b?x=1#fragment");
  ASSERT_TRUE(url);
  EXPECT_EQ(*url, (Url{true, "agent.example", 8443, "/a/b", "?x=1"}));
  EXPECT_EQ(url->text(), "https://agent.example:8443/a/b?x=1");
}

TEST(Url, KnowsTheSchemesPorts) {
  EXPECT_EQ(parse_url("http://a")->port, 80);
  EXPECT_EQ(parse_url("https://a")->port, 443);
  EXPECT_EQ(parse_url("https://a:443/")->origin(), "https://a");
  EXPECT_EQ(parse_url("http://a:443/")->origin(), "http://a:443");
}

TEST(Url, ReadsIpv6Literals) {
  auto url = parse_url("http://[::1]:9000");
  ASSERT_TRUE(url);
  EXPECT_EQ(url->host, "::1");
  EXPECT_EQ(url->text(), "http://[::1]:9000/");
}

TEST(Url, KeepsAQueryWithoutAPath) {
  EXPECT_EQ(parse_url("http://a?b=/c")->text(), "http://a/?b=/c");
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
