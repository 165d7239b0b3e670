// Questions for what a sentence did not say: what is shown, and what becomes of words that were in doubt.
#include "gateway/cli/questions.h"

#include <gmock/gmock.h>

#include "extension/schema_interaction/template_reader.h"
#include "tests/unit/gateway/cli/streams.h"

namespace schemagate::cli {
namespace {

using client_agent::NegotiatedSchema;
using client_agent::Proposal;
using schema_interaction::KeyType;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr std::chrono::sys_days kToday = std::chrono::year(2026) / 4 / 30;

NegotiatedSchema table() {
  schema_interaction::SchemaTemplate schema;
  schema.schema_id = "table_v1";
  schema.scenario = "table";
  schema.keys = {{"guests", KeyType::kInteger, true, "How many.\nExample: 2", {}},
                 {"town", KeyType::kString, true, "Where.", {}},
                 {"other", KeyType::kString, false, "Else.", {}}};
  return {schema, R"({"type":"object","additionalProperties":false,"required":["guests","town"],"properties":{
    "guests":{"type":"integer","minimum":1,"maximum":9,"multipleOf":2},"town":{"type":"string"},"other":{}}})"};
}

Proposal heard_something() {
  Proposal proposal;
  proposal.payload = R"({"other":["a few of us","by the window"]})";
  proposal.other = {"a few of us", "by the window"};
  proposal.missing = {"guests", "town"};
  proposal.heard = {{"guests", "a few of us", "no number"}};
  return proposal;
}

TEST(Questions, ShowWhatHasSeveralLinesOnLines) {
  Streams streams;
  streams.in.str("11\n4\nLyon\n");
  Proposal proposal = heard_something();
  ask_for_missing(streams.console, table(), kToday, proposal);
  EXPECT_THAT(proposal.missing, IsEmpty());
  EXPECT_THAT(streams.err.str(), Not(HasSubstr("\\u{a}"))) << streams.err.str();
  EXPECT_THAT(streams.err.str(), HasSubstr("guests: How many.\n  Example: 2\n"));
}

TEST(Questions, WordsThatWereInDoubtAreNoWishOnceTheyAreAnswered) {
  Streams streams;
  streams.in.str("4\nLyon\n");
  Proposal proposal = heard_something();
  ask_for_missing(streams.console, table(), kToday, proposal);
  EXPECT_THAT(proposal.other, ElementsAre("by the window"));
  EXPECT_EQ(a2a::parse_tree(proposal.payload).value(),
            a2a::parse_tree(R"({"guests":4,"town":"Lyon","other":"by the window"})").value());
}

TEST(Questions, WordsStayAsLongAsTheyAreAskedAbout) {
  Streams streams;
  streams.in.str("4\n");
  Proposal proposal = heard_something();
  proposal.heard.push_back({"town", "a few of us", ""});
  ask_for_missing(streams.console, table(), kToday, proposal);
  EXPECT_THAT(proposal.other, ElementsAre("a few of us", "by the window"));
}

}  // namespace
}  // namespace schemagate::cli
