#include "gateway/config/listen.h"

#include <gtest/gtest.h>

namespace schemagate {
namespace {

TEST(ParseListen, ReadsEveryForm) {
  EXPECT_EQ(*parse_listen("127.0.0.1:8080"), (ListenAddress{"127.0.0.1", 8080}));
  EXPECT_EQ(*parse_listen("[::1]:8080"), (ListenAddress{"::1", 8080}));
  EXPECT_EQ(*parse_listen("localhost:0"), (ListenAddress{"127.0.0.1", 0}));
  EXPECT_EQ(*parse_listen(":65535"), (ListenAddress{"0.0.0.0", 65'535}));
}

TEST(ParseListen, RefusesEverythingElse) {
  for (const auto* text :
       {"", "8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "::1:8080", "[::1]", "[]:1",
        "example.org:80", "127.0.0.1:-1", "127.0.0.1: 80", "[127.0.0.1]:80", "1.2.3:80"}) {
    const auto listen = parse_listen(text);
    ASSERT_FALSE(listen) << text;
    EXPECT_NE(listen.error().message.find("expected an IP address and a port"), std::string::npos);
  }
}

TEST(DefaultPublicUrl, NamesTheAddressThatAClientHereCanUse) {
  EXPECT_EQ(default_public_url({"127.0.0.1", 8080}), "http://127.0.0.1:8080");
  EXPECT_EQ(default_public_url({"::1", 8080}), "http://[::1]:8080");
  EXPECT_EQ(default_public_url({"0.0.0.0", 80}), "http://127.0.0.1:80");
  EXPECT_EQ(default_public_url({"::", 80}), "http://127.0.0.1:80");
}

TEST(DefaultPublicUrl, KeepsPort0UntilTheSystemHasChosen) {
  EXPECT_EQ(default_public_url({"127.0.0.1", 0}), "http://127.0.0.1:0");
}

TEST(CheckPublicUrl, DropsTrailingSlashesAndKeepsThePath) {
  EXPECT_EQ(*check_public_url("http://gw.example"), "http://gw.example");
  EXPECT_EQ(*check_public_url("https://gw.example:8443//"), "https://gw.example:8443");
  EXPECT_EQ(*check_public_url("https://gw.example/agents/"), "https://gw.example/agents");
}

TEST(CheckPublicUrl, RefusesWhatNoClientCouldCall) {
  for (const auto* text :
       {"", "gw.example", "/agents", "ftp://gw.example", "http://", "https://", "http://gw?x=1",
        "http://gw/#top", "http://me:secret@gw", "http://g w", "http://gw\r\nX: y"}) {
    EXPECT_FALSE(check_public_url(text)) << text;
  }
}

}  // namespace
}  // namespace schemagate
