// What is told beside a request gives no values.
#include "extension/client_agent/side_remarks.h"

#include <gmock/gmock.h>

#include "negotiated_schemas.h"

namespace schemagate::client_agent {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

TEST(SideRemarks, OfOthersAndOfWhatHasBeen) {
  for (const std::string_view remark :
       {"My sister lives in Oslo.", "My friend Carla Mendes recommended you.",
        "My boss Mr Kent will be pleased.", "Last time we paid 45 euros.",
        "We came with three kids last year.", "We used to live at 12 Hill Road.",
        "I had a bad time at the Grand Hotel once.", "So my flight from Porto was cancelled.",
        "It's my 40th birthday on Sunday."}) {
    const Utterance alone(remark);
    EXPECT_THAT(side_remarks(alone, false), IsEmpty()) << remark;
    const Utterance behind("Book a table. " + std::string(remark));
    EXPECT_THAT(side_remarks(behind, false), SizeIs(1)) << remark;
    const Utterance joined("Book a table for two, and " + std::string(remark));
    const bool is_joint = !remark.starts_with("So ");
    EXPECT_THAT(side_remarks(joined, false), SizeIs(is_joint ? 1 : 0)) << remark;
  }
}

TEST(SideRemarks, NotWhatTheRequestIsAbout) {
  for (const std::string_view said :
       {"My husband drives, he is 38.", "My husband Paul Weiss needs his stitches out.",
        "There are six of us.", "It's a Bosch.", "My son Leon Fischer has had a cough.",
        "My name is Tara Obi.", "I was hoping for 5 May.", "We had 5 but now we are 6.",
        "I've never been here before.", "My wife comes along.", "The address is 12 Hill Road."}) {
    const Utterance behind("Book a table. " + std::string(said));
    EXPECT_THAT(side_remarks(behind, false), IsEmpty()) << said;
  }
  const Utterance claim("I want to claim. My bike was stolen in Utrecht.");
  EXPECT_THAT(side_remarks(claim, true), IsEmpty()) << "the template asks for what has been";
  EXPECT_THAT(side_remarks(claim, false), SizeIs(1));
}

TEST(SideRemarks, GiveNoValues) {
  constexpr std::string_view kCity =
      R"({"key_name":"city","key_type":"string","required":true,"semantic_description":"City of the dinner"})";
  constexpr std::string_view kGuests =
      R"({"key_name":"guests","key_type":"integer","required":false,"default_value":2,
          "semantic_description":"Number of guests"})";
  constexpr std::string_view kPrice =
      R"({"key_name":"max_price","key_type":"number","required":false,"semantic_description":"At most, in euros"})";
  constexpr std::string_view kName =
      R"({"key_name":"guest_name","key_type":"string","required":false,"semantic_description":"Name of the guest"})";
  constexpr std::string_view kFault =
      R"({"key_name":"fault","key_type":"string","required":true,"semantic_description":"What is wrong"})";
  constexpr std::array<Said, 2> kCities = {{{"Book a dinner in Lyon. My sister lives in Oslo.", "\"Lyon\""},
                                            {"Book a dinner. My sister lives in Oslo.", ""}}};
  constexpr std::array<Said, 2> kCounts = {{{"Book a dinner. We came with three kids last year.", "2"},
                                            {"Book a dinner. My boss Mr Kent will be pleased.", "2"}}};
  constexpr std::array<Said, 1> kPrices = {{{"Book a dinner. Last time we paid 45 euros.", ""}}};
  constexpr std::array<Said, 2> kNames = {{{"Book a dinner. My friend Carla Mendes recommended you.", ""},
                                           {"Book a dinner. My name is Carla Mendes.", "\"Carla Mendes\""}}};
  constexpr std::array<Said, 2> kFaults = {
      {{"Please come. I've been trying since Monday.", ""},
       {"Please come. My tap was hit and leaks.", "\"tap was hit and leaks\""}}};
  expect_values(kCity, kCities);
  expect_values(kGuests, kCounts);
  expect_values(kPrice, kPrices);
  expect_values(kName, kNames);
  expect_values(kFault, kFaults);
}

}  // namespace
}  // namespace schemagate::client_agent
