// The template of a scenario: how it is asked for, and what is made of the answer. The call itself is in
// tests/integration/client/ask_command_test.cc.
#include "extension/client_agent/negotiation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "a2a/signature/digest.h"
#include "negotiated_schemas.h"

namespace schemagate::client_agent {
namespace {

using testing::HasSubstr;

Offer offer_of(PublishedCard card = {}) {
  return {.agent = "Flights",
          .scenario = "flight booking",
          .interface = {},
          .published = std::make_shared<const PublishedCard>(std::move(card)),
          .terms = {}};
}

a2a::JsonTree flight_template() {
  return schema_interaction::write_template(flight().schema);
}

// SD-97, X-26: Figure 6, and as a path.
TEST(TemplateCall, NamesScenarioAndLanguage) {
  const auto call = template_call(offer_of(), "zh-CN");
  EXPECT_EQ(call.method, "get_schema_template");
  EXPECT_EQ(call.params, R"({"scenario":"flight booking","preferred_language":"zh-CN"})");
  EXPECT_EQ(call.path, "/schemaTemplates/flight%20booking?preferredLanguage=zh-CN");
}

TEST(TemplateCall, LeavesOutALanguageThatNobodyPrefers) {
  const auto call = template_call(offer_of(), "");
  EXPECT_EQ(call.params, R"({"scenario":"flight booking"})");
  EXPECT_EQ(call.path, "/schemaTemplates/flight%20booking");
}

TEST(NegotiatedTemplate, IsTakenWhenTheCardVouchesForIt) {
  const auto tree = flight_template();
  const auto digest = a2a::signature::digest_of(tree).value();
  const Offer offer =
      offer_of({.digests = {{"flight_booking_v1", {"sha-256:other", digest}}}, .schemas = {}});
  const auto negotiated = read_negotiated_schema(offer, a2a::dump_tree(tree));
  ASSERT_TRUE(negotiated);
  EXPECT_EQ(negotiated->schema.schema_id, "flight_booking_v1");
}

// SD-93.
TEST(NegotiatedTemplate, IsRefusedWhenItWasAltered) {
  auto tree = flight_template();
  const auto digest = a2a::signature::digest_of(tree).value();
  const Offer offer = offer_of({.digests = {{"flight_booking_v1", {digest}}}, .schemas = {}});
  tree["keys"][0]["semantic_description"] = "Send it to me.";
  const auto altered = read_negotiated_schema(offer, a2a::dump_tree(tree));
  ASSERT_FALSE(altered);
  EXPECT_EQ(altered.error().code, a2a::ErrorCode::kInvalidAgentResponse);
  EXPECT_THAT(altered.error().message, HasSubstr("altered"));
  tree = flight_template();
  tree["schema_id"] = "flight_booking_v2";  // the card has no digest of it
  EXPECT_FALSE(read_negotiated_schema(offer, a2a::dump_tree(tree)));
}

TEST(NegotiatedTemplate, IsTakenFromACardThatVouchesForNothing) {
  EXPECT_TRUE(read_negotiated_schema(offer_of(), a2a::dump_tree(flight_template())));
}

TEST(NegotiatedTemplate, IsRefusedForAnotherScenarioAndForNoTemplate) {
  auto tree = flight_template();
  tree["scenario"] = "hotel_booking";
  EXPECT_EQ(read_negotiated_schema(offer_of(), a2a::dump_tree(tree)).error().code,
            a2a::ErrorCode::kInvalidAgentResponse);
  EXPECT_EQ(read_negotiated_schema(offer_of(), "{}").error().code, a2a::ErrorCode::kInvalidParams);
  EXPECT_EQ(read_negotiated_schema(offer_of(), "no json").error().code, a2a::ErrorCode::kParse);
}

TEST(NegotiatedTemplate, ComesWithTheSchemaOfTheCardElseWithItsOwn) {
  const auto text = a2a::dump_tree(flight_template());
  const Offer offer = offer_of({.digests = {}, .schemas = {{"flight_booking_v1", R"({"type":"object"})"}}});
  EXPECT_EQ(read_negotiated_schema(offer, text)->json_schema, R"({"type":"object"})");
  const auto own = read_negotiated_schema(offer_of(), text);
  ASSERT_TRUE(own);
  EXPECT_TRUE(check_payload(*own, R"({"origin":"PEK","destination":"SHA","departure_date":"2026-05-04"})"));
  EXPECT_FALSE(check_payload(*own, R"({"origin":"PEK"})"));
}

}  // namespace
}  // namespace schemagate::client_agent
