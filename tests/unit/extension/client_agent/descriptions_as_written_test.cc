// Descriptions as authors write them, who know nothing of the rules: what they say of a key is followed.
#include <gmock/gmock.h>

#include "negotiated_schemas.h"

namespace schemagate::client_agent {
namespace {

// The first of the keys is asked about.
struct Written {
  std::string_view keys;
  std::string_view utterance;
  std::string_view value;  // JSON; empty: none is sent
};

void expect_written(std::span<const Written> rows) {
  for (const Written& row : rows) {
    const auto negotiated = one_key(std::string(row.keys));
    const auto proposal = mapped(negotiated, std::string(row.utterance));
    EXPECT_EQ(member(proposal, negotiated.schema.keys.front().name), row.value) << row.utterance;
  }
}

TEST(DescriptionsAsWritten, AnAddressStaysOneWhereItsTownIsNamedToo) {
  constexpr std::string_view kDoor =
      R"({"key_name":"door","key_type":"string","required":true,
          "semantic_description":"Street address at which the sweep rings, with number, and the town if it is said."},
         {"key_name":"region","key_type":"string","required":false,
          "semantic_description":"Town or country the soot goes to."})";
  constexpr std::array<Written, 2> kCases = {
      {{kDoor, "Please come to 14 Rosehill Road on Monday", "\"14 Rosehill Road\""},
       {kDoor, "Please come to 5 Quay Street, Galway on Monday", "\"5 Quay Street, Galway\""}}};
  expect_written(kCases);
}

TEST(DescriptionsAsWritten, AFaultIsToldWithItsThing) {
  constexpr std::string_view kFault =
      R"({"key_name":"trouble","key_type":"string","required":true,
          "semantic_description":"What is broken, in the owner's words."},
         {"key_name":"craft","key_type":"string","required":true,
          "semantic_description":"sails: for masts and ropes. engine: for pumps and shafts.",
          "constraints":{"enum":["sails","engine"]}})";
  constexpr std::array<Written, 4> kCases = {
      {{kFault, "pump broken, please come", "\"pump broken\""},
       {kFault, "I'd like a visit for a pump that won't start", "\"pump that won't start\""},
       {kFault, "Please look at the mast on Monday, it came off its foot", "\"came off its foot\""},
       {kFault, "Please come for the engine on Monday, evening is best", ""}}};
  expect_written(kCases);
}

TEST(DescriptionsAsWritten, AnObjectStandsBehindTheVerbOfAnExample) {
  constexpr std::string_view kFelled =
      R"({"key_name":"felled","key_type":"string","required":false,
          "semantic_description":"Tree to be cut, in the owner's words. Example: 'please fell the old oak' -> 'the old oak'."})";
  constexpr std::array<Written, 3> kCases = {
      {{kFelled, "Could you fell the birch behind the barn and the ash?",
        "\"the birch behind the barn and the ash\""},
       {kFelled, "Please don't fell the birch", ""},
       {kFelled, "Please fell it", ""}}};
  expect_written(kCases);
}

TEST(DescriptionsAsWritten, ASwitchFollowsItsConditionAndItsExamples) {
  constexpr std::string_view kUrgent =
      R"({"key_name":"rush","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"true only when the customer says that it is pressing or can't wait."})";
  constexpr std::string_view kDamp =
      R"({"key_name":"keep_dry","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"Whether something in it spoils, like paper or flour."})";
  constexpr std::string_view kCompany =
      R"({"key_name":"guest","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"true if somebody comes along, for example a husband or wife."})";
  constexpr std::array<Written, 8> kCases = {{{kUrgent, "I need a dinner, it's pressing", "true"},
                                              {kUrgent, "I need a dinner, it isn't pressing", "false"},
                                              {kDamp, "I need a dinner, it's flour so be careful", "true"},
                                              {kDamp, "I need a dinner, there is no flour in it", ""},
                                              {kCompany, "My wife and I need a dinner", "true"},
                                              {kCompany, "I need a dinner, my brother is coming too", "true"},
                                              {kCompany, "I need a dinner on my own", "false"},
                                              {kCompany, "I need a dinner, ask my brother", ""}}};
  expect_written(kCases);
}

