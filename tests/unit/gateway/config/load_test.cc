// load_config(): everything but agents and their contracts.
#include "gateway/config/load.h"

#include "tests/unit/gateway/config/config_folder.h"

namespace schemagate {
namespace {

using namespace std::chrono_literals;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

using LoadConfig = ConfigFolder;

TEST_F(LoadConfig, HasADefaultForAllButTheAgents) {
  const auto loaded = load_with_agents("");
  EXPECT_THAT(loaded.problems, IsEmpty());
  ASSERT_TRUE(loaded.config);
  EXPECT_EQ(loaded.config->listeners[0].options.address, "127.0.0.1");
  EXPECT_EQ(loaded.config->listeners[0].options.port, 8080);
  EXPECT_EQ(loaded.config->public_url, "http://127.0.0.1:8080");
  EXPECT_EQ(loaded.config->threads, 0u);
  EXPECT_EQ(loaded.config->log_level, "info");
  EXPECT_EQ(loaded.config->listener.body_bytes_max, 1u << 20);
}

TEST_F(LoadConfig, ReadsTheListenerLimits) {
  const auto loaded = load_with_agents(R"(
limits: {body: 2MiB, headers: 50, header_bytes: 16KiB, header_timeout: 1s, body_timeout: 2s, idle_timeout: 3s,
  write_timeout: 4s, connections: 50000, connections_per_address: 6, backlog: 7})");
  ASSERT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
  const auto& limits = loaded.config->listener;
  EXPECT_EQ(limits.body_bytes_max, 2u << 20);
  EXPECT_EQ(limits.headers_max, 50u);
  EXPECT_EQ(limits.head_bytes_max, 16u << 10);
  EXPECT_EQ(limits.head_timeout, 1s);
  EXPECT_EQ(limits.body_timeout, 2s);
  EXPECT_EQ(limits.idle_timeout, 3s);
  EXPECT_EQ(limits.write_timeout, 4s);
  EXPECT_EQ(limits.connections_max, 50'000u);
  EXPECT_EQ(limits.connections_per_address_max, 6u);
  EXPECT_EQ(limits.backlog, 7);
}

TEST_F(LoadConfig, ReadsTheGatewayLimits) {
  const auto loaded = load_with_agents(R"(
limits: {json_depth: 32, streams: 11, tasks: 12, task_retention: 13s, kept_bytes: 2MiB,
  context_retention: 14s, task_events: 17, task_bytes: 1MiB,
  event_bytes: 100KiB, deduplication_window: 0, keep_alive: 200ms, blocking_timeout: 5s, drain: 0s})");
  ASSERT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
  const auto& limits = loaded.config->limits;
  EXPECT_EQ(limits.json_depth_max, 32u);
  EXPECT_EQ(limits.streams_max, 11u);
  EXPECT_EQ(limits.tasks_max, 12u);
  EXPECT_EQ(limits.task_retention, 13s);
  EXPECT_EQ(limits.kept_bytes_max, 2u << 20);
  EXPECT_EQ(limits.context_retention, 14s);
  EXPECT_EQ(limits.task_events_max, 17u);
  EXPECT_EQ(limits.task_bytes_max, 1u << 20);
  EXPECT_EQ(limits.event_bytes_max, 100u << 10);
  EXPECT_EQ(limits.deduplication_window, 0s);
  EXPECT_EQ(limits.keep_alive, 200ms);
  EXPECT_EQ(limits.blocking_timeout, 5s);
  EXPECT_EQ(loaded.config->drain_timeout, 0s);
}

TEST_F(LoadConfig, ReadsTheUpstreamLimits) {
  const auto loaded = load_with_agents(R"(
limits: {upstream: {connections: 2, idle_connections: 0, idle_timeout: 3s, connect_timeout: 4s, header_bytes: 5KiB,
  body: 6MiB, parts: 700}})");
  ASSERT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
  EXPECT_EQ(loaded.config->limits.answer_parts_max, 700u);
  const auto& limits = loaded.config->upstream;
  EXPECT_EQ(limits.connections_per_host_max, 2u);
  EXPECT_EQ(limits.idle_connections_max, 0u);
  EXPECT_EQ(limits.idle_timeout, 3s);
  EXPECT_EQ(limits.connect_timeout, 4s);
  EXPECT_EQ(limits.head_bytes_max, 5u << 10);
  EXPECT_EQ(limits.body_bytes_max, 6u << 20);
}

TEST_F(LoadConfig, ReportsEveryProblemInTheOrderOfTheFile) {
  const auto loaded = load_with_agents(R"(threads: many
limits:
  body: 1MB
  keep_alive: 15
  task_retention: 1500ms
log: {level: loud}
lisen: 127.0.0.1:1
)");
  EXPECT_FALSE(loaded.config);
  EXPECT_THAT(
      loaded.problems,
      ElementsAre(IsProblem(true, "threads", 2, "a whole number from 0 to 1024, found \"many\""),
                  IsProblem(true, "limits.body", 4, "a size from 1KiB to 1GiB, found \"1MB\""),
                  IsProblem(true, "limits.keep_alive", 5, "with its unit (ms, s, m or h) from 100ms to 1h"),
                  IsProblem(true, "limits.task_retention", 6, "expected whole seconds, found 1500ms"),
                  IsProblem(true, "log.level", 7, "one of debug, info, warn, error, off"),
                  IsProblem(true, "lisen", 8, "did you mean \"listen\"?")));
}

TEST_F(LoadConfig, RefusesValuesBeyondTheirRange) {
  const auto loaded = load_with_agents(R"(threads: 1025
limits: {body: 2GiB, headers: 7, header_timeout: 2h, tasks: -1, streams: 1.5, json_depth: 99999999999999999999}
)");
  EXPECT_THAT(loaded.problems, SizeIs(7));
  EXPECT_THAT(loaded.problems, Contains(IsProblem(true, "limits.tasks", 3, "found -1")));
}

TEST_F(LoadConfig, RefusesKindsThatDoNotFit) {
  const auto loaded = load_with_agents(R"(listen: 8080
threads: '4'
log: info
limits: [body]
public_url:
)");
  EXPECT_THAT(loaded.problems, ElementsAre(IsProblem(true, "listen", 2, "expected text, found a number"),
                                           IsProblem(true, "threads", 3, "found \"4\""),
                                           IsProblem(true, "log", 4, "expected members, found a text"),
                                           IsProblem(true, "limits", 5, "expected members, found a list"),
                                           IsProblem(true, "public_url", 6, "expected text, found nothing")));
}

TEST_F(LoadConfig, QuotesNoMoreThanAPieceOfAValue) {
  const auto loaded = load_with_agents("threads: " + std::string(100'000, '1'));
  ASSERT_THAT(loaded.problems, SizeIs(1));
  EXPECT_LT(loaded.problems[0].message.size(), 200u);
}

TEST_F(LoadConfig, NamesWhatItKnowsWhenNothingIsNear) {
  EXPECT_THAT(load_with_agents("log: {zzzzzzzz: 1}").problems,
              ElementsAre(IsProblem(true, "log.zzzzzzzz", 2, "known here: level")));
}

TEST_F(LoadConfig, RefusesMembersGivenTwiceAndGoesOn) {
  EXPECT_THAT(load_with_agents("threads: 1\nthreads: 2\nlimits: {bodi: 1}").problems,
              ElementsAre(IsProblem(true, "threads", 3, "given twice"),
                          IsProblem(true, "limits.bodi", 4, "did you mean \"body\"?")));
}

TEST_F(LoadConfig, RefusesAddressesThatCannotBe) {
  EXPECT_THAT(load_with_agents("listen: example.org:80\npublic_url: gw.example\n").problems,
              ElementsAre(IsProblem(true, "listen", 2, "expected an IP address and a port"),
                          IsProblem(true, "public_url", 3, "expected an absolute http or https URL")));
}

TEST_F(LoadConfig, WarnsOfAPublicUrlThatOnlyWorksHere) {
  const auto loaded = load_with_agents("listen: ':8080'\n");
  EXPECT_THAT(loaded.problems, ElementsAre(IsProblem(false, "listen", 2, "set public_url")));
  ASSERT_TRUE(loaded.config);
  EXPECT_EQ(loaded.config->public_url, "http://127.0.0.1:8080");
}

TEST_F(LoadConfig, WarnsOfLimitsThatContradictEachOther) {
  EXPECT_THAT(
      load_with_agents("limits: {event_bytes: 32MiB, connections: 9, streams: 10}\n").problems,
      testing::UnorderedElementsAre(IsProblem(false, "limits.event_bytes", 2, "larger than task_bytes"),
                                    IsProblem(false, "limits.streams", 2, "larger than connections")));
}

TEST_F(LoadConfig, PutsOverridesInThePlaceOfTheFilesValues) {
  const auto loaded =
      load(std::string(kAgents) + "listen: nowhere\nthreads: 1\n",
           {.listen = "[::1]:9", .public_url = std::nullopt, .log_level = "debug", .threads = "3"});
  ASSERT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
  EXPECT_EQ(loaded.config->listeners[0].options.address, "::1");
  EXPECT_EQ(loaded.config->listeners[0].options.port, 9);
  EXPECT_EQ(loaded.config->public_url, "http://[::1]:9");
  EXPECT_EQ(loaded.config->log_level, "debug");
  EXPECT_EQ(loaded.config->threads, 3u);
}

TEST_F(LoadConfig, ChecksOverridesLikeTheFile) {
  const auto loaded = load(kAgents, {.listen = "x", .public_url = "y", .log_level = "z", .threads = "9999"});
  EXPECT_THAT(loaded.problems, SizeIs(4));
  EXPECT_THAT(loaded.problems, testing::Each(testing::Field(&ConfigProblem::line, 0)));
  EXPECT_THAT(loaded.problems, testing::Each(testing::Field(&ConfigProblem::outside_file, true)));
  EXPECT_THAT(loaded.problems,
              testing::Contains(IsProblem(true, "--listen or SCHEMAGATE_LISTEN", 0, "an IP address")));
  const auto of_file = load(std::string(kAgents) + "listen: x\n",
                            {.listen = {}, .public_url = "y", .log_level = {}, .threads = {}});
  EXPECT_THAT(of_file.problems, testing::Contains(IsProblem(true, "listen", 2, "an IP address")));
  EXPECT_FALSE(loaded.config);
}

TEST_F(LoadConfig, RefusesFilesThatCannotBeRead) {
  EXPECT_THAT(load_config((folder_ / "none.yaml").string()).problems,
              ElementsAre(IsProblem(true, "", 0, "does not exist")));
  EXPECT_THAT(load_config(folder_.string()).problems,
              ElementsAre(IsProblem(true, "", 0, "not a regular file")));
  EXPECT_THAT(load_config("/dev/zero").problems, ElementsAre(IsProblem(true, "", 0, "not a regular file")));
  EXPECT_THAT(load(std::string((16 << 20) + 1, '#')).problems,
              ElementsAre(IsProblem(true, "", 0, "larger than 16MiB")));
}

TEST_F(LoadConfig, RefusesFilesWithoutMembers) {
  for (const auto* text : {"", "# nothing\n", "[1, 2]", "text"}) {
    EXPECT_THAT(load(text).problems,
                Contains(testing::Field(&ConfigProblem::message, testing::HasSubstr("expected members"))))
        << text;
  }
}

}  // namespace
}  // namespace schemagate
