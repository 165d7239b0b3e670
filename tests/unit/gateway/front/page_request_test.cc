#include "gateway/front/page_request.h"

#include <gtest/gtest.h>

#include <utility>

namespace schemagate {
namespace {

using Fields = std::vector<net::Header>;

bool may_page_call(Fields fields, const std::string& host = "127.0.0.1:8080") {
  net::HttpRequest request;
  request.headers = std::move(fields);
  request.headers.push_back({"Host", host});
  return check_page(request, "https://gateway.example/a2a", {"https://app.example"}).has_value();
}

TEST(PageRequest, OfNoBrowserMayCall) {
  EXPECT_TRUE(may_page_call({}));
  EXPECT_TRUE(may_page_call({{"User-Agent", "Mozilla/5.0"}, {"Referer", "https://evil.example/"}}));
}

TEST(PageRequest, OfAnotherSiteMayNotCall) {
  for (const char* site : {"cross-site", "same-site", "other"}) {
    EXPECT_FALSE(may_page_call({{"Sec-Fetch-Site", site}})) << site;
    EXPECT_FALSE(may_page_call({{"sec-fetch-site", site}, {"Origin", "http://127.0.0.1:8080"}})) << site;
  }
  for (const char* origin : {"https://evil.example", "https://app.example.evil", "http://app.example", "null",
                             "", "http://127.0.0.1:9090", "http://gateway.example", "127.0.0.1:8080"})
    EXPECT_FALSE(may_page_call({{"Origin", origin}})) << origin;
}

TEST(PageRequest, OfTheGatewaysOwnOriginOrAnAllowedOneMayCall) {
  for (const char* origin : {"https://gateway.example", "https://app.example"}) {
    EXPECT_TRUE(may_page_call({{"Origin", origin}})) << origin;
    EXPECT_TRUE(may_page_call({{"origin", origin}, {"Sec-Fetch-Site", "cross-site"}})) << origin;
  }
  for (const char* site : {"same-origin", "none"})
    EXPECT_TRUE(may_page_call({{"Sec-Fetch-Site", site}})) << site;
  EXPECT_TRUE(may_page_call({{"Origin", "https://proxy.example"}, {"Sec-Fetch-Site", "same-origin"}}));
}

TEST(PageRequest, EachOriginHasToBeAllowed) {
  EXPECT_FALSE(may_page_call({{"Origin", "https://app.example"}, {"origin", "https://evil.example"}}));
  EXPECT_FALSE(may_page_call({{"Origin", "https://evil.example"}, {"origin", "https://app.example"}}));
}

// A name that its author has pointed at this machine is the page's own host, too.
TEST(PageRequest, OfTheHostMayCallWhereThatIsThisMachine) {
  EXPECT_TRUE(may_page_call({{"Origin", "http://127.0.0.1:8080"}}));
  EXPECT_TRUE(may_page_call({{"Origin", "http://localhost:8080"}}, "localhost:8080"));
  EXPECT_TRUE(may_page_call({{"Origin", "http://[::1]:8080"}}, "[::1]:8080"));
  EXPECT_FALSE(may_page_call({{"Origin", "http://evil.example:8080"}}, "evil.example:8080"));
}

}  // namespace
}  // namespace schemagate
