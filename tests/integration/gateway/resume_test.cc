// A stream that broke off goes on behind the event that its client has seen last (pitfall 8): the `id:` of an
// event is what Last-Event-ID names.
#include <gmock/gmock.h>

#include "tests/integration/gateway/gateway_fixture.h"

namespace schemagate {
namespace {

// An event as it was seen.
struct Seen {
  std::string id;
  Json result;
  bool operator==(const Seen&) const = default;
};
void PrintTo(const Seen& seen, std::ostream* out) {
  *out << seen.id << " " << seen.result;
}

std::vector<Seen> everything(EventStream& stream) {
  std::vector<Seen> events;
  while (const auto event = stream.next()) events.push_back({stream.id(), event->value("result", *event)});
  return events;
}

std::vector<Seen> behind(const std::vector<Seen>& events, std::size_t index) {
  return {events.begin() + static_cast<std::ptrdiff_t>(index) + 1, events.end()};
}

class Resume : public testing::TestWithParam<Dialect> {
 protected:
  EventStream resubscribe(const std::string& task_id, const std::string& last_event_id) const {
    return client_.open(mine_.subscribe, {{"id", task_id}}, {{"Last-Event-ID", last_event_id}});
  }
  EventStream send_again(const Json& message, const std::string& last_event_id) const {
    return client_.open(mine_.stream, mine_.send_params(message), {{"Last-Event-ID", last_event_id}});
  }
  // The id of the task that a stream began with.
  std::string task_of(const Seen& first) const { return mine_.unwrap(first.result)["id"]; }

  const Dialect mine_ = GetParam();
  ScriptedAgent agent_;
  const Dialect theirs_ = agent_.dialect();
  RunningGateway gateway_{agent_};
  const GatewayClient client_ = gateway_.client(mine_);
};
INSTANTIATE_TEST_SUITE_P(AllVersions, Resume, testing::Values(v0_3(), v1_0()), name_of_dialect);

TEST_P(Resume, EveryEventHasAnIdThatGrows) {
  const Gate gate;
  work_until(agent_, gate);
  EventStream stream = client_.stream(user_text(mine_, "slow"));
  gate.open();
  const auto events = everything(stream);
  ASSERT_GE(events.size(), 2U);
  for (std::size_t i = 1; i < events.size(); ++i) {
    EXPECT_LT(std::stoull(events[i - 1].id), std::stoull(events[i].id));
  }
}

TEST_P(Resume, FromEveryEventTheRestFollowsOnce) {
  const Gate gate;
  work_until(agent_, gate);
  EventStream stream = client_.stream(user_text(mine_, "slow"));
  gate.open();
  const auto events = everything(stream);
  ASSERT_GE(events.size(), 2U);
  const std::string task_id = task_of(events.front());
  for (std::size_t i = 0; i + 1 < events.size(); ++i) {
    EventStream by_subscription = resubscribe(task_id, events[i].id);
    EXPECT_EQ(everything(by_subscription), behind(events, i)) << events[i].id;
    EventStream by_message = send_again(user_text(mine_, "slow"), events[i].id);
    EXPECT_EQ(everything(by_message), behind(events, i)) << events[i].id;
  }
  EXPECT_EQ(agent_.calls(theirs_.stream).size(), 1U);
}

TEST_P(Resume, GoesOnWhileTheTaskIsRunning) {
  const Gate gate;
  work_until(agent_, gate);
  EventStream stream = client_.stream(user_text(mine_, "slow"));
  const Json first = stream.next_result();
  const std::string id = stream.id();
  stream.leave();
  const std::string task_id = mine_.unwrap(first)["id"];
  client_.wait_for(task_id, "working");
  EventStream again = resubscribe(task_id, id);
  EventStream witness = resubscribe(task_id, id);
  gate.open();
  const auto events = everything(again);
  ASSERT_FALSE(events.empty());
  EXPECT_NE(mine_.kind_of(events.front().result), "task");
  EXPECT_EQ(mine_.state_of(mine_.unwrap(events.back().result)), "completed");
  EXPECT_EQ(everything(witness), events);
}

// As a user of EventSource expects: a stream, never a dead end. The present state leaves nothing out.
TEST_P(Resume, BeginsWithThePresentStateBehindAnIdThatIsNone) {
  const Gate gate;
  work_until(agent_, gate);
  const Json task = client_.wait_for(client_.send(user_text(mine_, "slow"), true)["id"], "working");
  const std::vector<std::string> none = {
      "", "x", "-1", "1e3", " 1x", "0x1", "999999", "18446744073709551616", std::string(300, '9')};
  for (const std::string& id : none) {
    EventStream stream = resubscribe(task["id"], id);
    const Json first = stream.next_result();
    ASSERT_EQ(mine_.kind_of(first), "task") << id;
    EXPECT_EQ(mine_.unwrap(first), task) << id;
  }
  gate.open();
}

TEST_P(Resume, OfAnotherMessageBeginsWithItsOwnTask) {
  give_task(agent_, completed_task(theirs_));
  client_.send(user_text(mine_, "one"));
  EventStream stream = send_again(user_text(mine_, "two", "m-2"), "1");
  EXPECT_EQ(mine_.kind_of(stream.next_result()), "task");
}

TEST_P(Resume, BehindTheLastEventOfAnEndedTaskIsAsWithoutAnId) {
  give_task(agent_, completed_task(theirs_));
  EventStream stream = client_.stream(user_text(mine_, "one"));
  const auto events = everything(stream);
  EventStream again = resubscribe(task_of(events.front()), events.back().id);
  if (mine_.is_v1()) {
    EXPECT_EQ(again.json()["error"]["code"], -32004);
  } else {
    const auto shown = everything(again);
    ASSERT_EQ(shown.size(), 1U);
    EXPECT_EQ(mine_.kind_of(shown[0].result), "task");
  }
}

TEST_P(Resume, IsNotEndedByAQuestionThatWasAnswered) {
  agent_.on(theirs_.stream, [this](const AgentCall& call, AgentAnswer& answer) {
    const bool again = call.message().contains("taskId");
    answer.begin_events();
    answer.event(theirs_.wrap("task", theirs_.task("up-1", "working")));
    answer.event(theirs_.status_event("up-1", again ? "completed" : "input-required"));
    answer.end_events();
  });
  EventStream stream = client_.stream(user_text(mine_, "book"));
  const auto asked = everything(stream);
  const std::string task_id = task_of(asked.front());
  EventStream answered = client_.stream(in_task(user_text(mine_, "tomorrow", "m-2"), {{"id", task_id}}));
  const auto rest = everything(answered);
  EventStream again = resubscribe(task_id, "0");
  const auto events = everything(again);
  EXPECT_EQ(mine_.state_of(mine_.unwrap(events.back().result)), "completed");
  EXPECT_EQ(events.back().id, rest.back().id);
}

TEST_P(Resume, WorksOverHttpJson) {
  const Gate gate;
  work_until(agent_, gate);
  EventStream stream = client_.stream(user_text(mine_, "slow"));
  gate.open();
  const auto events = everything(stream);
  const std::string path = std::string("/fight") + (mine_.is_v1() ? "" : "/v1") + "/tasks/";
  for (const char* method : {"GET", "POST"}) {
    EventStream again = client_.events(method, path + task_of(events.front()) + ":subscribe",
                                       {{"Last-Event-ID", events.front().id}});
    const auto rest = everything(again);
    ASSERT_EQ(rest.size(), events.size() - 1) << method;
    for (std::size_t i = 0; i < rest.size(); ++i) EXPECT_EQ(rest[i].id, events[i + 1].id);
  }
}

}  // namespace
}  // namespace schemagate
