// load_config(): agents that are the gateway itself, and secrets that others can read in the file.
#include "gateway/config/load.h"
#include "tests/unit/gateway/config/config_folder.h"

namespace schemagate {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

using OwnListeners = ConfigFolder;

TEST_F(OwnListeners, AreWarnedOfAsAgents) {
  const auto is_warned_of = [this](const std::string& listen, const std::string& url) {
    const auto loaded = load("listen: '" + listen +
                             "'\npublic_url: https://gate.example\nagents:\n  fight:\n    upstream: {url: '" +
                             url + "', plain_http: true}");
    EXPECT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
    if (loaded.problems.empty()) return false;
    EXPECT_THAT(loaded.problems, ElementsAre(IsProblem(false, "agents.fight.upstream.url", 5,
                                                       "is a listener of this gateway")));
    return true;
  };
  EXPECT_TRUE(is_warned_of("127.0.0.1:8080", "http://127.0.0.1:8080"));
  EXPECT_TRUE(is_warned_of("127.0.0.1:8080", "http://localhost:8080/fight"));
  EXPECT_TRUE(is_warned_of("127.0.0.1:8080", "ws://127.0.0.1:8080/fight"));
  EXPECT_TRUE(is_warned_of(":8080", "http://127.0.0.1:8080"));
  EXPECT_TRUE(is_warned_of("[::]:8080", "http://127.0.0.1:8080"));
  EXPECT_TRUE(is_warned_of("10.0.0.5:8080", "http://10.0.0.5:8080"));
  EXPECT_FALSE(is_warned_of("127.0.0.1:8080", "http://127.0.0.1:8081"));
  EXPECT_FALSE(is_warned_of("127.0.0.1:8080", "http://127.0.0.2:8080"));
  EXPECT_FALSE(is_warned_of("10.0.0.5:8080", "http://localhost:8080"));
  EXPECT_FALSE(is_warned_of(":8080", "http://[::1]:8080")) << "that is IPv4 only";
  EXPECT_FALSE(is_warned_of(":8080", "http://agent.example:8080")) << "who knows";
}

TEST_F(OwnListeners, AreWarnedOfAsAgentsOfAPlan) {
  write("loop.yaml",
        "name: loop\nquery: again\nagents:\n  me: {name: Me, url: 'http://127.0.0.1:8080/loop'}\n"
        "  other: {name: Other, url: 'http://127.0.0.1:8081'}\n"
        "subtasks:\n  - {id: a, agent: me, items: [{id: a1, do: Again}]}\n"
        "  - {id: b, agent: other, items: [{id: b1, do: Again}]}\n");
  const auto loaded = load("listen: 127.0.0.1:8080\nagents:\n  loop: {kind: master, plan: loop.yaml}");
  EXPECT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
  EXPECT_THAT(loaded.problems, ElementsAre(IsProblem(false, "agents.loop.plan", 3,
                                                     "the url of the agent \"me\" is a listener of this "
                                                     "gateway")));
}

class WrittenCredentials : public ConfigFolder {
 protected:
  // What is said of a file with that header which others can read.
  auto warned(const std::string& section, std::filesystem::perms others) {
    write("gateway.yaml", "agents:\n  fight:\n    upstream:\n      url: 'http://127.0.0.1:9001'\n" + section);
    const auto path = folder_ / "gateway.yaml";
    std::filesystem::permissions(path, others, std::filesystem::perm_options::add);
    const auto loaded = load_config(path.string());
    EXPECT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
    for (const ConfigProblem& problem : loaded.problems) EXPECT_THAT(problem.message, Not(HasSubstr("s-1")));
    return loaded.problems;
  }
};

constexpr auto kReadable = std::filesystem::perms::others_read;
constexpr auto kHidden = std::filesystem::perms::none;

TEST_F(WrittenCredentials, AreWarnedOfWhereOthersCanReadTheFile) {
  const std::string written = "      headers: {authorization: {value: s-1, prefix: 'Bearer '}}\n";
  EXPECT_THAT(warned(written, kReadable),
              ElementsAre(IsProblem(false, "agents.fight.upstream.headers.authorization.value", 5,
                                    "is a secret, and others than its owner can read this file")));
  EXPECT_THAT(warned(written, std::filesystem::perms::group_write),
              ElementsAre(IsProblem(false, "agents.fight.upstream.headers.authorization.value", 5,
                                    "others than its owner can change this file")));
  EXPECT_THAT(warned(written, kHidden), IsEmpty());
}

TEST_F(WrittenCredentials, AreWarnedOfInContextSources) {
  EXPECT_THAT(
      warned("context_sources: {store: {origin: 'https://store.example', headers: {Authorization: {value: "
             "s-1}}}}\n",
             kReadable),
      ElementsAre(IsProblem(false, "context_sources.store.headers.Authorization.value", 5, "a secret")));
}

TEST_F(WrittenCredentials, AreNoneInOtherPlacesAndOtherFields) {
  write("token", "s-1");
  EXPECT_THAT(warned("      headers: {Authorization: {file: token}}\n", kReadable), IsEmpty());
  EXPECT_THAT(warned("      headers: {X-Team: {value: weighing}}\n", kReadable), IsEmpty());
}

}  // namespace
}  // namespace schemagate
