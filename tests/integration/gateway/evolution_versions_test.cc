// A new version of a template whose keys have evolved, on a running gateway: what people approved is carried
// over, is there after a crash, and comes back when the version is taken back.
#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/integration/gateway/evolving_gateway.h"

namespace schemagate {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

class EvolutionVersions : public testing::Test {
 protected:
  EvolutionVersions() {
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "k.key") << std::string(64, 'b');
  }
  ~EvolutionVersions() override { std::filesystem::remove_all(folder_); }

  Json ledger(const std::string& name = "ledger") const {
    return {{"log", {{"level", "info"}}},
            {"ledger",
             {{"store", "sqlite"},
              {"path", (folder_ / name).string()},
              {"keys", {{"k", (folder_ / "k.key").string()}}}}}};
  }
  // The flight template with another id, a baggage key more, and `keys`.
  Json next_version(const Json& keys = Json::array(), const Json& more = Json::object()) const {
    std::ifstream file(kAgentCards + "flight/templates/flight_booking_v1.json");
    Json next = Json::parse(file);
    next["schema_id"] = "flight_booking_v2";
    next["supersedes"] = "flight_booking_v1";
    next.erase("translations");
    next["keys"].push_back({{"key_name", "baggage"},
                            {"key_type", "integer"},
                            {"required", false},
                            {"semantic_description", "Pieces of baggage."}});
    for (const Json& key : keys) next["keys"].push_back(key);
    next.merge_patch(more);
    const std::string path = (folder_ / "next.json").string();
    std::ofstream(path) << next.dump();
    return templates({kAgentCards + "flight/templates", path}, {"flight_booking_v2", "flight_booking_v1"});
  }
  static Json first_version() { return templates({kAgentCards + "flight/templates"}, {"flight_booking_v1"}); }
  static Json own_key(const std::string& name, const std::string& type) {
    return {{"key_name", name},
            {"key_type", type},
            {"required", false},
            {"semantic_description", "As the owner has it."}};
  }

  // The key that a person has approved.
  static std::string approve_windows(const Evolving& flight) {
    flight.wish_for_windows();
    const Json proposals = flight.ask("proposals").json();
    EXPECT_THAT(proposals, SizeIs(1));
    EXPECT_EQ(flight.tell("approve", {{"patch_id", proposals[0]["patch_id"]}}).status(), 200);
    return proposals[0]["key"]["key_name"];
  }
  static bool takes(const Evolving& flight, const std::string& schema_id, const std::string& key,
                    const Json& value = "window") {
    Json envelope = flight_with({{key, value}, {"other", nullptr}});
    envelope["schema_id"] = schema_id;
    static int messages = 0;
    const Json params =
        v1_0().send_params(payload_message(v1_0(), envelope, "v-" + std::to_string(++messages)));
    return flight.call("SendMessage", params).contains("result");
  }

  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("schemagate-versions-" + std::to_string(::getpid()));

 private:
  static Json templates(const std::vector<std::string>& files, const std::vector<std::string>& ids) {
    return {
        {"agents", {{"flight", {{"templates", files}, {"skills", {{"flight-booking", {{"input", ids}}}}}}}}}};
  }
};

TEST_F(EvolutionVersions, ApprovedKeysAreCarriedOverAndComeBack) {
  Evolving flight("propose", Json::object(), ledger());
  const std::string key = approve_windows(flight);
  const Json shown = flight.key(key);
  ASSERT_NE(shown, Json());

  testing::internal::CaptureStderr();
  flight.restart(next_version());
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              AllOf(HasSubstr(R"("event":"evolution_carried_over","agent":"flight")"),
                    HasSubstr(R"("from":"flight_booking_v1","to":"flight_booking_v2","keys":1)"),
                    Not(HasSubstr("set_aside"))));
  EXPECT_EQ(flight.schema_template()["schema_id"], "flight_booking_v2");
  EXPECT_EQ(flight.key(key), shown);
  EXPECT_NE(flight.key("baggage"), Json());
  EXPECT_TRUE(takes(flight, "flight_booking_v2", key));
  EXPECT_TRUE(takes(flight, "flight_booking_v1", key)) << "by whom has negotiated it before";
  EXPECT_FALSE(takes(flight, "flight_booking_v1", "baggage", 1)) << "of the next version alone";

  flight.restart();
  EXPECT_EQ(flight.key(key), shown) << "over one more restart";

  flight.restart(first_version());
  EXPECT_EQ(flight.schema_template()["schema_id"], "flight_booking_v1");
  EXPECT_EQ(flight.key(key), shown);
  EXPECT_TRUE(takes(flight, "flight_booking_v1", key));
}

