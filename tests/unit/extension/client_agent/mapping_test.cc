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

// SD-53: below the threshold the words go to `other`, and the key keeps its default.
TEST(Proposal, RoutesWhatIsUncertainToOther) {
  const Proposal proposal = propose(flight(), of(0.4), 0.6);
  EXPECT_EQ(member(proposal, "cabin_class"), R"("economy")");
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
