// load_config(): the section `rules`, and what of an agent is public.
#include <algorithm>

#include "gateway/access/grants.h"
#include "tests/unit/gateway/config/config_folder.h"

namespace schemagate {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::SizeIs;

class LoadRules : public ConfigFolder {
 protected:
  LoadedConfig load_rules(const std::string& rules, const std::string& more = "") const {
    return load_with_agents("authentication: {api_keys: {keys: {ci: {sha256: '" + std::string(64, '0') +
                            "'}}}" + more + "}\nrules: {" + rules + "}");
  }
};

TEST_F(LoadRules, ReadsWhoAndWhat) {
  const auto loaded = load_rules(
      "r: {subjects: [a], tenants: [t], scopes: [s], roles: [x, y], agents: [fight], "
      "operations: [SendMessage, get_schema_template], skills: [k], schemas: [m], scenarios: [n]}");
  ASSERT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
  ASSERT_THAT(loaded.config->authentication.rules, SizeIs(1));
  const access::AccessRule& rule = loaded.config->authentication.rules[0];
  EXPECT_EQ(rule.name, "r");
  EXPECT_THAT(rule.subjects, ElementsAre("a"));
  EXPECT_THAT(rule.tenants, ElementsAre("t"));
  EXPECT_THAT(rule.scopes, ElementsAre("s"));
  EXPECT_THAT(rule.roles, ElementsAre("x", "y"));
  EXPECT_THAT(rule.agents, ElementsAre("fight"));
  EXPECT_THAT(rule.operations, ElementsAre("SendMessage", "get_schema_template"));
  EXPECT_THAT(rule.skills, ElementsAre("k"));
  EXPECT_THAT(rule.schemas, ElementsAre("m"));
  EXPECT_THAT(rule.scenarios, ElementsAre("n"));
}

TEST_F(LoadRules, RefusesRulesThatMeanNothing) {
  for (const auto& [rules, path, reason] :
       {std::tuple("r: {operations: [GetTasks]}", "rules.r.operations[0]", "did you mean \"GetTask\""),
        std::tuple("r: {operations: [message/send]}", "rules.r.operations[0]", "no operation"),
        std::tuple("r: {agents: [flight]}", "rules", "no agent \"flight\""),
        std::tuple("r: {anonymous: true, roles: [a]}", "rules.r.anonymous", "anonymous callers have no"),
        std::tuple("r: {role: [a]}", "rules.r.role", "did you mean \"roles\"")}) {
    const auto loaded = load_rules(rules);
    EXPECT_FALSE(loaded.config) << rules;
    EXPECT_THAT(loaded.problems, Contains(IsProblem(true, path, 3, reason))) << rules;
  }
}

TEST_F(LoadRules, RulesAndAuthenticationGoTogether) {
  const auto without = load_with_agents("rules: {all: {}}");
  EXPECT_FALSE(without.config);
  EXPECT_THAT(without.problems, Contains(IsProblem(true, "rules", 2, "need authentication")));
  const auto alone = load_with_agents("authentication: {api_keys: {keys: {}}}");
  EXPECT_FALSE(alone.config);
  EXPECT_THAT(alone.problems, Contains(IsProblem(true, "authentication", 2, "needs rules")));
}

TEST_F(LoadRules, WarnsOfRulesThatAllowEverything) {
  const auto all = load_rules("all: {}");
  ASSERT_TRUE(all.config);
  EXPECT_THAT(all.problems, Contains(IsProblem(false, "rules", 3, "whoever is known everything")));
  const auto everybody = load_rules("all: {anonymous: true}", ", anonymous: true");
  EXPECT_THAT(everybody.problems, Contains(IsProblem(false, "rules", 3, "everybody everything")));
  const auto nobody = load_rules("r: {anonymous: true, operations: [GetTask]}");
  EXPECT_THAT(nobody.problems, Contains(IsProblem(false, "rules", 3, "for nobody")));
}

TEST_F(LoadRules, WarnsOfCredentialsInPlainText) {
  const auto warned = [this](const std::string& members) {
    const auto loaded = load_rules("r: {roles: [a]}", "}\n" + members + "\nlog: {level: info");
    return std::ranges::any_of(loaded.problems, [](const ConfigProblem& problem) {
      return !problem.fatal && problem.path == "listen" && problem.message.contains("plain text");
    });
  };
  EXPECT_TRUE(warned("listen: '0.0.0.0:8080'\npublic_url: 'http://gate.example'"));
  EXPECT_FALSE(warned("listen: '0.0.0.0:8080'\npublic_url: 'https://gate.example'"));
  EXPECT_FALSE(warned("listen: '127.0.0.1:8080'"));
  EXPECT_FALSE(warned("listen: '[::1]:8080'"));
}

// A2A v1.0.1 section 3.1.11: the extended card is for callers who are authenticated.
TEST_F(LoadRules, WarnsOfExtendedCardsThatEverybodyGets) {
  const auto warned = [this](const std::string& members) {
    const auto loaded =
        load("public_url: 'http://gate.example'\n" + members +
             "\nagents: {fight: {upstream: {url: 'http://127.0.0.1:9001'}, extended_card: true}}");
    return std::ranges::any_of(loaded.problems, [](const ConfigProblem& problem) {
      return !problem.fatal && problem.path == "agents.fight.extended_card" &&
             problem.message.contains("everybody who reaches the gateway");
    });
  };
  EXPECT_TRUE(warned("listen: '0.0.0.0:8080'"));
  EXPECT_FALSE(warned("listen: '127.0.0.1:8080'"));
  EXPECT_FALSE(
      warned("listen: '0.0.0.0:8080'\nrules: {r: {roles: [a]}}\nauthentication: {api_keys: {keys: "
             "{ci: {sha256: '" +
             std::string(64, '0') + "'}}}}"));
}

TEST_F(LoadRules, ReadsWhatIsPublic) {
  const auto usual = load_agent("root: false");
  EXPECT_TRUE(usual.config->agents[0].is_public.card);
  EXPECT_TRUE(usual.config->agents[0].is_public.health);
  EXPECT_FALSE(usual.config->agents[0].is_public.templates);
  const auto templates = load_agent("public: [templates]");
  EXPECT_FALSE(templates.config->agents[0].is_public.card);
  EXPECT_FALSE(templates.config->agents[0].is_public.health);
  EXPECT_TRUE(templates.config->agents[0].is_public.templates);
  const auto nothing = load_agent("public: []");
  EXPECT_FALSE(nothing.config->agents[0].is_public.card);
  EXPECT_THAT(load_agent("public: [tasks]").problems,
              Contains(IsProblem(true, "agents.fight.public[0]", 1, "card, templates or health")));
}

TEST_F(LoadRules, AdvisesNoRuleThatIsWarnedOf) {
  const auto loaded =
      load_with_agents("authentication: {api_keys: {keys: {ci: {sha256: '" + std::string(64, '0') + "'}}}}");
  EXPECT_THAT(loaded.problems,
              ElementsAre(IsProblem(true, "authentication", 2, "rules: {callers: {agents: [fight]}}")));
  const auto taken = load_rules("callers: {agents: [fight]}");
  EXPECT_THAT(taken.problems, testing::IsEmpty());
}

TEST_F(LoadRules, WarnsOfRolesThatNoKeyHas) {
  const auto with_roles = [this](const std::string& rules, const std::string& more = "") {
    return load_with_agents("authentication: {api_keys: {keys: {ci: {sha256: '" + std::string(64, '0') +
                            "', roles: [reader, writer]}}}" + more + "}\nrules: {r: {agents: [fight], " +
                            rules + "}}")
        .problems;
  };
  EXPECT_THAT(with_roles("roles: [reader]"), testing::IsEmpty());
  EXPECT_THAT(with_roles("roles: [reader, writter]"),
              ElementsAre(IsProblem(
                  false, "rules", 3,
                  "r.roles: nobody in this file has the role \"writter\"; did you mean \"writer\"?")));
  EXPECT_THAT(with_roles("roles: [writter]", ", tokens: {t: {issuer: 'https://i.example', audience: [a]}}"),
              testing::IsEmpty());
}

TEST_F(LoadRules, WarnsOfRolesThatNobodyWhoShouldSeeMoreHas) {
  const auto with_more = [this](const std::string& agent, const std::string& admin) {
    return load("agents:\n  fight: {upstream: {url: 'http://127.0.0.1:9001'}, " + agent +
                "}\nauthentication: {api_keys: {keys: {ci: {sha256: '" + std::string(64, '0') +
                "', roles: [support]}}}}\nrules: {r: {agents: [fight]}}\nadmin: {" + admin + "}")
        .problems;
  };
  EXPECT_THAT(with_more("hidden_fields: {/name: {visible_to: [support]}}", "role: suport"),
              testing::IsEmpty())
      << "there is no such listener";
  EXPECT_THAT(
      with_more("hidden_fields: {/name: {visible_to: [suport]}}", "listen: '127.0.0.1:0', role: support"),
      ElementsAre(IsProblem(
          false, "agents.fight.hidden_fields", 1,
          "/name.visible_to: nobody in this file has the role \"suport\"; did you mean \"support\"?")));
  EXPECT_THAT(with_more("public: []", "listen: '127.0.0.1:0'"),
              ElementsAre(IsProblem(false, "admin", 5, "role: nobody in this file has the role \"admin\"")));
}

TEST_F(LoadRules, WarnsOfSchemasAndSkillsThatNoAgentOfTheRuleHas) {
  const auto with_contract = [this](const std::string& rule, const std::string& contract = "configured") {
    return load("agents:\n  fight: {upstream: {url: 'http://127.0.0.1:9001'}, contract: " + contract +
                ", schemas: {ab: ab.json}, skills: {compare: {input: [ab]}}}\n"
                "  other: {upstream: {url: 'http://127.0.0.1:9002'}, contract: configured}\n"
                "authentication: {api_keys: {keys: {ci: {sha256: '" +
                std::string(64, '0') + "'}}}}\nrules: {r: {agents: [fight], " + rule + "}}")
        .problems;
  };
  EXPECT_THAT(with_contract("schemas: [ab], skills: [compare]"), testing::IsEmpty());
  EXPECT_THAT(
      with_contract("schemas: [abb]"),
      ElementsAre(IsProblem(false, "rules", 5,
                            "r.schemas: no agent of the rule declares \"abb\"; did you mean \"ab\"?")));
  EXPECT_THAT(with_contract("skills: [compar]"),
              ElementsAre(IsProblem(
                  false, "rules", 5,
                  "r.skills: no agent of the rule declares \"compar\"; did you mean \"compare\"?")));
  EXPECT_THAT(
      with_contract("scenarios: [compare]"),
      ElementsAre(IsProblem(false, "rules", 5, "r.scenarios: no agent of the rule declares \"compare\"")));
  EXPECT_THAT(with_contract("schemas: [abb], skills: [compar]", "adopt"), testing::IsEmpty())
      << "the agent's own card may have them";
}

TEST_F(LoadRules, WarnsOfQuotasOfPrincipalsWithoutAny) {
  EXPECT_THAT(load_with_agents("quotas: {principal: {running_tasks: 3}}").problems,
              ElementsAre(IsProblem(false, "quotas.principal", 2, "has no effect without authentication")));
  EXPECT_THAT(load_with_agents("quotas: {address: {running_tasks: 3}}").problems, testing::IsEmpty());
}

}  // namespace
}  // namespace schemagate
