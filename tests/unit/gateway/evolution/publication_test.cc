// From an engine to what is published: signed patches, keys of one client, what nothing has changed.
#include "gateway/evolution/publication.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "a2a/json/canonical.h"
#include "a2a/signature/detached.h"
#include "extension/schema_interaction/authored_template.h"
#include "extension/schema_interaction/template_schema.h"
#include "gateway/agent/evolved_templates.h"
#include "tests/unit/a2a/signature/test_data.h"

namespace schemagate {
namespace {

using a2a::JsonTree;
using evolution::Engine;
using evolution::Settings;
using json_schema::Verdict;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr evolution::Instant kNow = 1'777'500'000'000;

void add_version(AgentConfig& config, const std::string& id, const std::string& supersedes = "") {
  schema_interaction::AuthoredTemplate authored;
  authored.schema.schema_id = id;
  authored.supersedes = supersedes;
  authored.schema.scenario = "flight";
  authored.schema.keys.push_back({"origin", schema_interaction::KeyType::kString, true, "From where.", {}});
  authored.schema.keys.push_back({"other", schema_interaction::KeyType::kString, false, "Else.", {}});
  EXPECT_TRUE(config.templates.add(authored, false));
  const std::string text = a2a::dump_tree(to_json_schema(authored));
  config.contract.schemas.emplace(id,
                                  object_schemas::Schema{text, *json_schema::Validator::compile(text), true});
}

AgentConfig flight_agent() {
  AgentConfig config;
  config.name = "flight";
  add_version(config, "flight_v1");
  return config;
}

Engine asked_for_windows(const AgentConfig& config, Settings settings = {}) {
  settings.increment = 10;
  settings.heat = 50;
  settings.minimum_age_hours = 0;
  Engine engine(settings);
  engine.add_schema(config.templates.entries()[0].schema);
  std::uint64_t row = 0;
  for (const std::string text : {"window seat please", "I'd like a window seat", "a seat at the window",
                                 "window seats preferred", "window seat", "a window seat on the left"}) {
    const std::string client = "c" + std::to_string(row);
    engine.take_fragment({row++, kNow, "flight", client, "", text});
  }
  return engine;
}

Verdict verdict_of(const EvolvedStack& stack, std::string_view payload,
                   const std::string& schema_id = "flight_v1") {
  a2a::JsonDocument document;
  return stack.schemas.find(schema_id)->second.validator.validate(*document.parse(payload));
}

TEST(Publication, IsNothingAsLongAsNothingHasEvolved) {
  const AgentConfig config = flight_agent();
  Engine engine{Settings()};
  engine.add_schema(config.templates.entries()[0].schema);
  SignedPatches before;
  const auto evolved = make_evolved(config, engine, kNow, {}, before);
  ASSERT_TRUE(evolved);
  EXPECT_EQ(*evolved, nullptr);
}

TEST(Publication, HasTheKeyInTemplateAndSchemaAndThePatch) {
  const AgentConfig config = flight_agent();
  const Engine engine = asked_for_windows(config);
  SignedPatches before;
  const auto made = make_evolved(config, engine, kNow, {}, before);
  ASSERT_TRUE(made && *made);
  const EvolvedTemplates& evolved = **made;
  ASSERT_THAT(evolved.patches, SizeIs(1));
  const EvolvedStack& stack = evolved.stack_of("c1");
  const JsonTree shown = *a2a::parse_tree(stack.templates.find_scenario("flight")->renditions[0].text);
  EXPECT_EQ(shown["keys"].back()["key_name"], "seat_preference");
  EXPECT_EQ(shown["keys"].back()["experimental"], true);
  EXPECT_EQ(verdict_of(stack, R"({"origin":"PEK","seat_preference":"window"})"), Verdict::kValid);
  EXPECT_EQ(verdict_of(stack, R"({"origin":"PEK","seat_preference":7})"), Verdict::kInvalid);
  EXPECT_EQ(verdict_of(stack, R"({"origin":"PEK","seat":"window"})"), Verdict::kInvalid);
  EXPECT_THAT(patches_for(evolved, "flight", "c1", 0), SizeIs(1));
  EXPECT_THAT(patches_for(evolved, "flight", "c1", kNow), IsEmpty());
}

TEST(Publication, SignsAPatchOnceAndAnAlteredByteShows) {
  const AgentConfig config = flight_agent();
  const Engine engine = asked_for_windows(config);
  const auto key = a2a::signature::test_key("p256.pem");
  SignedPatches before;
  const PatchSigner signer{&key, "https://gw.example/.well-known/jwks.json"};
  const auto made = make_evolved(config, engine, kNow, signer, before);
  const auto again = make_evolved(config, engine, kNow, signer, before);
  ASSERT_TRUE(made && again);
  const std::string text = (*made)->patches[0].text;
  EXPECT_EQ((*again)->patches[0].text, text) << "the same bytes, whenever it is asked for";
  JsonTree patch = *a2a::parse_tree(text);
  const a2a::signature::DetachedSignature signature{patch["signatures"][0]["protected"],
                                                    patch["signatures"][0]["signature"]};
  patch.erase("signatures");
  EXPECT_TRUE(verify_detached(*a2a::canonical_json(patch), signature, key.public_key()));
  patch["new_keys"][0]["key_name"] = "seat_preferences";
  EXPECT_FALSE(verify_detached(*a2a::canonical_json(patch), signature, key.public_key()));
}

// Whoever has negotiated an earlier version, or what a promotion has made of it, goes on with that.
TEST(Publication, EarlierVersionsTakeTheKeysToo) {
  const AgentConfig first = flight_agent();
  Settings settings;
  settings.decision = evolution::Decision::kExact;
  Engine engine = asked_for_windows(first, settings);
  a2a::JsonDocument document;
  for (int i = 0; i < 20; ++i)
    engine.take_payload({kNow, "flight", "c1", *document.parse(R"({"seat_preference":"window"})"), true});
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(engine.judge("flight", "seat_preference", true, kNow));
  engine.advance(kNow + 8 * evolution::kDay);
  ASSERT_EQ(engine.find("flight")->schema_id(), "flight_v2");
  AgentConfig next = first;
  add_version(next, "flight_v3", "flight_v1");
  EXPECT_TRUE(engine.rebase(next.templates.entries()[1].schema, {}, kNow + 9 * evolution::kDay));
  SignedPatches before;
  const auto made = make_evolved(next, engine, kNow + 9 * evolution::kDay, {}, before);
  ASSERT_TRUE(made && *made);
  const EvolvedStack& stack = (*made)->stack_of("");
  for (const std::string id : {"flight_v1", "flight_v2", "flight_v3"})
    EXPECT_EQ(verdict_of(stack, R"({"origin":"PEK","seat_preference":"window"})", id), Verdict::kValid) << id;
  EXPECT_EQ(stack.templates.find_scenario("flight")->schema.schema_id, "flight_v3");
  EXPECT_EQ(stack.templates.find_schema("flight_v2")->superseded_by, "flight_v3");
  EXPECT_EQ(stack.templates.find_schema("flight_v1")->superseded_by, "flight_v3");
  EXPECT_EQ(a2a::parse_tree(stack.templates.find_schema("flight_v2")->renditions[0].text)
                ->at("keys")
                .back()["key_name"],
            "seat_preference");
  EXPECT_EQ((*made)->promoted.find("flight_v2")->second, "flight_v1");
  // An id that is configured means what is configured, whatever a promotion has called so before.
  AgentConfig same_id = first;
  add_version(same_id, "flight_v2", "flight_v1");
  EXPECT_TRUE(engine.rebase(same_id.templates.entries()[1].schema, {}, kNow + 9 * evolution::kDay));
  const auto again = make_evolved(same_id, engine, kNow + 9 * evolution::kDay, {}, before);
  ASSERT_TRUE(again && *again);
  EXPECT_EQ((*again)->stack_of("").templates.find_scenario("flight")->schema.schema_id, "flight_v2");
  EXPECT_THAT((*again)->promoted, IsEmpty());
}

// A promoted key is one like those of the base: what its template shows as the default is what the agent
// gets.
TEST(Publication, FillsInTheDefaultOfAPromotedKeyAndOfNoneOnTrial) {
  const AgentConfig config = flight_agent();
  Settings settings;
  settings.decision = evolution::Decision::kExact;
  Engine engine = asked_for_windows(config, settings);
  const auto defaults_of = [&](const std::string& id, evolution::Instant now) {
    SignedPatches before;
    const auto made = make_evolved(config, engine, now, {}, before);
    return (*made)->stack_of("").templates.find_schema(id)->defaults;
  };
  EXPECT_THAT(defaults_of("flight_v1", kNow), IsEmpty()) << "its use is measured";
  a2a::JsonDocument document;
  for (int i = 0; i < 20; ++i)
    engine.take_payload({kNow, "flight", "c1", *document.parse(R"({"seat_preference":"window"})"), true});
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(engine.judge("flight", "seat_preference", true, kNow));
  const auto later = kNow + 8 * evolution::kDay;
  engine.advance(later);
  ASSERT_EQ(engine.find("flight")->schema_id(), "flight_v2");
  EXPECT_THAT(defaults_of("flight_v2", later), ElementsAre(testing::Pair("seat_preference", "\"none\"")));
  EXPECT_THAT(defaults_of("flight_v1", later), IsEmpty()) << "its template does not show the key";
}

}  // namespace
}  // namespace schemagate
