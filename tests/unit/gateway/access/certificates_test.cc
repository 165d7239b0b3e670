// Client certificates as callers: which of their names counts, and who is known.
#include "gateway/access/certificates.h"

#include <gmock/gmock.h>

#include "gateway/access/authentication.h"

namespace schemagate::access {
namespace {

using testing::ElementsAre;

const net::PeerCertificate kScheduler{
    "CN=scheduler,O=Example",
    {"DNS:S.example", "IP:192.0.2.1", "URI:spiffe://example/s", "EMAIL:s@example.com"}};

CertificateClient client_of(std::string name, std::string tenant = "acme") {
  Principal principal{.subject = name, .tenant = std::move(tenant), .scopes = {"s"}, .roles = {"r"}};
  return {std::move(name),
          std::make_shared<const Principal>(authenticated(kCertificateAuthority, std::move(principal)))};
}

// Who it is, or why nobody.
std::string who(const CertificateMethod& method, const net::PeerCertificate& certificate) {
  const RuleBook rules({});
  const auto caller = Certificates(method, rules).find(certificate);
  return caller ? (*caller)->subject : "401 " + std::string(caller.error().reason);
}

TEST(Certificates, AreKnownByTheNameThatIsAskedFor) {
  EXPECT_EQ(who({}, kScheduler), "CN=scheduler,O=Example");
  EXPECT_EQ(who({.name = CertificateName::kUri}, kScheduler), "spiffe://example/s");
  EXPECT_EQ(who({.name = CertificateName::kDns}, kScheduler), "s.example");
  EXPECT_EQ(who({.name = CertificateName::kEmail}, kScheduler), "s@example.com");
}

TEST(Certificates, WithoutSuchANameAreNobodys) {
  const std::string reason = "401 the client certificate has no name of the kind that is asked for";
  EXPECT_EQ(who({}, {"", {"DNS:a"}}), reason);
  for (const CertificateName kind : {CertificateName::kUri, CertificateName::kDns, CertificateName::kEmail})
    EXPECT_EQ(who({.name = kind}, {"CN=a", {"IP:192.0.2.1", "URI:", "EMAIL:", "DNS:"}}), reason);
  EXPECT_EQ(who({}, {std::string(257, 'a'), {}}), reason);
  EXPECT_EQ(who({.name = CertificateName::kUri}, {"", {"URI:" + std::string(257, 'a')}}), reason);
}

TEST(Certificates, WithSeveralNamesThatCouldBeMeantAreNobodys) {
  const std::string reason = "401 the client certificate has several names that could be meant";
  EXPECT_EQ(who({.name = CertificateName::kDns}, {"", {"DNS:a.example", "DNS:b.example"}}), reason);
  EXPECT_EQ(who({.name = CertificateName::kDns}, {"", {"DNS:a.example", "DNS:A.EXAMPLE"}}), "a.example");
  const CertificateMethod both{CertificateName::kDns, {client_of("a.example"), client_of("b.example")}};
  EXPECT_EQ(who(both, {"", {"DNS:b.example", "DNS:a.example"}}), reason);
}

TEST(Certificates, OfAListAreTheOnlyOnesThatAreKnown) {
  const CertificateMethod method{CertificateName::kDns, {client_of("a.example")}};
  EXPECT_EQ(who(method, {"", {"DNS:x.example", "DNS:A.example"}}), "a.example");
  EXPECT_EQ(who(method, {"", {"DNS:b.example"}}), "401 the client certificate is not known");
  EXPECT_EQ(who(method, {"", {"URI:a.example"}}),
            "401 the client certificate has no name of the kind that is asked for");
  EXPECT_EQ(who(method, {"CN=a.example", {"DNS:a.example.evil"}}), "401 the client certificate is not known");
}

TEST(Certificates, StandForWhatTheConfigurationSaysOfTheirHolder) {
  const RuleBook rules({{.name = "readers", .roles = {"r"}, .operations = {"GetTask"}}});
  const Certificates certificates({.clients = {client_of("CN=a")}}, rules);
  const PrincipalHandle caller = certificates.find({"CN=a", {}}).value();
  EXPECT_EQ(caller->tenant, "acme");
  EXPECT_THAT(caller->scopes, ElementsAre("s"));
  EXPECT_THAT(caller->roles, ElementsAre("r"));
  EXPECT_TRUE(caller->is_authenticated);
  EXPECT_TRUE(caller->grants->allows("any", "GetTask"));
  EXPECT_FALSE(caller->grants->allows("any", "ListTasks"));
}

TEST(Certificates, HaveTheirRightsWorkedOutOnce) {
  const RuleBook rules({{.name = "s", .subjects = {"CN=a"}, .operations = {"GetTask"}}});
  const Certificates certificates({}, rules);
  const PrincipalHandle first = certificates.find({"CN=a", {}}).value();
  EXPECT_EQ(certificates.find({"CN=a", {}}).value(), first);
  EXPECT_TRUE(first->grants->allows("any", "GetTask"));
  EXPECT_FALSE(certificates.find({"CN=b", {}}).value()->grants->allows("any", "GetTask"));
}

TEST(Certificates, OwnNothingOfAKeyOrTokenWithTheSameSubject) {
  const RuleBook rules({});
  const PrincipalHandle caller = Certificates({}, rules).find({"CN=a", {}}).value();
  EXPECT_NE(caller->owner, authenticated("key", {.subject = "CN=a"}).owner);
}

class CertificateAuthentication : public testing::Test {
 protected:
  static ApiKeyMethod keys() {
    return {"X-API-Key",
            {{digest_of("k"), std::make_shared<const Principal>(authenticated("key", {.subject = "ci"}))}}};
  }
  std::string who(std::vector<AuthenticationMethod> methods, bool with_certificate, bool with_key) const {
    const Authentication authentication({.methods = std::move(methods)}, clock_, log_);
    net::HttpRequest request;
    if (with_certificate) request.peer.certificate = std::make_shared<const net::PeerCertificate>(kScheduler);
    if (with_key) request.headers.push_back({"X-API-Key", "k"});
    return (*authentication.identify(request))->subject;
  }
  SystemClock clock_{};
  const Log log_{LogLevel::kOff};
};

TEST_F(CertificateAuthentication, ComesInTheOrderOfTheMethods) {
  EXPECT_EQ(who({CertificateMethod(), keys()}, true, true), "CN=scheduler,O=Example");
  EXPECT_EQ(who({CertificateMethod(), keys()}, false, true), "ci");
  EXPECT_EQ(who({keys(), CertificateMethod()}, true, true), "ci");
  EXPECT_EQ(who({keys(), CertificateMethod()}, true, false), "CN=scheduler,O=Example");
  EXPECT_EQ(who({keys(), CertificateMethod()}, false, false), "anonymous");
}

TEST_F(CertificateAuthentication, IsNamedAmongTheChallenges) {
  const Authentication authentication({.methods = {CertificateMethod(), keys()}}, clock_, log_);
  EXPECT_THAT(authentication.challenges(kNothingPresented),
              ElementsAre(R"(ClientCertificate realm="schemagate")",
                          R"(ApiKey realm="schemagate", in="header", name="X-API-Key")"));
}

}  // namespace
}  // namespace schemagate::access
