#include "gateway/agent/fronted_agent.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>

#include "extension/schema_interaction/schema_template.h"
#include "gateway/config/config.h"

namespace schemagate {
namespace {

using namespace std::chrono_literals;
using object_schemas::CardProblem;

constexpr std::string_view kPublicUrl = "http://gateway";

AgentConfig config_of(std::string name, bool root = false) {
  AgentConfig config;
  config.name = std::move(name);
  config.root = root;
  config.upstream_url = "http://agent.test:9000";
  return config;
}

std::string card(const std::string& name, const std::string& path = "/a2a") {
  return R"({"protocolVersion":"0.3.0","name":")" + name +
         R"(","description":"d","version":"1","url":"http://agent.test:9000)" + path +
         R"(","capabilities":{},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"skills":[]})";
}

TEST(FrontedAgent, HasASnapshotBeforeItsCardIsKnown) {
  const FrontedAgent agent(config_of("fight"));
  ASSERT_NE(agent.snapshot(), nullptr);
  EXPECT_EQ(agent.snapshot()->config().name, "fight");
  EXPECT_EQ(agent.snapshot()->published, nullptr);
  EXPECT_EQ(agent.snapshot()->problem, card_not_read());
}

TEST(FrontedAgent, WhoHoldsASnapshotDoesNotNoticeTheNextCard) {
  FrontedAgent agent(config_of("fight"));
  ASSERT_TRUE(agent.update(card("First"), kPublicUrl));
  const auto held = agent.snapshot();
  ASSERT_TRUE(agent.update(card("Second", "/elsewhere"), kPublicUrl));
  EXPECT_EQ(held->published->url.path, "/a2a");
  EXPECT_TRUE(held->published->cards.v0_3.body.contains("First"));
  EXPECT_EQ(agent.snapshot()->published->url.path, "/elsewhere");
  EXPECT_TRUE(agent.snapshot()->published->cards.v0_3.body.contains("Second"));
}

TEST(FrontedAgent, IsPublishedAtEachPublicAddressWithTheUrlsOfThat) {
  AgentConfig config = config_of("fight");
  config.websocket = true;
  config.security.schemes = {{.name = "clientCertificate", .by_certificate = true},
                             {.name = "apiKey", .header = "X-API-Key"}};
  config.public_addresses = {{}, {"https://partners.test", false}};
  FrontedAgent agent(config);
  ASSERT_TRUE(agent.update(card("First"), kPublicUrl));
  const auto published = agent.snapshot()->published;
  const auto text = [&published](std::size_t address) {
    const PublishedCards& cards = published->cards_at(address);
    return cards.v0_3.body + cards.v1_0.body + cards.hybrid.body;
  };
  EXPECT_TRUE(text(0).contains("http://gateway/fight"));
  EXPECT_TRUE(text(0).contains("clientCertificate"));
  EXPECT_TRUE(text(1).contains("https://partners.test/fight"));
  EXPECT_TRUE(text(1).contains("wss://partners.test/fight"));
  EXPECT_FALSE(text(1).contains("http://gateway"));
  EXPECT_FALSE(text(1).contains("clientCertificate"));
  for (const std::size_t address : {0, 1}) EXPECT_TRUE(text(address).contains("apiKey"));
  agent.set_evolved(nullptr);
  EXPECT_EQ(agent.snapshot()->published->cards_at(1).v1_0.body, published->cards_at(1).v1_0.body);
}

TEST(FrontedAgent, LearnsWhereItsPathsAreAlsoFromACardThatStays) {
  FrontedAgent agent(config_of("fight"));
  std::optional<bool> leaves_out = true;
  const RestProbe probe = [&leaves_out](const UpstreamEndpoint& endpoint) {
    auto protocol = endpoint.protocol;
    protocol.without_v1 = leaves_out.value_or(false);
    return leaves_out ? std::optional(protocol) : std::nullopt;
  };
  const auto without_v1 = [&] {
    EXPECT_TRUE(agent.update(card("First"), kPublicUrl, probe));
    return agent.snapshot()->published->endpoint.protocol.without_v1;
  };
  EXPECT_TRUE(without_v1());
  leaves_out.reset();
  EXPECT_TRUE(without_v1()) << "as long as it cannot be asked";
  leaves_out = false;
  EXPECT_FALSE(without_v1());
}

