// What only a store on disk does: being there again after a restart.
#include "gateway/store/sqlite_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <future>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "held_writer.h"
#include "ledger_fixture.h"

namespace schemagate {

namespace {

using a2a::TaskState;
using schemagate::store::EarlierMessage;
using schemagate::store::MetadataChange;
using schemagate::store::Scope;
using schemagate::store::TaskEvent;
using schemagate::store::UnfinishedTask;
using std::chrono::seconds;

using SqliteStoreTest = LedgerTest;

a2a::Task rich_task(const std::string& id) {
  a2a::Task made = task(id);
  made.metadata = {R"({"title":"a fight", "n": 1.10})"};
  made.history.push_back({.message_id = "m-1",
                          .role = a2a::Role::kUser,
                          .parts = {{.kind = a2a::PartKind::kData, .content = R"({"a":1e400})"}},
                          .extensions = {"urn:x"}});
  return made;
}

TEST_F(SqliteStoreTest, KeepsTasksAndLogsAcrossARestart) {
  open();
  ASSERT_TRUE(store_->create(kScope, rich_task("t"), now_));
  const std::vector<TaskEvent> events = {status(TaskState::kWorking, "at it"), artifact("a", "1"),
                                         artifact("a", "2"), MetadataChange{{R"({"k":0.0})"}},
                                         a2a::Message{.message_id = "m-2", .role = a2a::Role::kUser}};
  for (const TaskEvent& event : events) ASSERT_TRUE(store_->append("t", {event}, now_));
  store_->link_upstream("t", {"up-1", "upc-1"});
  const auto before = store_->get(kScope, "t");
  reopen();
  const auto after = store_->get(kScope, "t");
  ASSERT_TRUE(after);
  EXPECT_EQ(after->task, before->task);
  EXPECT_EQ(after->upstream, before->upstream);
  EXPECT_EQ(after->version, 5U);
  EXPECT_EQ(after->changed_by, 0U) << "what was read is durable";
  const auto log = store_->events_after(kScope, "t", 0, 10);
  ASSERT_EQ(log->size(), events.size());
  for (std::size_t i = 0; i < events.size(); ++i) EXPECT_EQ(log->at(i), kept_for("t", events[i])) << i;
  EXPECT_FALSE(store_->get({"fight", "somebody"}, "t"));
}

TEST_F(SqliteStoreTest, ATaskKeepsTheContractThatItWasAcceptedUnder) {
  open();
  const object_schemas::ContractReference contract{
      .schema = "fightComparison", .skill_id = "fight", .digest = "d"};
  ASSERT_TRUE(store_->create(kScope, store::NewTask{.task = task("t"), .accepted_under = contract}, now_));
  EXPECT_EQ(store_->get(kScope, "t")->accepted_under, contract);
  reopen();
  EXPECT_EQ(store_->get(kScope, "t")->accepted_under, contract);
}

TEST_F(SqliteStoreTest, ATaskKeepsTheOutputModesThatItsClientAccepts) {
  open();
  const std::vector<std::string> modes = {"text/plain", "image/png"};
  ASSERT_TRUE(
      store_->create(kScope, store::NewTask{.task = task("t"), .accepted_output_modes = modes}, now_));
  EXPECT_EQ(store_->get(kScope, "t")->accepted_output_modes, modes);
  reopen();
  EXPECT_EQ(store_->get(kScope, "t")->accepted_output_modes, modes);
  EXPECT_EQ(store_->get(kScope, "t")->accepted_under, object_schemas::ContractReference());
}

TEST_F(SqliteStoreTest, GoesOnCountingVersionsWhereItStopped) {
  open();
  ASSERT_TRUE(store_->create(kScope, task("t"), now_));
  ASSERT_TRUE(store_->append("t", {artifact("a", "1"), artifact("a", "2")}, now_));
  reopen();
  ASSERT_TRUE(store_->append("t", {artifact("a", "3")}, now_));
  ASSERT_TRUE(store_->create(kScope, task("u"), now_));
  reopen();
  EXPECT_EQ(store_->get(kScope, "t")->version, 3U);
  const auto tail = store_->events_after(kScope, "t", 1, 10);
  EXPECT_EQ(*tail, (std::vector{kept_for("t", artifact("a", "2")), kept_for("t", artifact("a", "3"))}));
  EXPECT_TRUE(store_->get(kScope, "u"));
}

TEST_F(SqliteStoreTest, ListsWhatWasInFlight) {
  open();
  for (const char* id : {"sent", "unsent", "asking", "ended"}) {
    ASSERT_TRUE(store_->create(kScope, task(id), now_));
  }
  ASSERT_TRUE(store_->create({"other", "bob"}, task("bobs"), now_));
  store_->link_upstream("sent", {"up", "upc"});
  ASSERT_TRUE(store_->append("sent", {status(TaskState::kWorking)}, now_));
  ASSERT_TRUE(store_->append("asking", {status(TaskState::kInputRequired)}, now_));
  ASSERT_TRUE(store_->append("ended", {status(TaskState::kFailed)}, now_));
  EXPECT_TRUE(store_->unfinished().empty()) << "somebody runs them";
  reopen();
  EXPECT_EQ(store_->unfinished(),
            (std::vector<UnfinishedTask>{{kScope, "sent", TaskState::kWorking, {"up", "upc"}},
                                         {kScope, "unsent", TaskState::kSubmitted, {}},
                                         {{"other", "bob"}, "bobs", TaskState::kSubmitted, {}}}));
  EXPECT_TRUE(store_->claim_run("asking"));
}

TEST_F(SqliteStoreTest, KeepsContextsAcrossARestart) {
  limits_.contexts_max = 2;
  open();
  store_->link_context(kScope, "one", "up-1");
  store_->link_context(kScope, "two", "up-2");
  store_->link_context(kScope, "two", "up-2b");
  store_->link_context({"fight", "bob"}, "two", "bobs");
  reopen();
  EXPECT_EQ(store_->upstream_context(kScope, "one"), "") << "the oldest made room";
  EXPECT_EQ(store_->upstream_context(kScope, "two"), "up-2b");
  EXPECT_EQ(store_->upstream_context({"fight", "bob"}, "two"), "bobs");
  EXPECT_EQ(value_of("SELECT count(*) FROM contexts"), "2");
}

TEST_F(SqliteStoreTest, TheTimeOfAContextGoesOnWhileItIsClosed) {
  limits_.context_retention = std::chrono::seconds(60);
  open();
  store_->link_context(kScope, "c", "up", now_);
  reopen(std::chrono::seconds(50));
  EXPECT_EQ(store_->upstream_context(kScope, "c", now_), "up");
  reopen(std::chrono::seconds(50));
  store_->expire(now_);
  EXPECT_EQ(store_->upstream_context(kScope, "c", now_), "up") << "it was used";
  reopen(std::chrono::seconds(70));
  store_->expire(now_);
  EXPECT_EQ(store_->upstream_context(kScope, "c", now_), "");
  reopen();
  EXPECT_EQ(value_of("SELECT count(*) FROM contexts"), "0");
}

TEST_F(SqliteStoreTest, KeepsItsBytesWhenItIsOpenedAgain) {
  limits_.bytes_max = 30'000;
  open();
  for (const char* id : {"a", "b"}) {
    a2a::Task made = task(id);
    made.history.push_back({.message_id = "m", .parts = {{.content = std::string(10'000, 'x')}}});
    ASSERT_TRUE(store_->create(kScope, made, now_));
    ASSERT_TRUE(store_->append(id, {status(TaskState::kCompleted)}, now_));
  }
  reopen();
  EXPECT_TRUE(store_->get(kScope, "a"));
  ASSERT_TRUE(store_->create(kScope, task("c"), now_));
  ASSERT_TRUE(store_->append("c", {artifact("x", std::string(10'000, 'x'))}, now_));
  EXPECT_FALSE(store_->get(kScope, "a")) << "the one that ended first made room";
  EXPECT_TRUE(store_->get(kScope, "b"));
  limits_.bytes_max = 12'000;
  reopen();
  EXPECT_FALSE(store_->get(kScope, "b"));
}

TEST_F(SqliteStoreTest, KeepsNamesOfAnyBytes) {
  const std::string name("a\0b\xff'\n", 6);
  const Scope scope{"fight", name};
  open();
  ASSERT_TRUE(store_->create(scope, task(name), now_));
  store_->link_upstream(name, {name, name});
  store_->link_context(scope, name, name, now_);
  EXPECT_EQ(store_->deduplicate(scope, name, name, now_), std::nullopt);
  reopen();
  EXPECT_EQ(store_->get(scope, name)->upstream.task_id, name);
  EXPECT_EQ(store_->upstream_context(scope, name, now_), name);
  EXPECT_EQ(store_->deduplicate(scope, name, name, now_), name);
}

TEST_F(SqliteStoreTest, TheWindowOfDuplicatesGoesOnByTheWallClock) {
  limits_.deduplication_window = seconds(60);
  open();
  ASSERT_TRUE(store_->create(kScope, task("one"), now_));
  EXPECT_EQ(store_->deduplicate(kScope, "m-1", "one", now_), std::nullopt);
  EXPECT_EQ(store_->deduplicate(kScope, "m-2", "one", now_), std::nullopt);
  store_->forget_message(kScope, "m-2");
  ASSERT_TRUE(store_->append("one", {status(TaskState::kCompleted)}, now_));
  reopen(seconds(59));
  EXPECT_EQ(store_->deduplicate(kScope, "m-1", "one", now_), "one");
  EXPECT_EQ(store_->deduplicate(kScope, "m-2", "one", now_), std::nullopt) << "it came to nothing";
  store_->forget_message(kScope, "m-2");
  reopen(seconds(1));
  EXPECT_EQ(store_->deduplicate(kScope, "m-1", "two", now_), std::nullopt);
  EXPECT_EQ(value_of("SELECT count(*) FROM messages"), "1");
}

TEST_F(SqliteStoreTest, WhatBecameOfAMessageInFlightIsUnknownToTheNextRun) {
  using enum EarlierMessage::Outcome;
  open();
  ASSERT_TRUE(store_->create(kScope, task("one"), now_));
  for (const auto* message : {"m-1\nd", "m-2\nd", "m-3\nd"})
    EXPECT_EQ(store_->record(kScope, message, "two", now_), std::nullopt);
  EXPECT_EQ(store_->record(kScope, "m-1\nd", "x", now_), (EarlierMessage{kInFlight, "two"}));
  store_->forget_message(kScope, "m-2\nd");
  ASSERT_TRUE(store_->create(kScope, task("two"), now_, "m-3\nd"));
  reopen(seconds(1));
  EXPECT_EQ(store_->record(kScope, "m-1\nd", "x", now_), (EarlierMessage{kUnknown, ""}));
  EXPECT_EQ(store_->record(kScope, "m-2\nd", "x", now_), std::nullopt) << "it was answered";
  EXPECT_EQ(store_->record(kScope, "m-3\nd", "x", now_), (EarlierMessage{kTask, "two"}));
}

TEST_F(SqliteStoreTest, WhetherAMessageMayBeSentAgainOutlivesTheProcess) {
  open();
  for (const char* id : {"named", "unnamed", "done"}) ASSERT_TRUE(store_->create(kScope, task(id), now_, id));
  store_->link_upstream("named", {"up", "upc"});
  for (const char* id : {"named", "unnamed"})
    ASSERT_TRUE(store_->append(id, {status(TaskState::kFailed)}, now_));
  ASSERT_TRUE(store_->append("done", {status(TaskState::kCompleted)}, now_));
  reopen(seconds(1));
  EXPECT_EQ(store_->deduplicate(kScope, "named", "x", now_), std::nullopt);
  EXPECT_EQ(store_->deduplicate(kScope, "unnamed", "x", now_), "unnamed");
  EXPECT_EQ(store_->deduplicate(kScope, "done", "x", now_), "done");
}

// Whoever sent it could not ask while the gateway was down.
TEST_F(SqliteStoreTest, WhatIsUnknownIsToldForTheWindowAfterTheStart) {
  limits_.deduplication_window = seconds(60);
  open();
  EXPECT_EQ(store_->record(kScope, "m-1", "one", now_), std::nullopt);
  reopen(seconds(3'600));
  EXPECT_EQ(store_->record(kScope, "m-1", "x", now_ + seconds(59))->outcome,
            EarlierMessage::Outcome::kUnknown);
  EXPECT_EQ(store_->record(kScope, "m-1", "x", now_ + seconds(60)), std::nullopt);
}

TEST_F(SqliteStoreTest, AMessageThatTheAgentCannotHaveIsNewToTheNextRun) {
  open();
  EXPECT_EQ(store_->record(kScope, "m", "t", now_, schemagate::store::NextStep::kMakeTask), std::nullopt);
  EXPECT_EQ(store_->record(kScope, "m", "u", now_)->task_id, "t") << "in this run it is in flight";
  reopen();
  EXPECT_EQ(store_->record(kScope, "m", "u", now_), std::nullopt);
}

TEST_F(SqliteStoreTest, ATaskAndTheMessageThatMadeItAreThereAgain) {
  open();
  EXPECT_EQ(store_->create_once(kScope, "m-1", task("one"), now_), std::nullopt);
  ASSERT_TRUE(durable(*store_, store_->get(kScope, "one")->changed_by));
  reopen();
  EXPECT_EQ(store_->create_once(kScope, "m-1", task("two"), now_), "one");
  EXPECT_EQ(store_->unfinished().size(), 1U);
}

TEST_F(SqliteStoreTest, RetentionGoesOnByTheWallClock) {
  limits_.retention = seconds(60);
  open();
  ASSERT_TRUE(store_->create(kScope, task("ended"), now_));
  ASSERT_TRUE(store_->create(kScope, task("running"), now_));
  ASSERT_TRUE(store_->append("ended", {status(TaskState::kCompleted)}, now_));
  reopen(seconds(59));
  EXPECT_TRUE(store_->get(kScope, "ended"));
  store_->expire(now_ + seconds(1));
  EXPECT_FALSE(store_->get(kScope, "ended")) << "a second was left";
  reopen();
  EXPECT_FALSE(store_->get(kScope, "ended"));
  EXPECT_EQ(value_of("SELECT group_concat(task) FROM log"), "2");
}

TEST_F(SqliteStoreTest, WhatExpiredWhileItWasClosedIsDeleted) {
  limits_.retention = seconds(60);
  open();
  ASSERT_TRUE(store_->create(kScope, task("ended"), now_));
  ASSERT_TRUE(store_->append("ended", {status(TaskState::kCompleted)}, now_));
  reopen(seconds(60));
  EXPECT_EQ(store_->size(), 0U);
  EXPECT_EQ(value_of("SELECT count(*) FROM tasks"), "0");
  EXPECT_EQ(value_of("SELECT count(*) FROM log"), "0");
}

TEST_F(SqliteStoreTest, AClockThatWentBackKeepsNothingForLongerThanRetention) {
  limits_.retention = seconds(60);
  open();
  ASSERT_TRUE(store_->create(kScope, task("ended"), now_));
  ASSERT_TRUE(store_->append("ended", {status(TaskState::kCompleted)}, now_));
  reopen(-seconds(1'000'000));
  EXPECT_TRUE(store_->get(kScope, "ended"));
  store_->expire(now_ + seconds(60));
  EXPECT_FALSE(store_->get(kScope, "ended"));
}

TEST_F(SqliteStoreTest, KeepsSmallerLimitsWhenItIsOpenedWithThem) {
  open();
  for (const char* id : {"old", "older", "running"}) {
    ASSERT_TRUE(store_->create(kScope, task(id), now_));
  }
  ASSERT_TRUE(store_->append("older", {status(TaskState::kCompleted)}, now_));
  now_ += seconds(1);
  ASSERT_TRUE(store_->append("old", {status(TaskState::kCompleted)}, now_));
  limits_.tasks_max = 2;
  reopen();
  EXPECT_FALSE(store_->get(kScope, "older")) << "it ended longest ago";
  EXPECT_TRUE(store_->get(kScope, "old"));
  EXPECT_EQ(value_of("SELECT count(*) FROM tasks"), "2");
}

TEST_F(SqliteStoreTest, ATaskThatMadeRoomForAnotherIsGoneFromTheFile) {
  limits_.tasks_max = 1;
  open();
  ASSERT_TRUE(store_->create(kScope, task("old"), now_));
  ASSERT_TRUE(store_->append("old", {status(TaskState::kCompleted)}, now_));
  ASSERT_TRUE(store_->create(kScope, task("new"), now_));
  EXPECT_EQ(value_of("SELECT group_concat(id) FROM tasks"), "new");
  EXPECT_EQ(value_of("SELECT count(*) FROM log"), "1");
}

TEST_F(SqliteStoreTest, AContextIsForgottenAtItsTime) {
  limits_.context_retention = seconds(60);
  open();
  store_->link_context(kScope, "c", "up", now_);
  store_->expire(now_ + seconds(59));
  EXPECT_EQ(value_of("SELECT count(*) FROM contexts"), "1");
  open();
  store_->expire(now_ + seconds(60));
  EXPECT_EQ(value_of("SELECT count(*) FROM contexts"), "0");
}

TEST_F(SqliteStoreTest, ForgetsManyTasksInSeveralHolds) {
  constexpr int kTasks = 2'500;
  open();
  for (int i = 0; i < kTasks; ++i) {
    const std::string id = std::to_string(i);
    ASSERT_TRUE(store_->create(kScope, task(id), now_));
    ASSERT_TRUE(store_->append(id, {status(TaskState::kCompleted)}, now_));
  }
  store_->expire(now_ + limits_.retention);
  EXPECT_EQ(store_->size(), 0U);
  EXPECT_EQ(value_of("SELECT count(*) FROM log"), "0");
}

TEST_F(SqliteStoreTest, ShowsEventsOnlyOnceTheyAreDurable) {
  open();
  ASSERT_TRUE(store_->create(kScope, task("t"), now_));
  ASSERT_TRUE(store_->append("t", {artifact("a", "1")}, now_));
  ASSERT_TRUE(durable(*store_));
  {
    const HeldWriter held(*store_);
    ASSERT_TRUE(store_->append("t", {artifact("a", "2"), artifact("a", "3")}, now_));
    ASSERT_TRUE(store_->append("t", {artifact("a", "4")}, now_));
    EXPECT_EQ(store_->get(kScope, "t")->version, 4U);
    EXPECT_EQ(store_->events_after(kScope, "t", 0, 10)->size(), 1U);
    EXPECT_TRUE(store_->events_after(kScope, "t", 2, 10)->empty());
  }
  ASSERT_TRUE(durable(*store_));
  EXPECT_EQ(store_->events_after(kScope, "t", 0, 10)->size(), 4U);
}

TEST_F(SqliteStoreTest, TellsOfEventsThatWereHiddenWhenTheLogWasRead) {
  open();
  ASSERT_TRUE(store_->create(kScope, task("t"), now_));
  std::atomic<int> told = 0;
  std::optional<schemagate::store::TaskFeed::Subscription> subscription;
  {
    const HeldWriter held(*store_);
    ASSERT_TRUE(store_->append("t", {artifact("a", "1")}, now_));
    subscription.emplace(store_->itself().feed().subscribe("t", [&told] { ++told; }));
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(store_->events_after(kScope, "t", 0, 10)->empty());
    EXPECT_EQ(told, 0);
  }
  ASSERT_TRUE(durable(*store_));
  ASSERT_TRUE(store_->append("t", {artifact("a", "2")}, now_));
  ASSERT_TRUE(durable(*store_));
  EXPECT_EQ(told, 2) << "of each once";
}

TEST_F(SqliteStoreTest, WritesManyChangesWithOneFlush) {
  std::vector<std::uint64_t> told;
  options_.on_closed = [&told](const schemagate::store::LedgerFigures& figures) {
    told.push_back(figures.commits);
  };
  open();
  {
    const HeldWriter held(*store_);
    const auto before = store_->figures();
    for (int i = 0; i < 100; ++i) ASSERT_TRUE(store_->create(kScope, task(std::to_string(i)), now_));
    EXPECT_EQ(store_->figures().commits, before.commits);
  }
  ASSERT_TRUE(durable(*store_));
  EXPECT_EQ(store_->figures().commits, 2U) << "one held the writer";
  EXPECT_EQ(store_->figures().changes, 101U);
  store_->close();
  store_.reset();
  EXPECT_EQ(told, std::vector<std::uint64_t>{2}) << "once";
}

TEST_F(SqliteStoreTest, WritesTheRecordOfAMessageOverTheOneBeforeItsTask) {
  using enum schemagate::store::NextStep;
  open();
  for (const auto& [id, next, changes] : {std::tuple("a", kMakeTask, 2U), std::tuple("b", kAskAgent, 3U)}) {
    const auto before = store_->figures().changes;
    EXPECT_EQ(store_->record(kScope, id, id, now_, next), std::nullopt);
    schemagate::store::NewTask made{.task = task(id)};
    made.idempotency_key = id;
    ASSERT_TRUE(store_->create(kScope, std::move(made), now_));
    ASSERT_TRUE(durable(*store_));
    EXPECT_EQ(store_->figures().changes - before, changes) << "nothing is taken back";
  }
  EXPECT_EQ(value_of("SELECT group_concat(task) FROM messages"), "a,b");
}

TEST_F(SqliteStoreTest, RefusesWhatItCannotKeepUpWith) {
  options_.queue_bytes_max = 10'000;
  open();
  {
    const HeldWriter held(*store_);
    ASSERT_TRUE(store_->create(kScope, task("t"), now_));
    a2a::Result<void> appended;
    for (int i = 0; appended && i < 100; ++i) appended = store_->append("t", {artifact("a", "x")}, now_);
    ASSERT_FALSE(appended);
    EXPECT_EQ(appended.error().code, a2a::ErrorCode::kInternal);
    EXPECT_THAT(appended.error().message, testing::HasSubstr("the ledger cannot keep up"));
    EXPECT_FALSE(store_->create(kScope, task("u"), now_));
    store_->link_upstream("t", {"up", "upc"});
    EXPECT_EQ(store_->get(kScope, "t")->upstream.task_id, "up") << "small changes have room of their own";
    for (int i = 0; i < 100; ++i) store_->link_context(kScope, std::to_string(i), std::string(100, 'x'));
    EXPECT_EQ(store_->upstream_context(kScope, "0"), std::string(100, 'x'));
    EXPECT_EQ(store_->upstream_context(kScope, "99"), "") << "but no end of it";
    EXPECT_EQ(store_->deduplicate(kScope, "m", "t", now_), std::nullopt);
    EXPECT_EQ(store_->deduplicate(kScope, "m", "t", now_), std::nullopt);
  }
  ASSERT_TRUE(durable(*store_));
  EXPECT_TRUE(store_->create(kScope, task("u"), now_)) << "it has caught up";
}

TEST_F(SqliteStoreTest, WritesWhatIsQueuedBeforeItCloses) {
  open();
  std::vector<std::string> told;
  {
    const HeldWriter held(*store_);
    ASSERT_TRUE(store_->create(kScope, task("t"), now_));
    store_->when_durable(store_->written(), [&told](const a2a::Result<void>& result) {
      told.emplace_back(result ? "durable" : result.error().message);
    });
  }
  store_->close();
  EXPECT_THAT(told, testing::ElementsAre("durable"));
  EXPECT_EQ(store_->append("t", {status(TaskState::kWorking)}, now_).error().code, a2a::ErrorCode::kInternal);
  EXPECT_TRUE(store_->get(kScope, "t"));
  store_->link_context(kScope, "c", "up");
  EXPECT_THAT(durable(*store_).error().message, testing::HasSubstr("shutting down"));
  store_->close();
  reopen();
  EXPECT_TRUE(store_->get(kScope, "t"));
  EXPECT_EQ(store_->upstream_context(kScope, "c"), "");
}

TEST_F(SqliteStoreTest, KeepsItsFileToItself) {
  open();
  ASSERT_TRUE(store_->create(kScope, task("t"), now_));
  ASSERT_TRUE(durable(*store_));
  for (const char* name : {"ledger", "ledger-wal"}) {
    struct stat found{};
    ASSERT_EQ(::stat(folder_.file(name).c_str(), &found), 0) << name;
    EXPECT_EQ(found.st_mode & 0777U, 0600U) << name;
  }
}

}  // namespace

}  // namespace schemagate
