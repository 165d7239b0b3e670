// `listeners`: where the gateway listens, and how each listener is secured.
#include <array>
#include <chrono>
#include <ctime>

#include "tests/certificates/test_ca.h"
#include "tests/unit/gateway/config/config_folder.h"

namespace schemagate {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

class ConfigListeners : public ConfigFolder {
 protected:
  // One listener of that name with these members.
  LoadedConfig with(const std::string& members) const {
    return load_with_agents("listeners: {edge: {address: '127.0.0.1:8443', " + members + "}}");
  }
  std::string pair() const { return "cert: " + files_.certificate + ", key: " + files_.key; }
  std::string certificates() const { return "certificates: {main: {" + pair() + "}}"; }

  const TestCa ca_;
  const a2a::tls::Files files_ = ca_.issue();
};

TEST_F(ConfigListeners, AreReadInTheirOrder) {
  const auto loaded =
      load_with_agents("listeners:\n  edge: {address: ':8443', hsts: 1h, " + certificates() +
                       "}\n  inside: {address: '[::1]:8080', agents: [fight], proxy_protocol: "
                       "true, trusted_proxies: [10.0.0.0/8, '::1']}\npublic_url: https://a.test");
  EXPECT_THAT(loaded.problems, IsEmpty());
  ASSERT_TRUE(loaded.config);
  const auto& [edge, inside] = std::tie(loaded.config->listeners.at(0), loaded.config->listeners.at(1));
  EXPECT_EQ(edge.name, "edge");
  EXPECT_EQ(edge.options.address, "0.0.0.0");
  EXPECT_EQ(edge.options.port, 8443);
  EXPECT_TRUE(edge.options.tls);
  EXPECT_EQ(edge.options.hsts, std::chrono::hours(1));
  EXPECT_TRUE(edge.serves("anything"));
  EXPECT_EQ(inside.options.address, "::1");
  EXPECT_FALSE(inside.options.tls);
  EXPECT_TRUE(inside.options.proxy_protocol);
  EXPECT_EQ(inside.options.trusted_proxies.size(), 2u);
  EXPECT_TRUE(inside.serves("fight"));
  EXPECT_FALSE(inside.serves("other"));
}

TEST_F(ConfigListeners, GiveThePublicUrlItsScheme) {
  EXPECT_EQ(with(certificates()).config->public_url, "https://127.0.0.1:8443");
  EXPECT_EQ(with("").config->public_url, "http://127.0.0.1:8443");
}

TEST_F(ConfigListeners, HaveAPublicAddressForEachUrl) {
  const auto loaded = load_with_agents(
      "public_url: https://a.test\nlisteners:\n  plain: {address: '127.0.0.1:1'}\n"
      "  same: {address: '127.0.0.1:2', public_url: 'https://a.test/'}\n"
      "  partners: {address: '127.0.0.1:3', public_url: 'https://p.test/', " +
      certificates() + ", client_certificates: optional, client_ca: " + ca_.file() + "}");
  EXPECT_THAT(loaded.problems, IsEmpty());
  ASSERT_TRUE(loaded.config);
  const auto& listeners = loaded.config->listeners;
  EXPECT_EQ(listeners.at(0).public_url, "https://a.test");
  EXPECT_EQ(listeners.at(0).public_address, 0U);
  EXPECT_EQ(listeners.at(1).public_address, 0U);
  EXPECT_EQ(listeners.at(2).public_address, 1U);
  EXPECT_THAT(loaded.config->agents.front().public_addresses,
              ElementsAre(PublicAddress{"", false}, PublicAddress{"https://p.test", true}));
}

TEST_F(ConfigListeners, LetTheFirstGiveTheGatewayItsUrl) {
  const auto loaded = load_with_agents(
      "listeners: {edge: {address: ':1', public_url: 'https://a.test'}, plain: {address: '127.0.0.1:2'}}");
  EXPECT_THAT(loaded.problems, IsEmpty());
  ASSERT_TRUE(loaded.config);
  EXPECT_EQ(loaded.config->public_url, "https://a.test");
  EXPECT_EQ(loaded.config->listeners.at(1).public_address, 0U);
}

TEST_F(ConfigListeners, RefuseAUrlThatNobodyCanCall) {
  const auto loaded =
      load_with_agents("public_url: https://a.test\nlisteners:\n  edge: {address: ':1', public_url: a.test}");
  EXPECT_THAT(loaded.problems,
              ElementsAre(IsProblem(true, "listeners.edge.public_url", 4, "expected an absolute http")));
}

TEST_F(ConfigListeners, AreWarnedOfWhereACardLeadsAwayFromTheCertificates) {
  const std::string asks = certificates() + ", client_certificates: optional, client_ca: " + ca_.file() + "}";
  const auto load_with = [this, &asks](const std::string& other, const std::string& url = "") {
    return load_with_agents("public_url: https://a.test\nlisteners:\n  plain: {address: '127.0.0.1:1', " +
                            other + "\n  partners: {address: '127.0.0.1:3', " + url + asks);
  };
  EXPECT_THAT(load_with("agents: [fight]}").problems,
              ElementsAre(IsProblem(false, "listeners", 3,
                                    "\"partners\" asks for client certificates and \"plain\" does not")));
  EXPECT_THAT(load_with("agents: [fight]}", "public_url: 'https://p.test', ").problems, IsEmpty());
  EXPECT_THAT(load_with("public_url: 'https://p.test'}", "public_url: 'https://p.test', ").problems,
              ElementsAre(IsProblem(false, "listeners", 3, "Give \"partners\" a public_url of its own")));
  EXPECT_THAT(load_with(asks).problems, IsEmpty());
}

TEST_F(ConfigListeners, LetCardsPromiseCertificatesOnlyWhereTheAgentIsServedWithThem) {
  const auto addresses = [this](const std::string& agents, const std::string& url = "") {
    const auto loaded = load(
        "agents: {fight: {upstream: {url: 'http://127.0.0.1:9001'}}, other: {upstream: {url: "
        "'http://127.0.0.1:9002'}}}\n"
        "public_url: https://a.test\nlisteners: {edge: {address: '127.0.0.1:1', " +
        certificates() + "}, partners: {address: '127.0.0.1:3', " + url + certificates() + ", agents: [" +
        agents + "], client_certificates: optional, client_ca: " + ca_.file() + "}}");
    EXPECT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
    return loaded.config ? loaded.config->agents.front().public_addresses : std::vector<PublicAddress>();
  };
  EXPECT_THAT(addresses("fight"), ElementsAre(PublicAddress{"", true}));
  EXPECT_THAT(addresses("other"), ElementsAre(PublicAddress{"", false}));
  EXPECT_THAT(addresses("fight", "public_url: 'https://p.test', "),
              ElementsAre(PublicAddress{"", false}, PublicAddress{"https://p.test", true}));
}

TEST_F(ConfigListeners, DoNotStandBesideListen) {
  const auto loaded = load_with_agents("{listen: ':1', listeners: {a: {address: '127.0.0.1:2'}}}");
  EXPECT_FALSE(loaded.config);
  ConfigOverrides overrides;
  overrides.listen = ":3";
  EXPECT_FALSE(load(std::string(kAgents) + "listeners: {a: {address: '127.0.0.1:2'}}", overrides).config)
      << "the command line would take the TLS away";
}

TEST_F(ConfigListeners, AreRefusedWithTheReason) {
  const std::string place = "listeners.edge";
  const auto expect = [&](const std::string& members, const std::string& member, const std::string& text) {
    EXPECT_THAT(with(members).problems, ElementsAre(IsProblem(true, place + member, 2, text))) << members;
  };
  expect("trusted_proxies: [here]", ".trusted_proxies[0]", "expected an IP address or a range");
  expect("proxy_protocol: true", ".proxy_protocol", "needs trusted_proxies");
}

TEST_F(ConfigListeners, ServeAgentsThatExist) {
  EXPECT_TRUE(with("agents: [fight]").config);
  EXPECT_THAT(with("agents: [nobody]").problems,
              ElementsAre(IsProblem(true, "listeners", 2, "nobody\", which is no agent")));
}

TEST_F(ConfigListeners, RefuseCertificatesThatCannotBeUsed) {
  const auto expect = [&](const std::string& members, const std::string& text) {
    const auto loaded = with(members);
    ASSERT_EQ(loaded.problems.size(), 1u) << members;
    EXPECT_TRUE(loaded.problems[0].fatal);
    EXPECT_THAT(loaded.problems[0].message, testing::HasSubstr(text)) << members;
  };
  const a2a::tls::Files other = ca_.issue("other");
  expect("certificates: {main: {cert: " + files_.certificate + "}}", "key is missing");
  expect("certificates: {main: {cert: nowhere.pem, key: " + files_.key + "}}", "nowhere.pem: cannot be read");
  expect("certificates: {main: {cert: " + files_.certificate + ", key: " + other.key + "}}",
         "is not the key of");
  expect(certificates() + ", client_certificates: required", "need one another");
  expect(certificates() + ", client_ca: " + ca_.file(), "need one another");
  expect("client_certificates: required, client_ca: " + ca_.file(), "there is no TLS without");
  expect(certificates() + ", client_certificates: required, client_ca: ab.json", "holds no certificate");
  EXPECT_TRUE(with(certificates() + ", client_certificates: required, client_ca: " + ca_.file()).config);
}

TEST_F(ConfigListeners, WarnOfHstsWithoutTls) {
  EXPECT_THAT(with("hsts: 1h").problems,
              ElementsAre(IsProblem(false, "listeners.edge.hsts", 2, "no effect")));
}

class PlainListeners : public ConfigListeners {
 protected:
  // Of which listener it is warned that credentials cross the network in plain text.
  std::string warned(const std::string& listeners, const std::string& more = "") const {
    const auto loaded =
        load_with_agents("authentication: {api_keys: {keys: {ci: {sha256: '" + std::string(64, '0') +
                         "'}}}}\nrules: {r: {roles: [a]}}\nlisteners: {" + listeners + "}\n" + more);
    EXPECT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
    for (const ConfigProblem& problem : loaded.problems) {
      if (!problem.fatal && problem.path == "listeners" && problem.message.contains("plain text"))
        return problem.message.substr(0, problem.message.find(": "));
    }
    return "";
  }
};

TEST_F(PlainListeners, AreNotWarnedOfBehindWhoeverHasTheCertificateOfTheirUrl) {
  const std::string open = "open: {address: '10.0.0.5:8080', public_url: 'https://b.test'}";
  const std::string edge = "edge: {address: ':8443', " + certificates() + ", public_url: 'https://";
  EXPECT_EQ(warned(open), "");
  EXPECT_EQ(warned(edge + "a.test'}, " + open), "");
  EXPECT_EQ(warned(edge + "b.test'}, " + open), "\"open\"");
}

TEST_F(PlainListeners, AreWarnedOfWhereCredentialsCrossTheNetwork) {
  const std::string tls = "edge: {address: '0.0.0.0:8443', " + certificates() + "}";
  EXPECT_EQ(warned(tls), "");
  EXPECT_EQ(warned("inside: {address: '127.0.0.1:8080'}"), "");
  EXPECT_EQ(warned("inside: {address: '[::1]:8080'}"), "");
  EXPECT_EQ(warned(tls + ", open: {address: '10.0.0.5:8080'}"), "\"open\"");
  EXPECT_EQ(warned(tls + ", open: {address: ':8080'}"), "\"open\"");
  EXPECT_EQ(warned(tls + ", open: {address: ':8080'}", "public_url: https://gate.example"), "\"open\"")
      << "the URL says nothing of a proxy before this one";
  EXPECT_EQ(warned("proxied: {address: ':8080', trusted_proxies: [10.0.0.0/8]}"), "")
      << "the proxy speaks TLS, or is warned of by its own";
}

// Whoever starts a gateway may want to serve all the same: clients refuse such a certificate.
TEST_F(ConfigListeners, WarnOfACertificateThatIsNotInForce) {
  using std::chrono::hours;
  const auto warned = [this](hours begins, hours ends) {
    (void)ca_.issue("leaf", {.begins = begins, .ends = ends});
    const auto loaded = with(certificates());
    EXPECT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
    return loaded.problems;
  };
  const auto date_in = [](hours from_now) {
    const std::time_t at = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now() + from_now);
    std::array<char, 16> text{};
    std::strftime(text.data(), text.size(), "%F", std::gmtime(&at));
    return std::string(text.data());
  };
  constexpr std::string_view kPlace = "listeners.edge.certificates";
  const hours year(365 * 24);
  EXPECT_THAT(
      warned(-year, hours(-48)),
      ElementsAre(IsProblem(false, kPlace, 2, files_.certificate + ": expired on " + date_in(hours(-48)))));
  EXPECT_THAT(
      warned(hours(48), year),
      ElementsAre(IsProblem(false, kPlace, 2, files_.certificate + ": begins on " + date_in(hours(48)))));
  const auto soon = warned(-year, hours(13 * 24));
  ASSERT_THAT(soon, ElementsAre(IsProblem(false, kPlace, 2, "expires on " + date_in(hours(13 * 24)))));
  EXPECT_TRUE(soon.front().note);  // told where the file is checked, not at each start
  EXPECT_THAT(warned(-year, hours(15 * 24)), IsEmpty());
  EXPECT_THAT(warned(hours(-1), hours(6 * 24)), IsEmpty())
      << "one of so few days has more than half of them left";
}

