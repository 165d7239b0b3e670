#include "gateway/push/push_notification.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace schemagate::push {
namespace {

using a2a::http::Header;
using testing::Contains;
using testing::Not;

constexpr std::chrono::sys_seconds kNow{std::chrono::seconds(1'614'265'330)};

a2a::http::Headers headers(const a2a::PushConfig& config, const std::vector<std::uint8_t>* key = nullptr) {
  const Notification notification{"msg_p5jXN8AQM9LWM0D4loKWxJek", R"({"test": 2432232314})", "a/b"};
  return headers_of(notification, config, key, kNow);
}

auto named(const std::string& name) {
  return testing::Field("name", &Header::name, name);
}

TEST(PushNotification, IsAStreamResponseInVersion1) {
  const a2a::TaskStatusUpdate update{
      .task_id = "t", .context_id = "c", .status = {.state = a2a::TaskState::kWorking}};
  const Notification notification = notification_of(a2a::StreamEvent(update), "t", 3);
  EXPECT_EQ(notification.id, "t-3");
  EXPECT_EQ(notification.media_type, "application/a2a+json");
  EXPECT_EQ(notification.body,
            R"({"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}})");
}

TEST(PushNotification, IsTheBareTaskInVersion03) {
  const a2a::Task task{.id = "t", .context_id = "c", .status = {.state = a2a::TaskState::kCompleted}};
  const Notification notification = notification_of(task, 7);
  EXPECT_EQ(notification.id, "t-7");
  EXPECT_EQ(notification.media_type, "application/json");
  EXPECT_EQ(notification.body, R"({"kind":"task","id":"t","contextId":"c","status":{"state":"completed"}})");
}

TEST(PushNotification, CarriesWhatTheClientRegistered) {
  const auto all = headers({.token = "tok", .schemes = {"Bearer"}, .credentials = "s3"});
  EXPECT_THAT(all, Contains(Header{"Authorization", "Bearer s3"}));
  EXPECT_THAT(all, Contains(Header{"X-A2A-Notification-Token", "tok"}));
  EXPECT_THAT(all, Contains(Header{"Content-Type", "a/b"}));
  EXPECT_THAT(headers({.schemes = {"Bearer"}}), Not(Contains(named("Authorization"))));
  EXPECT_THAT(headers({.credentials = "s3"}), Not(Contains(named("Authorization"))));
  EXPECT_THAT(headers({}), Not(Contains(named("X-A2A-Notification-Token"))));
  EXPECT_THAT(headers({.schemes = {"Basic", "bearer"}, .credentials = "x"}),
              Contains(Header{"Authorization", "bearer x"}));
  EXPECT_THAT(headers({.schemes = {"Basic", "Digest"}, .credentials = "x"}),
              Contains(Header{"Authorization", "Basic x"}));
}

// The example of the Standard Webhooks' own test suites.
TEST(PushNotification, IsSignedAsStandardWebhooksHaveIt) {
  // MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
  const std::vector<std::uint8_t> key = {0x31, 0xf2, 0x90, 0xf6, 0xbf, 0x06, 0x29, 0x8a,
                                         0xab, 0x4f, 0x08, 0xd4, 0x3c, 0x3f, 0x08, 0x2c,
                                         0xf6, 0x48, 0xa3, 0x62, 0xda, 0x2d, 0xa4, 0xb0};
  const auto all = headers({}, &key);
  EXPECT_THAT(all, Contains(Header{"webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek"}));
  EXPECT_THAT(all, Contains(Header{"webhook-timestamp", "1614265330"}));
  EXPECT_THAT(all, Contains(Header{"webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="}));
  EXPECT_THAT(headers({}), Not(Contains(named("webhook-signature"))));
}

}  // namespace
}  // namespace schemagate::push
