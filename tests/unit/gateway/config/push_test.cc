// load_config(): the section `push`.
#include "tests/unit/gateway/config/config_folder.h"

namespace schemagate {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

using LoadPush = ConfigFolder;

bool allows(const PushSettings& settings, const char* address) {
  return settings.options.rules.guard.allows(*push::IpAddress::parse(address));
}

TEST_F(LoadPush, IsOnAndGuardedUnlessItIsToldElse) {
  const auto loaded = load_with_agents("");
  EXPECT_TRUE(loaded.config->push.enabled);
  EXPECT_TRUE(loaded.config->agents[0].push_notifications);
  EXPECT_FALSE(loaded.config->push.options.rules.plain_http);
  EXPECT_FALSE(allows(loaded.config->push, "127.0.0.1"));
  EXPECT_FALSE(load_with_agents("push: {enabled: false}").config->agents[0].push_notifications);
}

TEST_F(LoadPush, ReadsEverySetting) {
  write("hooks.key", std::string(64, 'a'));
  const auto loaded = load_with_agents(
      "push: {allow: [10.0.0.0/8, 'fd00::/8', hooks.internal], plain_http: true, timeout: 20s, first_pause: "
      "2s, "
      "longest_pause: 3m, give_up_after: 4h, deliveries: 7, threads: 5, configs_per_task: 6, "
      "signing_keys: {hooks.internal: hooks.key, 10.0.0.1: hooks.key}}");
  ASSERT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
  const PushSettings& push = loaded.config->push;
  EXPECT_TRUE(allows(push, "10.1.2.3"));
  EXPECT_TRUE(allows(push, "fd00::1"));
  EXPECT_FALSE(allows(push, "192.168.0.1"));
  EXPECT_THAT(push.options.rules.hosts, ElementsAre("hooks.internal"));
  EXPECT_TRUE(push.options.rules.plain_http);
  EXPECT_EQ(push.timeout, std::chrono::seconds(20));
  EXPECT_EQ(push.options.retry.pause_min, std::chrono::seconds(2));
  EXPECT_EQ(push.options.retry.pause_max, std::chrono::minutes(3));
  EXPECT_EQ(push.options.retry.give_up, std::chrono::hours(4));
  EXPECT_EQ(push.options.deliveries, 7U);
  EXPECT_EQ(push.options.threads, 5U);
  EXPECT_EQ(push.configs_per_task_max, 6U);
  EXPECT_EQ(push.options.keys.at("hooks.internal"), std::vector<std::uint8_t>(32, 0xaa));
  EXPECT_TRUE(push.options.keys.contains("10.0.0.1"));
}

TEST_F(LoadPush, RefusesWhatIsNone) {
  write("hooks.key", std::string(64, 'a'));
  for (const auto& [section, path, reason] :
       {std::tuple("allow: [10.0.0.1/8]", "push.allow[0]", "address range"),
        std::tuple("allow: [a.b, 'https://hooks/']", "push.allow[1]", "host name"),
        std::tuple("allow: [Hooks.internal]", "push.allow[0]", "lower case"),
        std::tuple("signing_keys: {hooks: none.key}", "push.signing_keys.hooks", "does not exist"),
        std::tuple("signing_keys: {'hooks:80': hooks.key}", "push.signing_keys.hooks:80", "without port"),
        std::tuple("threads: 0", "push.threads", "1"), std::tuple("deliveries: 0", "push.deliveries", "1"),
        std::tuple("retry: 1", "push.retry", "unknown")}) {
    const auto loaded = load_with_agents("push: {" + std::string(section) + "}");
    EXPECT_FALSE(loaded.config) << section;
    EXPECT_THAT(loaded.problems, Contains(IsProblem(true, path, 2, reason)))
        << section << testing::PrintToString(loaded.problems);
  }
}

}  // namespace
}  // namespace schemagate
