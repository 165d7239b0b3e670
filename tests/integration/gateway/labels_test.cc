// A label is a promise on every path on which an agent's words reach a client (OS-35, OS-40): a label that
// does not hold, or that names what nobody declares, never leaves the gateway.
#include <gmock/gmock.h>

#include "tests/integration/gateway/gateway_fixture.h"

namespace schemagate {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const Json kImprobable = {{"winner", "Tiger"}, {"probability", 1.5}, {"explanation", "Sure."}};

class Labels : public EveryPair {
 protected:
  // A label that holds, one that does not, and one that names nothing.
  Json parts() const {
    return Json::array({theirs_.flagged_part("fightResponse", kTigerWins),
                        theirs_.flagged_part("fightResponse", kImprobable),
                        theirs_.flagged_part("nope", {{"x", 1}})});
  }
  Json words(const std::string& id) const { return theirs_.message(theirs_.agent(), id, parts()); }
  Json task(const std::string& state) const {
    Json told = theirs_.task("up-1", state, Json::array({theirs_.artifact("a", parts())}));
    told["status"]["message"] = words("s-1");
    told["history"] = Json::array({words("h-1")});
    return told;
  }
  void expect_true_labels(const Json& holder) const {
    EXPECT_THAT(holder.dump(), Not(HasSubstr("schema=nope")));
    const Json& parts = holder["parts"];
    ASSERT_EQ(parts.size(), 3U) << holder;
    EXPECT_THAT(parts[0].dump(), HasSubstr("application/json;schema=fightResponse"));
    EXPECT_THAT(parts[1].dump(), AllOf(Not(HasSubstr("schema=")), HasSubstr("1.5")));
    EXPECT_THAT(parts[2].dump(), Not(HasSubstr("schema=")));
    EXPECT_THAT(holder["metadata"][kSchemasUri + "/violations"].dump(),
                AllOf(HasSubstr("data.probability"), HasSubstr("is not declared")));
  }
  void expect_true_labels_in_task(const Json& task) const {
    ASSERT_EQ(task["artifacts"].size(), 1U) << task;
    expect_true_labels(task["artifacts"][0]);
    expect_true_labels(task["status"]["message"]);
    ASSERT_EQ(task["history"].size(), 2U) << task;
    expect_true_labels(task["history"][1]);
  }

  const RunningGateway gateway_{agent_};
  const GatewayClient client_ = gateway_.client(mine_);
};

INSTANTIATE_TEST_SUITE_P(Pairs, Labels, every_pair(), name_of_pair);

TEST_P(Labels, OfAnAnswerToATextAreTrue) {
  give_task(agent_, task("completed"));
  const Json answer = client_.send(user_text(mine_, "Lion vs Tiger"));
  expect_true_labels_in_task(answer);
  expect_true_labels_in_task(client_.get(answer["id"]));
}

TEST_P(Labels, OfAMessageAreTrue) {
  agent_.answer(theirs_.send, theirs_.wrap("message", words("m-9")));
  expect_true_labels(client_.send(user_text(mine_, "Lion vs Tiger")));
}

TEST_P(Labels, OfAStreamAreTrue) {
  agent_.on(theirs_.stream, [this](const AgentCall&, AgentAnswer& answer) {
    answer.begin_events();
    answer.event(theirs_.wrap("task", theirs_.task("up-1", "working")));
    answer.event(theirs_.artifact_event("up-1", theirs_.artifact("a", parts()), false, true));
    Json status = theirs_.status_event("up-1", "completed");
    Json& update = theirs_.has_kind() ? status : status.begin().value();
    update["status"]["message"] = words("s-1");
    answer.event(status);
    answer.end_events();
  });
  EventStream stream = client_.stream(user_text(mine_, "Lion vs Tiger"));
  Json last;
  while (auto event = stream.next()) last = mine_.unwrap((*event)["result"]);
  expect_true_labels(last["status"]["message"]);
  const Json task = client_.get(last.contains("taskId") ? last["taskId"] : last["id"]);
  ASSERT_EQ(task["artifacts"].size(), 1U) << task;
  expect_true_labels(task["artifacts"][0]);
}

// The structured path: what stands beside the artifacts.
TEST_P(Labels, BesideATypedArtifactAreTrue) {
  give_task(agent_, task("completed"));
  const Json answer = client_.send(comparison(mine_));
  expect_true_labels(answer["status"]["message"]);
  ASSERT_EQ(answer["history"].size(), 2U);
  expect_true_labels(answer["history"][1]);
}

TEST_P(Labels, OfACanceledTaskAreTrue) {
  const Gate gate;
  work_until(agent_, gate);
  const Json working = client_.wait_for(client_.send(comparison(mine_), true)["id"], "working");
  Json canceled = theirs_.task("up-1", "canceled");
  canceled["status"]["message"] = words("s-1");
  agent_.answer(theirs_.cancel, canceled);
  const Json answer = client_.cancel(working["id"]);
  gate.open();
  ASSERT_TRUE(answer.contains("result")) << answer;
  expect_true_labels(answer["result"]["status"]["message"]);
}

// what the client has refused does not come on a path without a skill either.
TEST_P(Labels, DataBecomesTextWhereNoJsonIsTaken) {
  give_task(agent_, task("completed"));
  Json params = mine_.send_params(user_text(mine_, "Lion vs Tiger"));
  params["configuration"]["acceptedOutputModes"] = Json::array({"text/plain"});
  const Json answer = mine_.unwrap(client_.call(mine_.send, params)["result"]);
  for (const Json& part : answer["artifacts"][0]["parts"]) {
    EXPECT_TRUE(part.contains("text")) << part;
    EXPECT_FALSE(part.contains("data")) << part;
  }
  EXPECT_TRUE(answer["status"]["message"]["parts"][0].contains("text"));
}

}  // namespace
}  // namespace schemagate
