#include "gateway/config/config_digest.h"

#include "config_folder.h"
#include "gateway/config/options.h"

namespace schemagate {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class ConfigDigestTest : public ConfigFolder {
 protected:
  ConfigDigest digest_of(const std::string& text, const ConfigOverrides& overrides = {}) const {
    const LoadedConfig loaded = load(text, overrides);
    EXPECT_TRUE(loaded.config) << text << testing::PrintToString(loaded.problems);
    return loaded.digest;
  }
  ConfigChange change(const std::string& before, const std::string& after) const {
    const ConfigDigest first = digest_of(before);
    return change_between(first, digest_of(after));
  }
};

const std::string kOne = "agents: {a: {upstream: {url: 'http://127.0.0.1:1'}}}\n";
const std::string kTwo =
    "agents: {a: {upstream: {url: 'http://127.0.0.1:1'}}, b: {upstream: {url: 'http://127.0.0.1:2'}}}\n";

TEST_F(ConfigDigestTest, NothingChangesWhereTheSameIsWrittenInAnotherWay) {
  EXPECT_TRUE(change(kTwo + "threads: 2\n", "# in JSON\nthreads: 2\n" + std::string(R"(agents:
  b:
    upstream: {"url": "http://127.0.0.1:2"}
  a:
    upstream: {"url": "http://127.0.0.1:1"}
)"))
                  .empty());
}

TEST(ReloadRules, AreThoseOfTheTableOfOptions) {
  for (const OptionRow& row : option_rows()) {
    const bool is_learned = row.section.starts_with("agents.*.evolution");
    const std::string path = (row.section.empty() ? "" : row.section + ".") + row.name;
    EXPECT_EQ(is_learned || needs_restart(path), row.reload == Reload::kRestart) << path;
  }
}

TEST_F(ConfigDigestTest, WhoCallsAndWhatHeMayDoChangesWithoutARestart) {
  const auto text = [](const std::string& keys, const std::string& rules) {
    return kOne + "authentication: {api_keys: {keys: {" + keys + "}}}\nrules: {" + rules + "}\n";
  };
  const std::string ann = "ann: {sha256: " + std::string(64, 'a') + "}";
  const std::string bob = ", bob: {sha256: " + std::string(64, 'b') + "}";
  const ConfigChange key = change(text(ann, "all: {}"), text(ann + bob, "all: {}"));
  EXPECT_TRUE(key.access);
  EXPECT_THAT(key.needs_restart, IsEmpty());
  EXPECT_THAT(key.changed, IsEmpty()) << "no card names a caller";
  const ConfigChange rule = change(text(ann, "all: {}"), text(ann, "all: {subjects: [ann]}"));
  EXPECT_TRUE(rule.access);
  EXPECT_THAT(rule.changed, IsEmpty());
  EXPECT_THAT(change(text(ann, "all: {}"), text(ann, "all: {scopes: [s]}")).changed, ElementsAre("a"))
      << "cards name scopes";
  EXPECT_THAT(change(kOne, text(ann, "all: {}")).needs_restart, ElementsAre("authentication"));
}

TEST_F(ConfigDigestTest, TheOrderOfMethodsIsAMatterOfWhoCalls) {
  const auto text = [](const std::string& first, const std::string& second) {
    return kOne + "authentication: {" + first + ", " + second + "}\nrules: {all: {}}\n";
  };
  const std::string keys = "api_keys: {keys: {ann: {sha256: " + std::string(64, 'a') + "}}}";
  const std::string tokens =
      "tokens: {i: {issuer: 'https://i.test', audience: [a], jwks_url: 'https://i.test/k'}}";
  const ConfigChange order = change(text(keys, tokens), text(tokens, keys));
  EXPECT_TRUE(order.access);
  EXPECT_THAT(order.needs_restart, IsEmpty());
  EXPECT_FALSE(change(text(keys, tokens), text(keys, tokens + ", anonymous: true")).needs_restart.size() > 0);
}

TEST_F(ConfigDigestTest, AgentsComeChangeAndGo) {
  EXPECT_THAT(change(kOne, kTwo).added, ElementsAre("b"));
  EXPECT_THAT(change(kTwo, kOne).removed, ElementsAre("b"));
  const ConfigChange other =
      change(kOne, "agents: {a: {upstream: {url: 'http://127.0.0.1:1', stall_timeout: 9s}}}\n");
  EXPECT_THAT(other.changed, ElementsAre("a"));
  EXPECT_THAT(other.moved, ElementsAre("a"));
  EXPECT_THAT(change(kOne, "agents: {a: {upstream: {url: 'http://127.0.0.1:1'}, websocket: true}}\n").moved,
              IsEmpty());
  EXPECT_THAT(other.needs_restart, IsEmpty());
}

TEST_F(ConfigDigestTest, WhatStandsOutsideTheAgentsNeedsARestart) {
  EXPECT_THAT(change(kOne, kOne + "threads: 2\n").needs_restart, ElementsAre("threads"));
  EXPECT_THAT(change(kOne + "limits: {tasks: 5, body: 2MiB}\n", kOne + "limits: {tasks: 6}\n").needs_restart,
              ElementsAre("limits.body", "limits.tasks"));
}

TEST_F(ConfigDigestTest, WhatStandsOverTheFileHidesItsChange) {
  const ConfigOverrides over{.listen = {}, .public_url = {}, .log_level = "warn", .threads = {}};
  const ConfigDigest first = digest_of(kOne + "log: {level: info}\n", over);
  EXPECT_TRUE(change_between(first, digest_of(kOne + "log: {level: debug}\n", over)).empty());
}

// The file says the same, what it names does not.
TEST_F(ConfigDigestTest, AFileThatAnAgentNamesBelongsToIt) {
  const std::string text =
      "agents: {a: {upstream: {url: 'http://127.0.0.1:1'}, card: card.json, schemas: {ab: ab.json},"
      " skills: {s: {input: [ab]}}}, b: {upstream: {url: 'http://127.0.0.1:2'}}}\n";
  write("card.json", R"({"version":"1"})");
  const ConfigDigest first = digest_of(text);
  write("card.json", R"({"version":"2"})");
  const ConfigDigest second = digest_of(text);
  EXPECT_THAT(change_between(first, second).changed, ElementsAre("a"));
  write("ab.json", R"({"type":"object"})");
  EXPECT_THAT(change_between(second, digest_of(text)).changed, ElementsAre("a"));
}

TEST_F(ConfigDigestTest, AMasterHidesWhatItsWorkersHide) {
  write("plan.yaml",
        "name: m\nquery: '{input}'\nagents: {a: {}}\nsubtasks: [{id: s, goal: g, agent: a, "
        "items: [{id: i, do: d}]}]\n");
  const auto text = [](const std::string& hidden) {
    return "agents: {a: {upstream: {url: 'http://127.0.0.1:1'}" + hidden +
           "}, m: {kind: master, plan: plan.yaml}}\n";
  };
  EXPECT_THAT(change(text(""), text(", hidden_fields: {/x: {}}")).changed, ElementsAre("a", "m"));
}

TEST_F(ConfigDigestTest, AnAgentThatAPlanBringsComesAndGoesWithIt) {
  const auto plan = [this](const std::string& url) {
    write("plan.yaml", "name: m\nquery: '{input}'\nagents: {w: {url: '" + url +
                           "'}}\nsubtasks: [{id: s, goal: g, agent: w, items: [{id: i, do: d}]}]\n");
    return digest_of("agents: {m: {kind: master, plan: plan.yaml}}\n");
  };
  const ConfigDigest first = plan("http://127.0.0.1:1");
  EXPECT_THAT(change_between(first, plan("http://127.0.0.1:2")).changed, ElementsAre("m", "m/w"));
}

TEST_F(ConfigDigestTest, AnAgentThatEvolvesNeedsARestart) {
  write("t.json",
        R"({"schema_id":"t","scenario":"s","keys":[{"key_name":"origin","key_type":"string","required":true,
        "semantic_description":"From where."},{"key_name":"other","key_type":"string","required":false,
        "semantic_description":"Anything else."}]})");
  const auto text = [](const std::string& mode, const std::string& url) {
    return "ledger: {store: memory}\nagents: {a: {upstream: {url: '" + url +
           "'}, templates: [t.json], skills: {s: {input: [t]}}, evolution: {mode: " + mode + "}}}\n";
  };
  const std::string url = "http://127.0.0.1:1";
  EXPECT_THAT(change(text("propose", url), text("propose", url + "1")).needs_restart,
              ElementsAre("agents.a (it evolves)"));
  EXPECT_THAT(change(text("off", url), text("propose", url)).needs_restart,
              ElementsAre("agents.a (it evolves)"));
  EXPECT_THAT(change(text("off", url), text("off", url + "1")).changed, ElementsAre("a"));
}

}  // namespace
}  // namespace schemagate
