// What messages take of the memory of the process on their way to the agent.
#include "gateway/front/message_room.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/gateway/front/front_core.h"

namespace schemagate {
namespace {

constexpr std::string_view kReply =
    R"({"message":{"messageId":"a-1","role":"ROLE_AGENT","parts":[{"text":"done"}]}})";
constexpr std::string_view kWorkingTask =
    R"({"task":{"id":"t-1","contextId":"c-1","status":{"state":"TASK_STATE_WORKING"}}})";

std::string message_of(std::size_t bytes, std::string_view method = "SendMessage") {
  const std::string text(bytes, 't');
  return jsonrpc_body(
      method, R"({"message":{"messageId":"m-1","role":"ROLE_USER","parts":[{"text":")" + text + R"("}]}})");
}

// More than the text of a message of one part is what is around it.
constexpr std::size_t kAround = 2'000;

// What is taken while the agent has the message.
std::size_t taken_at_the_agent(FrontCore& front, const std::string& body) {
  std::size_t taken = 0;
  front.core.upstream.results["SendMessage"] = [&front, &taken]() -> net::Result<std::string> {
    taken = front.memory.taken();
    return std::string(kReply);
  };
  EXPECT_EQ(front.post("/flight", body).status, 200);
  return taken;
}

TEST(MessageRoom, IsTakenForTheCopyThatTheAgentGetsAndGivenBackWithIt) {
  FrontCore front;
  const std::string body = message_of(100'000);
  const std::size_t taken = taken_at_the_agent(front, body);
  EXPECT_GE(taken, body.size());
  EXPECT_LE(taken, body.size() + kAround);
  EXPECT_EQ(front.memory.taken(), 0U);
}

// Each is a whole part here, and in the copy.
TEST(MessageRoom, IsTakenForPartsWithoutTextsToo) {
  FrontCore front;
  constexpr int kParts = 1'000;
  std::string parts = R"({"text":"hi"})";
  for (int i = 0; i < kParts; ++i) parts += R"(,{"text":""})";
  const std::string body = jsonrpc_body(
      "SendMessage", R"({"message":{"messageId":"m-1","role":"ROLE_USER","parts":[)" + parts + "]}}");
  EXPECT_GE(taken_at_the_agent(front, body), 2 * kParts * sizeof(a2a::Part) - body.size());
  EXPECT_EQ(front.memory.taken(), 0U);
}

TEST(MessageRoom, LittleMessagesTakeNone) {
  FrontCore front;
  EXPECT_EQ(taken_at_the_agent(front, message_of(1'000)), 0U);
}

TEST(MessageRoom, WithoutItNothingIsSentAndTheClientComesAgain) {
  FrontCore front;
  const std::string body = message_of(100'000);
  net::SharedLimit::Part others = front.memory.part_of("others");
  ASSERT_TRUE(others.grow_to(FrontCore::kMemory - body.size() + 1));
  const auto refused = front.post("/flight", body);
  EXPECT_EQ(refused.status, 503);
  EXPECT_FALSE(net::find_header(refused.headers, "Retry-After").empty());
  EXPECT_TRUE(refused.body.contains(R"("id":7)")) << refused.body;
  EXPECT_TRUE(front.core.upstream.sent.empty());
  EXPECT_EQ(front.core.store.size(), 0U);
  others.give_back();
  EXPECT_GE(taken_at_the_agent(front, body), body.size()) << "the message that was refused is a new one";
}

// Its task goes on for as long as it likes, and holds nothing of the message any more.
TEST(MessageRoom, IsGivenBackWhenTheAgentHasTheMessageOfATaskThatGoesOn) {
  FrontCore front;
  front.core.upstream.results["SendMessage"] = gives(std::string(kWorkingTask));
  front.core.upstream.results["GetTask"] = gives(std::string(kWorkingTask));
  const std::string body = message_of(100'000);
  net::HttpRequest request =
      front_request("POST", "/flight",
                    body.substr(0, body.size() - 2) + R"(,"configuration":{"returnImmediately":true}}})");
  EXPECT_EQ(front.ask(request).answer->status, 200);
  EXPECT_EQ(front.core.store.size(), 1U);
  EXPECT_EQ(front.memory.taken(), 0U);
}

// Somebody else's run has brought it to the agent: whoever waits for the end of that holds nothing of it.
TEST(MessageRoom, IsGivenBackWhereTheAgentHasTheMessageAlready) {
  FrontCore front;
  int polls = 0;
  bool was_given_back = false;
  front.core.upstream.results["SendMessage"] = gives(task_result("WORKING"));
  front.core.upstream.results["GetTask"] = [&]() -> net::Result<std::string> {
    const bool copy_is_here = std::ranges::count(front.access.steps, "operate anonymous") == 2;
    was_given_back |= copy_is_here && front.memory.taken() == 0;
    if (copy_is_here) ++polls;
    return bare_task(was_given_back || polls == 8 ? "COMPLETED" : "WORKING");
  };
  const std::string body = message_of(100'000);
  net::HttpRequest first =
      front_request("POST", "/flight",
                    body.substr(0, body.size() - 2) + R"(,"configuration":{"returnImmediately":true}}})");
  EXPECT_EQ(front.ask(first).answer->status, 200);
  EXPECT_EQ(front.post("/flight", body).status, 200);
  EXPECT_TRUE(was_given_back) << "after " << polls << " looks at a task that somebody waited for";
  EXPECT_EQ(front.core.upstream.count("SendMessage"), 1U);
}

TEST(MessageRoom, IsGivenBackWhenTheAgentIsNotReached) {
  FrontCore front;
  front.core.upstream.results["SendMessage"] = breaks();
  (void)front.post("/flight", message_of(100'000));
  EXPECT_EQ(front.memory.taken(), 0U);
}

}  // namespace
}  // namespace schemagate
