#include "gateway/config/text.h"

#include <gtest/gtest.h>

#include <array>

#include "extension/json_schema/nearest_name.h"

namespace schemagate {
namespace {

using namespace std::chrono_literals;
using json_schema::nearest_name;

TEST(ParseDuration, ReadsEveryUnit) {
  EXPECT_EQ(parse_duration("500ms"), 500ms);
  EXPECT_EQ(parse_duration("30s"), 30s);
  EXPECT_EQ(parse_duration("5m"), 5min);
  EXPECT_EQ(parse_duration("1h"), 1h);
  EXPECT_EQ(parse_duration("0s"), 0ms);
  EXPECT_EQ(parse_duration("0"), 0ms);
}

TEST(ParseDuration, RefusesWhatHasNoUnitOrIsNoWholeNumber) {
  for (const auto* text : {"", "30", "00", "s", "-1s", "+1s", "1.5s", "1 s", "1d", "1S", "s1", "1sm"}) {
    EXPECT_EQ(parse_duration(text), std::nullopt) << text;
  }
}

TEST(ParseDuration, RefusesWhatWouldOverflow) {
  EXPECT_EQ(parse_duration("99999999999999999999h"), std::nullopt);
  EXPECT_EQ(parse_duration("18446744073709551615h"), std::nullopt);
  EXPECT_EQ(parse_duration("8785h"), std::nullopt);
}

TEST(ParseSize, ReadsEveryUnitAndPlainNumbers) {
  EXPECT_EQ(parse_size("17"), 17u);
  EXPECT_EQ(parse_size("64KiB"), 65'536u);
  EXPECT_EQ(parse_size("1MiB"), 1'048'576u);
  EXPECT_EQ(parse_size("2GiB"), 2'147'483'648u);
}

TEST(ParseSize, RefusesOtherUnitsAndOverflow) {
  for (const auto* text : {"", "1KB", "1mib", "1 MiB", "-1", "1.5MiB", "MiB", "99999999999GiB"}) {
    EXPECT_EQ(parse_size(text), std::nullopt) << text;
  }
}

TEST(FormatDuration, GivesTheLargestExactUnit) {
  EXPECT_EQ(format_duration(0ms), "0ms");
  EXPECT_EQ(format_duration(1500ms), "1500ms");
  EXPECT_EQ(format_duration(90s), "90s");
  EXPECT_EQ(format_duration(2h), "2h");
}

TEST(FormatSize, GivesTheLargestExactUnit) {
  EXPECT_EQ(format_size(0), "0");
  EXPECT_EQ(format_size(1'025), "1025");
  EXPECT_EQ(format_size(65'536), "64KiB");
}

TEST(NearestName, FindsASlipOfThePenAndNothingElse) {
  constexpr std::array<std::string_view, 3> kNames{"listen", "public_url", "limits"};
  EXPECT_EQ(nearest_name("lisen", kNames), "listen");
  EXPECT_EQ(nearest_name("publicUrl", kNames), "public_url");
  EXPECT_EQ(nearest_name("lsiten", kNames), "listen");
  EXPECT_EQ(nearest_name("plugins", kNames), std::nullopt);
  EXPECT_EQ(nearest_name(std::string(100'000, 'l'), kNames), std::nullopt);
}

TEST(NearestName, TakesTwoCharactersTheOtherWayRoundForOneSlip) {
  constexpr std::array<std::string_view, 1> kNames{"fight"};
  EXPECT_EQ(nearest_name("fihgt", kNames), "fight");
  EXPECT_EQ(nearest_name("ifght", kNames), "fight");
  EXPECT_EQ(nearest_name("gifth", kNames), std::nullopt);
}

TEST(InQuotes, ShortensAndHidesControlCharacters) {
  EXPECT_EQ(in_quotes("a\n\x1b[31mb"), "\"a??[31mb\"");
  EXPECT_EQ(in_quotes(std::string(81, 'x')), "\"" + std::string(80, 'x') + "…\"");
  EXPECT_EQ(in_quotes(std::string(79, 'x') + "é"), "\"" + std::string(79, 'x') + "…\"");
}

}  // namespace
}  // namespace schemagate
