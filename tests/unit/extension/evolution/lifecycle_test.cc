#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "extension/evolution/instant.h"
#include "extension/evolution/lifecycle/compatibility.h"
#include "extension/evolution/lifecycle/conflict.h"
#include "extension/evolution/lifecycle/decision.h"
#include "extension/evolution/lifecycle/patch.h"

namespace schemagate::evolution {
namespace {

using schema_interaction::KeyType;

Settings exact() {
  Settings settings;
  settings.decision = Decision::kExact;
  return settings;
}

Verdict decide(const Figures& figures, const Settings& settings) {
  return judge(figures, settings).verdict;
}

Figures counted(std::uint64_t payloads, std::uint64_t present, std::uint64_t judged, std::uint64_t aligned,
                std::uint64_t typed) {
  Figures figures;
  figures.payloads = payloads;
  figures.present = figures.received = present;
  figures.judged = judged;
  figures.aligned = aligned;
  figures.typed = typed;
  figures.clients = 10;
  return figures;
}

TEST(Instants, AreReadAndWritten) {
  EXPECT_EQ(to_rfc3339(1'777'536'300'123), "2026-04-30T08:05:00.123Z");
  EXPECT_EQ(from_rfc3339("2026-04-30T10:05:00.1234+02:00"), 1'777'536'300'123);
  EXPECT_EQ(from_rfc3339("2026-04-30T08:05:00Z"), 1'777'536'300'000);
  for (const char* wrong : {"", "2026-04-30", "2026-02-30T00:00:00Z", "2026-04-30T25:00:00Z",
                            "2026-04-30T08:05:00", "2026-04-30T08:05:00.Z", "2026-04-30T08:05:00Zx"}) {
    EXPECT_EQ(from_rfc3339(wrong), std::nullopt) << wrong;
  }
}

// SD-86: exactly on the limits is enough, anything less is not.
TEST(Decision, PromotesFromItsLimitsOn) {
  EXPECT_EQ(decide(counted(1000, 150, 5, 4, 135), exact()), Verdict::kPromote);
  EXPECT_EQ(decide(counted(1000, 149, 5, 4, 149), exact()), Verdict::kExtend);
  EXPECT_EQ(decide(counted(1000, 150, 100, 79, 150), exact()), Verdict::kExtend);
  EXPECT_EQ(decide(counted(1000, 150, 5, 4, 134), exact()), Verdict::kExtend);
}

// SD-87: each alone is a reason; exactly on the limit is none.
TEST(Decision, DeprecatesBelowItsLimits) {
  EXPECT_EQ(decide(counted(1000, 49, 5, 5, 49), exact()), Verdict::kDeprecate);
  EXPECT_EQ(decide(counted(1000, 500, 100, 59, 500), exact()), Verdict::kDeprecate);
  EXPECT_EQ(decide(counted(1000, 500, 5, 5, 349), exact()), Verdict::kDeprecate);
  EXPECT_EQ(decide(counted(1000, 50, 10, 6, 35), exact()), Verdict::kExtend);
}

// what nobody has judged is unknown, and never good.
TEST(Decision, WaitsForWhatIsUnknown) {
  EXPECT_EQ(decide(counted(1000, 500, 0, 0, 500), exact()), Verdict::kHold);
  EXPECT_EQ(decide(counted(0, 0, 0, 0, 0), exact()), Verdict::kHold);
  EXPECT_EQ(decide(counted(1000, 0, 0, 0, 0), exact()), Verdict::kDeprecate) << "nobody uses it";
}

// What operators are told.
TEST(Decision, SaysWhichRuleItWas) {
  EXPECT_EQ(judge(counted(1000, 150, 5, 4, 135), exact()).rule, "limits_reached");
  EXPECT_EQ(judge(counted(1000, 49, 5, 5, 49), exact()).rule, "usage_too_low");
  EXPECT_EQ(judge(counted(1000, 500, 100, 59, 500), exact()).rule, "alignment_too_low");
  EXPECT_EQ(judge(counted(1000, 500, 5, 5, 349), exact()).rule, "type_too_low");
  EXPECT_EQ(judge(counted(1000, 50, 10, 6, 35), exact()).rule, "between_limits");
  EXPECT_EQ(judge(counted(1000, 500, 0, 0, 500), exact()).rule, "not_judged");
  EXPECT_EQ(judge(counted(199, 199, 100, 100, 199), {}).rule, "too_few_payloads");
  EXPECT_EQ(judge(counted(200, 200, 30, 27, 200), {}).rule, "not_sure");
  Figures few = counted(1000, 0, 0, 0, 0);
  few.clients = 4;
  EXPECT_EQ(judge(few, {}).rule, "too_few_clients");
}

TEST(Decision, TrustsNoSmallSample) {
  EXPECT_NEAR(wilson(27, 30).low, 0.744, 0.0005);
  EXPECT_NEAR(wilson(45, 50).low, 0.786, 0.0005);
  EXPECT_NEAR(wilson(675, 750).low, 0.876, 0.001);
  const Settings settings;
  EXPECT_EQ(decide(counted(199, 199, 100, 100, 199), settings), Verdict::kHold);
  EXPECT_EQ(decide(counted(200, 200, 30, 27, 200), settings), Verdict::kHold) << ".744 is below .80";
  EXPECT_EQ(decide(counted(200, 200, 100, 95, 200), settings), Verdict::kPromote);
  Figures few = counted(1000, 0, 0, 0, 0);
  few.clients = 4;
  EXPECT_EQ(decide(few, settings), Verdict::kHold);
  few.clients = 5;
  EXPECT_EQ(decide(few, settings), Verdict::kDeprecate);
}

// SD-78, SD-79, SD-80, SD-81, SD-82, X-42
TEST(Metrics, AreSharesOverTheWindow) {
  Metrics metrics;
  metrics.on_payload(1, {true, true, true}, 0);
  const Instant now = 31 * kDay;
  for (std::uint64_t client = 1; client <= 4; ++client) metrics.on_delivery(client);
  for (int i = 0; i < 17; ++i) metrics.on_payload(static_cast<std::uint64_t>(i % 4 + 1), {}, now);
  metrics.on_payload(1, {true, true, true}, now);
  metrics.on_payload(2, {true, true, true}, now);
  metrics.on_payload(3, {true, true, false}, now);
  for (int i = 0; i < 5; ++i) metrics.on_verdict(i > 0, now);
  const Figures figures = metrics.figures(30, now);
  EXPECT_EQ(figures.payloads, 20U) << "what is 31 days old does not count";
  EXPECT_DOUBLE_EQ(usage_frequency(figures).value(), 0.15);
  EXPECT_DOUBLE_EQ(receiver_usage_frequency(figures).value(), 0.15);
  EXPECT_DOUBLE_EQ(semantic_alignment_accuracy(figures).value(), 0.8);
  EXPECT_NEAR(value_type_correctness(figures).value(), 2.0 / 3, 1e-9);
  EXPECT_DOUBLE_EQ(client_adoption_rate(figures).value(), 0.5);
  EXPECT_EQ(semantic_alignment_accuracy(Metrics().figures(30, now)), std::nullopt);
}

// what was refused used nothing; that its value had another type, or the right one, counts.
TEST(Metrics, RefusedPayloadsCountForTheTypeAlone) {
  Metrics metrics;
  metrics.on_delivery(1);
  metrics.on_payload(1, {false, true, true}, kDay);
  metrics.on_payload(1, {false, true, false}, kDay);
  metrics.on_payload(1, {false, false, false}, kDay);
  const Figures figures = metrics.figures(30, kDay);
  EXPECT_EQ(figures.received, 2U);
  EXPECT_EQ(figures.payloads + figures.receiver_payloads + figures.present + figures.clients, 0U);
  EXPECT_DOUBLE_EQ(value_type_correctness(figures).value(), 0.5);
  EXPECT_DOUBLE_EQ(client_adoption_rate(figures).value(), 0);
  EXPECT_EQ(metrics.last_used(), 0) << "it keeps no deprecated key in the template";
}

TEST(Metrics, CountClientsBeyondTheirBoundByEstimate) {
  ClientSample sample;
  for (int i = 0; i < 1024; ++i) sample.add(client_hash("client " + std::to_string(i)));
  EXPECT_EQ(sample.count(), 1024U);
  for (int i = 0; i < 20'000; ++i) sample.add(client_hash("client " + std::to_string(i)));
  EXPECT_NEAR(static_cast<double>(sample.count()), 20'000, 2'500);
  EXPECT_EQ(sample.kept().size(), 1024U);
}

EvolvedKey trial(const Settings& settings) {
  EvolvedKey key;
  key.what.name = "seat_preference";
  begin_trial(key, settings, 0);
  return key;
}

void use(EvolvedKey& key, int payloads, int with, Instant at) {
  for (int i = 0; i < payloads; ++i)
    key.metrics.on_payload(static_cast<std::uint64_t>(i % 7), {true, i < with, i < with}, at);
}

// SD-83, SD-84
TEST(KeyLife, BeginsAsAnExperimentAndIsDecidedAfterTheTrial) {
  const Settings settings = exact();
  EvolvedKey key = trial(settings);
  EXPECT_EQ(key.state, KeyState::kExperimental);
  use(key, 20, 3, kDay);
  for (int i = 0; i < 5; ++i) key.metrics.on_verdict(i > 0, kDay);
  EXPECT_FALSE(next_transition(key, settings, 7 * kDay - 1));
  const auto moved = next_transition(key, settings, 7 * kDay);
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->to, KeyState::kStable);
  EXPECT_EQ(moved->at, 7 * kDay);
}

// what is decided on is the key's age, within the window.
TEST(KeyLife, IsDecidedOnItsAgeOrOnTheWindowWhicheverIsShorter) {
  for (const auto& [window, verdict] :
       {std::pair{std::size_t{3}, KeyState::kStable}, {std::size_t{30}, KeyState::kExperimental}}) {
    Settings settings = exact();
    settings.observation_days = window;
    EvolvedKey key;
    begin_trial(key, settings, 100 * kDay);
    use(key, 400, 0, 101 * kDay);
    use(key, 100, 50, 106 * kDay);
    for (int i = 0; i < 5; ++i) key.metrics.on_verdict(true, 106 * kDay);
    EXPECT_EQ(next_transition(key, settings, 107 * kDay)->to, verdict) << window;
  }
  // A key of seven days is not held against the payloads of the 23 before it.
  Settings settings = exact();
  EvolvedKey key;
  use(key, 1000, 0, 99 * kDay);
  begin_trial(key, settings, 102 * kDay);
  use(key, 100, 50, 106 * kDay);
  for (int i = 0; i < 5; ++i) key.metrics.on_verdict(true, 106 * kDay);
  EXPECT_EQ(next_transition(key, settings, 109 * kDay)->to, KeyState::kStable);
}

// SD-88, SD-89
TEST(KeyLife, EndsInStepsWhenNobodyUsesIt) {
  const Settings settings = exact();
  EvolvedKey key = trial(settings);
  use(key, 40, 1, kHour);
  EXPECT_EQ(next_transition(key, settings, 7 * kDay)->to, KeyState::kDeprecated);
  EXPECT_FALSE(next_transition(key, settings, 20 * kDay));
  EXPECT_TRUE(key.is_advertised());
  EXPECT_EQ(next_transition(key, settings, 21 * kDay)->to, KeyState::kWithdrawn);
  EXPECT_FALSE(key.is_advertised());
  EXPECT_FALSE(next_transition(key, settings, 50 * kDay));
  EXPECT_TRUE(key.is_accepted());
  EXPECT_EQ(next_transition(key, settings, 51 * kDay)->to, KeyState::kRemoved);
  EXPECT_FALSE(key.is_accepted());
}

TEST(KeyLife, IsNotWithdrawnWhileSomebodyUsesItButNotForEver) {
  const Settings settings = exact();
  EvolvedKey key = trial(settings);
  use(key, 40, 1, kHour);
  next_transition(key, settings, 7 * kDay);
  for (int day = 8; day < 200; ++day) {
    use(key, 1, 1, day * kDay);
    if (const auto moved = next_transition(key, settings, day * kDay)) {
      EXPECT_EQ(moved->at, 97 * kDay);
      return;
    }
  }
  FAIL() << "never withdrawn";
}

TEST(KeyLife, IsExtendedTwiceBetweenTheLimits) {
  const Settings settings = exact();
  EvolvedKey key = trial(settings);
  for (int day = 0; day < 30; ++day) use(key, 10, 1, day * kDay);
  for (const Instant day : {7, 14}) {
    const auto extended = next_transition(key, settings, 20 * kDay);
    ASSERT_TRUE(extended);
    EXPECT_EQ(extended->at, day * kDay);
    EXPECT_EQ(extended->to, KeyState::kExperimental) << "a decision as well";
    EXPECT_EQ(extended->rule, "between_limits");
    EXPECT_EQ(key.since, 0) << "the figures are still those of the whole trial";
  }
  EXPECT_FALSE(next_transition(key, settings, 20 * kDay));
  const auto moved = next_transition(key, settings, 21 * kDay);
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->to, KeyState::kDeprecated);
  EXPECT_EQ(moved->rule, "between_limits_to_the_end");
}

// "Somebody uses it" is as short or long as the grace itself, so that it can be tried.
TEST(KeyLife, IsShownOnForAGraceSinceItsLastUse) {
  Settings settings;
  settings.grace_days = 1;
  settings.minimum_payloads = 1;
  settings.decision = Decision::kExact;
  EvolvedKey key = trial(settings);
  key.metrics.on_payload(1, {true, false, false}, kDay);
  ASSERT_EQ(next_transition(key, settings, 7 * kDay)->to, KeyState::kDeprecated);
  key.metrics.on_payload(1, {true, true, true}, 7 * kDay + kDay / 2);
  EXPECT_FALSE(next_transition(key, settings, 8 * kDay)) << "it was used half a day ago";
  const auto moved = next_transition(key, settings, 9 * kDay);
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->to, KeyState::kWithdrawn);
  EXPECT_EQ(moved->rule, "grace_over");
}

