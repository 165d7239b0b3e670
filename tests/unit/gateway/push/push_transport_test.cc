// Where the connection of a delivery really goes.
#include "gateway/push/push_transport.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>

#include "tests/certificates/test_ca.h"
#include "tests/integration/net/raw_socket.h"
#include "tests/integration/net/tls_peer.h"

namespace schemagate::push {
namespace {

using testing::AllOf;
using testing::HasSubstr;

using namespace std::chrono_literals;

constexpr std::string_view kTaken = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

// A receiver at a loopback address under a name that only the test's resolver knows.
class PushTransportTest : public testing::Test {
 protected:
  Attempt attempt(const std::string& host = "hooks.example.com", unsigned number = 0) const {
    Attempt made{
        .url = {.tls = false, .host = host, .port = listener_.port(), .path = "/hook", .query = "?a=b"}};
    made.headers = {{"Content-Type", "application/json"}};
    made.body = "{}";
    made.number = number;
    return made;
  }
  void resolve_to(std::vector<std::string> addresses) {
    addresses_.clear();
    for (const std::string& text : addresses) addresses_.push_back(*IpAddress::parse(text));
  }
  void allow(const std::string& range) { rules_.guard = AddressGuard({*AddressRange::parse(range)}); }
  AttemptResult deliver(const Attempt& what) {
    HttpPushTransport transport(rules_, 500ms, [this](const std::string& host) {
      resolved_.push_back(host);
      return addresses_;
    });
    return deliver_by(transport, what);
  }
  static AttemptResult deliver_by(HttpPushTransport& transport, const Attempt& what) {
    std::promise<AttemptResult> told;
    auto result = told.get_future();
    transport.deliver(what, [&told](AttemptResult one) { told.set_value(std::move(one)); });
    return result.get();
  }
  // Answers one request with those bytes, and gives it back.
  AttemptResult deliver_to(std::string_view answer, std::string& request) {
    std::jthread receiver([this, answer, &request] {
      net::RawSocket socket = listener_.accept();
      request = socket.receive_until("{}");
      (void)socket.send(answer);
    });
    return deliver(attempt());
  }
  bool was_called() { return listener_.has_waiting(0ms); }

