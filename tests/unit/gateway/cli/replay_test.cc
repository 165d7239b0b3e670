#include "gateway/cli/replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "a2a/json/tree.h"
#include "extension/evolution/state.h"
#include "gateway/cli/replay_input.h"
#include "streams.h"

namespace schemagate::cli {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

constexpr auto kPool = SCHEMAGATE_SOURCE_DIR "/tests/evolution_pool/pool.jsonl";

std::string played(const ReplayOptions& options) {
  Streams streams;
  EXPECT_EQ(replay(options, streams.console), kDone) << streams.err.str();
  return streams.out.str();
}

std::vector<a2a::JsonTree> events_of(const std::string& text) {
  std::vector<a2a::JsonTree> events;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) events.push_back(a2a::parse_tree(line).value());
  return events;
}

std::size_t count(const std::vector<a2a::JsonTree>& events, std::string_view kind) {
  return static_cast<std::size_t>(
      std::ranges::count_if(events, [kind](const auto& each) { return each["event"] == kind; }));
}

std::string refused(const ReplayOptions& options) {
  Streams streams;
  EXPECT_EQ(replay(options, streams.console), kUsage);
  EXPECT_EQ(streams.out.str(), "");
  return streams.err.str();
}

TEST(Replay, OfTheAuthoredPoolFindsItsWishesAndIsDeterministic) {
  const std::string first = played({.in = kPool});
  EXPECT_EQ(first, played({.in = kPool}));
  const auto events = events_of(first);
  EXPECT_EQ(count(events, "assigned"), 1722U);
  EXPECT_EQ(count(events, "dropped"), 0U);
  EXPECT_GE(count(events, "patch"), 24U);
  EXPECT_EQ(count(events, "triggered"), count(events, "patch") + count(events, "queued") +
                                            count(events, "needs_approval") + count(events, "rejected"));
  for (const auto& event : events) {
    const std::size_t members = event["event"] == "assigned" ? 7 : event.size();
    EXPECT_EQ(event.size(), members) << "no text of a fragment";
  }
}

TEST(Replay, ShowsCandidatesOfAllClustersWithoutGates) {
  const auto events = events_of(played({.in = kPool, .cluster_only = true}));
  EXPECT_EQ(count(events, "triggered"), 0U);
  EXPECT_GE(count(events, "candidate"), 33U);
  EXPECT_EQ(events.back()["event"], "candidate");
  EXPECT_GE(events.back()["members"].size(), 10U);
  EXPECT_TRUE(events.back()["key"].contains("key_name"));
}

TEST(Replay, GoesOnFromTheStateOfAnEarlierRun) {
  std::ifstream file(kPool);
  std::string all((std::istreambuf_iterator<char>(file)), {});
  const std::size_t middle = all.find('\n', all.size() / 2) + 1;
  const std::string folder = testing::TempDir() + "/replay_state";
  std::filesystem::remove_all(folder);
  const std::string begin = played({.in = write_file("begin.jsonl", all.substr(0, middle)), .state = folder});
  const std::string end = played({.in = write_file("end.jsonl", all.substr(middle)), .state = folder});
  const auto parts = events_of(begin + end);
  const auto whole = events_of(played({.in = kPool}));
  ASSERT_EQ(parts.size(), whole.size());
  for (std::size_t i = 0; i < whole.size(); ++i) {
    EXPECT_EQ(parts[i]["event"], whole[i]["event"]);
    EXPECT_EQ(parts[i].value("heat", 0.0), whole[i].value("heat", 0.0));
    EXPECT_EQ(parts[i].value("cluster", 0), whole[i].value("cluster", 0));
  }
}

// The same document as the gateway keeps (gateway/evolution reads it): with what only a gateway has beside,
// it is gone on from, too.
TEST(Replay, KeepsItsStateAsTheGatewayDoes) {
  const std::string row = R"({"ts":10,"scenario":"s","text":"window seat"})";
  const std::string folder = testing::TempDir() + "/replay_kept";
  std::filesystem::remove_all(folder);
  const std::string in = write_file("kept.jsonl", row + "\n" + row + "\n");
  (void)played({.in = in, .state = folder});
  std::stringstream text;
  text << std::ifstream(folder + "/evolution.json").rdbuf();
  a2a::JsonTree tree = a2a::parse_tree(text.str()).value();
  EXPECT_EQ(tree["version"], evolution::kKeptVersion);
  EXPECT_EQ(tree["row"], 2);
  const auto kept = evolution::read_kept(tree, {});
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->engine.find("s")->pool().fragments(), 2U);
  tree["trail"] = a2a::JsonTree::array({{{"event", "patch"}}});
  tree["samples"] = a2a::JsonTree::object();
  std::ofstream(folder + "/evolution.json") << a2a::dump_tree(tree);
  EXPECT_EQ(events_of(played({.in = in, .state = folder}))[1]["cosine"], 1.0);
  for (const char* wrong : {"{}", R"({"version":2,"row":0,"engine":{}})", R"({"version":1,"row":0})"}) {
    std::ofstream(folder + "/evolution.json") << wrong;
    EXPECT_NE(refused({.in = in, .state = folder}), "") << wrong;
  }
}

