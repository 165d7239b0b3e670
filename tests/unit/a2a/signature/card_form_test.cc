#include "a2a/signature/card_form.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "test_data.h"

namespace schemagate::a2a::signature {
namespace {

std::string payload(std::string_view card, CardForm form) {
  return signed_payload(parse_tree(card).value(), form).value_or("refused");
}

TEST(CardForm, IsThatOfTheSpecificationsExample) {  // A2A v1.0.1 section 8.4.1
  EXPECT_EQ(payload(R"({"name": "Example Agent", "description": "",
                        "capabilities": {"streaming": false, "pushNotifications": false, "extensions": []},
                        "skills": []})",
                    CardForm::kSpecification),
            R"({"capabilities":{"pushNotifications":false,"streaming":false},"description":"",)"
            R"("name":"Example Agent","skills":[]})");
}

TEST(CardForm, IsThatOfTheSdkByteForByte) {
  EXPECT_EQ(payload(read_data("sdk_card.json"), CardForm::kSdk), read_data("sdk_payload.json"));
}

TEST(CardForm, LeavesTheSignaturesOut) {
  for (const CardForm form : {CardForm::kSpecification, CardForm::kSdk}) {
    EXPECT_EQ(payload(R"({"name":"n","signatures":[{"protected":"p","signature":"s"}]})", form),
              R"({"name":"n"})");
  }
}

TEST(CardForm, TakesUnknownMembersIntoTheSpecificationsFormOnly) {
  constexpr std::string_view kCard =
      R"({"name":"n","schemas":{"a":{}},"skills":[{"id":"s","x":""}],"url":"","none":null})";
  EXPECT_EQ(payload(kCard, CardForm::kSpecification),
            R"({"name":"n","none":null,"schemas":{"a":{}},"skills":[{"id":"s","x":""}],"url":""})");
  EXPECT_EQ(payload(kCard, CardForm::kSdk), R"({"name":"n","skills":[{"id":"s"}]})");
}

TEST(CardForm, DropsDefaultsThatHaveNoPresence) {
  EXPECT_EQ(payload(R"({"supportedInterfaces":[{"url":"u","tenant":"","protocolBinding":""}],"iconUrl":"",
                        "provider":null,"securitySchemes":{},"securityRequirements":[{"schemes":{"a":{"list":[]}}}],
                        "capabilities":{"extensions":[{"uri":"","required":false,"params":{"a":"","b":[]}}]},
                        "skills":[{"tags":[],"examples":[],"inputModes":[],"securityRequirements":[]}]})",
                    CardForm::kSpecification),
            R"({"capabilities":{"extensions":[{"params":{"a":"","b":[]}}]},"iconUrl":"",)"
            R"("securityRequirements":[{"schemes":{"a":{}}}],"skills":[{"tags":[]}],)"
            R"("supportedInterfaces":[{"protocolBinding":"","url":"u"}]})");
}

TEST(CardForm, SurvivesMembersOfAWrongType) {
  constexpr std::string_view kCard =
      R"({"skills":{"a":1},"capabilities":[1],"securitySchemes":[{}],"name":{"x":1}})";
  EXPECT_EQ(payload(kCard, CardForm::kSpecification),
            R"({"capabilities":[1],"name":{"x":1},"securitySchemes":[{}],"skills":{"a":1}})");
  EXPECT_EQ(payload("[]", CardForm::kSpecification), "[]");
}

TEST(CoveredPart, IsWhatASignatureOfTheSdkVouchesFor) {
  const JsonTree card =
      parse_tree(
          R"({"name":"n","description":"","url":"http://changed","skills":[{"id":"s","tags":[],"x":1}]})")
          .value();
  EXPECT_EQ(dump_tree(covered_part(card, CardForm::kSdk)),
            R"({"name":"n","description":"","skills":[{"id":"s","tags":[]}]})");
  EXPECT_EQ(covered_part(card, CardForm::kSpecification), card);
}

}  // namespace
}  // namespace schemagate::a2a::signature
