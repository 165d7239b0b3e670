// `agents.*.evolution` and `admin`.
#include "tests/unit/gateway/config/config_folder.h"

namespace schemagate {
namespace {

using testing::HasSubstr;

class EvolutionConfigTest : public ConfigFolder {
 protected:
  // With a template, `more` at the root and `evolution` of the agent.
  LoadedConfig load_with(const std::string& evolution, const std::string& more = "ledger: {store: memory}") {
    write("flight.json",
          R"({"schema_id":"flight_v1","scenario":"flight","keys":[{"key_name":"origin","key_type":"string",
          "required":true,"semantic_description":"From where."},{"key_name":"other","key_type":"string",
          "required":false,"semantic_description":"Anything else."}]})");
    return load("{" + more + ", agents: {f: {upstream: {url: 'https://a'}, templates: [flight.json], " +
                "skills: {s: {input: [flight_v1]}}, evolution: {" + evolution + "}}}}");
  }
  static std::string problem_of(const LoadedConfig& loaded) {
    for (const ConfigProblem& problem : loaded.problems) {
      if (problem.fatal) return problem.path + ": " + problem.message;
    }
    return "";
  }
};

TEST_F(EvolutionConfigTest, IsOffUnlessAModeIsNamed) {
  EXPECT_FALSE(load_with("").config->agents[0].evolution.enabled);
  EXPECT_FALSE(load_with("mode: off, heat: 30").config->agents[0].evolution.enabled);
  const auto loaded = load_with("mode: propose, heat: 30, minimum_age_hours: 0.5, exceeds: strict");
  ASSERT_TRUE(loaded.config) << problem_of(loaded);
  const EvolutionConfig& evolution = loaded.config->agents[0].evolution;
  EXPECT_TRUE(evolution.enabled);
  EXPECT_EQ(evolution.settings.mode, evolution::Mode::kPropose);
  EXPECT_EQ(evolution.settings.heat, 30);
  EXPECT_EQ(evolution.settings.minimum_age_hours, 0.5);
  EXPECT_TRUE(evolution.settings.strict);
}

TEST_F(EvolutionConfigTest, AProfileIsTakenFirst) {
  const auto loaded = load_with("mode: automatic, heat: 7, profile: embedding_service");
  ASSERT_TRUE(loaded.config) << problem_of(loaded);
  EXPECT_EQ(loaded.config->agents[0].evolution.settings.heat, 7);
  EXPECT_EQ(loaded.config->agents[0].evolution.settings.theta, 0.85);
}

TEST_F(EvolutionConfigTest, AnEmbeddingsEndpointHasItsOwnThreshold) {
  write("key.txt", "s3cret\n");
  const auto loaded = load_with(
      "mode: propose, profile: embedding_service, embedding: {url: 'https://e/v1/', model: m, dimensions: "
      "384, "
      "threshold: 0.7, timeout: 2s, key: {file: key.txt}}");
  ASSERT_TRUE(loaded.config) << problem_of(loaded);
  const EvolutionConfig& evolution = loaded.config->agents[0].evolution;
  EXPECT_EQ(evolution.settings.model_theta, 0.7);
  EXPECT_EQ(evolution.settings.theta, 0.6) << "of the built-in vectors";
  EXPECT_EQ(evolution.settings.heat, 50);
  ASSERT_TRUE(evolution.embedding);
  EXPECT_EQ(evolution.embedding->url.text(), "https://e/v1/embeddings");
  EXPECT_EQ(evolution.embedding->dimensions, 384U);
  EXPECT_EQ(evolution.embedding->timeout, std::chrono::seconds(2));
  EXPECT_EQ(evolution.embedding->key.value(), "s3cret");
  EXPECT_FALSE(load_with("mode: propose").config->agents[0].evolution.embedding);
}

