#include "extension/client_agent/dates.h"

#include <gtest/gtest.h>

#include "negotiated_schemas.h"

namespace schemagate::client_agent {
namespace {

std::string date_in(std::string_view text) {
  const Utterance utterance(text);
  const auto found = find_dates(utterance, kThursday);
  return found.empty() ? "" : format_date(found.front().date);
}

struct DateRow {
  std::string_view text;
  std::string_view date;
};

// SD-42: "next Monday" is 2026-05-04 on 2026-04-30.
TEST(Dates, AreFoundInTheWordsOfASentence) {
  constexpr DateRow kRows[] = {
      {"next Monday", "2026-05-04"},
      {"on Monday", "2026-05-04"},
      {"this Friday", "2026-05-01"},
      {"Thursday", "2026-05-07"},
      {"next Friday", "2026-05-08"},
      {"tonight", "2026-04-30"},
      {"tomorrow", "2026-05-01"},
      {"the day after tomorrow", "2026-05-02"},
      {"in two weeks", "2026-05-14"},
      {"in 3 days", "2026-05-03"},
      {"two weeks from now", "2026-05-14"},
      {"a week from Monday", "2026-05-11"},
      {"in a fortnight", "2026-05-14"},
      {"in a month", "2026-05-30"},
      {"May 4", "2026-05-04"},
      {"May 4th, 2027", "2027-05-04"},
      {"4th of May 2026", "2026-05-04"},
      {"the 4th of May", "2026-05-04"},
      {"4 May", "2026-05-04"},
      {"April 1", "2027-04-01"},
      {"Monday, May 4", "2026-05-04"},
      {"Monday the 4th", "2026-05-04"},
      {"on the 8th", "2026-05-08"},
      {"the 29th", "2026-05-29"},
      {"2026-05-04", "2026-05-04"},
      {"2026/05/04", "2026-05-04"},
      {"5/13", "2026-05-13"},
      {"13/5/2026", "2026-05-13"},
      {"13.5.2026", "2026-05-13"},
      {"Feb 29", "2028-02-29"},
      {"on Thurs", "2026-05-07"},
      {"13/1", "2027-01-13"},
      {"13/5/2028", "2028-05-13"},
      {"on the 15th of June", "2026-06-15"},
      {"the twenty-third of May", "2026-05-23"},
      {"the third of June", "2026-06-03"},
      {"Monday next week", "2026-05-04"},
      {"sat to tues", "2026-05-02"},
      {"the 12th of next month", "2026-05-12"},
      {"tmrw", "2026-05-01"},
      {"5 to 9 June", "2026-06-05"},
      {"3-5 May", "2026-05-03"},
  };
  for (const DateRow& row : kRows) EXPECT_EQ(date_in(row.text), row.date) << row.text;
}

TEST(Dates, AreNoneWhereTheCalendarHasNone) {
  for (std::string_view text : {"2026-13-01", "0/0", "2026-00-10", "7/10", "in two hours", "may I ask",
                                "two people", "in 99999 days", "the sun", "99/99/9999", "2026-05", "1.5"}) {
    EXPECT_EQ(date_in(text), "") << text;
  }
}

TEST(Dates, ThatNoCalendarHasAreFoundAndNeverTrusted) {
  for (std::string_view text : {"February 30", "the 30th of February", "2026-02-30", "31/06/2026",
                                "31.4.2026", "Friday, 31 June", "29 February 2027"}) {
    const auto found = find_dates(Utterance(text), kThursday);
    ASSERT_EQ(found.size(), 1) << text;
    EXPECT_FALSE(found.front().is_real) << text;
    EXPECT_LT(found.front().confidence, kConfidenceThreshold) << text;
  }
  EXPECT_TRUE(find_dates(Utterance("29 February"), kThursday).front().is_real);
}

TEST(Dates, AreLessCertainWhereReadersDiffer) {
  const auto certainty = [](std::string_view text) {
    const Utterance utterance(text);
    return find_dates(utterance, kThursday).front().confidence;
  };
  EXPECT_LT(certainty("4/6"), kConfidenceThreshold);
  EXPECT_GT(certainty("13/6"), kConfidenceThreshold);
  EXPECT_GT(certainty("6/13"), kConfidenceThreshold);
  EXPECT_LT(certainty("next Friday"), certainty("next Monday"));
  EXPECT_LT(certainty("next Monday"), certainty("2026-05-04"));
}

TEST(Dates, AreBelowTheThresholdWhereTheirPartsDisagree) {
  for (const std::string_view text : {"Monday the 13th of May", "Friday week", "Monday after next"}) {
    const Utterance utterance(text);
    const auto found = find_dates(utterance, kThursday);
    ASSERT_EQ(found.size(), 1U) << text << ": taken whole";
    EXPECT_LT(found.front().confidence, kConfidenceThreshold) << text;
  }
  const Utterance past("last Monday");
  EXPECT_TRUE(find_dates(past, kThursday).front().is_past);
  EXPECT_EQ(format_date(find_dates(past, kThursday).front().date), "2026-04-27");
}

TEST(Dates, OfARangeAreTwo) {
  for (const auto& [text, first, last] : {std::tuple{"5 to 9 June", "2026-06-05", "2026-06-09"},
                                          {"May 8 to 11", "2026-05-08", "2026-05-11"},
                                          {"from the 4th to the 6th", "2026-05-04", "2026-05-06"}}) {
    const auto found = find_dates(Utterance(text), kThursday);
    ASSERT_EQ(found.size(), 2U) << text;
    EXPECT_EQ(format_date(found[0].date), first);
    EXPECT_EQ(format_date(found[1].date), last);
  }
}

TEST(Dates, OfAStayGoToTheirKeys) {
  const NegotiatedSchema stay =
      negotiated_schema_of(a2a::parse_tree(R"({"schema_id":"s","scenario":"stay","keys":[
        {"key_name":"arrival","key_type":"string","required":true,"semantic_description":"First day (YYYY-MM-DD)."},
        {"key_name":"return","key_type":"string","required":true,"semantic_description":"Last day (YYYY-MM-DD)."}]})")
                               .value());
  const auto days = [&stay](const std::string& text) {
    const Proposal proposal = mapped(stay, text);
    return member(proposal, "arrival") + member(proposal, "return");
  };
  EXPECT_EQ(days("a stay from Thursday to Sunday"), R"("2026-05-07""2026-05-10")");
  EXPECT_EQ(days("a stay for three nights from Monday"), R"("2026-05-04""2026-05-07")");
  EXPECT_EQ(days("a stay until 2 June"), R"("2026-06-02")");
  EXPECT_EQ(days("a stay on Monday for 60 euros a night"), R"("2026-05-04")");
  EXPECT_EQ(days("a stay from 10 May to 8 May"), R"("2026-05-10")") << "the end before the start";
  EXPECT_EQ(days("a stay on Monday or Tuesday"), "");
}

TEST(Dates, AreWrittenAndReadAsIso) {
  EXPECT_EQ(format_date(kThursday), "2026-04-30");
  EXPECT_EQ(parse_date("2026-04-30"), kThursday);
  for (std::string_view text : {"", "2026-4-30", "30-04-2026", "2026-04-31", "2026-04-30x"})
    EXPECT_EQ(parse_date(text), std::nullopt) << text;
}

}  // namespace
}  // namespace schemagate::client_agent