TEST(KeyLife, AShortGraceIsLookedAtAsOften) {
  Settings settings;
  settings.grace_days = 0.001;
  settings.decision = Decision::kExact;
  EvolvedKey key = trial(settings);
  key.metrics.on_payload(1, {true, false, false}, kDay);
  ASSERT_EQ(next_transition(key, settings, 7 * kDay)->to, KeyState::kDeprecated);
  key.metrics.on_payload(1, {true, true, true}, 7 * kDay + kMinute);
  EXPECT_FALSE(next_transition(key, settings, 7 * kDay + 2 * kMinute));
  const auto moved = next_transition(key, settings, 7 * kDay + 5 * kMinute);
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->to, KeyState::kWithdrawn);
}

//
TEST(KeyLife, EndsWithItsPatchWhenNothingIsKnown) {
  const Settings settings;
  EvolvedKey key = trial(settings);
  for (int week = 1; week <= 12; ++week) {
    const auto held = next_transition(key, settings, 90 * kDay - 1);
    ASSERT_TRUE(held) << week;
    EXPECT_EQ(held->at, week * 7 * kDay);
    EXPECT_EQ(held->to, KeyState::kExperimental);
    EXPECT_EQ(held->rule, "too_few_payloads");
  }
  EXPECT_FALSE(next_transition(key, settings, 90 * kDay - 1));
  const auto moved = next_transition(key, settings, 90 * kDay);
  EXPECT_EQ(moved->to, KeyState::kDeprecated);
  EXPECT_EQ(moved->rule, "patch_expired");
}

