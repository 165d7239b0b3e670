#include "a2a/client/failure.h"

#include <gtest/gtest.h>

#include <set>

namespace schemagate::a2a::client {
namespace {

TEST(Failure, EachCauseHasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (const Cause cause : {Cause::kArgument, Cause::kUnreachable, Cause::kTls, Cause::kProtocol,
                            Cause::kAgent, Cause::kTimeout, Cause::kCanceled}) {
    names.insert(name(cause));
  }
  EXPECT_EQ(names, (std::set<std::string_view>{"agent", "argument", "canceled", "protocol", "timeout", "tls",
                                               "unreachable"}));
}

TEST(Failure, OfTheCallerIsAboutParametersAndAnyOtherAboutTheAgent) {
  EXPECT_EQ(failed(Cause::kArgument, "x").error().error.code, ErrorCode::kInvalidParams);
  for (const Cause cause :
       {Cause::kUnreachable, Cause::kProtocol, Cause::kAgent, Cause::kTimeout, Cause::kCanceled}) {
    EXPECT_EQ(failed(cause, "x").error().error.code, ErrorCode::kInvalidAgentResponse) << name(cause);
  }
}

TEST(Failure, KeepsItsMessageAndTheHttpStatus) {
  const Failure failure = failed(Cause::kAgent, "HTTP 401", 401).error();
  EXPECT_EQ(failure.cause, Cause::kAgent);
  EXPECT_EQ(failure.error.message, "HTTP 401");
  EXPECT_EQ(failure.http_status, 401);
  EXPECT_TRUE(failure.agent_error.empty());
  EXPECT_EQ(failed(Cause::kTimeout, "").error().http_status, 0) << "no answer";
}

}  // namespace
}  // namespace schemagate::a2a::client
