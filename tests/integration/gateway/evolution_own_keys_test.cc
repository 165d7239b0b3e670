// Keys of one client alone, on every door that it comes through, and on none of the others.
#include "tests/integration/gateway/evolving_gateway.h"

namespace schemagate {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

const std::vector<std::string> kQuietWishes = {"quiet cabin", "a quiet cabin please",
                                               "quiet cabin if possible", "a quiet cabin", "the quiet cabin"};

// As one caller asks, on three days.
void keep_asking(Evolving& flight, const std::string& caller) {
  for (int day = 0; day < 3; ++day) {
    for (const std::string& wish : kQuietWishes) flight.wish(caller, wish);
    flight.leap_days(1);
  }
}

class OwnKeys : public testing::Test {
 protected:
  OwnKeys() : flight_("automatic", Json::object(), {{"agents", {{"flight", {{"extended_card", true}}}}}}) {
    flight_.agent().change_card({{"capabilities", {{"extendedAgentCard", true}}}});
    flight_.agent().answer("GetExtendedAgentCard", Json::parse(flight_.agent().card()));
    flight_.restart();
  }
  Json own_patches(const std::string& caller) const { return flight_.updates(caller)["patches"]; }
  // Its schema of the template, in both places of the card (OS).
  std::string extended_card(const std::string& caller, const Dialect& dialect = v1_0()) const {
    const bool is_v1 = dialect.is_v1();
    return flight_
        .call(is_v1 ? "GetExtendedAgentCard" : "agent/getAuthenticatedExtendedCard", Json::object(), caller,
              dialect)["result"]
        .dump();
  }

  Evolving flight_;
};

// SD-75, SD-76, 6.7: the patch and the extended card are of who calls, whoever has asked before.
TEST_F(OwnKeys, AreInTheExtendedCardOfTheirClientAlone) {
  EXPECT_THAT(extended_card("c1"), Not(HasSubstr("quiet_cabin")));
  keep_asking(flight_, "c1");
  const Json own = own_patches("c1");
  ASSERT_THAT(own, SizeIs(1));
  EXPECT_EQ(own[0]["new_keys"][0]["key_name"], "quiet_cabin");
  EXPECT_THAT(own_patches("c2"), IsEmpty());
  for (const Dialect& dialect : {v1_0(), v0_3()}) {
    for (const std::string caller : {"c1", "c2", "c1", "c2"}) {
      const std::string card = extended_card(caller, dialect);
      EXPECT_EQ(card.contains("\"quiet_cabin\""), caller == "c1") << caller << ": " << card;
    }
  }
  EXPECT_THAT(flight_.get("/flight/extendedAgentCard", "c1").body, HasSubstr("quiet_cabin"));
  EXPECT_EQ(flight_.get("/flight/extendedAgentCard", "c1").header("Cache-Control"), "no-store");
  // What is everybody's has nothing of it, and the card vouches for that.
  EXPECT_THAT(flight_.get("/flight/.well-known/agent-card.json", "c1").body, Not(HasSubstr("quiet_cabin")));
  EXPECT_THAT(flight_.schema_template().dump(), Not(HasSubstr("quiet_cabin")));
}

// SD-76, X-42: taken from its client alone, and its figures are of that client's payloads.
TEST_F(OwnKeys, AreTakenFromTheirClientAlone) {
  keep_asking(flight_, "c1");
  (void)own_patches("c1");
  const auto metrics = [this] { return flight_.scenario()["evaluation"]["keys"][0]["metrics"]; };
  const Json before = metrics();
  EXPECT_TRUE(flight_.book("c1", {{"quiet_cabin", true}, {"other", nullptr}}).contains("result"));
  EXPECT_TRUE(flight_.book("c1", {{"other", nullptr}}).contains("result"));
  const Json refused = flight_.book("c2", {{"quiet_cabin", true}, {"other", nullptr}});
  EXPECT_THAT(refused.dump(), HasSubstr("quiet_cabin"));
  EXPECT_TRUE(refused.contains("error"));
  EXPECT_EQ(flight_.scenario()["evaluation"]["keys"][0]["client"], "c1");
  EXPECT_EQ(metrics()["payloads"], before["payloads"].get<int>() + 2) << metrics();
  EXPECT_EQ(metrics()["present"], before["present"].get<int>() + 1) << metrics();
}

const Json kWithAnonymous = {{"authentication", {{"anonymous", true}}},
                             {"rules", {{"all", {{"anonymous", true}}}}}};

// A connection of its own, which shows nothing.
void wish_anonymously(const Evolving& flight, const std::string& words, int number) {
  const GatewayClient stranger(flight.gateway()->port(), v1_0(), "/flight");
  const std::string id = "m-anonymous-" + std::to_string(number);
  const Json params = v1_0().send_params(payload_message(v1_0(), flight_with({{"other", words}}), id));
  EXPECT_TRUE(stranger.call("SendMessage", params).contains("result"));
}

// whoever shows nothing is one client with all the others who show nothing, and gets no key.
TEST(AnonymousCallers, GetNoKeyHoweverManyConnectionsTheyCome) {
  Evolving flight("automatic", Json::object(), kWithAnonymous);
  int sent = 0;
  for (int day = 0; day < 3; ++day) {
    for (std::size_t i = 0; i < 50; ++i) wish_anonymously(flight, kWindowWishes[i % 6], ++sent);
    for (const std::string& words : kQuietWishes) wish_anonymously(flight, words, ++sent);
    flight.leap_days(1);
  }
  const Json scenario = flight.scenario();
  EXPECT_EQ(scenario["trigger"]["fragments"], 165);
  EXPECT_EQ(scenario["trigger"]["triggered"], 0);
  const GatewayClient stranger(flight.gateway()->port(), v1_0(), "/flight");
  EXPECT_THAT(stranger.call("get_schema_updates", {{"schema_id", "flight_booking_v1"}})["result"]["patches"],
              IsEmpty());
  // The same from as many who are known.
  flight.wish_for_windows();
  EXPECT_EQ(flight.scenario()["trigger"]["triggered"], 1);
  const Evolving unbounded("automatic", {{"client_share", 1}}, kWithAnonymous);
  for (std::size_t i = 0; i < 50; ++i) wish_anonymously(unbounded, kWindowWishes[i % 6], ++sent);
  EXPECT_EQ(unbounded.scenario()["trigger"]["triggered"], 1) << "without the share they would";
}

}  // namespace
}  // namespace schemagate
