// The relay on a ledger in memory, with receivers that do what a test says and a clock that moves when told.
#include "gateway/push/push_relay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>

#include "gateway/store/memory_store.h"
#include "gateway/store/sqlite_store.h"
#include "tests/unit/gateway/store/temporary_folder.h"
#include "tests/unit/gateway/store/waiting_store.h"

namespace schemagate::push {
namespace {

using a2a::TaskState;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

using namespace std::chrono_literals;

const store::Scope kOwner{"fight", "anonymous"};

class MovedClock final : public Clock {
 public:
  std::chrono::steady_clock::time_point monotonic() const override { return Time(1h) + passed_.load(); }
  std::chrono::system_clock::time_point utc() const override {
    return std::chrono::sys_days(std::chrono::days(20'000)) + passed_.load();
  }
  void advance(std::chrono::milliseconds by) { passed_ = passed_.load() + by; }

 private:
  std::atomic<std::chrono::milliseconds> passed_{0ms};
};

// Receivers under a test's control.
class ScriptedReceivers final : public PushTransport {
 public:
  void deliver(Attempt attempt, OnAttempted told) override {
    const std::lock_guard lock(mutex_);
    attempts_.push_back(attempt);
    if (hang) return waiting_.push_back(std::move(told));
    told(answer ? answer(attempt) : AttemptResult{AttemptOutcome::kDelivered});
  }
  void stop() override {
    const std::lock_guard lock(mutex_);
    waiting_.clear();
  }
  // Those that have hung so far.
  void answer_waiting(const AttemptResult& result) {
    for (OnAttempted& told : std::exchange(waiting_, {})) told(result);
  }
  std::vector<Attempt> attempts() const {
    const std::lock_guard lock(mutex_);
    return attempts_;
  }
  std::vector<std::string> ids() const {
    std::vector<std::string> found;
    for (const Attempt& attempt : attempts()) {
      for (const auto& [name, value] : attempt.headers) {
        if (name == "webhook-id") found.push_back(value);
      }
    }
    return found;
  }

  std::function<AttemptResult(const Attempt&)> answer;
  bool hang = false;

 private:
  mutable std::mutex mutex_;
  std::vector<OnAttempted> waiting_;
  std::vector<Attempt> attempts_;
};

class PushRelayTest : public testing::Test {
 protected:
  static PushOptions options() {
    PushOptions made;
    made.retry = {.pause_min = 1s, .pause_max = 8s, .give_up = 10s};
    made.keys = {{"signed.example.com", {1, 2, 3}}};
    return made;
  }
  void make_task(const std::string& id) {
    ASSERT_TRUE(store_.create(kOwner, {.id = id, .context_id = "c"}, clock_.utc()));
  }
  void become(const std::string& id, TaskState state) {
    a2a::TaskStatusUpdate update{.task_id = id, .context_id = "c", .status = {.state = state}};
    ASSERT_TRUE(store_.append(id, {std::move(update)}, clock_.utc()));
  }
  a2a::Result<void> subscribe(const std::string& task, const std::string& config,
                              store::PushForm form = store::PushForm::kStreamResponse,
                              const std::string& host = "hooks.example.com") {
    return relay_.subscribe(kOwner, task, {{{.id = config, .url = "https://" + host + "/"}, form}}, 0).wait();
  }
  // Everything that is due now.
  void work() {
    while (relay_.work()) continue;
  }
  std::string metadata(const std::string& task) { return store_.get(kOwner, task)->task.metadata.text; }
  void note(const PushRelay::Undelivered& one) { (one.given_up ? given_up_ : failing_).push_back(one); }
  static AttemptResult fail(const Attempt&) {
    return {AttemptOutcome::kTransientFailure, "it does not work"};
  }

  MovedClock clock_;
  WaitingStore<store::MemoryStore> store_{std::make_unique<store::MemoryStore>(store::StoreLimits{})};
  ScriptedReceivers receivers_;
  std::vector<PushRelay::Undelivered> failing_;  // the first failure of each row
  std::vector<PushRelay::Undelivered> given_up_;
  PushRelay relay_{options(),  {store_.itself(), store_.itself(), store_.itself()},      clock_,
                   receivers_, [this](const PushRelay::Undelivered& one) { note(one); }, [] { return 1.0; }};
};

TEST_F(PushRelayTest, TellsEveryEventInItsOrder) {
  make_task("t");
  ASSERT_TRUE(subscribe("t", "one"));
  work();
  EXPECT_THAT(receivers_.attempts(), IsEmpty());
  become("t", TaskState::kWorking);
  ASSERT_TRUE(store_.append("t", {store::MetadataChange{{"{}"}}}, clock_.utc()));
  become("t", TaskState::kCompleted);
  work();
  EXPECT_THAT(receivers_.ids(), ElementsAre("t-1", "t-3"));
  EXPECT_THAT(receivers_.attempts()[0].body, HasSubstr("TASK_STATE_WORKING"));
  EXPECT_THAT(receivers_.attempts()[1].body, HasSubstr("TASK_STATE_COMPLETED"));
  EXPECT_FALSE(relay_.follows("t")) << "there will be nothing more";
}

TEST_F(PushRelayTest, TellsVersion03TheTaskAsItIs) {
  make_task("t");
  ASSERT_TRUE(subscribe("t", "one", store::PushForm::kTask));
  become("t", TaskState::kWorking);
  work();
  become("t", TaskState::kInputRequired);
  become("t", TaskState::kCompleted);
  work();
  EXPECT_THAT(receivers_.ids(), ElementsAre("t-1", "t-3")) << "one task tells of both changes";
  EXPECT_THAT(receivers_.attempts()[1].body, HasSubstr(R"("state":"completed")"));
}

TEST_F(PushRelayTest, TellsOfTheFirstFailureInARow) {
  make_task("t");
  ASSERT_TRUE(subscribe("t", "one"));
  receivers_.answer = fail;
  become("t", TaskState::kWorking);
  work();
  clock_.advance(2s);
  work();
  EXPECT_THAT(receivers_.ids(), ElementsAre("t-1", "t-1"));
  ASSERT_THAT(failing_, SizeIs(1)) << "of two";
  EXPECT_EQ(failing_[0].config_id, "one");
  EXPECT_EQ(failing_[0].reason, "it does not work");
  receivers_.answer = nullptr;
  clock_.advance(4s);
  work();
  receivers_.answer = fail;
  become("t", TaskState::kCompleted);
  work();
  EXPECT_THAT(failing_, SizeIs(2)) << "it had worked in between";
  EXPECT_THAT(given_up_, IsEmpty());
}

// A ledger that is too busy to read what has happened.
TEST_F(PushRelayTest, IsNotDoneWithATaskThatCannotBeReadForNow) {
  const TemporaryFolder folder;
  WaitingStore<store::SqliteStore> ledger{std::move(*store::SqliteStore::open(
      {.path = folder.file("ledger"), .cache_bytes_max = 0, .reads_max = 0}, {}, clock_.utc()))};
  PushRelay relay{options(),  {ledger.itself(), ledger.itself(), ledger.itself()},      clock_,
                  receivers_, [this](const PushRelay::Undelivered& one) { note(one); }, [] { return 1.0; }};
  for (const auto form : {store::PushForm::kStreamResponse, store::PushForm::kTask}) {
    const std::string id = form == store::PushForm::kTask ? "whole" : "events";
    ASSERT_TRUE(ledger.create(kOwner, {.id = id, .context_id = "c"}, clock_.utc()));
    ASSERT_TRUE(
        relay.subscribe(kOwner, id, {{{.id = "one", .url = "https://x.example.com/"}, form}}, 0).wait());
    a2a::TaskStatusUpdate end{.status = {.state = TaskState::kCompleted}};
    ASSERT_TRUE(ledger.append(id, {std::move(end)}, clock_.utc()));
    ASSERT_TRUE(ledger.durable(ledger.written()));
    while (relay.work()) continue;
    EXPECT_TRUE(relay.follows(id));
  }
  EXPECT_THAT(receivers_.attempts(), IsEmpty());
  EXPECT_THAT(given_up_, IsEmpty());
}

TEST_F(PushRelayTest, BeginsWhereItIsTold) {
  make_task("t");
  become("t", TaskState::kWorking);
  ASSERT_TRUE(
      relay_.subscribe(kOwner, "t", {{{.id = "one", .url = "https://x.example.com/"}, {}}}, 1).wait());
  become("t", TaskState::kCompleted);
  work();
  EXPECT_THAT(receivers_.ids(), ElementsAre("t-2"));
}

TEST_F(PushRelayTest, TriesTheSameNotificationAgainUntilItIsDelivered) {
  make_task("t");
  ASSERT_TRUE(subscribe("t", "one"));
  receivers_.answer = fail;
  become("t", TaskState::kWorking);
  become("t", TaskState::kCompleted);
  work();
  EXPECT_THAT(receivers_.ids(), ElementsAre("t-1"));
  clock_.advance(999ms);
  work();
  EXPECT_THAT(receivers_.ids(), SizeIs(1)) << "not before its time";
  clock_.advance(1ms);
  work();
  receivers_.answer = nullptr;
  clock_.advance(2s);
  work();
  EXPECT_THAT(receivers_.ids(), ElementsAre("t-1", "t-1", "t-1", "t-2"));
  EXPECT_EQ(receivers_.attempts()[2].number, 2U) << "another address has its turn";
  EXPECT_THAT(given_up_, IsEmpty());
}

TEST_F(PushRelayTest, LeavesAReceiverAloneForAsLongAsItAsks) {
  make_task("t");
  ASSERT_TRUE(subscribe("t", "one"));
  receivers_.answer = [](const Attempt&) {
    return AttemptResult{AttemptOutcome::kTransientFailure, "busy", 5s};
  };
  become("t", TaskState::kCompleted);
  work();
  receivers_.answer = nullptr;
  clock_.advance(5'499ms);
  work();
  EXPECT_THAT(receivers_.ids(), SizeIs(1)) << "five seconds, and what chance adds";
  clock_.advance(1ms);
  work();
  EXPECT_THAT(receivers_.ids(), ElementsAre("t-1", "t-1"));
  EXPECT_FALSE(relay_.follows("t"));
}

TEST_F(PushRelayTest, GivesUpAReceiverThatNeverAnswers) {
  make_task("t");
  ASSERT_TRUE(subscribe("t", "one"));
  ASSERT_TRUE(subscribe("t", "other", store::PushForm::kStreamResponse, "other.example.com"));
  receivers_.answer = [](const Attempt& attempt) {
    return attempt.url.host == "other.example.com" ? AttemptResult{AttemptOutcome::kDelivered}
                                                   : fail(attempt);
  };
  become("t", TaskState::kCompleted);
  for (int i = 0; i < 40; ++i) {
    work();
    clock_.advance(500ms);
  }
  ASSERT_THAT(given_up_, SizeIs(1));
  EXPECT_EQ(given_up_[0].config_id, "one");
  EXPECT_EQ(given_up_[0].target.task_id, "t");
  EXPECT_EQ(given_up_[0].reason, "it does not work");
  EXPECT_THAT(receivers_.ids(), SizeIs(1 + 5)) << "after 0, 1, 3, 7 and 15 seconds, and the other receiver's";
  EXPECT_THAT(store_.push_targets(), SizeIs(1)) << "a restart does not take it up again";
}

TEST_F(PushRelayTest, GivesUpAtOnceWhatIsRefused) {
  make_task("t");
  ASSERT_TRUE(subscribe("t", "one"));
  receivers_.answer = [](const Attempt&) {
    return AttemptResult{AttemptOutcome::kPermanentFailure, "not allowed"};
  };
  become("t", TaskState::kWorking);
  become("t", TaskState::kCompleted);
  work();
  EXPECT_THAT(receivers_.ids(), SizeIs(1));
  ASSERT_THAT(given_up_, SizeIs(1));
  EXPECT_EQ(given_up_[0].reason, "not allowed");
}

TEST_F(PushRelayTest, AUrlThatIsNotAllowedAnyMoreIsNotCalled) {
  make_task("t");
  ASSERT_TRUE(subscribe("t", "one", store::PushForm::kStreamResponse, "127.0.0.1"));
  become("t", TaskState::kCompleted);
  work();
  EXPECT_THAT(receivers_.attempts(), IsEmpty());
  ASSERT_THAT(given_up_, SizeIs(1));
  EXPECT_THAT(given_up_[0].reason, HasSubstr("not allowed"));
}

TEST_F(PushRelayTest, ANewRegistrationTakesThePlaceOfTheOld) {
  make_task("t");
  ASSERT_TRUE(subscribe("t", "one", store::PushForm::kStreamResponse, "old.example.com"));
  ASSERT_TRUE(subscribe("t", "one", store::PushForm::kStreamResponse, "new.example.com"));
  become("t", TaskState::kCompleted);
  work();
  ASSERT_THAT(receivers_.attempts(), SizeIs(1));
  EXPECT_EQ(receivers_.attempts()[0].url.host, "new.example.com");
}

TEST_F(PushRelayTest, WhatIsRemovedIsToldNoMore) {
  make_task("t");
  ASSERT_TRUE(subscribe("t", "one"));
  work();
  ASSERT_TRUE(store_.remove_push(kOwner, "t", "one"));
  become("t", TaskState::kCompleted);
  work();
  EXPECT_THAT(receivers_.attempts(), IsEmpty());
  EXPECT_FALSE(relay_.follows("t"));
}

TEST_F(PushRelayTest, SignsWhereThereIsAKey) {
  make_task("t");
  ASSERT_TRUE(subscribe("t", "one", store::PushForm::kStreamResponse, "signed.example.com"));
  ASSERT_TRUE(subscribe("t", "two", store::PushForm::kStreamResponse, "unsigned.example.com"));
  become("t", TaskState::kCompleted);
  work();
  for (const Attempt& attempt : receivers_.attempts()) {
    const bool is_signed = attempt.headers.back().name == "webhook-signature";
    EXPECT_EQ(is_signed, attempt.url.host == "signed.example.com") << attempt.url.host;
  }
}

TEST_F(PushRelayTest, AnExceptionCostsOneAttempt) {
  make_task("t");
  ASSERT_TRUE(subscribe("t", "one"));
  become("t", TaskState::kCompleted);
  receivers_.answer = [](const Attempt&) -> AttemptResult { throw std::bad_alloc(); };
  work();
  receivers_.answer = nullptr;
  clock_.advance(1s);
  work();
  EXPECT_THAT(receivers_.ids(), ElementsAre("t-1", "t-1"));
}

// With threads of its own: what the ledger holds is gone on with, and order holds for each task.
TEST_F(PushRelayTest, GoesOnWithWhatTheLedgerHolds) {
  constexpr int kTasks = 20;
  constexpr int kEvents = 10;
  for (int i = 0; i < kTasks; ++i) {
    const std::string id = "t" + std::to_string(i);
    make_task(id);
    ASSERT_TRUE(store_.put_push(kOwner, id, {{.id = "c", .url = "https://x.example.com/"}, {}}, 0));
    for (int n = 1; n < kEvents; ++n) become(id, TaskState::kWorking);
    become(id, TaskState::kCompleted);
  }
  std::atomic<int> delivered = 0;
  receivers_.answer = [&delivered](const Attempt&) {
    ++delivered;
    delivered.notify_all();
    return AttemptResult{AttemptOutcome::kDelivered};
  };
  relay_.start();
  for (int seen = delivered; seen < kTasks * kEvents; seen = delivered) delivered.wait(seen);
  relay_.stop();
  std::map<std::string, int> last;
  for (const std::string& id : receivers_.ids()) {
    const std::size_t dash = id.find('-');
    EXPECT_EQ(std::stoi(id.substr(dash + 1)), ++last[id.substr(0, dash)]) << id;
  }
  EXPECT_THAT(last, SizeIs(kTasks));
}

TEST_F(PushRelayTest, WhatIsBrokenOffByItsEndIsNotAFailure) {
  make_task("t");
  ASSERT_TRUE(subscribe("t", "one"));
  become("t", TaskState::kCompleted);
  receivers_.hang = true;
  work();
  ASSERT_THAT(receivers_.attempts(), SizeIs(1));
  relay_.stop();
  EXPECT_THAT(given_up_, IsEmpty());
  ASSERT_THAT(store_.push_targets(), SizeIs(1));
  EXPECT_EQ(store_.push_progress(store_.push_targets()[0])->delivered, 0U);
}

// How it went is known, and not yet written down.
TEST_F(PushRelayTest, WhatHasBeenDeliveredBeforeItsEndIsWrittenDown) {
  for (const auto outcome : {AttemptOutcome::kDelivered, AttemptOutcome::kPermanentFailure}) {
    const std::string id = outcome == AttemptOutcome::kDelivered ? "delivered" : "failed";
    make_task(id);
    ASSERT_TRUE(subscribe(id, "one"));
    become(id, TaskState::kCompleted);
    receivers_.answer = [outcome](const Attempt&) { return AttemptResult{outcome}; };
    ASSERT_TRUE(relay_.work()) << "begun";
  }
  relay_.stop();
  EXPECT_THAT(given_up_, IsEmpty()) << "who knows what made it fail";
  ASSERT_THAT(store_.push_targets(), SizeIs(2));
  EXPECT_EQ(store_.push_progress(store_.push_targets()[0])->delivered, 1U);
  EXPECT_EQ(store_.push_progress(store_.push_targets()[1])->delivered, 0U);
}

TEST_F(PushRelayTest, ReceiversThatHangOccupyNoThread) {
  constexpr int kHanging = 100;
  receivers_.hang = true;
  for (int i = 0; i < kHanging; ++i) {
    const std::string id = "t" + std::to_string(i);
    make_task(id);
    ASSERT_TRUE(subscribe(id, "one", store::PushForm::kStreamResponse, id + ".example.com"));
    become(id, TaskState::kCompleted);
  }
  work();
  ASSERT_THAT(receivers_.attempts(), SizeIs(kHanging)) << "begun by this one thread";
  receivers_.hang = false;
  make_task("other");
  ASSERT_TRUE(subscribe("other", "one"));
  become("other", TaskState::kCompleted);
  work();
  EXPECT_FALSE(relay_.follows("other"));
  receivers_.answer_waiting({AttemptOutcome::kDelivered});
  work();
  EXPECT_FALSE(relay_.follows("t0"));
  EXPECT_FALSE(relay_.follows("t99"));
}

TEST_F(PushRelayTest, AReceiverThatHangsIsNotToldTheNextThing) {
  make_task("t");
  ASSERT_TRUE(subscribe("t", "one"));
  become("t", TaskState::kWorking);
  receivers_.hang = true;
  work();
  become("t", TaskState::kCompleted);
  work();
  EXPECT_THAT(receivers_.ids(), ElementsAre("t-1"));
  receivers_.hang = false;
  receivers_.answer_waiting({AttemptOutcome::kDelivered});
  work();
  EXPECT_THAT(receivers_.ids(), ElementsAre("t-1", "t-2"));
}

TEST_F(PushRelayTest, WaitsForMemoryThatOthersHave) {
  PushOptions tight = options();
  tight.memory = net::SharedLimit(1 << 20, 1);
  PushRelay relay{tight,      {store_.itself(), store_.itself(), store_.itself()},      clock_,
                  receivers_, [this](const PushRelay::Undelivered& one) { note(one); }, [] { return 1.0; }};
  make_task("t");
  ASSERT_TRUE(relay.subscribe(kOwner, "t", {{{.id = "one", .url = "https://x.example.com/"}, {}}}, 0).wait());
  a2a::TaskArtifactUpdate large{.artifact = {.artifact_id = "a"}};
  large.artifact.parts.push_back({.content = std::string(100'000, 'x')});
  ASSERT_TRUE(store_.append("t", {std::move(large)}, clock_.utc()));
  const auto work = [&relay] {
    while (relay.work()) continue;
  };
  net::SharedLimit::Part others = tight.memory.part_of("other");
  ASSERT_TRUE(others.grow_to(700'000));
  net::SharedLimit::Part more = tight.memory.part_of("third");
  ASSERT_TRUE(more.grow_to(230'000));
  work();
  EXPECT_THAT(receivers_.attempts(), IsEmpty());
  more.give_back();
  clock_.advance(5s);
  work();
  EXPECT_THAT(receivers_.ids(), ElementsAre("t-1"));
  EXPECT_EQ(tight.memory.taken(), 700'000U) << "given back";
}

}  // namespace
}  // namespace schemagate::push
