#include "gateway/access/principal.h"
#include "tests/unit/gateway/config/config_folder.h"

namespace schemagate {
namespace {

using testing::Contains;
using testing::Field;
using testing::HasSubstr;

const std::string kKey(64, 'a');
constexpr std::string_view kContextPlan =
    "name: see-a-doctor\nagents: {prescription: {}}\n"
    "subtasks: [{id: a, agent: prescription, items: [{id: i, do: Prescribe}]}]\n";

class ContextStoreFile : public ConfigFolder {
 protected:
  ContextStoreFile() {
    write("ledger.key", kKey);
    write("context.key", std::string(64, 'b'));
    write("older.key", std::string(64, 'c'));
    write("plan.yaml", kContextPlan);
  }
  LoadedConfig load_store(const std::string& members, const std::string& rest = kRest) const {
    return load(
        "agents:\n  prescription: {upstream: {url: 'http://127.0.0.1:1'}}\n"
        "  doctor: {kind: master, plan: plan.yaml}\n" +
        rest + "context_store: {" + members + "}\n");
  }
  static auto says(const std::string& path, const std::string& message) {
    return Contains(testing::AllOf(Field(&ConfigProblem::path, path),
                                   Field(&ConfigProblem::message, HasSubstr(message))));
  }

  static constexpr const char* kAuthentication =
      "authentication: {api_keys: {keys: {a: {sha256: "
      "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb}}}}\nrules: {all: {}}\n";
  static constexpr const char* kSealed = "ledger: {keys: {l: ledger.key}}\n";
  static inline const std::string kRest = std::string(kAuthentication) + kSealed;
  static inline const std::string kStore = "keys: {k1: context.key}, residency: eu";
};

TEST_F(ContextStoreFile, WithoutTheSectionThereIsNone) {
  EXPECT_FALSE(load_with_agents("").config->context_store.enabled);
}

TEST_F(ContextStoreFile, ReadsWhoReadsAndWhatSigns) {
  const auto loaded = load_store(
      "keys: {k2: context.key, k1: older.key}, residency: eu, lifetime: 5m, offload: 1KiB, "
      "readers: {prescription: {authority: key, subject: rx, tenant: hospital}}");
  ASSERT_TRUE(loaded.config) << loaded.problems.front().message;
  const ContextStoreConfig& store = loaded.config->context_store;
  EXPECT_EQ(store.keys.signing()->id, "k2") << "the first signs";
  EXPECT_NE(store.keys.find("k1"), nullptr);
  EXPECT_EQ(store.residency, "eu");
  EXPECT_EQ(store.lifetime, std::chrono::minutes(5));
  EXPECT_EQ(store.offload_bytes, 1'024U);
  EXPECT_EQ(store.readers.at("prescription"),
            authenticated("key", {.subject = "rx", .tenant = "hospital"}).owner);
}

// AC-53: who is not known cannot be the one that is meant.
TEST_F(ContextStoreFile, NeedsAuthentication) {
  EXPECT_THAT(load_store(kStore, kSealed).problems, says("context_store", "needs authentication"));
}

// AC-54
TEST_F(ContextStoreFile, NeedsALedgerThatIsSealed) {
  EXPECT_THAT(load_store(kStore, kAuthentication).problems, says("context_store", "needs ledger.keys"));
  EXPECT_TRUE(load_store(kStore, std::string(kAuthentication) + "ledger: {store: memory}\n").config);
}

// AC-46
TEST_F(ContextStoreFile, NeedsAPublicUrlThatNobodyListensInAt) {
  EXPECT_THAT(load_store(kStore, kRest + "public_url: http://gw.example\n").problems,
              says("context_store", "needs an https public_url"));
  EXPECT_TRUE(load_store(kStore, kRest + "public_url: https://gw.example\n").config);
}

// AC-54
TEST_F(ContextStoreFile, APlanThatWantsAnotherResidencyIsRefused) {
  write("plan.yaml", "residency: us\n" + std::string(kContextPlan));
  EXPECT_THAT(load_store(kStore).problems,
              says("agents", "wants residency \"us\": that of context_store is"));
  EXPECT_TRUE(load_store("keys: {k1: context.key}, residency: us").config);
  EXPECT_THAT(load("agents:\n  prescription: {upstream: {url: 'http://127.0.0.1:1'}}\n"
                   "  doctor: {kind: master, plan: plan.yaml}\n")
                  .problems,
              says("agents", "wants residency \"us\": there is no context_store"));
}

TEST_F(ContextStoreFile, SaysWhatIsMissingAndWhatIsWrong) {
  EXPECT_THAT(load_store("residency: eu").problems, says("context_store.keys", "is missing"));
  EXPECT_THAT(load_store("keys: {k1: context.key}").problems, says("context_store.residency", "a label"));
  EXPECT_THAT(load_store(kStore + ", readers: {pharmacy: {authority: key, subject: p}}").problems,
              says("context_store", "\"pharmacy\" is an agent of no plan"));
  const auto reader = load_store(kStore + ", readers: {prescription: {}}").problems;
  EXPECT_THAT(reader, says("context_store.readers.prescription.authority", "is missing"));
  EXPECT_THAT(reader, says("context_store.readers.prescription.subject", "is missing"));
}

TEST_F(ContextStoreFile, WarnsOfReadersThatAreNeverSentAContext) {
  const std::string reader = kStore + ", readers: {prescription: {authority: key, subject: p}}";
  const auto with = [&](const std::string& deliver) {
    std::string plan(kContextPlan);
    write("plan.yaml", plan.insert(plan.find("items:"), deliver));
    return load_store(reader).problems;
  };
  const auto warned = says("context_store", "readers.prescription has no effect");
  EXPECT_THAT(with("deliver: per_item, "), warned);
  EXPECT_THAT(with("deliver: whole, "), warned);
  EXPECT_THAT(with("deliver: agent_context, "), testing::Not(warned));
  EXPECT_THAT(with(""), testing::Not(warned)) << "the card says";
  EXPECT_TRUE(load_store(reader).config);
}

TEST_F(ContextStoreFile, ItsPathIsNoAgentsName) {
  EXPECT_THAT(load("agents: {contexts: {upstream: {url: 'http://127.0.0.1:1'}}}").problems,
              says("agents.contexts", "is a path of the gateway itself"));
}

}  // namespace
}  // namespace schemagate
