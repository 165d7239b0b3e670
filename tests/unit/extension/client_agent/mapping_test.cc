#include "extension/client_agent/mapping.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "negotiated_schemas.h"

namespace schemagate::client_agent {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Mapping of(double confidence) {
  return {.keys = {{"cabin_class", R"("first")", confidence, "the first class"}}, .other = {}, .notes = {}};
}

// SD-53: below the threshold the words go to `other`. The key's default is no answer to what was half
// understood.
TEST(Proposal, RoutesWhatIsUncertainToOther) {
  const Proposal proposal = propose(flight(), of(0.4), 0.6);
  EXPECT_EQ(member(proposal, "cabin_class"), "");
  EXPECT_THAT(proposal.heard, ElementsAre(HeardFor{"cabin_class", "the first class", "not sure enough"}));
  EXPECT_EQ(member(proposal, "other"), R"("the first class")");
  EXPECT_THAT(proposal.keys, IsEmpty());
  EXPECT_THAT(proposal.notes, ElementsAre("cabin_class: not sure enough"));
  EXPECT_EQ(member(propose(flight(), of(0.6), 0.6), "cabin_class"), R"("first")");
  EXPECT_EQ(member(propose(flight(), of(0.4), 0.3), "cabin_class"), R"("first")");
}

// SD-53: words that stand in `other` already are not said twice.
TEST(Proposal, SaysNothingTwice) {
  Mapping mapping = of(0.1);
  mapping.other = {"maybe the first class"};
  EXPECT_THAT(propose(flight(), mapping).other, ElementsAre("maybe the first class"));
}

TEST(Proposal, GivesNoDefaultToAKeyThatSomethingWasHeardFor) {
  Mapping mapping;
  mapping.heard = {{"passenger_count", "12 people", "beyond 1 to 9"}, {"unknown", "x", ""}};
  const Proposal proposal = propose(flight(), mapping);
  EXPECT_EQ(proposal.payload, R"({"cabin_class":"economy"})");
  EXPECT_THAT(proposal.heard, ElementsAre(HeardFor{"passenger_count", "12 people", "beyond 1 to 9"}));
}

// The agent would take the default for it, which is not what was said.
TEST(Proposal, MissesAKeyWithADefaultThatSomethingWasHeardFor) {
  Mapping mapping = of(0.4);
  mapping.heard = {{"passenger_count", "12 people", "beyond 1 to 9"}};
  mapping.keys.insert(mapping.keys.end(), {{"origin", R"("PEK")", 1, "a"},
                                           {"destination", R"("SHA")", 1, "b"},
                                           {"departure_date", R"("2026-05-04")", 1, "c"}});
  const Proposal proposal = propose(flight(), mapping, 0.6);
  EXPECT_THAT(proposal.missing, testing::UnorderedElementsAre("cabin_class", "passenger_count"));
  EXPECT_FALSE(proposal.is_complete());
  mapping.keys.front().value = R"("economy")";
  mapping.heard.clear();
  EXPECT_TRUE(propose(flight(), mapping, 0.6).is_complete()) << "it is the default";
}

TEST(Proposal, IsCompleteOnlyWhenTheSentenceAsksForIt) {
  Mapping mapping;
  mapping.keys = {{"origin", R"("PEK")", 1, "a"},
                  {"destination", R"("SHA")", 1, "b"},
                  {"departure_date", R"("2026-05-04")", 1, "c"}};
  EXPECT_TRUE(propose(flight(), mapping).is_complete());
  mapping.intent = {Purpose::kRefusal, "Do not book"};
  const Proposal proposal = propose(flight(), mapping);
  EXPECT_FALSE(proposal.is_complete());
  EXPECT_EQ(reason_not_to_act(proposal.intent), R"(the sentence says not to do it ("Do not book"))");
  EXPECT_EQ(reason_not_to_act({}), "");
  EXPECT_FALSE(propose(flight(), {}).is_complete());
}

// SD-15: optional keys that nobody spoke of have their default; without one they are left out.
TEST(Proposal, FillsInDefaults) {
  const Proposal proposal = propose(flight(), {});
  EXPECT_EQ(proposal.payload, R"({"cabin_class":"economy","passenger_count":1})");
  EXPECT_THAT(proposal.implied, ElementsAre("cabin_class", "passenger_count"));
  EXPECT_THAT(proposal.missing, ElementsAre("origin", "destination", "departure_date"));
}

// SD-14
TEST(Proposal, IsCheckedAgainstTheSchema) {
  const auto checked = check_payload(flight(), R"({"origin":"PEK","destination":"SHA"})");
  ASSERT_FALSE(checked);
  EXPECT_THAT(checked.error().message, HasSubstr("departure_date"));
  EXPECT_FALSE(check_payload(flight(), "[]"));
  EXPECT_FALSE(check_payload(flight(), "no json"));
  EXPECT_EQ(check_payload({{}, "{\"type\":5}"}, "{}").error().code, a2a::ErrorCode::kInternal);
}

TEST(CheckPayload, TheContractsSchemaIsCompiledWithIt) {
  EXPECT_TRUE(flight().validator);
  const NegotiatedSchema unusable({}, R"({"type":"objekt"})");
  EXPECT_FALSE(unusable.validator);
  EXPECT_THAT(check_payload(unusable, "{}").error().message, testing::HasSubstr("the template's schema"));
}

}  // namespace
}  // namespace schemagate::client_agent