// Whoever mends the first does not want to hear of the second only then.
TEST_F(ConfigListeners, AreToldEachCertificateThatIsOfNoUse) {
  const auto loaded = with("certificates: {a: {cert: none.pem, key: none.key}, main: {" + pair() +
                           "}, b: {cert: " + files_.certificate + ", key: other.key}}");
  EXPECT_THAT(loaded.problems,
              ElementsAre(IsProblem(true, "listeners.edge.certificates.a", 2, "none.pem: cannot be read"),
                          IsProblem(true, "listeners.edge.certificates.b", 2, "other.key: cannot be read")));
  EXPECT_TRUE(loaded.ledger) << "nothing is wrong with that";
}

TEST_F(ConfigListeners, NeedAddressesOfTheirOwn) {
  const auto problems = [this](const std::string& first, const std::string& second) {
    return load_with_agents("listeners: {a: {address: '" + first + "'}, b: {address: '" + second + "'}}")
        .problems;
  };
  EXPECT_THAT(problems("127.0.0.1:8080", "localhost:8080"),
              ElementsAre(IsProblem(true, "listeners", 2,
                                    "listeners.b and listeners.a both listen on 127.0.0.1:8080")));
  EXPECT_THAT(problems("127.0.0.1:8080", ":8080"),
              Contains(IsProblem(true, "listeners", 2, "listeners.b and listeners.a both")));
  EXPECT_THAT(problems("[::]:8080", "127.0.0.1:8080"),
              Contains(IsProblem(true, "listeners", 2, "listeners.b and listeners.a both")));
  EXPECT_THAT(problems("127.0.0.1:8080", "127.0.0.1:8081"), IsEmpty());
  EXPECT_THAT(problems("127.0.0.1:8080", "[::1]:8080"), IsEmpty());
  EXPECT_THAT(problems("127.0.0.1:0", "127.0.0.1:0"), IsEmpty());
}

