#include "gateway/front/certificate_watch.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "gateway/net/tls_session.h"
#include "tests/unit/gateway/front/front_core.h"

namespace schemagate {
namespace {

using std::chrono::hours;
using testing::HasSubstr;
using testing::StartsWith;

// A listener's certificates without their files.
class ScriptedTls final : public net::TlsServer {
 public:
  std::unique_ptr<net::TlsSession> accept(int) const override { return nullptr; }
  net::Result<bool> reload() override { return std::exchange(has_changed, false); }
  std::vector<net::CertificateTerm> terms() const override { return certificates; }

  bool has_changed = false;
  std::vector<net::CertificateTerm> certificates;
};

// A gateway whose listener `edge` has one certificate of two hours that began an hour ago.
class Certificates : public testing::Test {
 protected:
  Certificates() {
    const auto now = front_.core.clock.utc();
    tls_->certificates = {{"tls/edge.pem", now - hours(1), now + hours(1)}};
    front_.listeners.front().name = "edge";
    front_.listeners.front().options.tls = tls_;
  }
  void start() { watch_.emplace(front_.listeners, front_.core.clock, log_); }
  void pass(hours time) { front_.core.clock.advance(time); }
  std::string look() {
    testing::internal::CaptureStderr();
    watch_->look();
    return testing::internal::GetCapturedStderr();
  }
  nlohmann::json health() { return nlohmann::json::parse(front_.get("/healthz").body); }

  FrontCore front_;
  const std::shared_ptr<ScriptedTls> tls_ = std::make_shared<ScriptedTls>();
  const Log log_{LogLevel::kInfo};
  std::optional<CertificateWatch> watch_;
};

TEST_F(Certificates, AreSaidToExpireWhileTheGatewayRunsOnce) {
  start();
  EXPECT_EQ(look(), "");
  pass(hours(1));
  EXPECT_THAT(look(), HasSubstr(R"("level":"warn","event":"certificate_not_in_force","listener":"edge",)"
                                R"("cause":"tls/edge.pem: expired on 2024-10-04: clients refuse it")"));
  EXPECT_EQ(look(), "");
  pass(hours(48));
  EXPECT_EQ(look(), "");
}

TEST_F(Certificates, AreSaidNotToBeInForceAtTheStart) {
  pass(hours(1));
  start();
  EXPECT_THAT(look(), HasSubstr("expired on"));
  EXPECT_EQ(look(), "");
}

TEST_F(Certificates, AreSaidOfAgainWhenOthersArePutInPlaceThatAreNoBetter) {
  start();
  pass(hours(1));
  (void)look();
  tls_->has_changed = true;
  const std::string again = look();
  EXPECT_THAT(again, HasSubstr("certificates_reloaded"));
  EXPECT_THAT(again, HasSubstr("certificate_not_in_force"));
  EXPECT_EQ(look(), "");
}

TEST_F(Certificates, AreEachSaidOf) {
  tls_->certificates.push_back({"tls/other.pem", front_.core.clock.utc() + hours(30), {}});
  tls_->certificates.back().ends = tls_->certificates.back().begins + hours(1);
  start();
  EXPECT_THAT(look(), HasSubstr("tls/other.pem: begins on 2024-10-05"));
  pass(hours(1));
  const std::string line = look();
  EXPECT_THAT(line, HasSubstr("tls/edge.pem: expired"));
  EXPECT_EQ(std::ranges::count(line, '\n'), 1) << "the other one has been told: " << line;
}

TEST_F(Certificates, AreSaidToEndSoonOnceADayFromTwoWeeksBefore) {
  const auto now = front_.core.clock.utc();
  tls_->certificates = {{"tls/edge.pem", now - hours(24 * 60), now + hours(24 * 15)}};
  start();
  EXPECT_EQ(look(), "") << "it has 15 days";
  pass(hours(25));
  const std::string first = look();
  EXPECT_THAT(first, HasSubstr(R"("level":"warn","event":"certificate_ends_soon","listener":"edge",)"
                               R"("cause":"tls/edge.pem: expires on 2024-10-19")"));
  EXPECT_EQ(std::ranges::count(first, '\n'), 1);
  pass(hours(23));
  EXPECT_EQ(look(), "");
  pass(hours(1));
  EXPECT_THAT(look(), HasSubstr("certificate_ends_soon"));
  EXPECT_EQ(look(), "");
  tls_->has_changed = true;
  EXPECT_THAT(look(), HasSubstr("certificate_ends_soon")) << "what was put in place ends no later";
  pass(hours(-24 * 7));
  tls_->certificates.front().ends = front_.core.clock.utc() + hours(1);
  EXPECT_THAT(look(), HasSubstr("certificate_ends_soon")) << "the clock was put back";
}

TEST_F(Certificates, OfAFewHoursAreNotSaidToEndSoonAllTheTime) {
  const auto now = front_.core.clock.utc();
  tls_->certificates = {{"tls/edge.pem", now, now + hours(24 * 6)}};
  start();
  EXPECT_EQ(look(), "");
  pass(hours(24 * 3 + 1));
  EXPECT_THAT(look(), HasSubstr("certificate_ends_soon"));
}

TEST(CertificateWatchWithoutTls, HasNothingToLookAt) {
  const FrontCore front;
  const Log log(LogLevel::kOff);
  EXPECT_TRUE(CertificateWatch(front.listeners, front.core.clock, log).empty());
}

TEST_F(Certificates, DegradeHealthWhileOneIsNotInForce) {
  EXPECT_EQ(health()["status"], "ok");
  EXPECT_FALSE(health().contains("certificates"));
  pass(hours(1));
  const auto expired = health();
  EXPECT_EQ(expired["status"], "degraded");
  EXPECT_EQ(expired["certificates"]["edge"], "a certificate expired on 2024-10-04: clients refuse it")
      << "where its file is, is nobody's business";
  tls_->certificates.front().ends = front_.core.clock.utc() + hours(1);
  EXPECT_EQ(health()["status"], "ok");
}

}  // namespace
}  // namespace schemagate
