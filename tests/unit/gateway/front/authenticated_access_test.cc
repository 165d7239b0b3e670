// Who is let in where the configuration has `authentication`, and how the others are told.
#include "gateway/front/authenticated_access.h"

#include <gmock/gmock.h>

#include "tests/unit/gateway/front/front_core.h"

namespace schemagate {
namespace {

using testing::HasSubstr;

access::AuthenticationSettings one_key(bool anonymous) {
  access::ApiKeyMethod method;
  method.keys.push_back({access::digest_of("secret"),
                         std::make_shared<const Principal>(authenticated("key", {.subject = "ci"}))});
  return {.methods = {std::move(method)},
          .anonymous = anonymous,
          .rules = {{.name = "all", .anonymous = anonymous}}};
}

class AuthenticatedAccessTest : public testing::Test {
 protected:
  explicit AuthenticatedAccessTest(bool anonymous = false)
      : access_(std::make_shared<const access::Authentication>(one_key(anonymous), clock_, log_)) {}

  // The status of the answer to a request for what is public or not; 0: it is let through.
  int status(std::string_view key, bool is_public) const {
    net::HttpRequest request;
    if (!key.empty()) request.headers.push_back({"X-API-Key", std::string(key)});
    const auto caller = access_.identify(request);
    if (!caller) return caller.error().http_status.value();
    const auto step = access_.authorise(**caller, {.agent = "flight", .is_public = is_public});
    return step ? 0 : step.error().http_status.value();
  }

  const SystemClock clock_;
  const Log log_{LogLevel::kOff};
  const AuthenticatedAccess access_;
};

class WithAnonymous : public AuthenticatedAccessTest {
 protected:
  WithAnonymous() : AuthenticatedAccessTest(true) {}
};

TEST_F(AuthenticatedAccessTest, LetsInWhoIsKnown) {
  EXPECT_EQ(status("secret", false), 0);
  EXPECT_EQ(status("wrong", false), 401);
  EXPECT_EQ(status("", false), 401);
}

TEST_F(AuthenticatedAccessTest, WhatIsPublicIsForEverybodyButBadCredentials) {
  EXPECT_EQ(status("", true), 0);
  EXPECT_EQ(status("wrong", true), 401);
}

TEST_F(WithAnonymous, LetsInWhoPresentsNothingWhereThatIsStated) {
  EXPECT_EQ(status("", false), 0);
  EXPECT_EQ(status("wrong", false), 401);
}

TEST_F(AuthenticatedAccessTest, ARefusalSaysHowToBeLetIn) {
  const auto step = access_.authorise(Principal(), {});
  ASSERT_FALSE(step);
  EXPECT_EQ(step.error().http_status, 401);
  EXPECT_EQ(step.error().error.message, "authentication is needed");
  EXPECT_THAT(std::string(net::find_header(step.error().headers, "WWW-Authenticate")),
              HasSubstr("name=\"X-API-Key\""));
}

}  // namespace
}  // namespace schemagate
