#include "gateway/agent/agent_error.h"

#include <gmock/gmock.h>

namespace schemagate {
namespace {

using testing::Each;
using testing::EndsWith;
using testing::SizeIs;

TEST(AgentError, LeavesWhatIsMeantForTheClient) {
  for (const char* said :
       {"the seat 12A is taken; choose another (12B, 12C)", "message.parts[0].data.b is required",
        "/message/parts/0/data: expected object", "expected application/json, got text/plain",
        "the flight leaves at 12:30:45, gate 7", "Task t-1: state is TASK_STATE_FAILED",
        "v1.0.1 is not supported", "either/or", "50 % of 1.5", "code:404"}) {
    EXPECT_EQ(agent_error_text(said), said);
  }
}

TEST(AgentError, HidesAddresses) {
  EXPECT_EQ(agent_error_text("connect to 10.0.0.5:5432 failed."), "connect to [hidden] failed.");
  EXPECT_EQ(agent_error_text("host=10.1.2.3, port=80"), "host=[hidden], port=80");
  EXPECT_EQ(agent_error_text("dial [fe80::1%eth0]:80: refused"), "dial [[hidden]]:80: refused");
  EXPECT_EQ(agent_error_text("POST http://user:pw@billing.svc/api?key=1 gave 500"), "POST [hidden] gave 500");
  EXPECT_EQ(agent_error_text("redis:6379 is down"), "[hidden] is down");
  EXPECT_EQ(agent_error_text("no route to agent-7.internal"), "no route to [hidden]");
  EXPECT_EQ(agent_error_text("localhost: refused"), "[hidden]: refused");
  EXPECT_EQ(agent_error_text("model.example.com:8443/v1 timed out"), "[hidden] timed out");
}

TEST(AgentError, HidesFilesAndPointers) {
  EXPECT_EQ(agent_error_text("cannot open '/etc/agent/key.pem'"), "cannot open '[hidden]'");
  EXPECT_EQ(agent_error_text("C:\\agents\\fight\\main.py: bad"), "[hidden]: bad");
  EXPECT_EQ(agent_error_text("failed in src/agent/main.cc:42"), "failed in [hidden]");
  EXPECT_EQ(agent_error_text("~/secrets and ../../x and /weird/place/x.db"),
            "[hidden] and [hidden] and [hidden]");
  EXPECT_EQ(agent_error_text("<Agent object at 0x7f3a2b10>"), "<Agent object at [hidden]>");
}

TEST(AgentError, CutsStackTracesOff) {
  EXPECT_EQ(
      agent_error_text("boom\nTraceback (most recent call last):\n  File \"/a.py\", line 1\nKeyError: 'x'"),
      "boom");
  EXPECT_EQ(agent_error_text("TypeError: x is undefined\n    at f (/app/x.js:1:2)\n    at g (y.js:3:4)"),
            "TypeError: x is undefined");
  EXPECT_EQ(agent_error_text("panic: oops\n\ngoroutine 1 [running]:\nmain.main()"), "panic: oops");
  EXPECT_EQ(agent_error_text("no\n\tat com.acme.Agent.run(Agent.java:7)"), "no");
  EXPECT_EQ(agent_error_text("Traceback (most recent call last):\n  File \"a\""), "internal error");
  EXPECT_EQ(agent_error_text("the table is booked\nat noon"), "the table is booked at noon");
}

TEST(AgentError, IsOneBoundedLineOfVisibleCharacters) {
  EXPECT_EQ(agent_error_text("a\x1b[31mred\x1b[0m\r\nb\x07\xe2\x80\xaeX"), "ared bX");
  EXPECT_EQ(agent_error_text("\n\t "), "internal error");
  const std::string shown = agent_error_text(std::string(100'000, 'x'));
  EXPECT_THAT(shown, SizeIs(testing::Le(500)));
  EXPECT_THAT(shown, EndsWith("…"));
}

TEST(AgentError, CleansEveryTextOfTheError) {
  a2a::Error error{a2a::ErrorCode::kInvalidParams, "see /var/log/x"};
  for (int i = 0; i < 100; ++i) {
    error.violations.push_back({"data.b\n", "10.0.0.1 says no"});
    error.infos.push_back({"REASON\n", "https://example.com/ext/v1", {}});
    for (int j = 0; j < 100; ++j) error.infos.back().metadata.emplace_back("host", "db.local");
  }
  const a2a::Error shown = agent_error(std::move(error));
  EXPECT_EQ(shown.code, a2a::ErrorCode::kInvalidParams);
  EXPECT_EQ(shown.message, "see [hidden]");
  EXPECT_THAT(shown.violations, SizeIs(16));
  EXPECT_THAT(shown.violations, Each(a2a::FieldViolation{"data.b", "[hidden] says no"}));
  EXPECT_THAT(shown.infos, SizeIs(8));
  EXPECT_EQ(shown.infos[0].reason, "REASON");
  EXPECT_EQ(shown.infos[0].domain, "https://example.com/ext/v1");
  EXPECT_THAT(shown.infos[0].metadata, SizeIs(16));
  EXPECT_EQ(shown.infos[0].metadata[0].second, "[hidden]");
}

}  // namespace
}  // namespace schemagate