TEST(FrontedAgent, AsksOnceWhereThePathsOfAnotherCardAre) {
  FrontedAgent agent(config_of("fight"));
  int times = 0;
  const RestProbe probe = [&times](const UpstreamEndpoint& endpoint) {
    ++times;
    return std::optional(endpoint.protocol);
  };
  EXPECT_TRUE(agent.update(card("First"), kPublicUrl, probe));
  EXPECT_EQ(times, 1);
  EXPECT_TRUE(agent.update(card("Second"), kPublicUrl, probe));
  EXPECT_EQ(times, 2);
}

TEST(FrontedAgent, SuccessiveSnapshotsShareWhatWasConfigured) {
  FrontedAgent agent(config_of("fight"));
  const auto before = agent.snapshot();
  ASSERT_TRUE(agent.update(card("First"), kPublicUrl));
  EXPECT_EQ(agent.snapshot()->configuration, before->configuration);
}

TEST(FrontedAgent, KeepsWhatIsPublishedWhenTheNextCardIsNone) {
  FrontedAgent agent(config_of("fight"));
  ASSERT_TRUE(agent.update(card("First"), kPublicUrl));
  const auto before = agent.snapshot();
  EXPECT_EQ(before->problem, std::nullopt);
  EXPECT_FALSE(agent.update("no card", kPublicUrl));
  EXPECT_EQ(agent.snapshot()->published, before->published);
  ASSERT_NE(agent.snapshot()->problem, std::nullopt);
  EXPECT_EQ(agent.snapshot()->problem->kind, AgentProblem::Kind::kUnusable);
  EXPECT_EQ(before->problem, std::nullopt) << "it is another snapshot";
}

// Of a card that says another thing, and of no other.
TEST(FrontedAgent, TellsWhatIsAnotherThingInItsCard) {
  FrontedAgent agent(config_of("fight"));
  EXPECT_EQ(agent.update(card("First"), kPublicUrl).value().change, std::nullopt) << "there was none before";
  EXPECT_EQ(agent.update(card("First") + " ", kPublicUrl).value().change, std::nullopt) << "it says the same";
  const auto change = agent.update(card("Second"), kPublicUrl).value().change;
  ASSERT_TRUE(change);
  EXPECT_EQ(change->members_changed, "name");
  EXPECT_EQ(agent.update(card("Second"), kPublicUrl).value().change, std::nullopt) << "told once";
}

TEST(FrontedAgent, SaysThatNothingChangedOnlyForTheSameText) {
  FrontedAgent agent(config_of("fight"));
  EXPECT_TRUE(agent.update(card("First"), kPublicUrl).value().changed);
  const auto before = agent.snapshot();
  EXPECT_FALSE(agent.update(card("First"), kPublicUrl).value().changed);
  EXPECT_EQ(agent.snapshot(), before);
  EXPECT_TRUE(agent.update(card("Second"), kPublicUrl).value().changed);
  EXPECT_TRUE(agent.update(card("First"), kPublicUrl).value().changed);
}

// The card of an agent that declares a schema itself.
std::string speaking_card(std::string_view schema) {
  std::string text = card("Speaker");
  text.insert(text.rfind("\"skills\""), R"("schemas":{"order":)" + std::string(schema) + "},");
  return text.replace(text.rfind(R"("defaultInputModes":["text/plain"])"), 34,
                      R"("defaultInputModes":["text/plain","application/json;schema=order"])");
}

TEST(FrontedAgent, AdoptsTheSchemasOfTheCardAndThoseOfTheNext) {
  FrontedAgent agent(config_of("shop"));
  EXPECT_FALSE(agent.snapshot()->declared_extensions().object_schemas);
  const auto update = agent.update(speaking_card(R"({"type":"object"})"), kPublicUrl);
  ASSERT_TRUE(update) << update.error().message;
  EXPECT_TRUE(agent.snapshot()->published->refused.empty());
  const auto held = agent.snapshot();
  EXPECT_TRUE(held->declared_extensions().object_schemas);
  EXPECT_EQ(held->contract().find("order")->text, R"({"type":"object"})");
  EXPECT_TRUE(held->contract().skill_for_input("order"));
  EXPECT_TRUE(held->published->cards.v0_3.body.contains(R"("schemas":{"order":{"type":"object"}})"));
  ASSERT_TRUE(agent.update(speaking_card(R"({"type":"object","maxProperties":1})"), kPublicUrl));
  EXPECT_TRUE(agent.snapshot()->contract().find("order")->text.contains("maxProperties"));
  EXPECT_FALSE(held->contract().find("order")->text.contains("maxProperties")) << "whole, or not at all";
}

