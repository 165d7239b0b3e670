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
  };
  for (const DateRow& row : kRows) EXPECT_EQ(date_in(row.text), row.date) << row.text;
}

TEST(Dates, AreNoneWhereTheCalendarHasNone) {
  for (std::string_view text :
       {"February 30", "2026-02-30", "2026-13-01", "0/0", "7/10", "in two hours", "may I ask", "two people",
        "in 99999 days", "the sun", "99/99/9999", "2026-05", "1.5"}) {
    EXPECT_EQ(date_in(text), "") << text;
  }
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

TEST(Dates, AreWrittenAndReadAsIso) {
  EXPECT_EQ(format_date(kThursday), "2026-04-30");
  EXPECT_EQ(parse_date("2026-04-30"), kThursday);
  for (std::string_view text : {"", "2026-4-30", "30-04-2026", "2026-04-31", "2026-04-30x"})
    EXPECT_EQ(parse_date(text), std::nullopt) << text;
}

}  // namespace
}  // namespace schemagate::client_agent