TEST(Replay, SortsRowsByTimeAndDropsThoseThatItCannotUse) {
  const std::string rows = R"({"ts":20,"scenario":"s","text":"window seat"}
{"ts":"1970-01-01T00:00:10Z","scenario":"s","text":"vegan meal","client":"c"}

{"ts":30,"scenario":"s"}
not json
{"ts":-1,"scenario":"s","text":"x"}
{"ts":40,"text":"x"}
{"ts":50,"scenario":"s","text":"..."}
)";
  Streams streams;
  EXPECT_EQ(replay({.in = write_file("rows.jsonl", rows)}, streams.console), kDone);
  const auto events = events_of(streams.out.str());
  ASSERT_EQ(events.size(), 7U);
  EXPECT_EQ(a2a::dump_tree(events[0]),
            R"({"ts":10,"scenario":"s","event":"assigned","row":1,"cluster":1,"cosine":1.0,"heat":0.0})");
  EXPECT_EQ(events[1]["row"], 0);
  EXPECT_EQ(count(events, "dropped"), 5U);
  for (const auto& event : events) {
    if (event["event"] == "dropped") {
      EXPECT_EQ(event["reason"], "invalid");
    }
  }
  EXPECT_THAT(streams.err.str(), HasSubstr("row 3: expected a text, a payload or a verdict\n"));
  EXPECT_THAT(streams.err.str(), HasSubstr("row 6: scenario: expected a name\n"));
}

// Without a network and the same each time: vectors of a model come along with the texts or not at all.
TEST(Replay, TakesTheVectorsThatWereRecordedWithTheTexts) {
  const std::string rows =
      R"({"ts":1,"scenario":"s","text":"bigger eyes","model":"m","vector":[1,0,0]}
{"ts":2,"scenario":"s","text":"enlarge pupils","model":"m","vector":[9,1,0]}
{"ts":3,"scenario":"s","text":"enlarge pupils"}
{"ts":4,"scenario":"s","text":"x","vector":[1]}
{"ts":5,"scenario":"s","text":"x","model":"m","vector":[0,0]}
{"ts":6,"scenario":"s","text":"x","model":"m","vector":[1,"2"]}
)";
  Streams streams;
  EXPECT_EQ(replay({.in = write_file("rows.jsonl", rows)}, streams.console), kDone);
  const auto events = events_of(streams.out.str());
  ASSERT_EQ(events.size(), 6U);
  EXPECT_EQ(events[1]["cluster"], 1);
  EXPECT_NEAR(events[1]["cosine"].get<double>(), 0.9939, 1e-3);
  EXPECT_EQ(events[2]["cluster"], 2) << "the built-in vector is of another space";
  EXPECT_EQ(count(events, "dropped"), 3U);
  EXPECT_THAT(streams.err.str(), HasSubstr("row 3: model: expected the name"));
  EXPECT_THAT(streams.err.str(), HasSubstr("row 4: vector: expected 1 to 1024 numbers"));
  EXPECT_THAT(streams.err.str(), HasSubstr("row 5: vector: expected 1 to 1024 numbers"));
}

TEST(Replay, RefusesWhatItCannotUse) {
  const std::string rows = write_file("r.jsonl", "");
  EXPECT_THAT(refused({.in = "/no/such/file"}), HasSubstr("cannot be opened"));
  EXPECT_THAT(refused({.in = rows, .config = write_file("c.json", R"({"hot":1})")}),
              HasSubstr("hot: is not known"));
  EXPECT_THAT(refused({.in = rows, .config = write_file("c.json", "{")}), StartsWith(testing::TempDir()));
  EXPECT_THAT(refused({.in = rows, .config = write_file("c.json", R"({"schemas":{"s":{}}})")}),
              HasSubstr("schemas.s: "));
  EXPECT_THAT(refused({.in = rows, .known_clients = write_file("k.json", R"({"a":"soon"})")}),
              HasSubstr("a: expected"));
  const std::string folder = testing::TempDir() + "/broken_state";
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/evolution.json") << "{}";
  EXPECT_THAT(refused({.in = rows, .state = folder}),
              HasSubstr("this is no state of an evolution of this version"));
}

TEST(Replay, TakesTheProfileFirstThenSingleValuesThenFlags) {
  const auto config =
      read_replay_config(R"({"heat":3,"profile":"embedding_service","minimum_members":4})").value();
  EXPECT_EQ(config.settings.theta, 0.85);
  EXPECT_EQ(config.settings.heat, 3);
  const std::string file = write_file("c.json", R"({"mode":"automatic","minimum_age_hours":0})");
  const auto events = events_of(played({.in = kPool, .config = file, .mode = "propose"}));
  EXPECT_EQ(count(events, "patch"), 0U);
  EXPECT_GE(count(events, "needs_approval"), 24U);
}