TEST_F(EvolutionConfigTest, AnEmbeddingsEndpointThatCannotBeUsedIsRefused) {
  write("key.txt", "s3cret");
  const auto problem = [this](const std::string& embedding) {
    return problem_of(load_with("mode: propose, embedding: {" + embedding + "}"));
  };
  EXPECT_THAT(problem("model: m, dimensions: 8"), HasSubstr("embedding: url is missing"));
  EXPECT_THAT(problem("url: 'https://e', dimensions: 8"), HasSubstr("embedding.model: "));
  EXPECT_THAT(problem("url: 'https://e', model: m"), HasSubstr("embedding: dimensions is missing"));
  EXPECT_THAT(problem("url: 'https://e', model: m, dimensions: 1536"), HasSubstr("embedding.dimensions: "));
  EXPECT_THAT(problem("url: 'https://e', model: m, dimensions: 8, threshold: 2"),
              HasSubstr("embedding.threshold: expected a number from 0.05 to 1"));
  EXPECT_THAT(problem("url: 'https://e', model: m, dimensions: 8, ca_file: no.pem"),
              HasSubstr("embedding.ca_file: "));
  const std::string plain = problem("url: 'http://e', model: m, dimensions: 8, key: {file: key.txt}");
  EXPECT_THAT(plain, HasSubstr("a key is sent over https"));
  EXPECT_THAT(plain, testing::Not(HasSubstr("s3cret")));
  EXPECT_EQ(problem("url: 'http://127.0.0.1:1', model: m, dimensions: 8, key: {file: key.txt}"), "");
}

TEST_F(EvolutionConfigTest, WhatIsWrongIsToldWithItsPlace) {
  EXPECT_EQ(problem_of(load_with("mode: propose, heat: hot")),
            "agents.f.evolution.heat: expected a number from 0.1 to 1000000.0");
  EXPECT_THAT(problem_of(load_with("mode: sometimes")), HasSubstr("agents.f.evolution.mode: "));
  EXPECT_THAT(problem_of(load_with("mod: off")), HasSubstr("did you mean"));
}

TEST_F(EvolutionConfigTest, WishesAreKeptSealedOrNotAtAll) {
  EXPECT_THAT(problem_of(load_with("mode: propose", "threads: 1")), HasSubstr("it needs ledger.keys"));
  write("k.key", std::string(64, 'a'));
  const auto sealed = load_with("mode: propose", "ledger: {keys: {k: k.key}}");
  EXPECT_TRUE(sealed.config) << problem_of(sealed);
}

TEST_F(EvolutionConfigTest, NeedsATemplate) {
  EXPECT_THAT(problem_of(load("{ledger: {store: memory}, agents: {f: {upstream: {url: 'https://a'}, "
                              "evolution: {mode: propose}}}}")),
              HasSubstr("needs a template"));
}

TEST_F(EvolutionConfigTest, TheAdminListenerIsOfThisMachine) {
  const auto loaded = load_with("", "admin: {listen: '127.0.0.1:15000', role: boss}");
  ASSERT_TRUE(loaded.config);
  EXPECT_EQ(loaded.config->admin.port, 15'000);
  EXPECT_EQ(loaded.config->admin.role, "boss");
  EXPECT_TRUE(load_with("", "threads: 1").config->admin.address.empty());
  for (const std::string listen : {"0.0.0.0:15000", "10.0.0.1:15000", ":15000"})
    EXPECT_THAT(problem_of(load_with("", "admin: {listen: '" + listen + "'}")),
                HasSubstr("an address of this machine"));
}

TEST_F(EvolutionConfigTest, WarnsOfProposalsThatNobodyCanApprove) {
  const auto warnings = [this](const std::string& mode, const std::string& more) {
    std::string all;
    for (const ConfigProblem& problem : load_with("mode: " + mode, "ledger: {store: memory}" + more).problems)
      all += problem.path + ": " + problem.message + "\n";
    return all;
  };
  EXPECT_THAT(warnings("propose", ""),
              HasSubstr("agents.f.evolution: proposes, and without admin.listen nobody can approve"));
  EXPECT_THAT(warnings("propose", ", admin: {listen: '127.0.0.1:15000'}"),
              testing::Not(HasSubstr("nobody can")));
  EXPECT_THAT(warnings("automatic", ""), testing::Not(HasSubstr("nobody can")));
}

// What could not be read is told of, not that it is missing.
TEST_F(EvolutionConfigTest, MissesNothingThatCouldNotBeRead) {
  write("k.key", "short");
  const auto keys =
      load_with("mode: propose", "admin: {listen: '127.0.0.1:15000'}, ledger: {keys: {k: k.key}}");
  for (const ConfigProblem& problem : keys.problems)
    EXPECT_THAT(problem.message, testing::Not(HasSubstr("ledger.keys")));
  EXPECT_FALSE(keys.config);
  const auto rest = load_with("mode: propose",
                              "admin: {listen: 'x'}, authentication: {api_key: {}}, ledger: {store: memory}");
  EXPECT_FALSE(rest.config);
  for (const ConfigProblem& problem : rest.problems)
    EXPECT_THAT(problem.path,
                testing::AnyOf(testing::StartsWith("admin"), testing::StartsWith("authentication")));
}

}  // namespace
}  // namespace schemagate
