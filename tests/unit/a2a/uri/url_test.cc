#include "a2a/uri/url.h"

#include <gtest/gtest.h>

namespace schemagate::a2a::uri {
namespace {

TEST(Url, ReadsEveryPart) {
  const auto url = parse_url("HTTPS://Agent.example:8443/a/b?x=1#fragment");
  ASSERT_TRUE(url);
  EXPECT_EQ(*url, (Url{true, "Agent.example", 8443, "/a/b", "?x=1"}));
  EXPECT_EQ(url->text(), "https://Agent.example:8443/a/b?x=1");
  EXPECT_EQ(url->target(), "/a/b?x=1");
  EXPECT_EQ(url->authority(), "Agent.example:8443");
  EXPECT_EQ(url->origin(), "https://Agent.example:8443");
}

TEST(Url, KnowsTheSchemesPorts) {
  EXPECT_EQ(parse_url("http://a")->port, 80);
  EXPECT_EQ(parse_url("https://a")->port, 443);
  EXPECT_EQ(parse_url("https://a:443/")->origin(), "https://a");
  EXPECT_EQ(parse_url("http://a:443/")->origin(), "http://a:443");
  EXPECT_EQ(parse_url("http://a:80/")->authority(), "a");
}

// RFC 3986 section 3.2.3: `port = *DIGIT`, and an empty one stands for the scheme's own.
TEST(Url, TakesAColonWithoutAPort) {
  EXPECT_EQ(parse_url("https://a:/b")->port, 443);
  EXPECT_EQ(parse_url("https://a:/b")->text(), "https://a/b");
  EXPECT_EQ(parse_url("http://[::1]:")->port, 80);
}

TEST(Url, ReadsIpv6Literals) {
  const auto url = parse_url("http://[::1]:9000");
  ASSERT_TRUE(url);
  EXPECT_EQ(url->host, "::1");
  EXPECT_EQ(url->text(), "http://[::1]:9000/");
  EXPECT_EQ(parse_url("http://[::FFFF:1.2.3.4]/")->authority(), "[::FFFF:1.2.3.4]");
}

TEST(Url, KeepsAQueryWithoutAPath) {
  EXPECT_EQ(parse_url("http://a?b=/c")->text(), "http://a/?b=/c");
  EXPECT_EQ(parse_url("http://a/b?")->text(), "http://a/b?");
}

TEST(Url, DropsAFragmentWhereverItBegins) {
  EXPECT_EQ(parse_url("http://a#b")->text(), "http://a/");
  EXPECT_EQ(parse_url("http://a/b?c#d?e")->text(), "http://a/b?c");
}

TEST(Url, TakesPortsFromOneTo65535) {
  EXPECT_EQ(parse_url("http://a:1")->port, 1);
  EXPECT_EQ(parse_url("http://a:65535")->port, 65535);
  EXPECT_EQ(parse_url("http://a:08080")->port, 8080);
}

class BadUrl : public testing::TestWithParam<std::string> {};

TEST_P(BadUrl, IsRefusedWithoutBeingQuoted) {
  const auto url = parse_url(GetParam());
  ASSERT_FALSE(url);
  EXPECT_EQ(url.error().code, ErrorCode::kInvalidParams);
  EXPECT_TRUE(url.error().message.starts_with("the URL ")) << url.error().message;
  EXPECT_FALSE(url.error().message.contains("secret"));
}

INSTANTIATE_TEST_SUITE_P(Url, BadUrl,
                         testing::Values("", "/a", "agent.example", "h:80", "ftp://a/", "http:/h", "http//a",
                                         "http://", "http:///x", "https://?a", "http://:80/", "http://a:0/",
                                         "http://a:65536/", "http://a:8x/", "http://a:+80/", "http://a:-1/",
                                         "http://a:80:80/", "http://a b/", "http://a/ b", "http://a/\r\nX: y",
                                         "http://user:secret@a/", "http://@a/", "http://[::1/", "http://[]/",
                                         "http://[::1]x/", "http://[g::]/", "http://::1/", "http://a/\x7f",
                                         "http://a/\\b", "http://h\\a/", "http://h%2f/", "http://a,b/",
                                         "http://\xc3\xa4/", "http://" + std::string(9000, 'a')));

TEST(Url, IsAtMostEightKibibytesLong) {
  const std::string begin = "http://a/";
  EXPECT_TRUE(parse_url(begin + std::string(kUrlBytesMax - begin.size(), 'a')));
  EXPECT_FALSE(parse_url(begin + std::string(kUrlBytesMax - begin.size() + 1, 'a')));
}

TEST(Authority, IsAHostAndPerhapsAPort) {
  const auto named = parse_authority("A-b_c.d~1:80");
  ASSERT_TRUE(named);
  EXPECT_EQ(named->host, "A-b_c.d~1");
  EXPECT_FALSE(named->is_ipv6);
  EXPECT_EQ(named->port, 80);
  EXPECT_EQ(parse_authority("a")->port, std::nullopt);
  EXPECT_EQ(parse_authority("a:")->port, std::nullopt);
  const auto literal = parse_authority("[::1]:81");
  ASSERT_TRUE(literal);
  EXPECT_EQ(literal->host, "::1");
  EXPECT_TRUE(literal->is_ipv6);
  EXPECT_EQ(literal->port, 81);
}

TEST(Authority, IsNothingElse) {
  for (const char* text : {"", ":", ":80", "u@h", "a b", "a/b", "[::1", "[::1]a", "]", "::1", "a:80:", "a:0",
                           "[a:80", "[]:80", "a%20", "a,b"}) {
    EXPECT_FALSE(parse_authority(text)) << text;
  }
}

}  // namespace
}  // namespace schemagate::a2a::uri