TEST(FrontedAgent, RemembersTheSchemasThatItsCardHasLostUntilItHasSomeAgain) {
  FrontedAgent agent(config_of("shop"));
  const auto lost = [&agent](const std::string& text) {
    EXPECT_TRUE(agent.update(text, kPublicUrl));
    return agent.snapshot()->published->lost_schemas;
  };
  EXPECT_THAT(lost(card("First")), testing::IsEmpty()) << "there were none";
  EXPECT_THAT(lost(speaking_card(R"({"type":"object"})")), testing::IsEmpty());
  EXPECT_THAT(lost(card("First")), testing::ElementsAre("order"));
  EXPECT_THAT(lost(card("Second")), testing::ElementsAre("order")) << "a card without later";
  EXPECT_THAT(lost(speaking_card(R"({"type":"object","maxProperties":1})")), testing::IsEmpty());
}

TEST(FrontedAgent, PublishesTheRestOfACardWithASchemaThatCannotBeEnforced) {
  FrontedAgent agent(config_of("shop"));
  const auto update = agent.update(speaking_card(R"({"type":"objct"})"), kPublicUrl);
  ASSERT_TRUE(update) << update.error().message;
  ASSERT_EQ(agent.snapshot()->published->refused.size(), 3u);
  EXPECT_EQ(agent.snapshot()->published->refused[0].path, "/schemas");
  EXPECT_EQ(agent.snapshot()->published->refused[1].path, "/schemas/order");
  EXPECT_TRUE(agent.snapshot()->contract().refuses_labels());
  EXPECT_THAT(update->doubts, testing::Contains(testing::Field(&CardProblem::path, "/schemas/order")));
  EXPECT_FALSE(agent.snapshot()->declared_extensions().object_schemas);
  EXPECT_FALSE(agent.snapshot()->published->cards.v0_3.body.contains("order"));
}

TEST(FrontedAgent, PublishesNothingOfTheAgentsOwnWhereTheContractIsConfigured) {
  AgentConfig config = config_of("shop");
  config.contract_source = ContractSource::kConfigured;
  FrontedAgent agent(std::move(config));
  ASSERT_TRUE(agent.update(speaking_card(R"({"type":"object"})"), kPublicUrl));
  EXPECT_FALSE(agent.snapshot()->contract().declared());
  EXPECT_FALSE(agent.snapshot()->published->cards.v0_3.body.contains("order"));
  EXPECT_FALSE(agent.snapshot()->published->refused.empty());
}

// The gateway does not pass the questions on.
TEST(FrontedAgent, DoesNotDeclareTheAgentsOwnTemplates) {
  FrontedAgent agent(config_of("shop"));
  std::string text = card("Negotiator");
  const std::string uri(schema_interaction::kExtensionUri);
  text.replace(text.find(R"("capabilities":{})"), 17,
               R"("capabilities":{"extensions":[{"uri":")" + uri + R"("},{"uri":"urn:other"}]})");
  const auto update = agent.update(text, kPublicUrl);
  ASSERT_TRUE(update);
  EXPECT_FALSE(agent.snapshot()->published->cards.v0_3.body.contains(uri));
  EXPECT_TRUE(agent.snapshot()->published->cards.v0_3.body.contains("urn:other"));
  EXPECT_THAT(update->doubts,
              testing::Contains(testing::Field(&CardProblem::path, "/capabilities/extensions")));
}

TEST(FrontedAgent, TellsOnceThatACallHasFailed) {
  FrontedAgent agent(config_of("fight"));
  EXPECT_FALSE(agent.take_call_failure());
  const auto held = agent.snapshot();
  ASSERT_TRUE(agent.update(card("First"), kPublicUrl));
  held->call_failed->store(true);
  EXPECT_TRUE(agent.take_call_failure()) << "whichever snapshot the call had";
  EXPECT_FALSE(agent.take_call_failure());
}

}  // namespace
}  // namespace schemagate
