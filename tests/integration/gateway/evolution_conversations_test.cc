// C2 and C3 of the conversations, step by step over real sockets, with clients of both versions.
#include "tests/integration/gateway/evolving_gateway.h"

namespace schemagate {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::SizeIs;

const std::vector<std::string> kAisleWishes = {"aisle seat please",   "I'd like an aisle seat",
                                               "a seat on the aisle", "aisle seats preferred",
                                               "aisle seat",          "an aisle seat on the left"};
const std::vector<std::string> kEyeWishes = {
    "increase eye size proportionally", "increase the eye size proportionally please",
    "proportionally increase eye size", "increase eye size",
    "I'd like increased eye size",      "increase my eye size proportionally"};

class GatewayEvolutionConversation : public testing::TestWithParam<Dialect> {
 protected:
  Json patches(const Evolving& gateway, const std::string& schema_id, const std::string& door) const {
    const GatewayClient client(gateway.gateway()->port(), GetParam(), door);
    return client.call("get_schema_updates", {{"schema_id", schema_id}}, key_of("c6"))["result"]["patches"];
  }
  std::string text_of(const Json& key) const { return key["semantic_description"].get<std::string>(); }
};

// C2, steps 2.3 to 2.6 (SD-45, SD-65, SD-71, X-39): the seat by the aisle refines the key that the one by the
// window has brought, as p2 with modified_keys.
TEST_P(GatewayEvolutionConversation, C2TheSecondKindOfSeatRefinesTheKeyOfTheFirst) {
  const Evolving flight("automatic");
  const Json base = flight.schema_template()["keys"];
  for (std::size_t i = 0; i < 6; ++i) flight.book(kClients[i], {{"other", kWindowWishes[i]}}, GetParam());
  (void)flight.scenario();
  for (std::size_t i = 0; i < 6; ++i) flight.book(kClients[i], {{"other", kAisleWishes[i]}}, GetParam());
  (void)flight.scenario();
  const Json told = patches(flight, "flight_booking_v1", "/flight");
  ASSERT_THAT(told, SizeIs(2));
  EXPECT_EQ(told[0]["patch_id"], "flight_booking_v1.p1");
  EXPECT_EQ(told[0]["new_keys"][0]["key_name"], "seat_preference");
  EXPECT_EQ(told[1]["patch_id"], "flight_booking_v1.p2");
  EXPECT_FALSE(told[1].contains("new_keys"));
  ASSERT_THAT(told[1]["modified_keys"], SizeIs(1));
  EXPECT_EQ(told[1]["modified_keys"][0]["key_name"], "seat_preference");
  EXPECT_EQ(told[1]["modified_keys"][0]["experimental"], true);
  EXPECT_THAT(text_of(told[1]["modified_keys"][0]),
              AllOf(HasSubstr("Acceptable values: window, aisle, none."),
                    HasSubstr("'window seat' -> 'window'"), HasSubstr("'aisle seat' -> 'aisle'")));
  // 2.6: the next one negotiates seven keys, the base among them as it was.
  Json keys = flight.schema_template()["keys"];
  EXPECT_THAT(keys, SizeIs(7));
  EXPECT_EQ(text_of(keys.back()), text_of(told[1]["modified_keys"][0]));
  keys.erase(keys.size() - 1);
  EXPECT_EQ(keys, base);
  // 2.7: both are taken; 2.8: and so is what an old client sends.
  for (const Json& seat : {Json("window"), Json("aisle"), Json(nullptr)}) {
    const Json answer = flight.book("c6", {{"seat_preference", seat}, {"other", nullptr}}, GetParam());
    EXPECT_TRUE(answer.contains("result")) << answer;
  }
}

// 2.4 once more: whoever names the schema of patches gets the patch as data of its own, too, behind the
// result (6.5, SD-20).
TEST_P(GatewayEvolutionConversation, AClientThatTakesPatchesGetsThemAsAPart) {
  const Dialect dialect = GetParam();
  const Evolving flight("automatic");
  flight.wish_for_windows();
  (void)flight.scenario();
  const auto booked = [&](const std::string& id, const Json& modes) {
    const GatewayClient client(flight.gateway()->port(), dialect, "/flight");
    Json params = dialect.send_params(payload_message(dialect, flight_with({{"other", "a window"}}), id));
    params["configuration"]["acceptedOutputModes"] = modes;
    return artifact_of(client.call(dialect.send, params, key_of("old")), dialect);
  };
  const std::string mode = "application/json;schema=schema_patch";
  const Json plain = booked("m-plain", {"application/json"});
  EXPECT_THAT(plain["parts"], SizeIs(1));
  const Json artifact = booked("m-parts", {"application/json", mode});
  ASSERT_THAT(artifact["parts"], SizeIs(2));
  EXPECT_EQ(artifact["parts"][0], plain["parts"][0]) << "the result is what it was";
  const Json part = artifact["parts"][1];
  EXPECT_EQ(data_of(dialect, part), flight.updates()["patches"][0]);
  EXPECT_EQ(part["metadata"]["mimeType"], mode);
  if (dialect.is_v1()) {
    EXPECT_EQ(part["mediaType"], mode);
  }
  EXPECT_TRUE(artifact["metadata"].contains(kSuggestion));
  EXPECT_TRUE(flight.get("/flight/.well-known/agent-card.json").json()["schemas"].contains("schema_patch"));
}

// C3, steps 3.4 and 3.5 (SD-48): how large the eyes are to be, and the base's own rule all the same.
TEST_P(GatewayEvolutionConversation, C3TheSizeOfEyesBecomesANumber) {
  const Dialect dialect = GetParam();
  Evolving photo("automatic");
  give_task(photo.agent(), completed_task(v1_0(), {{"status", "completed"}, {"applied", Json::array()}}));
  const GatewayClient client(photo.gateway()->port(), dialect, "/photo");
  int sent = 0;
  const auto retouch = [&](const std::string& caller, const Json& payload) {
    const Json envelope = {{"schema_id", "photo_retouch_v2"}, {"payload", payload}};
    const std::string id = "m-" + std::to_string(++sent);
    return client.call(dialect.send, dialect.send_params(payload_message(dialect, envelope, id)),
                       key_of(caller));
  };
  for (std::size_t i = 0; i < 6; ++i) retouch(kClients[i], {{"other", kEyeWishes[i]}});
  (void)photo.ask("status");
  const Json told = patches(photo, "photo_retouch_v2", "/photo");
  ASSERT_THAT(told, SizeIs(1));
  EXPECT_EQ(told[0]["parent_schema_id"], "photo_retouch_v2");
  const Json key = told[0]["new_keys"][0];
  EXPECT_EQ(key["key_name"], "eye_size_scale");
  EXPECT_EQ(key["key_type"], "number");
  EXPECT_EQ(key["required"], false);
  EXPECT_EQ(key["default_value"], 1.0);
  EXPECT_EQ(key["experimental"], true);
  EXPECT_THAT(text_of(key), AllOf(HasSubstr("Range: 1.0-1.5"), HasSubstr("-> 1.2")));
  EXPECT_TRUE(retouch("c6", {{"eye_size_scale", 1.2}}).contains("result"));
  EXPECT_EQ(photo.agent().messages().back().message()["parts"][0]["data"]["eye_size_scale"], 1.2);
  EXPECT_TRUE(retouch("c6", {{"eye_size_scale", "big"}}).contains("error"));
  const Json refused = retouch("c6", {{"skin_smoothing", 11}});
  EXPECT_EQ(refused["error"]["code"], -32602) << refused;
}

INSTANTIATE_TEST_SUITE_P(Versions, GatewayEvolutionConversation, testing::Values(v0_3(), v1_0()),
                         name_of_dialect);

}  // namespace
}  // namespace schemagate
