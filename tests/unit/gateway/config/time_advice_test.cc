// load_config(): times that never come.
#include "gateway/config/load.h"
#include "tests/unit/gateway/config/config_folder.h"

namespace schemagate {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class ConfigTimes : public ConfigFolder {
 protected:
  auto warned(const std::string& upstream, const std::string& rest) const {
    const auto loaded =
        load("agents:\n  fight:\n    upstream: {url: 'http://127.0.0.1:9001', " + upstream + "}\n" + rest);
    EXPECT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
    return loaded.problems;
  }
};

TEST_F(ConfigTimes, AreNotWarnedOfWhereTheyFit) {
  EXPECT_THAT(warned("", ""), IsEmpty());
  EXPECT_THAT(warned("request_timeout: 2m", "limits: {blocking_timeout: 2m}"), IsEmpty());
  EXPECT_THAT(warned("request_timeout: 1s, task_timeout: 1s", "limits: {blocking_timeout: 1s}"), IsEmpty());
  EXPECT_THAT(warned("", "push: {give_up_after: 1h}"), IsEmpty());
}

TEST_F(ConfigTimes, AreNotWarnedOfWhereOnlyTheOtherOneIsSaid) {
  EXPECT_THAT(warned("request_timeout: 1s", ""), IsEmpty()) << "the agent is to be quick";
  EXPECT_THAT(warned("task_timeout: 10s", ""), IsEmpty());
}

// Whether its card says that it streams, nobody knows here.
TEST_F(ConfigTimes, AreNotWarnedOfWhereTheAgentMayStream) {
  EXPECT_THAT(warned("", "limits: {blocking_timeout: 3m}"), IsEmpty());
  EXPECT_THAT(warned("streaming: auto", "limits: {blocking_timeout: 3m}"), IsEmpty());
}

TEST_F(ConfigTimes, AreWarnedOfWhereABlockingCallFailsBeforeItGetsTheTask) {
  EXPECT_THAT(warned("streaming: never", "limits: {blocking_timeout: 3m}"),
              ElementsAre(IsProblem(false, "limits.blocking_timeout", 4,
                                    "is longer than agents.fight.upstream.request_timeout (2m): ")));
  EXPECT_THAT(warned("streaming: never, request_timeout: 1s", "limits: {blocking_timeout: 2s}"),
              ElementsAre(IsProblem(false, "limits.blocking_timeout", 4, "request_timeout (1s)")));
}

TEST_F(ConfigTimes, AreWarnedOfWhereTheTaskEndsBeforeTheRequest) {
  EXPECT_THAT(warned("request_timeout: 2s, task_timeout: 1s", ""),
              ElementsAre(IsProblem(false, "agents.fight.upstream.request_timeout", 3,
                                    "is longer than task_timeout (1s)")));
  EXPECT_THAT(warned("request_timeout: 2h", ""),
              ElementsAre(IsProblem(false, "agents.fight.upstream.request_timeout", 3, "task_timeout (1h)")));
}

TEST_F(ConfigTimes, AreWarnedOfWhereDeliveriesGoWithTheirTask) {
  EXPECT_THAT(
      warned("", "push: {give_up_after: 2h}"),
      ElementsAre(IsProblem(false, "push.give_up_after", 4, "longer than limits.task_retention (1h)")));
  EXPECT_THAT(
      warned("", "limits: {task_retention: 10m}"),
      ElementsAre(IsProblem(false, "limits.task_retention", 4, "shorter than push.give_up_after (30m)")));
  EXPECT_THAT(warned("", "limits: {task_retention: 10m}\npush: {enabled: false}"), IsEmpty());
}

}  // namespace
}  // namespace schemagate