TEST_F(ConfigListeners, LeaveTheAddressOfTheOperatorsAlone) {
  EXPECT_THAT(
      load_with_agents("listen: '127.0.0.1:8080'\nadmin: {listen: 'localhost:8080'}").problems,
      ElementsAre(IsProblem(true, "admin", 3, "admin.listen and listen both listen on 127.0.0.1:8080")));
  EXPECT_THAT(
      load_with_agents("listeners: {a: {address: ':8080'}}\nadmin: {listen: 'localhost:8080'}").problems,
      Contains(
          IsProblem(true, "admin", 3, "admin.listen and listeners.a both listen on 127.0.0.1:8080, which")));
  EXPECT_THAT(load_with_agents("listen: '127.0.0.1:8080'\nadmin: {listen: 'localhost:8081'}").problems,
              IsEmpty());
}

// What could not be read is told of; that nothing asks for client certificates then is no news.
TEST_F(ConfigListeners, AreNotSaidToAskForNothingWhenTheyCannotBeRead) {
  const TestCa other("Other CA");
  const auto loaded = load_with_agents(
      "listeners: {edge: {address: '127.0.0.1:8443', client_certificates: required, client_ca: " +
      ca_.file() + ", certificates: {main: {cert: " + files_.certificate + ", key: " + other.issue().key +
      "}}}}\nauthentication: {client_certificates: {}}\nrules: {r: {operations: [GetTask]}}");
  EXPECT_THAT(loaded.problems, ElementsAre(IsProblem(true, "listeners.edge.certificates.main", 2, "")));
}

}  // namespace
}  // namespace schemagate
