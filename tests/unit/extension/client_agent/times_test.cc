#include "extension/client_agent/times.h"

#include <gtest/gtest.h>

#include "negotiated_schemas.h"

namespace schemagate::client_agent {
namespace {

// The first time as HH:MM, "?" when it is not certain; empty: none.
std::string time_in(std::string_view text, std::optional<Hours> hours = std::nullopt) {
  const Utterance utterance(text);
  const auto found = find_times(utterance);
  if (found.empty()) return "";
  const auto read = read_time(found.front(), hours, half_of_day_in(utterance));
  return read.minutes ? format_time(*read.minutes) : "?";
}

struct TimeRow {
  std::string_view text;
  std::string_view time;
};

TEST(Times, AreFoundInTheWordsOfASentence) {
  constexpr TimeRow kRows[] = {
      {"at 19:30", "19:30"},
      {"8pm", "20:00"},
      {"8 p.m.", "20:00"},
      {"12 am", "00:00"},
      {"20h30", "20:30"},
      {"noon", "12:00"},
      {"midnight", "00:00"},
      {"half past six pm", "18:30"},
      {"half seven in the evening", "19:30"},
      {"half a dozen", ""},
      {"a quarter to eight in the evening", "19:45"},
      {"ten past eight in the morning", "08:10"},
      {"twenty past two in the afternoon", "14:20"},
      {"at three in the afternoon", "15:00"},
      {"10 o'clock in the morning", "10:00"},
      {"dinner at seven thirty", "19:30"},
      {"tonight at 9", "21:00"},
      {"at 11:45", "11:45"},
      {"at 7:30", "?"},
      {"at ten", "?"},
      {"around 8 pm", "?"},
  };
  for (const auto& [text, time] : kRows) EXPECT_EQ(time_in(text), time) << text;
}

TEST(Times, AreNoneInOtherNumbers) {
  for (const std::string_view text :
       {"two people", "at 14 Mill Lane", "7 out of 10", "at most 90", "20 euros", "in 3 days", "at 5 euros"})
    EXPECT_EQ(time_in(text), "") << text;
}

TEST(Times, FollowFromTheHoursThatArePossible) {
  const Hours evening{11 * 60 + 30, 22 * 60 + 30};
  EXPECT_EQ(time_in("at eight", evening), "20:00");
  EXPECT_EQ(time_in("at quarter past one", evening), "13:15");
  EXPECT_EQ(time_in("at 3 am", evening), "?") << "nobody is there";
  EXPECT_EQ(time_in("at 12", evening), "12:00");
}

TEST(Times, OfASpanAreTwo) {
  const Utterance span("between 4 and 6 pm");
  const auto found = find_times(span);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(format_time(*read_time(found[0], std::nullopt, HalfOfDay::kUnsaid).minutes), "16:00");
  EXPECT_EQ(format_time(*read_time(found[1], std::nullopt, HalfOfDay::kUnsaid).minutes), "18:00");
  EXPECT_EQ(find_times(Utterance("10-12am")).size(), 2U);
}

TEST(Times, GoToTheirKeys) {
  const NegotiatedSchema one = one_key(
      R"({"key_name":"start","key_type":"string","required":true,"semantic_description":"Start (HH:MM)."})");
  EXPECT_EQ(member(mapped(one, "a table at 19:30"), "start"), R"("19:30")");
  EXPECT_EQ(member(mapped(one, "a table between 4 and 6 pm"), "start"), "") << "a span is no exact time";
  EXPECT_EQ(member(mapped(one, "a table at 7 pm, no, at 8 pm"), "start"), R"("20:00")");
  EXPECT_EQ(member(mapped(one, "a table after 8 pm"), "start"), "");
}

}  // namespace
}  // namespace schemagate::client_agent
