#include "gateway/push/push_url.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace schemagate::push {
namespace {

using testing::HasSubstr;

TEST(PushUrl, TakesHttpsOnTheInternet) {
  for (const char* text : {"https://hooks.example.com/a?b=c", "https://Hooks.Example.COM", "https://1.1.1.1/",
                           "https://[2606:4700::1111]/", "https://x.example:8443/", "https://x.example:80/",
                           "https://localhost.example.com/", "https://xn--bcher-kva.example/"}) {
    EXPECT_TRUE(check_push_url(text, {})) << text;
  }
  EXPECT_EQ(check_push_url("https://Hooks.Example.COM./x", {})->host, "hooks.example.com");
}

// A2A v1.0 section 13.2 (server-side request forgery), at registration.
TEST(PushUrl, RefusesWhatLeadsInside) {
  for (const char* text : {"https://localhost/",
                           "https://LOCALHOST./",
                           "https://a.localhost/",
                           "https://printer.local/",
                           "https://db.internal/",
                           "https://metadata.google.internal/",
                           "https://router.home.arpa/",
                           "https://127.0.0.1/",
                           "https://127.1/",
                           "https://2130706433/",
                           "https://0x7f000001/",
                           "https://0x7f.1/",
                           "https://017700000001/",
                           "https://0177.0.0.1/",
                           "https://0/",
                           "https://169.254.169.254/",
                           "https://[::1]/",
                           "https://[::ffff:127.0.0.1]/",
                           "https://[::ffff:7f00:1]/",
                           "https://[64:ff9b::a00:1]/",
                           "https://[2002:7f00:1::]/",
                           "https://[fe80::1%25eth0]/",
                           "https://[fd00:ec2::254]/",
                           "https://10.0.0.1./",
                           "https://a%2eb/",
                           "https://\xe2\x93\x9b/",
                           "https://[::1].example.com/",
                           "https://1.1.1.1.0x7f/"}) {
    EXPECT_FALSE(check_push_url(text, {})) << text;
  }
}

TEST(PushUrl, RefusesWhatIsNoWebhook) {
  for (const auto& [text, reason] :
       {std::pair("http://hooks.example.com/", "https"), std::pair("ftp://hooks.example.com/", "https URL"),
        std::pair("file:///etc/passwd", "https URL"), std::pair("gopher://x.example/", "https URL"),
        std::pair("https://user:secret@hooks.example.com/", "user information"),
        std::pair("https://hooks.example.com/#part", "fragment"),
        std::pair("https://hooks.example.com:22/", "port"),
        std::pair("https://hooks.example.com:25/", "port"),
        std::pair("https://hooks.example.com/a\r\nX: y", "https URL"), std::pair("", "https URL"),
        std::pair("hooks.example.com", "https URL")}) {
    const auto checked = check_push_url(text, {});
    ASSERT_FALSE(checked) << text;
    EXPECT_EQ(checked.error().code, a2a::ErrorCode::kInvalidParams);
    EXPECT_THAT(checked.error().message, HasSubstr(reason)) << text;
    EXPECT_THAT(checked.error().message, Not(HasSubstr("secret")));
  }
}

TEST(PushUrl, FollowsTheOperatorsRules) {
  PushRules rules;
  rules.guard = AddressGuard({*AddressRange::parse("10.0.0.0/8")});
  rules.hosts = {"localhost", "hooks.internal"};
  EXPECT_TRUE(check_push_url("https://10.1.2.3/", rules));
  EXPECT_TRUE(check_push_url("https://LocalHost:9000/", rules));
  EXPECT_TRUE(check_push_url("https://hooks.internal/", rules));
  EXPECT_FALSE(check_push_url("https://other.internal/", rules));
  EXPECT_FALSE(check_push_url("https://192.168.0.1/", rules));
  EXPECT_FALSE(check_push_url("http://10.1.2.3/", rules));
  rules.plain_http = true;
  EXPECT_TRUE(check_push_url("http://10.1.2.3/", rules));
}

a2a::PushConfig config() {
  return {.id = "c",
          .url = "https://hooks.example.com/",
          .token = "t",
          .schemes = {"Bearer"},
          .credentials = "s"};
}

TEST(PushConfig, FitsIntoHeaders) {
  EXPECT_TRUE(check_push_config(config(), {}));
  const auto refused = [](auto change) {
    a2a::PushConfig changed = config();
    change(changed);
    return !check_push_config(changed, {});
  };
  EXPECT_TRUE(refused([](auto& c) { c.url.clear(); }));
  EXPECT_TRUE(refused([](auto& c) { c.token = "a\r\nX-Evil: 1"; }));
  EXPECT_TRUE(refused([](auto& c) { c.token = std::string("a\0b", 3); }));
  EXPECT_TRUE(refused([](auto& c) { c.credentials = "a\nb"; }));
  EXPECT_TRUE(refused([](auto& c) { c.credentials = std::string(4'097, 'x'); }));
  EXPECT_TRUE(refused([](auto& c) { c.schemes = {"Bearer x"}; }));
  EXPECT_TRUE(refused([](auto& c) { c.schemes = {""}; }));
  EXPECT_TRUE(refused([](auto& c) { c.schemes.assign(17, "Bearer"); }));
  EXPECT_TRUE(refused([](auto& c) { c.id = std::string(129, 'x'); }));
  EXPECT_FALSE(refused([](auto& c) { c.id.clear(); }));
}

TEST(PushConfig, MayReachEveryLimit) {
  const auto taken = [](auto change) {
    a2a::PushConfig changed = config();
    change(changed);
    return check_push_config(changed, {}).has_value();
  };
  EXPECT_TRUE(taken([](auto& c) { c.id = std::string(128, 'x'); }));
  EXPECT_TRUE(taken([](auto& c) { c.token = std::string(4'096, '~'); }));
  EXPECT_FALSE(taken([](auto& c) { c.token = std::string(4'097, '~'); }));
  EXPECT_TRUE(taken([](auto& c) { c.credentials = std::string(4'096, ' '); }));
  EXPECT_TRUE(taken([](auto& c) { c.schemes.assign(16, "Bearer"); }));
  EXPECT_FALSE(taken([](auto& c) { c.credentials = "a\x7f"; }));
  EXPECT_FALSE(taken([](auto& c) { c.credentials = "a\x1f"; }));
  EXPECT_FALSE(taken([](auto& c) { c.id = "a\nb"; }));
}

TEST(PushUrl, TakesTheUsualPortsAndThoseAnybodyMayOpen) {
  for (const char* port : {"80", "443", "1024", "65535"}) {
    EXPECT_TRUE(check_push_url("https://hooks.example.com:" + std::string(port) + "/", {})) << port;
  }
  for (const char* port : {"1", "79", "81", "442", "444", "1023"}) {
    EXPECT_FALSE(check_push_url("https://hooks.example.com:" + std::string(port) + "/", {})) << port;
  }
}

TEST(PushUrl, WritesTheHostAsItIsCompared) {
  EXPECT_EQ(check_push_url("https://Hooks.Example.COM./a", {})->host, "hooks.example.com");
  EXPECT_TRUE(check_push_url("https://mylocalhost/", {})) << "a name of its own, not one below localhost";
  EXPECT_TRUE(check_push_url("https://localhost.example.com/", {}));
  EXPECT_TRUE(check_push_url("https://a-b_c.example1/", {})) << "the last label is no number";
  EXPECT_TRUE(check_push_url("https://hooks.0xyz/", {}));
}

}  // namespace
}  // namespace schemagate::push