  net::RawListener listener_;
  PushRules rules_;
  std::vector<IpAddress> addresses_;
  std::vector<std::string> resolved_;
};

TEST_F(PushTransportTest, ConnectsToTheAddressThatWasCheckedUnderTheHostsName) {
  resolve_to({"127.0.0.1"});
  allow("127.0.0.0/8");
  std::string request;
  EXPECT_EQ(deliver_to(kTaken, request).outcome, AttemptOutcome::kDelivered);
  EXPECT_THAT(request, AllOf(HasSubstr("POST /hook?a=b HTTP/1.1"), HasSubstr("Host: hooks.example.com:"),
                             HasSubstr("Content-Type: application/json")));
  EXPECT_THAT(resolved_, testing::ElementsAre("hooks.example.com")) << "once";
}

// DNS rebinding: what the name leads to now counts, not what it led to before.
TEST_F(PushTransportTest, ANameThatLeadsInsideIsRefused) {
  resolve_to({"127.0.0.1"});
  const AttemptResult refused = deliver(attempt());
  EXPECT_EQ(refused.outcome, AttemptOutcome::kPermanentFailure);
  EXPECT_EQ(refused.reason, "the receiver's address is not allowed") << "and says no address";
  EXPECT_FALSE(was_called());
}

TEST_F(PushTransportTest, OneForbiddenAddressSpoilsAName) {
  allow("127.0.0.1");
  for (const char* other : {"10.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.2", "64:ff9b::a00:1"}) {
    resolve_to({"127.0.0.1", other});
    EXPECT_EQ(deliver(attempt()).outcome, AttemptOutcome::kPermanentFailure) << other;
    resolve_to({other, "127.0.0.1"});
    EXPECT_EQ(deliver(attempt()).outcome, AttemptOutcome::kPermanentFailure) << other;
  }
  EXPECT_FALSE(was_called());
}

TEST_F(PushTransportTest, AnAddressInTheUrlIsCheckedToo) {
  EXPECT_EQ(deliver(attempt("127.0.0.1")).outcome, AttemptOutcome::kPermanentFailure);
  EXPECT_EQ(deliver(attempt("::1")).outcome, AttemptOutcome::kPermanentFailure);
  EXPECT_TRUE(resolved_.empty());
  EXPECT_FALSE(was_called());
}

TEST_F(PushTransportTest, AHostThatTheOperatorNamesMayLeadAnywhere) {
  resolve_to({"127.0.0.1"});
  rules_.hosts = {"hooks.example.com"};
  std::string request;
  EXPECT_EQ(deliver_to(kTaken, request).outcome, AttemptOutcome::kDelivered);
}

TEST_F(PushTransportTest, FollowsNoRedirect) {
  resolve_to({"127.0.0.1"});
  allow("127.0.0.0/8");
  net::RawListener elsewhere;
  const std::string answer =
      "HTTP/1.1 307 Temporary Redirect\r\nLocation: http://127.0.0.1:" + std::to_string(elsewhere.port()) +
      "/\r\nContent-Length: 0\r\n\r\n";
  std::string request;
  const AttemptResult failed = deliver_to(answer, request);
  EXPECT_EQ(failed.outcome, AttemptOutcome::kTransientFailure);
  EXPECT_THAT(failed.reason, AllOf(HasSubstr("307"), HasSubstr("redirects are not followed")));
  EXPECT_FALSE(elsewhere.has_waiting(0ms));
}

TEST_F(PushTransportTest, JudgesByTheStatus) {
  resolve_to({"127.0.0.1"});
  allow("127.0.0.0/8");
  for (const auto& [status, outcome] :
       {std::pair("200", AttemptOutcome::kDelivered), std::pair("202", AttemptOutcome::kDelivered),
        std::pair("400", AttemptOutcome::kTransientFailure),
        std::pair("404", AttemptOutcome::kTransientFailure),
        std::pair("410", AttemptOutcome::kPermanentFailure),
        std::pair("429", AttemptOutcome::kTransientFailure),
        std::pair("500", AttemptOutcome::kTransientFailure),
        std::pair("503", AttemptOutcome::kTransientFailure)}) {
    std::string request;
    const std::string answer = "HTTP/1.1 " + std::string(status) + " X\r\nContent-Length: 0\r\n\r\n";
    EXPECT_EQ(deliver_to(answer, request).outcome, outcome) << status;
  }
}

TEST_F(PushTransportTest, WhateverAReceiverDoesIsAFailureInTime) {
  resolve_to({"127.0.0.1"});
  allow("127.0.0.0/8");
  std::string request;
  EXPECT_THAT(deliver_to("", request).reason, HasSubstr("broke"));
  EXPECT_THAT(deliver_to("HTTP/1.1 200 OK\r\nContent-Le", request).reason, HasSubstr("broke"));
  EXPECT_THAT(deliver_to("garbage\r\n\r\n", request).reason, HasSubstr("not HTTP"));
  EXPECT_THAT(deliver(attempt()).reason, HasSubstr("in time")) << "nobody answers";
  resolve_to({});
  EXPECT_THAT(deliver(attempt()).reason, HasSubstr("cannot be resolved"));
}

TEST_F(PushTransportTest, SaysWhatKindOfFailureItWas) {
  resolve_to({"127.0.0.1"});
  allow("127.0.0.0/8");
  std::string request;
  EXPECT_EQ(deliver_to("", request).failure, net::FailureKind::kClosed);
  EXPECT_EQ(deliver_to("garbage\r\n\r\n", request).failure, net::FailureKind::kMalformed);
  EXPECT_EQ(deliver_to("HTTP/1.1 500 X\r\nContent-Length: 0\r\n\r\n", request).failure, std::nullopt);
  EXPECT_EQ(deliver(attempt()).failure, net::FailureKind::kTimedOut) << "nobody answers";
  resolve_to({});
  EXPECT_EQ(deliver(attempt()).failure, net::FailureKind::kUnresolved);
}

TEST_F(PushTransportTest, TriesARequestThatCannotBeSentNoSecondTime) {
  resolve_to({"127.0.0.1"});
  allow("127.0.0.0/8");
  Attempt unsendable = attempt();
  unsendable.headers.emplace_back("Authorization", "a\nb");
  const AttemptResult result = deliver(unsendable);
  EXPECT_EQ(result.outcome, AttemptOutcome::kPermanentFailure);
  EXPECT_EQ(result.failure, net::FailureKind::kInvalid);
  EXPECT_THAT(result.reason, HasSubstr("no header can carry"));
  EXPECT_FALSE(was_called());
}

TEST_F(PushTransportTest, TriesOneAddressAfterTheOther) {
  resolve_to({"127.0.0.9", "127.0.0.1"});
  allow("127.0.0.0/8");
  EXPECT_THAT(deliver(attempt()).reason, HasSubstr("no connection"));
  std::jthread receiver([this] {
    net::RawSocket socket = listener_.accept();
    (void)socket.receive_until("{}");
    (void)socket.send(kTaken);
  });
  EXPECT_EQ(deliver(attempt("hooks.example.com", 1)).outcome, AttemptOutcome::kDelivered);
}

// What it says beside its status is of no interest.
TEST_F(PushTransportTest, JudgesByTheStatusWhateverBecomesOfTheBody) {
  resolve_to({"127.0.0.1"});
  allow("127.0.0.0/8");
  std::string request;
  const std::string head = "HTTP/1.1 200 OK\r\n";
  for (const std::string& answer :
       {"HTTP/1.0 200 OK\r\n\r\n" + std::string("until the end"), head + "Content-Length: 9\r\n\r\nhalf",
        head + "Transfer-Encoding: chunked\r\n\r\nno chunk",
        head + "Content-Length: 200000\r\n\r\n" + std::string(200'000, 'x')}) {
    const AttemptResult result = deliver_to(answer, request);
    EXPECT_EQ(result.outcome, AttemptOutcome::kDelivered) << result.reason << answer.substr(0, 60);
  }
  EXPECT_EQ(deliver_to("HTTP/1.1 410 X\r\nContent-Length: 9\r\n\r\nhalf", request).outcome,
            AttemptOutcome::kPermanentFailure);
}

TEST_F(PushTransportTest, WaitsForNoBodyAndKeepsNoConnectionBeforeItsEnd) {
  resolve_to({"127.0.0.1"});
  allow("127.0.0.0/8");
  HttpPushTransport transport(rules_, 10s, [this](const std::string&) { return addresses_; });
  std::jthread receiver([this] {
    net::RawSocket first = listener_.accept();
    (void)first.receive_until("{}");
    (void)first.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf");
    net::RawSocket second = listener_.accept();
    (void)second.receive_until("{}");
    (void)second.send(kTaken);
  });
  for (int i = 0; i < 2; ++i) EXPECT_EQ(deliver_by(transport, attempt()).outcome, AttemptOutcome::kDelivered);
}

// The name is looked up and checked before each delivery, also when a connection is there.
TEST_F(PushTransportTest, KeepsAConnectionForTheAddressThatIsCheckedEachTime) {
  allow("127.0.0.0/8");
  HttpPushTransport transport(rules_, 10s, [this](const std::string& host) {
    resolved_.push_back(host);
    return addresses_;
  });
  std::jthread receiver([this] {
    net::RawSocket socket = listener_.accept();
    for (int i = 0; i < 2; ++i) {
      (void)socket.receive_until("{}");
      (void)socket.send(kTaken);
    }
  });
  resolve_to({"127.0.0.1"});
  for (int i = 0; i < 2; ++i) EXPECT_EQ(deliver_by(transport, attempt()).outcome, AttemptOutcome::kDelivered);
  receiver.join();
  EXPECT_THAT(resolved_, testing::SizeIs(2));
  resolve_to({"10.0.0.1"});
  EXPECT_THAT(deliver_by(transport, attempt()).reason, HasSubstr("not allowed"));
  EXPECT_FALSE(was_called());
}

// With `answer` of a receiver behind TLS to each of two deliveries: the connections that it took, and those
// of them that resumed a session.
class PushTransportTlsTest : public PushTransportTest {
 protected:
  std::pair<int, int> connections_of_two(const std::string& answer) {
    const a2a::tls::Files files = ca_.issue("hooks", {.sans = "DNS:hooks.example.com"});
    const net::TlsSide side(net::TlsSide::Role::kServer, files);
    std::pair<int, int> seen;
    resolve_to({"127.0.0.1"});
    allow("127.0.0.0/8");
    rules_.ca_file = ca_.file();
    auto transport =
        std::make_unique<HttpPushTransport>(rules_, 10s, [this](const std::string&) { return addresses_; });
    std::jthread receiver([&](const std::stop_token& stop) {
      while (!stop.stop_requested()) {
        if (!listener_.has_waiting(10ms)) continue;
        net::TlsPeer peer(side, listener_.accept());
        if (!peer.is_open()) continue;
        ++seen.first;
        if (peer.resumed()) ++seen.second;
        while (!peer.receive_until("{}").empty() && peer.send(answer)) {
          if (answer.find("close") != std::string::npos) break;
        }
      }
    });
    Attempt secure = attempt();
    secure.url.tls = true;
    for (int i = 0; i < 2; ++i) {
      const AttemptResult result = deliver_by(*transport, secure);
      EXPECT_EQ(result.outcome, AttemptOutcome::kDelivered) << result.reason;
    }
    transport.reset();  // closes its connections
    receiver.request_stop();
    receiver.join();
    return seen;
  }

  const TestCa ca_;
};

TEST_F(PushTransportTlsTest, KeepsTheConnection) {
  EXPECT_EQ(connections_of_two(std::string(kTaken)), std::pair(1, 0));
}

TEST_F(PushTransportTlsTest, ResumesTheSessionWhereTheReceiverCloses) {
  EXPECT_EQ(connections_of_two("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
            std::pair(2, 1));
}

// As Python's http.server behind TLS does: no length, and the connection is cut without a close_notify.
TEST_F(PushTransportTlsTest, TakesAStatusOfAReceiverThatCutsTheConnection) {
  EXPECT_EQ(connections_of_two("HTTP/1.0 200 OK\r\nServer: closes\r\n\r\n").first, 2);
}

TEST_F(PushTransportTlsTest, SaysWhyItTrustsNoCertificate) {
  const a2a::tls::Files files = ca_.issue("other", {.sans = "DNS:elsewhere.example"});
  rules_.ca_file = ca_.file();
  resolve_to({"127.0.0.1"});
  allow("127.0.0.0/8");
  std::jthread receiver([&] {
    const net::TlsSide side(net::TlsSide::Role::kServer, files);
    const net::TlsPeer peer(side, listener_.accept());
  });
  Attempt secure = attempt();
  secure.url.tls = true;
  const AttemptResult failed = deliver(secure);
  EXPECT_EQ(failed.failure, net::FailureKind::kUntrusted);
  EXPECT_EQ(failed.reason, "the receiver has a certificate for another host");
}

TEST_F(PushTransportTest, TellsNobodyOnceItHasStopped) {
  resolve_to({"127.0.0.1"});
  allow("127.0.0.0/8");
  HttpPushTransport transport(rules_, 500ms, [this](const std::string&) { return addresses_; });
  std::atomic<bool> told = false;
  transport.deliver(attempt(), [&told](const AttemptResult&) { told = true; });
  net::RawSocket socket = listener_.accept();
  (void)socket.receive_until("{}");
  transport.stop();
  (void)socket.send(kTaken);
  transport.deliver(attempt(), [&told](const AttemptResult&) { told = true; });
  EXPECT_FALSE(told);
}

// The wait for a name server ends with the delivery's time, and with the relay.
TEST_F(PushTransportTest, ANameServerThatIsSilentIsAFailureInTime) {
  const auto silent = std::make_shared<std::promise<void>>();
  const auto told = silent->get_future().share();
  HttpPushTransport transport(rules_, 10ms, [told](const std::string&) {
    told.wait();
    return std::vector<IpAddress>();
  });
  const AttemptResult failed = deliver_by(transport, attempt());
  EXPECT_EQ(failed.outcome, AttemptOutcome::kTransientFailure);
  EXPECT_THAT(failed.reason, HasSubstr("not resolved in time"));
  silent->set_value();
}

TEST_F(PushTransportTest, TellsWhatAReceiverThatIsBusyAsksFor) {
  resolve_to({"127.0.0.1"});
  allow("127.0.0.0/8");
  for (const auto& [head, asked] :
       {std::pair("429 X\r\nRetry-After: 7", 7s), std::pair("503 X\r\nretry-after: 120", 120s),
        std::pair("429 X\r\nRetry-After: soon", 0s), std::pair("429 X", 0s),
        std::pair("500 X\r\nRetry-After: 7", 0s), std::pair("200 X\r\nRetry-After: 7", 0s)}) {
    std::string request;
    const std::string answer = "HTTP/1.1 " + std::string(head) + "\r\nContent-Length: 0\r\n\r\n";
    EXPECT_EQ(deliver_to(answer, request).retry_after, asked) << head;
  }
}

}  // namespace
}  // namespace schemagate::push
