// Envelopes of payloads on a running gateway: what is one, and what reaches the agent of it.
#include <gmock/gmock.h>

#include "tests/integration/gateway/schema_scenarios.h"

namespace schemagate {
namespace {

using schema_interaction::kFigure4;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class Envelopes : public ScenariosTest {
 protected:
  Envelopes() { give_task(agent_, completed_task(v1_, booking())); }
  Json error_of(const Json& envelope) const { return flight_.send_error(payload_message(v1_, envelope)); }
  Json with_parts(const Json& parts) const { return v1_.message("ROLE_USER", "m-1", parts); }
  Json sent(std::size_t part = 0) const { return agent_.messages().back().message()["parts"][part]; }
};

// What names a template of this agent is an envelope, heard of or not; it never reaches the agent as free
// data.
TEST_F(Envelopes, AnEnvelopeWithoutAnObjectInItIsRefused) {
  for (const Json& payload : {Json::array({1}), Json("PEK"), Json(7), Json(nullptr)}) {
    const Json envelope = {{"schema_id", "flight_booking_v1"}, {"payload", payload}};
    const Json error = flight_.send_error(with_parts(Json::array({v1_.data_part(envelope)})));
    EXPECT_EQ(error["code"], -32602) << payload;
    EXPECT_EQ(error["message"],
              "Structured input invalid for schema flight_booking_v1: data.payload must be a JSON object");
    EXPECT_THAT(fields_of(error), ElementsAre("message.parts[0].data.payload"));
    EXPECT_THAT(reasons_of(error), ElementsAre("STRUCTURED_INPUT_INVALID"));
  }
  const Json bare = {{"schema_id", "flight_booking_v1"}, {"origin", "PEK"}};
  EXPECT_THAT(fields_of(error_of(bare)), ElementsAre("message.parts[0].data.payload"));
  EXPECT_EQ(agent_.call_count(), 0U);
}

// With the extension, so is everything that has a member of an envelope.
TEST_F(Envelopes, AnEnvelopeThatNamesNothingIsRefusedWithTheExtension) {
  for (const char* text : {R"({"payload":{"origin":"PEK"}})", R"({"schema_id":7,"payload":{}})",
                           R"({"schema_id":"nope"})", R"({"schema_id":"nope","payload":5})"}) {
    const Json data = Json::parse(text);
    const Json error = error_of(data);
    EXPECT_THAT(reasons_of(error), ElementsAre("UNKNOWN_SCHEMA_ID")) << data;
    EXPECT_THAT(fields_of(error), ElementsAre("message.parts[0].data.schema_id")) << data;
    EXPECT_EQ(agent_.call_count(), 0U);
  }
  const Json free = {{"payload", {{"origin", "PEK"}}}};
  flight_.send(with_parts(Json::array({v1_.data_part(free)})));
  EXPECT_EQ(sent()["data"], free) << "who has not heard of the extension may mean something else";
}

// X-18.
TEST_F(Envelopes, AnIntegerArrivesAsAnInteger) {
  const std::string body =
      call_body("SendMessage", {{"message", payload_message(v1_, Json::parse(kFigure4))}}).dump();
  const std::size_t at = body.find("\"passenger_count\":");
  ASSERT_NE(at, std::string::npos);
  const std::size_t digit = body.find_first_of("0123456789", at);
  flight_.post(body.substr(0, digit) + "2.0" + body.substr(digit + 1));
  EXPECT_THAT(agent_.messages().back().http.body, HasSubstr(R"("passenger_count":2})"));
}

// X-10: before a payload's envelope and beside a prompt made of it, too.
TEST_F(Envelopes, UncheckedDataDoesNotTravelWithAPayload) {
  const Json unchecked = v1_.data_part({{"origin", "XXX"}});
  const Json parts = Json::array({unchecked, v1_.data_part(Json::parse(kFigure4)), v1_.text_part("please")});
  flight_.send(with_parts(parts));
  ASSERT_EQ(agent_.messages().back().message()["parts"].size(), 2U);
  EXPECT_EQ(sent()["data"], Json::parse(kFigure4)["payload"]);
  EXPECT_EQ(sent(1)["text"], "please");
  const RunningGateway prompted(agent_,
                                flight_change(agent_, {{"hand_over", {{"template", "Book {origin}"}}}}));
  prompted.client(v1_, "/flight").send(with_parts(parts));
  EXPECT_EQ(sent()["text"], "Book PEK");
  EXPECT_THAT(agent_.messages().back().http.body, Not(HasSubstr("XXX")));
}

}  // namespace
}  // namespace schemagate
