#include "gateway/agent/agent_problem.h"

#include <gtest/gtest.h>

namespace schemagate {
namespace {

using a2a::client::Cause;
using Kind = AgentProblem::Kind;

AgentProblem not_fetched(Cause cause, int http_status = 0) {
  return card_not_fetched(a2a::client::failed(cause, "http://10.0.0.7:9001/card: why", http_status).error());
}

TEST(AgentProblem, ShowsHowAFetchFailedAndKeepsWhereForTheLog) {
  struct Case {
    AgentProblem problem;
    Kind kind;
    std::string shown;
  };
  for (const Case& each : {
           Case{not_fetched(Cause::kUnreachable), Kind::kUnreachable, "the agent cannot be reached"},
           {not_fetched(Cause::kTimeout), Kind::kUnreachable, "the agent does not answer in time"},
           {not_fetched(Cause::kAgent, 401), Kind::kUnusable, "the agent does not show its card (HTTP 401)"},
           {not_fetched(Cause::kProtocol, 404), Kind::kUnusable,
            "the agent has no card where it should be (HTTP 404)"},
           {not_fetched(Cause::kProtocol, 302), Kind::kUnusable,
            "the agent has no card where it should be (HTTP 302)"},
           {not_fetched(Cause::kProtocol, 200), Kind::kUnusable, "what the agent gives as its card is none"},
           {not_fetched(Cause::kProtocol), Kind::kUnusable, "what the agent gives as its card is none"},
           {not_fetched(Cause::kArgument), Kind::kUnusable, "the agent's card was not asked for"},
       }) {
    EXPECT_EQ(each.problem, (AgentProblem{each.kind, "http://10.0.0.7:9001/card: why", each.shown}));
  }
}

TEST(AgentProblem, SaysWhyTlsDidNotComeAbout) {
  a2a::client::Failure failure =
      a2a::client::failed(Cause::kTls, "https://10.0.0.7: the peer has a certificate that has expired")
          .error();
  failure.reason = "has a certificate that has expired";
  EXPECT_EQ(card_not_fetched(failure),
            (AgentProblem{Kind::kUnreachable, "https://10.0.0.7: the peer has a certificate that has expired",
                          "the agent has a certificate that has expired"}));
}

TEST(AgentProblem, SaysHowTheConnectionFailed) {
  for (const auto& [cause, reason] :
       {std::pair(Cause::kUnreachable, "could not be reached: its name is not known"),
        std::pair(Cause::kUnreachable, "could not be reached: the connection was refused"),
        std::pair(Cause::kTimeout, "could not be reached: connecting timed out")}) {
    const std::string told = std::string("https://a.test: the peer ") + reason;
    a2a::client::Failure failure = a2a::client::failed(cause, told).error();
    failure.reason = reason;
    EXPECT_EQ(card_not_fetched(failure),
              (AgentProblem{Kind::kUnreachable, told, std::string("the agent ") + reason}));
  }
}

TEST(AgentProblem, ShowsWhatIsWrongWithACardWithinBounds) {
  const auto problem = card_not_usable(
      {a2a::ErrorCode::kInvalidAgentResponse, "card /skills: \x1b[31m" + std::string(10'000, 'x')});
  EXPECT_EQ(problem.kind, Kind::kUnusable);
  EXPECT_TRUE(problem.shown.starts_with("the agent's card cannot be served: card /skills: ?[31mxxx"));
  EXPECT_LE(problem.shown.size(), 512u);
}

TEST(AgentProblem, IsNamedForHealth) {
  EXPECT_EQ(name(card_not_read().kind), "starting");
  EXPECT_EQ(name(Kind::kUnreachable), "unreachable");
  EXPECT_EQ(name(Kind::kUnusable), "unusable");
}

}  // namespace
}  // namespace schemagate
