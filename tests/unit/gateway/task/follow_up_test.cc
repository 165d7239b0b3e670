// Messages that go on with a task, to an agent that streams.
#include <gtest/gtest.h>

#include "fake_core.h"

namespace schemagate {
namespace {

using a2a::TaskState;

AgentConfig polled_often() {
  AgentConfig config;
  config.poll_interval = std::chrono::milliseconds(1);
  return config;
}

a2a::SendRequest follow_up(const std::string& task_id, const std::string& message_id = "m-2") {
  a2a::SendRequest request = text_request("second");
  request.message.message_id = message_id;
  request.message.task_id = task_id;
  return request;
}

std::string waiting_task_of(FakeCore& core) {
  core.upstream.streams["SendStreamingMessage"] = {
      "data: {\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":" + task_result("INPUT_REQUIRED") + "}\n\n"};
  const std::string id = std::get<a2a::Task>(*core.send(text_request("first"))).id;
  core.finish();
  return id;
}

constexpr const char* kRefusedStream =
    "data: {\"jsonrpc\":\"2.0\",\"id\":\"1\",\"error\":{\"code\":-32004,\"message\":\"no\"}}\n\n";

// As agents made with @a2a-js/sdk 1.x do, whose executor publishes the task for its first message only.
TEST(FollowUp, IsNotStreamedForAClientThatDoesNotStream) {
  FakeCore core(polled_often(), true);
  const std::string id = waiting_task_of(core);
  core.upstream.streams["SendStreamingMessage"] = {kRefusedStream};
  core.upstream.results["SendMessage"] = gives(task_result("COMPLETED"));
  const auto answered = core.send(follow_up(id));
  ASSERT_TRUE(answered) << answered.error().message;
  EXPECT_EQ(std::get<a2a::Task>(*answered).status.state, TaskState::kCompleted);
  EXPECT_EQ(core.upstream.count("SendStreamingMessage"), 1U) << "the first message";
}

// Such an agent has acted on it.
TEST(FollowUp, IsNotSentAgainWhenTheAgentCallsItsStreamUnsupported) {
  FakeCore core(polled_often(), true);
  const std::string id = waiting_task_of(core);
  core.upstream.streams["SendStreamingMessage"] = {kRefusedStream};
  core.upstream.results["SendMessage"] = gives(task_result("COMPLETED"));
  for (const char* message : {"m-2", "m-3"}) {
    const auto answered = core.stream(follow_up(id, message));
    core.finish();
    EXPECT_EQ(core.upstream.count("SendMessage"), 0U) << message;
  }
  EXPECT_EQ(core.upstream.count("SendStreamingMessage"), 3U);
}

// The task's run is from before a restart, so that nothing is known of the agent's streams yet.
TEST(FollowUp, IsSentWhereTheAgentRefusesToStream) {
  FakeCore core(polled_often(), true);
  const auto lease = core.store.create(
      core.call().scope(), {.task = {.id = "t", .context_id = "c", .status = {.state = TaskState::kWorking}}},
      core.clock.utc());
  ASSERT_TRUE(lease);
  core.store.link_upstream(*lease, {"up-1", "up-c"});
  core.upstream.streams["SendStreamingMessage"] = {
      "data: {\"jsonrpc\":\"2.0\",\"id\":\"1\",\"error\":{\"code\":-32601,\"message\":\"no streams\"}}\n\n"};
  core.upstream.results["SendMessage"] = gives(task_result("WORKING"));
  a2a::SendRequest request = follow_up("t");
  request.configuration.return_immediately = true;
  const auto sent = core.send(request);
  ASSERT_TRUE(sent) << sent.error().message;
  EXPECT_EQ(core.upstream.count("SendMessage"), 1U);
  EXPECT_EQ(std::get<a2a::Task>(*sent).history.size(), 1U) << "what the client has said stays";
}

}  // namespace
}  // namespace schemagate