TEST(Replay, PlaysPayloadsIntoTheLifeOfKeys) {
  std::string rows;
  const auto add = [&rows](double ts, const std::string& client, const std::string& rest) {
    rows += R"({"scenario":"flight_booking","ts":)" + std::to_string(ts) + R"(,"client":")" + client + "\"," +
            rest + "}\n";
  };
  for (int i = 0; i < 30; ++i) {
    constexpr std::array kTexts = {"window seat please", "a seat at the window", "window seats preferred",
                                   "the window seat, window", "window seat"};
    add(1000 + i, "c" + std::to_string(i % 6),
        R"("text":")" + std::string(kTexts[static_cast<std::size_t>(i / 6)]) + "\"");
  }
  for (int i = 0; i < 40; ++i) add(2000 + i, "c" + std::to_string(i % 6), R"("payload":{"origin":"PEK"})");
  for (int day = 1; day < 60; ++day) add(day * 86400.0, "c1", R"("payload":{})");
  const auto config = write_file("c.json", R"({"decision":"exact","minimum_age_hours":0})");
  const auto events = events_of(played({.in = write_file("rows.jsonl", rows), .config = config}));
  std::vector<std::string> states;
  for (const auto& event : events) {
    if (event["event"] == "state")
      states.push_back(event["key"].get<std::string>() + " " + event["to"].get<std::string>());
  }
  EXPECT_THAT(states, testing::ElementsAre("seat_preference deprecated", "seat_preference withdrawn",
                                           "seat_preference removed"));
}

TEST(Replay, TakesVerdictsForAlignment) {
  const std::string config =
      write_file("c.json", R"({"decision":"exact","minimum_age_hours":0,"minimum_texts":1})");
  std::string rows;
  for (int i = 0; i < 36; ++i) {
    rows += R"({"scenario":"s","ts":)" + std::to_string(1000 + i) + R"(,"client":"c)" +
            std::to_string(i % 6) + R"(","text":"window seat"})" + "\n";
  }
  for (int i = 0; i < 20; ++i) {
    rows += R"({"scenario":"s","ts":2000,"client":"c1","payload":{"seat_preference":"window"}})"
            "\n";
    rows += R"({"scenario":"s","ts":2000,"verdict":{"key":"seat_preference","aligned":true}})"
            "\n";
  }
  rows += R"({"scenario":"s","ts":2001,"verdict":{"key":"nothing","aligned":true}})"
          "\n";
  rows += R"({"scenario":"s","ts":700000,"client":"c1","payload":{}})"
          "\n";
  Streams streams;
  EXPECT_EQ(replay({.in = write_file("rows.jsonl", rows), .config = config}, streams.console), kDone);
  EXPECT_THAT(streams.out.str(), HasSubstr(R"("from":"experimental","to":"stable")"));
  EXPECT_THAT(streams.err.str(), HasSubstr("there is no key nothing"));
  // What was refused used nothing.
  for (std::size_t at = 0; (at = rows.find(R"("payload":{"seat)", at)) != rows.npos; at += 30)
    rows.insert(at, R"("accepted":false,)");
  rows += R"({"scenario":"s","ts":700001,"client":"c1","accepted":1,"payload":{}})";
  Streams refused;
  EXPECT_EQ(replay({.in = write_file("refused.jsonl", rows), .config = config}, refused.console), kDone);
  EXPECT_THAT(refused.out.str(), Not(HasSubstr(R"("to":"stable")")));
  EXPECT_THAT(refused.err.str(), HasSubstr("accepted: expected true or false"));
}

TEST(KnownClients, AreReadInSeveralForms) {
  EXPECT_EQ(read_known_clients(R"({"a":5,"b":"1970-01-01T00:00:07Z","c":null})").value(),
            (KnownClients{{"a", 5000}, {"b", 7000}, {"c", 0}}));
  EXPECT_EQ(read_known_clients(R"(["a",{"client":"b","first_seen":2}])").value(),
            (KnownClients{{"a", 0}, {"b", 2000}}));
  EXPECT_EQ(read_known_clients("a\n\n{\"client\":\"b\",\"ts\":2}\n\"c\"\n").value(),
            (KnownClients{{"a", 0}, {"b", 2000}, {"c", 0}}));
  EXPECT_THAT(read_known_clients("").value(), IsEmpty());
  EXPECT_FALSE(read_known_clients("[1]"));
  EXPECT_FALSE(read_known_clients("{\"client\":\"\"}\n"));
}

}  // namespace
}  // namespace schemagate::cli
