#include "gateway/agent/upstream_failure.h"

#include <gtest/gtest.h>

#include "gateway/agent/call_origin.h"

namespace schemagate {
namespace {

using net::FailureKind;

TEST(UpstreamError, BlamesTheAgentForWhatHappenedOnTheWay) {
  for (auto kind :
       {FailureKind::kLocal, FailureKind::kUnresolved, FailureKind::kUnreachable, FailureKind::kOverloaded,
        FailureKind::kTimedOut, FailureKind::kStalled, FailureKind::kClosed, FailureKind::kMalformed,
        FailureKind::kTooLarge, FailureKind::kCancelled}) {
    const a2a::Error error = upstream_error({kind, "closed the connection"});
    EXPECT_EQ(error.code, a2a::ErrorCode::kInvalidAgentResponse) << name(kind);
    EXPECT_EQ(error.message, "the agent closed the connection");
  }
}

TEST(UpstreamError, BlamesTheGatewayForARequestThatCannotBeSent) {
  const a2a::Error error = upstream_error({FailureKind::kInvalid, "the request holds an invalid header"});
  EXPECT_EQ(error.code, a2a::ErrorCode::kInternal);
  EXPECT_EQ(error.message, "the request holds an invalid header");
}

TEST(CallOrigin, SaysWhatAnAgentHasCertainlyNotHad) {
  for (const auto kind : {FailureKind::kUnreachable, FailureKind::kUnresolved})
    EXPECT_TRUE(never_arrived({.request_id = {}, .not_answered = kind})) << net::name(kind);
  for (const auto kind : {FailureKind::kClosed, FailureKind::kTimedOut})
    EXPECT_FALSE(never_arrived({.request_id = {}, .not_answered = kind})) << net::name(kind);
  EXPECT_TRUE(never_arrived({.request_id = {}, .http_status = 429}));
  for (const int status : {0, 200, 500, 502, 503, 504})
    EXPECT_FALSE(never_arrived({.request_id = {}, .http_status = status})) << status;
}

}  // namespace
}  // namespace schemagate
