// How often the schemas of an agent's own card are compiled. The linker puts counted_compile() in the place
// of SchemaCompiler::compile(): see CMakeLists.txt.
#include <gtest/gtest.h>

#include <atomic>

#include "extension/json_schema/schema_compiler.h"
#include "gateway/agent/fronted_agent.h"

namespace schemagate {

std::atomic<int> compilations = 0;

using Compiled = a2a::Result<json_schema::Validator, json_schema::SchemaProblem>;
Compiled real_compile(json_schema::SchemaCompiler* compiler, std::string_view text)  //
    asm("__real_" SCHEMAGATE_COMPILE);
Compiled counted_compile(json_schema::SchemaCompiler* compiler, std::string_view text)  //
    asm("__wrap_" SCHEMAGATE_COMPILE);
Compiled counted_compile(json_schema::SchemaCompiler* compiler, std::string_view text) {
  ++compilations;
  return real_compile(compiler, text);
}

namespace {

constexpr std::string_view kCardWithTwoSchemas =
    R"({"protocolVersion":"0.3.0","name":"n","description":"d","version":"1","url":"http://agent.test:9000/a",)"
    R"("capabilities":{"extensions":[{"uri":"https://raw.githubusercontent.com/facultyai/)"
    R"(a2a-extension-object-schemas/refs/heads/main/v1"}]},)"
    R"("schemas":{"ask":{"type":"object"},"answer":{"type":"object","properties":{"a":{"type":"string"}}}},)"
    R"("defaultInputModes":["application/json;schema=ask"],"defaultOutputModes":["application/json;schema=answer"],)"
    R"("skills":[{"id":"s","name":"s","description":"d","tags":["t"]}]})";

TEST(FrontedAgent, CompilesTheSchemasOfACardOnceHoweverManyPublicAddressesThereAre) {
  AgentConfig config;
  config.name = "fight";
  config.upstream_url = "http://agent.test:9000";
  config.public_addresses = {
      {}, {"https://a.test", true}, {"https://b.test", false}, {"https://c.test", true}};
  FrontedAgent agent(config);
  compilations = 0;
  ASSERT_TRUE(agent.update(kCardWithTwoSchemas, "http://gateway"));
  EXPECT_EQ(compilations, 2);
  const auto published = agent.snapshot()->published;
  ASSERT_TRUE(published->contract);
  EXPECT_EQ(published->contract->schemas.size(), 2U);
  for (const std::size_t address : {0, 1, 2, 3})
    EXPECT_TRUE(published->cards_at(address).v1_0.body.contains("schema=ask")) << address;
  compilations = 0;
  agent.set_evolved(nullptr);
  EXPECT_EQ(compilations, 2);
}

}  // namespace
}  // namespace schemagate
