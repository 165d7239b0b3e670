// The operations on push notification configs, with a relay that delivers nothing by itself.
#include "gateway/task/push_requests.h"

#include <gmock/gmock.h>

#include "fake_core.h"
#include "late_store.h"

namespace schemagate {
namespace {

using a2a::ErrorCode;
using a2a::TaskPushConfig;
using a2a::wire::Version;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

class NoReceivers final : public push::PushTransport {
 public:
  void deliver(push::Attempt, push::OnAttempted told) override { told({}); }
  void stop() override {}
};

a2a::PushConfig hook(const std::string& id) {
  return {.id = id, .url = "https://hooks.example.com/" + id};
}

// With a store that answers at once, and with one that answers later.
class PushRequestsTest : public testing::TestWithParam<bool> {
 protected:
  store::Store& store() { return GetParam() ? static_cast<store::Store&>(late_) : core_.store; }
  void make_task(const std::string& id) {
    ASSERT_TRUE(core_.store.create(scope_, {.task = {.id = id, .context_id = "c"}}, core_.clock.utc()));
  }
  a2a::Result<TaskPushConfig> create(TaskPushConfig wanted, Version version = Version::kV1_0) {
    return core_.run(create_push(services_.push, scope_, {version, holder_}, std::move(wanted)));
  }
  a2a::Result<TaskPushConfig> get(const std::string& config_id) {
    const a2a::PushConfigRequest request{.task_id = "t", .config_id = config_id, .tenant = "our-tenant"};
    return core_.run(get_push(services_.push, scope_, request));
  }
  a2a::Result<std::vector<TaskPushConfig>> list(const std::string& task_id) {
    const a2a::PushConfigRequest request{.task_id = task_id, .tenant = "our-tenant"};
    auto page = core_.run(list_push(services_.push, scope_, request));
    if (!page) return std::unexpected(std::move(page.error()));
    return std::move(page->configs);
  }
  // The ids on a page, then the token of the next one.
  std::vector<std::string> page(int size, const std::string& token) {
    const a2a::PushConfigRequest request{.task_id = "t", .page_size = size, .page_token = token};
    const auto listed = core_.run(list_push(services_.push, scope_, request));
    std::vector<std::string> ids;
    for (const TaskPushConfig& each : listed->configs) ids.push_back(each.config.id);
    ids.push_back(listed->next_page_token);
    return ids;
  }
  a2a::Result<void> remove(const std::string& task_id, const std::string& config_id) {
    const a2a::PushConfigRequest request{.task_id = task_id, .config_id = config_id};
    return core_.run(remove_push(services_.push, scope_, request));
  }
  a2a::Result<a2a::SendResult> send(a2a::SendRequest request) {
    auto sent = core_.run(services_.messages.send(core_.call(), std::move(request), core_.plain));
    if (!sent) return std::unexpected(std::move(sent.error()));
    return std::move(**sent);
  }
  static a2a::SendRequest with_hook(const std::string& text, const std::string& config) {
    a2a::SendRequest request = text_request(text);
    request.configuration.push_notification_config = {config};
    return request;
  }