TEST(DescriptionsAsWritten, TwoWordsOfASwitchAreNoChoice) {
  constexpr std::string_view kBoth =
      R"({"key_name":"border","key_type":"string","required":false,"default_value":"grey",
          "semantic_description":"Colour of the border: grey, white or red.","constraints":{"enum":["grey","white","red"]}},
         {"key_name":"plain","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"Red and white instead of all colours."})";
  constexpr std::array<Written, 3> kCases = {
      {{kBoth, "I want the dinner card red and white", "\"grey\""},
       {kBoth, "I want the dinner card whitened", ""},
       {kBoth, "I want the dinner card with a white border", "\"white\""}}};
  expect_written(kCases);
}

TEST(DescriptionsAsWritten, DegreesInQuotationMarksAreNumbers) {
  constexpr std::string_view kLouder =
      R"({"key_name":"amplify","key_type":"integer","required":false,"default_value":0,
          "semantic_description":"How much louder the song should get, 0 to 10. 'a bit' or 'a little' is 2, just 'louder' is 5, 'as much as possible' is 10.",
          "constraints":{"minimum":0,"maximum":10}})";
  constexpr std::array<Written, 3> kCases = {{{kLouder, "make the song a bit louder", "2"},
                                              {kLouder, "make the song louder", "5"},
                                              {kLouder, "make the song as loud as possible", "10"}}};
  expect_written(kCases);
}

TEST(DescriptionsAsWritten, WhoIsCountedWithWhom) {
  constexpr std::string_view kParty =
      R"({"key_name":"covers","key_type":"integer","required":true,"semantic_description":"How many people will be eating.",
          "constraints":{"minimum":1,"maximum":14}})";
  constexpr std::string_view kAdults =
      R"({"key_name":"adults","key_type":"integer","required":false,"default_value":2,
          "semantic_description":"Number of adults.","constraints":{"minimum":1,"maximum":4}})";
  constexpr std::string_view kBoats =
      R"({"key_name":"hulls","key_type":"integer","required":false,"default_value":1,
          "semantic_description":"Number of boats, rafts or canoes to lend.","constraints":{"minimum":1,"maximum":9}})";
  constexpr std::array<Written, 4> kCases = {{{kParty, "dinner, party of 7, one of us is vegan", "7"},
                                              {kAdults, "I need a dinner, on my own", "1"},
                                              {kBoats, "I need three canoes for dinner", "3"},
                                              {kBoats, "We're a group of eight and need dinner", "1"}}};
  expect_written(kCases);
}

TEST(DescriptionsAsWritten, FromWhenOnIsATimeForTheKeyThatAsksForIt) {
  constexpr std::string_view kFrom =
      R"({"key_name":"home_from","key_type":"string","required":false,
          "semantic_description":"Time from which somebody is at home, HH:MM. We work from 07:00 to 19:00."})";
  constexpr std::string_view kAt =
      R"({"key_name":"start","key_type":"string","required":false,"semantic_description":"Start of the meal, HH:MM."})";
  constexpr std::array<Written, 2> kCases = {
      {{kFrom, "I need a dinner after 3 pm", "\"15:00\""}, {kAt, "I need a dinner after 3 pm", ""}}};
  expect_written(kCases);
}

TEST(DescriptionsAsWritten, ListedExamplesAreFound) {
  constexpr std::string_view kNeed =
      R"({"key_name":"complaint","key_type":"string","required":true,
          "semantic_description":"What the owner complains of or needs, e.g. dry rot, paint, sail repair."})";
  constexpr std::array<Written, 2> kCases = {{{kNeed, "sail repair tomorrow please", "\"sail repair\""},
                                              {kNeed, "I'd like to book a dinner. Name is Otto Fink", ""}}};
  expect_written(kCases);
}

TEST(DescriptionsAsWritten, ADefaultGivesWayToWhatMayCrossItsBound) {
  constexpr std::string_view kYoung =
      R"({"key_name":"novice","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"true if the guest is under 25."})";
  constexpr std::string_view kLate =
      R"({"key_name":"late","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"true if the guest arrives after 22:00."})";
  constexpr std::string_view kBoat =
      R"({"key_name":"boat","key_type":"string","required":false,"default_value":"canoe",
          "semantic_description":"canoe, raft or ferry.","constraints":{"enum":["canoe","raft","ferry"]}},
         {"key_name":"at","key_type":"string","required":false,"semantic_description":"City of the dinner."})";
  constexpr std::array<Written, 7> kCases = {
      {{kYoung, "I need a dinner, I'm 23", ""},
       {kYoung, "I need a dinner", "false"},
       {kLate, "I need a dinner, we'll arrive around 11 pm", ""},
       {kBoat, "I need a dinghy in Cork", ""},
       {kBoat, "I need an SUV in Cork", ""},
       {kBoat, "I need an inflatable raft in Cork", ""},
       {kBoat, "I need a raft in Cork, no wait, leave the water", ""}}};
  expect_written(kCases);
}

