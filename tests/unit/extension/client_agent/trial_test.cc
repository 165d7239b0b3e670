#include "extension/client_agent/trial.h"

#include <gmock/gmock.h>

namespace schemagate::client_agent {
namespace {

using testing::HasSubstr;

constexpr std::string_view kSet = R"({"today":"2026-04-30","free_text":["wish"],"cases":[
  {"id":"a","utterance":"A table in Lyon for two, by the window","action":true,
   "payload":{"city":"Lyon","guests":2,"wish":"by the window"},"accept":{"guests":[3,null]}},
  {"id":"b","utterance":"How much is a table?","action":false},
  {"id":"c","utterance":"A table for two","payload":{"guests":2},"missing":["city"],"other_contains":["Table"]}]})";

class Trials : public testing::Test {
 protected:
  Trials() {
    for (const char* name : {"city", "guests", "wish", "other"}) schema_.keys.emplace_back().name = name;
  }
  TrialResult judged(std::size_t index, const std::string& payload, std::vector<std::string> missing = {},
                     Purpose purpose = Purpose::kRequest) const {
    Proposal proposal;
    proposal.payload = payload;
    proposal.missing = std::move(missing);
    proposal.intent.purpose = purpose;
    return judge(set_, set_.cases.at(index), schema_, proposal);
  }

  const TrialSet set_ = read_trials(kSet).value();
  schema_interaction::SchemaTemplate schema_;
};

TEST_F(Trials, AreRightWhereEveryKeyIs) {
  EXPECT_EQ(judged(0, R"({"city":"lyon.","guests":2,"wish":"table by the window"})").verdict,
            Verdict::kRight);
  EXPECT_EQ(judged(0, R"({"city":"Lyon","wish":"by the window"})").verdict, Verdict::kRight)
      << "null is accepted";
  EXPECT_EQ(judged(1, "{}", {}, Purpose::kQuestion).verdict, Verdict::kRight);
  EXPECT_EQ(judged(2, R"({"guests":2,"other":"table"})", {"city"}).verdict, Verdict::kRight);
}

TEST_F(Trials, TellWhatIsWrongAndWhoseValueItIs) {
  const auto swapped = judged(0, R"({"city":"by the window","guests":4,"wish":"by the window"})");
  EXPECT_EQ(swapped.verdict, Verdict::kWrong);
  ASSERT_EQ(swapped.findings.size(), 2U);
  EXPECT_EQ(swapped.findings[0].key, "city");
  EXPECT_EQ(swapped.findings[0].taken_from, "wish");
  EXPECT_EQ(swapped.findings[1].got, "4");
  EXPECT_EQ(swapped.findings[1].wanted, "2");
  const auto whole =
      judged(0, R"({"city":"Lyon","guests":2,"wish":"A table in Lyon for two, by the window"})");
  EXPECT_EQ(whole.verdict, Verdict::kWrong) << "a free text is not the whole sentence";
}

TEST_F(Trials, TellWhatIsMissingOrVanished) {
  EXPECT_EQ(judged(0, R"({"guests":2,"wish":"by the window"})", {"city"}).verdict, Verdict::kMissing);
  EXPECT_EQ(judged(2, R"({"guests":2})", {"city"}).remark, "vanished: Table");
  EXPECT_EQ(judged(2, R"({"guests":2,"other":"table"})").verdict, Verdict::kMissing)
      << "the city is to be asked for";
}

TEST_F(Trials, TellWhetherSomethingWouldBeSentThatNobodyAskedFor) {
  EXPECT_EQ(judged(1, "{}").verdict, Verdict::kWrong);
  EXPECT_EQ(judged(1, "{}", {"city"}).verdict, Verdict::kMissing);
  EXPECT_EQ(judged(0, "{}", {}, Purpose::kQuestion).verdict, Verdict::kStopped);
}

TEST_F(Trials, AreAboutTheActionAloneWhereNothingIsSaidOfKeys) {
  const auto set = read_trials(R"({"cases":[{"utterance":"A table for two","action":true}]})").value();
  Proposal proposal;
  proposal.payload = R"({"guests":2})";
  EXPECT_EQ(judge(set, set.cases[0], schema_, proposal).verdict, Verdict::kRight);
  proposal.intent.purpose = Purpose::kQuestion;
  EXPECT_EQ(judge(set, set.cases[0], schema_, proposal).verdict, Verdict::kStopped);
}

TEST_F(Trials, NameTheKeysThatTheTemplateDoesNotHave) {
  EXPECT_TRUE(check_keys(set_, schema_));
  const std::pair<const char*, const char*> cases[] = {
      {R"({"free_text":["whish"],"cases":[{"utterance":"x"}]})",
       "/free_text: expected a key of the template"},
      {R"({"cases":[{"utterance":"x","payload":{"citty":1}}]})",
       "/cases/0/payload: expected a key of the template (city, guests, wish, other), found \"citty\""},
      {R"({"cases":[{"utterance":"x","missing":["citty"]}]})", "/cases/0/missing: expected a key"},
      {R"({"cases":[{"utterance":"x","accept":{"citty":[1]}}]})", "/cases/0/accept: expected a key"}};
  for (const auto& [text, message] : cases) {
    const auto checked = check_keys(read_trials(text).value(), schema_);
    ASSERT_FALSE(checked) << text;
    EXPECT_THAT(checked.error().message, HasSubstr(message));
  }
}

TEST_F(Trials, AreRefusedWithTheirPlace) {
  const std::pair<const char*, const char*> cases[] = {
      {"[]", "/cases: expected a list"},
      {R"({"cases":[]})", "/cases: expected a list of 1 to 10000"},
      {R"({"cases":[{}]})", "/cases/0/utterance: expected a text"},
      {R"({"cases":[{"utterance":"x","payload":[]}]})", "/cases/0/payload: expected an object"},
      {R"({"cases":[{"utterance":"x","missing":"y"}]})", "/cases/0/missing: expected a list of keys"},
      {R"({"cases":[{"utterance":"x","accept":{"y":1}}]})", "/cases/0/accept: expected a list of values"},
      {R"({"cases":[{"utterance":"x","paylod":{}}]})",
       "/cases/0: expected one of the members id, utterance, action, payload, missing, accept, "
       "other_contains, "
       "today, why, found \"paylod\""},
      {R"({"case":[],"cases":[{"utterance":"x"}]})", "/: expected one of the members cases, today"}};
  for (const auto& [text, message] : cases) {
    const auto refused = read_trials(text);
    ASSERT_FALSE(refused) << text;
    EXPECT_THAT(refused.error().message, HasSubstr(message));
  }
  EXPECT_FALSE(read_trials("{"));
}

}  // namespace
}  // namespace schemagate::client_agent