  FakeCore core_{{}, false, {}, {.task_pushes_max = 2}};
  const store::Scope scope_ = core_.call().scope();
  const std::string holder_ = "somebody";
  LateStore late_{core_.store, core_.context.get_executor()};
  NoReceivers receivers_;
  push::PushRelay relay_{push::PushOptions(),
                         {store(), store(), store()},
                         core_.clock,
                         receivers_,
                         [](const push::PushRelay::Undelivered&) {},
                         [] { return 1.0; }};
  TaskServices services_{
      {core_.context.get_executor(), core_.upstream, core_.ids, core_.digest, core_.document},
      {store(), core_.clock, core_.log, core_.limits, core_.replies, &relay_}};
};

TEST_P(PushRequestsTest, AConfigIsMadeReadListedAndRemoved) {
  make_task("t");
  const auto made = create({.task_id = "t", .config = hook("a"), .tenant = "our-tenant"});
  ASSERT_TRUE(made);
  EXPECT_EQ(*made, (TaskPushConfig{"t", hook("a"), "our-tenant"}));
  ASSERT_TRUE(create({.task_id = "t", .config = hook("b")}));
  EXPECT_TRUE(relay_.follows("t"));
  EXPECT_EQ(get("b")->config, hook("b"));
  EXPECT_EQ(get("")->config, hook("a")) << "the first one";
  EXPECT_THAT(*list("t"), ElementsAre(TaskPushConfig{"t", hook("a"), "our-tenant"},
                                      TaskPushConfig{"t", hook("b"), "our-tenant"}));
  EXPECT_TRUE(remove("t", "a"));
  EXPECT_TRUE(remove("t", "a")) << "it is gone";
  EXPECT_THAT(*list("t"), ElementsAre(TaskPushConfig{"t", hook("b"), "our-tenant"}));
  EXPECT_EQ(get("a").error().code, ErrorCode::kTaskNotFound);
}

TEST_P(PushRequestsTest, AListComesInPagesThatRemovedConfigsDoNotMove) {
  make_task("t");
  ASSERT_TRUE(create({.task_id = "t", .config = hook("b")}));
  ASSERT_TRUE(create({.task_id = "t", .config = hook("a")}));
  EXPECT_THAT(page(1, ""), ElementsAre("a", "a"));
  EXPECT_THAT(page(1, "a"), ElementsAre("b", ""));
  EXPECT_THAT(page(2, ""), ElementsAre("a", "b", ""));
  EXPECT_THAT(page(0, "a"), ElementsAre("b", ""));
  ASSERT_TRUE(remove("t", "a"));
  EXPECT_THAT(page(1, "a"), ElementsAre("b", ""));
}

TEST_P(PushRequestsTest, NotificationsHaveTheFormOfTheVersionThatAskedForThem) {
  make_task("t");
  ASSERT_TRUE(create({.task_id = "t", .config = hook("new")}, Version::kV1_0));
  ASSERT_TRUE(create({.task_id = "t", .config = hook("old")}, Version::kV0_3));
  const auto kept = core_.store.pushes(scope_, "t").wait();
  EXPECT_EQ(kept->at(0).subscription.form, store::PushForm::kStreamResponse);
  EXPECT_EQ(kept->at(1).subscription.form, store::PushForm::kTask);
}

TEST_P(PushRequestsTest, AConfigWithoutIdGetsOne) {
  make_task("t");
  const auto made = create({.task_id = "t", .config = {.url = "https://hooks.example.com/"}});
  ASSERT_TRUE(made);
  EXPECT_THAT(made->config.id, HasSubstr("id-"));
  EXPECT_TRUE(get(made->config.id));
}

TEST_P(PushRequestsTest, WhatMayNotBeRegisteredIsRefused) {
  make_task("t");
  EXPECT_EQ(create({.task_id = "u", .config = hook("a")}).error().code, ErrorCode::kTaskNotFound);
  EXPECT_EQ(create({.task_id = "t", .config = {.url = "http://127.0.0.1/"}}).error().code,
            ErrorCode::kInvalidParams);
  EXPECT_EQ(list("u").error().code, ErrorCode::kTaskNotFound);
  EXPECT_EQ(remove("u", "a").error().code, ErrorCode::kTaskNotFound);
  EXPECT_THAT(*list("t"), IsEmpty());
}

// What is wrong with a config is told at the place where its sender has it.
TEST_P(PushRequestsTest, FaultsAreToldWhereTheConfigStands) {
  make_task("t");
  const a2a::TaskPushConfig local{.task_id = "t", .config = {.url = "http://127.0.0.1/"}};
  EXPECT_EQ(create(local).error().violations.at(0).field, "url");
  EXPECT_THAT(create(local).error().message, StartsWith("url: "));
  EXPECT_EQ(create(local, Version::kV0_3).error().violations.at(0).field, "pushNotificationConfig.url");
  const auto sent = [&](Version version, const std::string& config) {
    return requested_push(services_.push, {version, holder_}, {config}).error().violations.at(0).field;
  };
  for (const char* wrong : {R"({"url":"http://127.0.0.1/"})", R"({"url":7})"}) {
    EXPECT_EQ(sent(Version::kV1_0, wrong), "configuration.taskPushNotificationConfig.url");
    EXPECT_EQ(sent(Version::kV0_3, wrong), "configuration.pushNotificationConfig.url");
  }
}

TEST_P(PushRequestsTest, ATaskHasItsLimitOfConfigs) {
  make_task("t");
  ASSERT_TRUE(create({.task_id = "t", .config = hook("a")}));
  ASSERT_TRUE(create({.task_id = "t", .config = hook("b")}));
  EXPECT_EQ(create({.task_id = "t", .config = hook("c")}).error().code, ErrorCode::kInvalidParams);
}

TEST_P(PushRequestsTest, AConfigThatComesWithAMessageIsOfItsTask) {
  core_.upstream.results["SendMessage"] = gives(task_result("COMPLETED"));
  const auto result = send(with_hook("go", R"({"id":"a","url":"https://hooks.example.com/a"})"));
  ASSERT_TRUE(result);
  core_.finish();
  const auto configs = list(std::get<a2a::Task>(*result).id);
  ASSERT_TRUE(configs);
  ASSERT_EQ(configs->size(), 1U);
  EXPECT_EQ(configs->at(0).config, hook("a"));
}

TEST_P(PushRequestsTest, AMessageWithAConfigThatIsNotAllowedNeverReachesTheAgent) {
  for (const char* config : {R"({"url":"http://127.0.0.1/"})", R"({"url":7})", "{"}) {
    EXPECT_FALSE(send(with_hook("go", config))) << config;
  }
  EXPECT_EQ(core_.upstream.sent.size(), 0U);
}

// The task has as many as it may have: the message is not said, and may be said again without its config.
TEST_P(PushRequestsTest, AnAnswerWhoseConfigFindsNoRoomIsNotSaid) {
  core_.upstream.results["SendMessage"] = gives(task_result("INPUT_REQUIRED"));
  const std::string id = std::get<a2a::Task>(*send(text_request("first"))).id;
  core_.finish();
  for (const char* config : {"a", "b"}) ASSERT_TRUE(create({.task_id = id, .config = hook(config)}));
  a2a::SendRequest answer = with_hook("second", R"({"id":"c","url":"https://hooks.example.com/c"})");
  answer.message.message_id = "m-2";
  answer.message.task_id = id;
  EXPECT_EQ(send(answer).error().code, ErrorCode::kInvalidParams);
  EXPECT_EQ(core_.upstream.count("SendMessage"), 1U);
  answer.configuration.push_notification_config = {};
  core_.upstream.results["SendMessage"] = gives(task_result("COMPLETED"));
  const auto taken = send(answer);
  ASSERT_TRUE(taken);
  EXPECT_EQ(std::get<a2a::Task>(*taken).status.state, a2a::TaskState::kCompleted);
  EXPECT_EQ(core_.upstream.count("SendMessage"), 2U);
}

INSTANTIATE_TEST_SUITE_P(Stores, PushRequestsTest, testing::Bool(),
                         [](const auto& test) { return test.param ? "Late" : "AtOnce"; });

}  // namespace
}  // namespace schemagate