schema_interaction::SchemaTemplate flights_and_classes() {
  schema_interaction::SchemaTemplate schema;
  schema.schema_id = "flight_booking_v1";
  schema.keys = {{"origin", KeyType::kString, true, "From.", {}},
                 {"cabin_class", KeyType::kString, false, "Class.", "\"economy\""},
                 {"passenger_count", KeyType::kInteger, false, "How many.", "1"},
                 {"other", KeyType::kString, false, "Other.", {}}};
  return schema;
}

Conflict conflict(std::string name, KeyType type, const std::vector<EvolvedKey>& keys = {},
                  std::string_view client = "") {
  Candidate candidate;
  candidate.name = std::move(name);
  candidate.type = type;
  candidate.examples = {{"x", "1"}};
  return find_conflict(candidate, client, flights_and_classes(), keys, Stemmer()).conflict;
}

// SD-70, SD-71, SD-66
TEST(Conflicts, AreFoundByTheStemsOfNames) {
  EXPECT_EQ(conflict("seat_preference", KeyType::kString), Conflict::kNone);
  EXPECT_EQ(conflict("origin", KeyType::kString), Conflict::kRefinesBase);
  EXPECT_EQ(conflict("origins", KeyType::kString), Conflict::kRefinesBase);
  EXPECT_EQ(conflict("class_preference", KeyType::kString), Conflict::kRefinesBase);
  EXPECT_EQ(conflict("number_of_passengers", KeyType::kInteger), Conflict::kRefinesBase);
  EXPECT_EQ(conflict("passenger_count", KeyType::kString), Conflict::kBaseKey);
  EXPECT_EQ(conflict("other", KeyType::kString), Conflict::kReserved);
  EXPECT_EQ(conflict("schema_id", KeyType::kString), Conflict::kReserved);
}

