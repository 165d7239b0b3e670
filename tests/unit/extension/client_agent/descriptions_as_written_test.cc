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

}  // namespace
}  // namespace schemagate::client_agent
