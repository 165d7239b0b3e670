#include "extension/client_agent/registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "negotiated_schemas.h"

namespace schemagate::client_agent {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

constexpr auto kUrl = "http://127.0.0.1:1/";

// A card with these scenarios; `members` is laid over it.
std::string card_with(const std::vector<std::string>& scenarios, std::string_view members = "{}") {
  a2a::JsonTree card = {
      {"name", "Agent"}, {"url", kUrl}, {"preferredTransport", "JSONRPC"}, {"protocolVersion", "0.3.0"}};
  card["capabilities"]["extensions"] = a2a::JsonTree::array(
      {{{"uri", schema_interaction::kExtensionUri},
        {"params",
         {{"scenarios", scenarios}, {"templateDigests", {{"v1", {{"en", "sha-256:x"}, {"zh", "y"}}}}}}}}});
  card.merge_patch(a2a::parse_tree(members).value());
  return a2a::dump_tree(card);
}

std::vector<std::string> ranked(const std::vector<Offer>& offers, std::string_view sentence) {
  std::vector<std::string> names;
  for (const auto& [offer, score] : rank(offers, sentence)) names.push_back(offer->scenario);
  return names;
}

TEST(Registry, ListsUrlsAndCards) {
  const auto entries = read_registry(R"({"agents":["http://a",{"url":"http://b"},{"card":{"name":"c"}}]})");
  EXPECT_THAT(entries.value(), ElementsAre(RegistryEntry{"http://a", ""}, RegistryEntry{"http://b", ""},
                                           RegistryEntry{"", R"({"name":"c"})"}));
  EXPECT_EQ(read_registry(R"(["http://a"])")->size(), 1U);
}

TEST(Registry, NamesTheKeysThatHaveToHaveSignedACard) {
  const auto entries = read_registry(R"([{"url":"http://a","jwks":"http://a/keys"},
                                         {"url":"http://b","jwks":{"keys":[]}},"http://c"])");
  EXPECT_THAT(entries.value(), ElementsAre(RegistryEntry{"http://a", "", "", "http://a/keys"},
                                           RegistryEntry{"http://b", "", R"({"keys":[]})", ""},
                                           RegistryEntry{"http://c", ""}));
  EXPECT_TRUE(entries->at(1).names_keys());
  EXPECT_FALSE(entries->at(2).names_keys());
  for (const std::string keys : {"null", "7", "\"\"", "[]", "false"})
    EXPECT_FALSE(read_registry(R"([{"url":"http://a","jwks":)" + keys + "}]")) << keys << " are no keys";
}

TEST(Registry, RefusesMembersThatItDoesNotKnow) {
  const auto misspelt = read_registry(R"(["http://a",{"url":"http://b","jwsk":"http://b/keys"}])");
  ASSERT_FALSE(misspelt) << "nothing would be verified";
  EXPECT_EQ(misspelt.error().message, "agents[1]: unknown member jwsk; did you mean jwks?");
  const auto other = read_registry(R"([{"url":"http://b","comment":"mine"}])");
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().message, "agents[0]: unknown member comment; there are: url, card, jwks");
}

TEST(Registry, SaysWhereItIsWrong) {
  EXPECT_THAT(read_registry(R"(["http://a",5])").error().message, HasSubstr("agents[1]"));
  EXPECT_THAT(read_registry("{}").error().message, HasSubstr("agents"));
  std::string many = "[\"http://a\"";
  for (std::size_t i = 0; i < kRegistryEntriesMax; ++i) many += ",\"http://a\"";
  EXPECT_THAT(read_registry(many + "]").error().message, HasSubstr("256"));
}

// SD-10, SD-11
TEST(Registry, OffersEachScenarioWithWhatTheCardSaysOfIt) {
  const auto offers =
      offers_of(card_with({"flight_booking", "hotel_booking"}, R"({"schemas":{"v1":{"type":"object"}}})"),
                kUrl)
          .value();
  ASSERT_THAT(offers, SizeIs(2));
  EXPECT_EQ(offers[0].agent, "Agent");
  EXPECT_EQ(offers[1].scenario, "hotel_booking");
  EXPECT_THAT(offers[0].published->digests.at("v1"), ElementsAre("sha-256:x", "y"));
  EXPECT_EQ(offers[1].published->schemas.at("v1"), R"({"type":"object"})");
  EXPECT_THAT(ranked(offers, "I need a hotel in Rome"), ElementsAre("hotel_booking"));
  EXPECT_THAT(ranked(offers, "book me a large iced latte"), testing::IsEmpty());
}

// A skill speaks for the scenario that shares a word with its name, a compiled template for that of its
// title.
TEST(Registry, FindsAScenarioByItsSkillsAndKeys) {
  const auto offers = offers_of(card_with({"flight_booking", "photo_retouch"}, R"({
      "skills":[{"id":"photo","tags":["eyes"],"description":"portraits","examples":["sunsets"]}],
      "schemas":{"v1":{"title":"flight_booking","properties":{"origin":{},"layovers":{},"other":{}}},
                 "v2":{"title":"flight_booking","properties":{"eyes":{}}}}})"),
                                kUrl)
                          .value();
  EXPECT_THAT(ranked(offers, "eyes and portraits and sunsets"), ElementsAre("photo_retouch"));
  EXPECT_THAT(ranked(offers, "the origin, without layovers"), ElementsAre("flight_booking"));
}

TEST(Registry, RoutesOnlyWhereOneIsAhead) {
  const auto offers =
      offers_of(card_with({"flight_booking", "hotel_booking", "photo_retouch"}), kUrl).value();
  EXPECT_EQ(route(offers, "I'd like to fly to Rome").offer, &offers[0]) << "an inflection";
  EXPECT_EQ(route(offers, "retuoch this picture").offer, &offers[2]) << "a slip of the pen";
  const Routing unsure = route(offers, "a large iced latte");
  EXPECT_EQ(unsure.offer, nullptr);
  EXPECT_THAT(unsure.nearest, SizeIs(kNearestMax)) << "for the user to choose from";
  const Routing tied = route(offers, "a flight and a hotel");
  EXPECT_EQ(tied.offer, nullptr);
  EXPECT_EQ(tied.nearest[0].offer, &offers[0]);
  EXPECT_EQ(tied.nearest[1].offer, &offers[1]);
  EXPECT_THAT(route({}, "a flight").nearest, testing::IsEmpty());
}

TEST(Registry, PassesOverWhatOffersNothing) {
  EXPECT_EQ(offers_of(card_with({}), kUrl).error().code, a2a::ErrorCode::kUnsupportedOperation);
  EXPECT_EQ(offers_of(R"({"name":"x"})", kUrl).error().code, a2a::ErrorCode::kUnsupportedOperation);
  EXPECT_FALSE(offers_of("no json", kUrl));
}

// What a stranger's card costs does not grow with its scenarios times its texts.
TEST(Registry, BoundsWhatACardCanAskFor) {
  std::vector<std::string> scenarios;
  for (int i = 0; i < 1'000; ++i) scenarios.push_back("flight " + std::to_string(i));
  a2a::JsonTree members;
  for (int i = 0; i < 500; ++i) {
    std::string text;
    for (int j = 0; j < 100; ++j) text += "word" + std::to_string(100 * i + j) + " ";
    members["skills"].push_back({{"id", "flight"}, {"description", text}});
    members["schemas"]["s" + std::to_string(i)] = {{"description", std::string(500, 'x')}};
  }
  const auto offers = offers_of(card_with(scenarios, a2a::dump_tree(members)), kUrl).value();
  ASSERT_THAT(offers, SizeIs(kScenariosMax));
  std::size_t bytes = 0;
  for (const auto& [word, weight] : offers.front().terms) bytes += word.size();
  EXPECT_LE(bytes, kTermBytesMax);
  EXPECT_EQ(offers.front().published, offers.back().published);
}

}  // namespace
}  // namespace schemagate::client_agent