TEST(DescriptionsAsWritten, AWordOfAnotherKeyIsNoChoice) {
  constexpr std::string_view kWay =
      R"({"key_name":"way","key_type":"string","required":false,"default_value":"office",
          "semantic_description":"How to talk: office, phone or video.","constraints":{"enum":["office","phone","video"]}},
         {"key_name":"office","key_type":"string","required":true,"semantic_description":"Office, by town."})";
  constexpr std::string_view kCollect =
      R"({"key_name":"handing","key_type":"string","required":false,"default_value":"post",
          "semantic_description":"post or loose_rope (taken along).","constraints":{"enum":["post","loose_rope"]}},
         {"key_name":"line","key_type":"string","required":false,
          "semantic_description":"Line: rope, chain or wire.","constraints":{"enum":["rope","chain","wire"]}})";
  constexpr std::array<Written, 2> kCases = {
      {{kWay, "I need a video dinner, my office is Altona", "\"video\""},
       {kCollect, "I need a dinner with a loose rope", "\"loose_rope\""}}};
  expect_written(kCases);
}

TEST(DescriptionsAsWritten, HoursAndWaysOut) {
  constexpr std::string_view kArrival =
      R"({"key_name":"arrival","key_type":"string","required":true,
          "semantic_description":"Time of the meal, HH:MM. Open from 11:30 to 22:30. Example: 'half past seven' -> '19:30'."})";
  constexpr std::string_view kOut =
      R"({"key_name":"day_out","key_type":"string","required":true,"semantic_description":"Outbound date, YYYY-MM-DD."},
         {"key_name":"day_back","key_type":"string","required":false,"semantic_description":"Return date, YYYY-MM-DD."})";
  constexpr std::string_view kUntil =
      R"({"key_name":"last","key_type":"string","required":true,"semantic_description":"End of the hire, YYYY-MM-DD."},
         {"key_name":"first","key_type":"string","required":true,"semantic_description":"Start of the hire, YYYY-MM-DD."})";
  constexpr std::array<Written, 4> kCases = {
      {{kArrival, "I need a dinner at eight about a wedding", "\"20:00\""},
       {kOut, "I need a dinner on Friday", "\"2026-05-01\""},
       {kOut, "I need a dinner on 5 May, back on 9 May", "\"2026-05-05\""},
       {kUntil, "I need it for dinner from Sunday to Tuesday, hang on, to Wednesday", "\"2026-05-06\""}}};
  expect_written(kCases);
}

TEST(DescriptionsAsWritten, NamesOfThoseWhoAskAndOfMakers) {
  constexpr std::string_view kUnder =
      R"({"key_name":"held","key_type":"string","required":false,"semantic_description":"Name the table is held under."})";
  constexpr std::string_view kMaker =
      R"({"key_name":"maker","key_type":"string","required":false,"semantic_description":"Maker of the pump."})";
  constexpr std::string_view kBand =
      R"({"key_name":"who","key_type":"string","required":true,"semantic_description":"Name of the artist, band or play."},
         {"key_name":"city","key_type":"string","required":false,"semantic_description":"City where it takes place."})";
  constexpr std::array<Written, 4> kCases = {
      {{kUnder, "I need a dinner, under the name of Okafor", "\"Okafor\""},
       {kMaker, "I need a dinner for the pump. It's a Zanetti.", "\"Zanetti\""},
       {kMaker, "It's a Zanetti. I need a dinner for the pump.", "\"Zanetti\""},
       {kBand, "I need two tickets to see Mia Vale in Cork", "\"Mia Vale\""}}};
  expect_written(kCases);
}

TEST(DescriptionsAsWritten, TheDayOfAnOccasionIsNeitherWay) {
  constexpr std::string_view kDays =
      R"({"key_name":"day_out","key_type":"string","required":true,"semantic_description":"Outbound date, YYYY-MM-DD."},
         {"key_name":"day_back","key_type":"string","required":false,"semantic_description":"Return date, YYYY-MM-DD."})";
  constexpr std::array<Written, 1> kCases = {
      {{kDays, "I'm at a wedding on the 23rd of May, so I need a dinner on the 22nd of May",
        "\"2026-05-22\""}}};
  expect_written(kCases);
}

}  // namespace
}  // namespace schemagate::client_agent