TEST(Conflicts, RefineReviveOrReserveKeysOfPatches) {
  EvolvedKey key;
  key.what.name = "seat_preference";
  EXPECT_EQ(conflict("preferred_seats", KeyType::kString, {key}), Conflict::kRefines);
  EXPECT_EQ(conflict("seat_preference", KeyType::kBoolean, {key}), Conflict::kReserved);
  key.state = KeyState::kRemoved;
  EXPECT_EQ(conflict("seat_preference", KeyType::kString, {key}), Conflict::kRevives);
  EXPECT_EQ(conflict("seat_preference", KeyType::kBoolean, {key}), Conflict::kReserved);
  key.state = KeyState::kExperimental;
  key.client = "somebody";
  EXPECT_EQ(conflict("seat_preference", KeyType::kString, {key}), Conflict::kNone);
  EXPECT_EQ(conflict("seat_preference", KeyType::kString, {key}, "somebody"), Conflict::kRefines);
}

// SD-66
TEST(Compatibility, IsEverythingThatAddsAndNothingThatChanges) {
  const auto before = flights_and_classes();
  auto after = before;
  after.keys.push_back({"seat", KeyType::kString, false, "Seat.", {}});
  after.keys[0].description = "From where.";
  EXPECT_THAT(incompatibilities(before, after), testing::IsEmpty());
  after.keys.back().required = true;
  after.keys[2].type = KeyType::kString;
  after.keys[1].default_value = {};
  after.keys.erase(after.keys.begin());
  EXPECT_THAT(
      incompatibilities(before, after),
      testing::ElementsAre("the key origin is gone", "the key cabin_class has another default",
                           "the key passenger_count has another type", "the key seat is new and required"));
}

//
TEST(SchemaIds, CountTheirVersions) {
  EXPECT_EQ(next_schema_id("flight_booking_v1"), "flight_booking_v2");
  EXPECT_EQ(next_schema_id("flight_booking_v9"), "flight_booking_v10");
  EXPECT_EQ(next_schema_id("flights"), "flights_v2");
  EXPECT_EQ(next_schema_id("area51"), "area51_v2");
}

}  // namespace
}  // namespace schemagate::evolution
