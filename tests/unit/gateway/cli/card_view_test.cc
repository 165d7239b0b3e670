#include "gateway/cli/card_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace schemagate::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr std::string_view kCard = R"({
  "name": "Fight\u001b agent", "version": "1.2", "description": "Who wins?",
  "url": "http://127.0.0.1:1/a", "preferredTransport": "JSONRPC", "protocolVersion": "0.3.0",
  "supportedInterfaces": [
    {"url": "http://127.0.0.1:1/a", "protocolBinding": "JSONRPC", "protocolVersion": "0.3"},
    {"url": "http://127.0.0.1:1/a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
  "additionalInterfaces": [{"url": "http://127.0.0.1:1/r", "transport": "HTTP+JSON"}],
  "capabilities": {"streaming": true, "extensions": [
    {"uri": "urn:other", "required": true, "params": {"schemas": {"alien": {}}}},
    {"uri": "https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1",
     "params": {"schemas": {"fight": {"type": "array"}, "extra": {}}}}]},
  "schemas": {"fight": {"type": "object"}, "result": {}},
  "defaultInputModes": ["text/plain"],
  "defaultOutputModes": ["application/json;schema=result", 5],
  "skills": [{"id": "s1", "name": "Fight", "description": "Two fight",
              "inputModes": ["Application/JSON; schema=\"fight\""],
              "outputModes": ["application/json;schema=result", "application/json;schema=fight"]},
             {"id": "s2", "name": "Chat"}]
})";

class CardView : public testing::Test {
 protected:
  a2a::JsonValue card(std::string_view text = kCard) {
    return document_.parse_own(std::string(text)).value();
  }
  std::string shown(std::string_view text = kCard) {
    std::ostringstream out;
    show_card(out, card(text), "http://127.0.0.1:1/card.json");
    return out.str();
  }

  a2a::JsonDocument document_;
};

TEST_F(CardView, ListsTheSchemasOfTheRootAndThenThoseOfTheExtension) {
  std::vector<std::string> names;
  const auto schemas = declared_schemas(card());
  for (const auto& [name, schema] : schemas) names.emplace_back(name);
  EXPECT_THAT(names, ElementsAre("fight", "result", "extra"));
  EXPECT_EQ(schemas.front().schema.raw(), R"({"type": "object"})");
  EXPECT_THAT(declared_schemas(card("{}")), IsEmpty());
  EXPECT_THAT(declared_schemas(card(R"({"schemas":5,"capabilities":{"extensions":{}}})")), IsEmpty());
}

TEST_F(CardView, TellsWhereASchemaIsUsed) {
  EXPECT_THAT(uses_of(card(), "fight"), ElementsAre("input of s1", "output of s1"));
  EXPECT_THAT(uses_of(card(), "result"), ElementsAre("output of the agent", "output of s1"));
  EXPECT_THAT(uses_of(card(R"({"defaultInputModes":["application/json;schema=a"]})"), "a"),
              ElementsAre("input of the agent"));
  EXPECT_THAT(uses_of(card(), "extra"), IsEmpty());
}

TEST_F(CardView, ShowsNameDescriptionAndPlace) {
  EXPECT_THAT(shown(), testing::StartsWith("Fight\\u{1b} agent 1.2\nWho wins?\ncard   http://127.0.0.1:1/"
                                           "card.json\ncalls  A2A 1.0 over JSON-RPC, streaming  "));
}

TEST_F(CardView, ListsAnInterfaceOfBothFormsOnce) {
  EXPECT_THAT(shown(), HasSubstr("interfaces\n  JSONRPC 0.3  http://127.0.0.1:1/a\n"
                                 "  JSONRPC 1.0  http://127.0.0.1:1/a\n"
                                 "  HTTP+JSON 0.3.0  http://127.0.0.1:1/r\ndefault in  text/plain\n"
                                 "default out application/json;schema=result, ?\n"));
}

TEST_F(CardView, TakesAnInterfaceWithoutTransportForJsonRpc) {
  EXPECT_THAT(shown(R"({"url":"http://a","protocolVersion":"0.3.0"})"),
              HasSubstr("interfaces\n  JSONRPC 0.3.0  http://a\nskills\n"));
}

TEST_F(CardView, ShowsSkillsExtensionsAndSchemas) {
  EXPECT_THAT(shown(), HasSubstr("skills\n  s1  Fight\n    Two fight\n"
                                 "    in  Application/JSON; schema=\"fight\"\n"
                                 "    out application/json;schema=result, application/json;schema=fight\n"
                                 "  s2  Chat\nextensions\n  urn:other  (required)\n"));
  EXPECT_THAT(shown(), HasSubstr("schemas\n  fight  input of s1, output of s1\n"
                                 "  result  output of the agent, output of s1\n  extra\n"));
}

TEST_F(CardView, LeavesOutWhatTheCardHasNot) {
  const std::string text = shown("{}");
  EXPECT_THAT(text, HasSubstr("calls  none: "));
  for (const char* absent : {"extensions", "schemas", "default in", "default out"})
    EXPECT_THAT(text, Not(HasSubstr(absent)));
}

}  // namespace
}  // namespace schemagate::cli
