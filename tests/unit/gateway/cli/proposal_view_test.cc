#include "gateway/cli/proposal_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace schemagate::cli {
namespace {

using client_agent::NegotiatedSchema;
using client_agent::Offer;
using client_agent::Proposal;
using testing::HasSubstr;
using testing::Not;

class ProposalView : public testing::Test {
 protected:
  ProposalView() {
    offer_.agent = "Agent";
    offer_.scenario = "dinner";
    offer_.interface.url = "http://a";
    negotiated_.schema.schema_id = "dinner_v1";
    for (const char* name : {"place", "seats", "wine", "other"})
      negotiated_.schema.keys.emplace_back().name = name;
    proposal_.payload = R"({"seats":2,"wine":"red"})";
    proposal_.keys = {{"seats", "2", 0.854, "for two"}};
    proposal_.implied = {"wine"};
    proposal_.missing = {"place"};
    proposal_.notes = {"place: not sure enough"};
  }

  std::string shown() const {
    std::ostringstream out;
    show_proposal(out, {offer_, negotiated_, proposal_});
    return out.str();
  }

  Offer offer_;
  NegotiatedSchema negotiated_{{}, "{}"};
  Proposal proposal_;
};

TEST_F(ProposalView, ShowsWhereEachValueComesFrom) {
  EXPECT_EQ(shown(),
            "agent     Agent  http://a\nscenario  dinner  (dinner_v1)\n"
            "  place  MISSING\n  seats  2  0.85  \"for two\"\n  wine   \"red\"  default\n"
            "note      place: not sure enough\n");
}

TEST_F(ProposalView, ShowsOtherWithoutCallingItADefault) {
  proposal_.payload = R"({"other":"window seat"})";
  EXPECT_THAT(shown(), HasSubstr("  other  \"window seat\"\n"));
}

TEST_F(ProposalView, SendsNoEscapeSequenceOfAStranger) {
  offer_.agent = offer_.scenario = offer_.interface.url = "\x1b[2J";
  negotiated_.schema.schema_id = "\x1b[2J";
  negotiated_.schema.keys.front().name = "\x1b[2J";
  proposal_.missing = {"\x1b[2J"};
  proposal_.keys.front().evidence = "\x1b[2J";
  proposal_.notes = {"\x1b[2J"};
  EXPECT_THAT(shown(), Not(HasSubstr("\x1b")));
}

TEST_F(ProposalView, IsJsonForScripts) {
  EXPECT_EQ(
      proposal_json({offer_, negotiated_, proposal_}, false, ""),
      R"({"agent":"Agent","url":"http://a","scenario":"dinner",)"
      R"("request":{"schema_id":"dinner_v1","payload":{"seats":2,"wine":"red"}},)"
      R"("keys":[{"key":"seats","value":2,"confidence":0.85,"evidence":"for two"}],)"
      R"("implied":["wine"],"missing":["place"],"heard":[],"notes":["place: not sure enough"],"sent":false})");
  EXPECT_THAT(proposal_json({offer_, negotiated_, proposal_}, true, R"({"task":{}})"),
              testing::EndsWith(R"("sent":true,"result":{"task":{}}})"));
}

TEST_F(ProposalView, TellsWhatWasHeardAndWhyNothingIsSent) {
  proposal_.heard = {{"place", "Paris\x1b[2J", "two places are as likely"}};
  EXPECT_THAT(shown(), HasSubstr("heard     \"Paris"));
  EXPECT_THAT(shown(), HasSubstr("\", not sure it is place: two places are as likely\n"));
  EXPECT_THAT(shown(), Not(HasSubstr("\x1b")));
  proposal_.intent = {client_agent::Purpose::kQuestion, "How much"};
  const std::string json = proposal_json({offer_, negotiated_, proposal_}, false, "");
  EXPECT_THAT(json, HasSubstr(R"("no_request":"the sentence )"));
  EXPECT_THAT(json, HasSubstr(R"("heard":[{"key":"place","words":"Paris)"));
}

}  // namespace
}  // namespace schemagate::cli