TEST_F(EvolutionVersions, AKeyThatTheVersionHasItselfIsSetAsideUntilItIsTakenBack) {
  Evolving flight("propose", Json::object(), ledger());
  const std::string key = approve_windows(flight);
  const Json shown = flight.key(key);

  testing::internal::CaptureStderr();
  flight.restart(next_version(Json::array({own_key(key, "integer")})));
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              HasSubstr(R"("event":"evolution_key_set_aside","agent":"flight","scenario":"flight_booking",)"
                        R"("key":")" +
                        key + R"(","reason":"other_type")"));
  EXPECT_EQ(flight.key(key)["key_type"], "integer");
  EXPECT_TRUE(takes(flight, "flight_booking_v2", key, 3));
  EXPECT_FALSE(takes(flight, "flight_booking_v2", key));
  EXPECT_TRUE(takes(flight, "flight_booking_v1", key)) << "an earlier version stays what it was";
  EXPECT_EQ(flight.scenario()["set_aside"][0]["reason"], "other_type");
  EXPECT_THAT(flight.updates()["patches"], IsEmpty());

  flight.restart(first_version());
  EXPECT_EQ(flight.key(key), shown);
  EXPECT_THAT(flight.scenario()["set_aside"], IsEmpty());
}

// As kill -9 leaves it: the files as they are while the gateway runs.
TEST_F(EvolutionVersions, WhatWasCarriedOverIsThereAfterACrash) {
  Evolving flight("propose", Json::object(), ledger());
  const std::string key = approve_windows(flight);
  flight.restart(next_version(Json::array({own_key(key, "string")})));
  EXPECT_EQ(flight.scenario()["set_aside"][0]["reason"], "template_defines_it");
  for (const std::string more : {"", "-wal", "-shm"}) {
    std::error_code none;
    std::filesystem::copy_file(folder_ / ("ledger" + more), folder_ / ("copy" + more), none);
  }
  Json crashed = first_version();
  crashed.merge_patch(ledger("copy"));
  flight.restart(crashed);
  EXPECT_EQ(flight.key(key)["experimental"], true);
  EXPECT_TRUE(takes(flight, "flight_booking_v1", key));
}

// An approval that a person takes back: decided by who may, kept over a restart, and kind to who holds the
// patch.
TEST_F(EvolutionVersions, AnApprovalIsTakenBack) {
  Evolving flight("propose", Json::object(), ledger());
  const std::string key = approve_windows(flight);
  const Json body = {{"patch_id", flight.updates()["patches"][0]["patch_id"]}};
  const HttpMessage refused = flight.tell("reject", body);
  EXPECT_EQ(refused.status(), 404);
  EXPECT_THAT(refused.body, testing::HasSubstr("what is approved is taken back with withdraw"));
  EXPECT_EQ(flight.tell("withdraw", body, "c1").status(), 403);
  EXPECT_FALSE(flight.key(key).is_null());
  EXPECT_EQ(flight.tell("withdraw", body).status(), 200);
  EXPECT_EQ(flight.tell("withdraw", body).status(), 404) << "once";
  for (const bool restarted : {false, true}) {
    if (restarted) flight.restart();
    EXPECT_TRUE(flight.key(key).is_null());
    EXPECT_THAT(flight.updates()["patches"], testing::IsEmpty());
    EXPECT_TRUE(takes(flight, "flight_booking_v1", key));
  }
  EXPECT_THAT(flight.ask("audit").body, testing::HasSubstr("\"by\":\"admin\""));
  EXPECT_THAT(flight.ask("audit").body, testing::HasSubstr("by_person"));
  flight.leap_days(31);
  EXPECT_FALSE(takes(flight, "flight_booking_v1", key));
}

}  // namespace
}  // namespace schemagate
