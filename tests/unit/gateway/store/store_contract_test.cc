// The contract of Store: the same suite runs on every implementation.
#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gateway/store/sqlite_store.h"
#include "gateway/store/store.h"
#include "implementation.h"
#include "task_values.h"
#include "temporary_folder.h"
#include "waiting_store.h"

namespace schemagate {

namespace {

using a2a::ErrorCode;
using a2a::TaskState;
using schemagate::store::AppendRefused;
using schemagate::store::EarlierMessage;
using schemagate::store::LedgerKey;
using schemagate::store::MessageWithdrawn;
using schemagate::store::MetadataChange;
using schemagate::store::RunStep;
using schemagate::store::SqliteStore;
using schemagate::store::Store;
using schemagate::store::StoreLimits;
using schemagate::store::UnfinishedTask;
using std::chrono::seconds;

// A store tells from a thread of its own.
bool becomes(const std::atomic<int>& told, int wanted) {
  for (int i = 0; i < 10'000 && told < wanted; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return told == wanted;
}

class StoreContract : public testing::TestWithParam<Implementation> {
 protected:
  WaitingStore<> make(StoreLimits limits = {}) const {
    return {GetParam().make(limits, folder_.file("ledger")), GetParam().settles};
  }

 private:
  const TemporaryFolder folder_;
};

TEST_P(StoreContract, GivesBackWhatWasCreated) {
  auto store = make();
  ASSERT_TRUE(store->create(kScope, task("t"), kStart));
  auto record = store->get(kScope, "t");
  ASSERT_TRUE(record);
  EXPECT_EQ(record->task, task("t"));
  EXPECT_EQ(record->version, 0U);
  EXPECT_EQ(record->upstream.task_id, "");
}

// Pitfall 11: a foreign id is as unknown as one that never was.
TEST_P(StoreContract, AnswersUnknownAndForeignTasksAlike) {
  auto store = make();
  ASSERT_TRUE(store->create(kScope, task("t"), kStart));
  const auto unknown = store->get(kScope, "u").error();
  auto foreign_owner = store->get({"fight", "somebody"}, "t").error();
  auto foreign_agent = store->get({"other", "anonymous"}, "t").error();
  EXPECT_EQ(unknown.code, ErrorCode::kTaskNotFound);
  EXPECT_EQ(foreign_owner, (a2a::Error{ErrorCode::kTaskNotFound, "no task with the id t"}));
  EXPECT_EQ(foreign_agent, foreign_owner);
  EXPECT_FALSE(store->events_after({"fight", "somebody"}, "t", 0, 10));
}

TEST_P(StoreContract, AppliesAndKeepsEventsInOrder) {
  auto store = make();
  ASSERT_TRUE(store->create(kScope, task("t"), kStart));
  ASSERT_TRUE(store->append("t", {status(TaskState::kWorking), artifact("a", "1")}, kStart));
  ASSERT_TRUE(store->append("t", {artifact("a", "2"), status(TaskState::kCompleted)}, kStart));
  auto record = store->get(kScope, "t");
  EXPECT_EQ(record->version, 4U);
  EXPECT_EQ(record->task.status.state, TaskState::kCompleted);
  ASSERT_EQ(record->task.artifacts.size(), 1U);
  EXPECT_EQ(record->task.artifacts[0].parts.size(), 2U);
  ASSERT_TRUE(durable(*store));
  auto tail = store->events_after(kScope, "t", 1, 2);
  ASSERT_EQ(tail->size(), 2U);
  EXPECT_EQ((*tail)[0], kept_for("t", artifact("a", "1")));
  EXPECT_EQ((*tail)[1], kept_for("t", artifact("a", "2")));
  EXPECT_TRUE(store->events_after(kScope, "t", 4, 10)->empty());
  EXPECT_TRUE(store->events_after(kScope, "t", 99, 10)->empty());
}

TEST_P(StoreContract, KeepsStatusMessagesInTheHistory) {
  auto store = make();
  ASSERT_TRUE(store->create(kScope, task("t"), kStart));
  ASSERT_TRUE(store->append("t", {status(TaskState::kInputRequired, "which one?")}, kStart));
  ASSERT_TRUE(store->append("t", {a2a::Message{.message_id = "m", .role = a2a::Role::kUser}}, kStart));
  ASSERT_TRUE(store->append("t", {status(TaskState::kCompleted)}, kStart));
  auto history = store->get(kScope, "t")->task.history;
  ASSERT_EQ(history.size(), 2U);
  EXPECT_EQ(history[0].message_id, "which one?");
  EXPECT_EQ(history[1].message_id, "m");
}

TEST_P(StoreContract, AnAnswerThatWasWithdrawnLeavesTheQuestionAsItWas) {
  auto store = make();
  ASSERT_TRUE(store->create(kScope, task("t"), kStart));
  ASSERT_TRUE(store->append("t", {status(TaskState::kInputRequired, "which one?")}, kStart));
  const auto before = store->get(kScope, "t")->task;
  const a2a::Message answer{.message_id = "m", .role = a2a::Role::kUser};
  ASSERT_TRUE(store->append("t", {answer, status(TaskState::kWorking)}, kStart));
  EXPECT_EQ(store->get(kScope, "t")->task.history.size(), 2U);
  ASSERT_TRUE(
      store->append("t", {MessageWithdrawn{"m"}, status(TaskState::kInputRequired, "which one?")}, kStart));
  EXPECT_EQ(store->get(kScope, "t")->task, before);
}

TEST_P(StoreContract, ReplacesMetadata) {
  auto store = make();
  ASSERT_TRUE(store->create(kScope, task("t"), kStart));
  ASSERT_TRUE(store->append("t", {MetadataChange{{R"({"title":"x"})"}}}, kStart));
  EXPECT_EQ(store->get(kScope, "t")->task.metadata.text, R"({"title":"x"})");
}

TEST_P(StoreContract, ATaskThatHasEndedTakesNoMore) {
  auto store = make();
  ASSERT_TRUE(store->create(kScope, task("t"), kStart));
  ASSERT_TRUE(store->append("t", {status(TaskState::kCanceled)}, kStart));
  EXPECT_EQ(store->append("t", {status(TaskState::kCompleted)}, kStart).error().code,
            ErrorCode::kUnsupportedOperation);
  EXPECT_EQ(store->get(kScope, "t")->task.status.state, TaskState::kCanceled);
  EXPECT_EQ(store->get(kScope, "t")->version, 1U);
}

TEST_P(StoreContract, OnlyOneMayRunATask) {
  auto store = make();
  ASSERT_TRUE(store->create(kScope, task("t"), kStart));
  EXPECT_FALSE(store->claim_run("t")) << "its creator runs it";
  store->release_run("t");
  EXPECT_TRUE(store->claim_run("t"));
  EXPECT_FALSE(store->claim_run("t"));
  EXPECT_FALSE(store->claim_run("unknown"));
}

TEST_P(StoreContract, TellsTheStateAlone) {
  auto store = make();
  ASSERT_TRUE(store->create(kScope, task("t"), kStart));
  EXPECT_EQ(*store->state(kScope, "t"), TaskState::kSubmitted);
  ASSERT_TRUE(store->append("t", {status(TaskState::kWorking)}, kStart));
  EXPECT_EQ(*store->state(kScope, "t"), TaskState::kWorking);
  EXPECT_EQ(store->state({"fight", "somebody"}, "t").error(),
            (a2a::Error{ErrorCode::kTaskNotFound, "no task with the id t"}));
}

TEST_P(StoreContract, RefusesASecondTaskWithTheSameId) {
  auto store = make();
  ASSERT_TRUE(store->create(kScope, task("t"), kStart));
  EXPECT_EQ(store->create({"fight", "somebody"}, task("t"), kStart).error().code, ErrorCode::kInternal);
  EXPECT_TRUE(store->get(kScope, "t"));
  EXPECT_EQ(store->size(), 1U);
}

TEST_P(StoreContract, ListsTasksThatGoOnWhileNobodyRunsThem) {
  auto store = make();
  for (const char* id : {"claimed", "left", "asking", "ended"}) {
    ASSERT_TRUE(store->create(kScope, task(id), kStart));
  }
  ASSERT_TRUE(store->append("left", {status(TaskState::kWorking)}, kStart));
  ASSERT_TRUE(store->append("asking", {status(TaskState::kInputRequired)}, kStart));
  ASSERT_TRUE(store->append("ended", {status(TaskState::kCompleted)}, kStart));
  store->link_upstream("left", {"up-1", "upc-1"});
  for (const char* id : {"left", "asking", "ended"}) store->release_run(id);
  const UnfinishedTask left{kScope, "left", TaskState::kWorking, {"up-1", "upc-1"}};
  EXPECT_EQ(store->unfinished(), std::vector{left});
  ASSERT_TRUE(store->claim_run("left"));
  EXPECT_TRUE(store->unfinished().empty());
}

TEST_P(StoreContract, EveryChangeBecomesDurable) {
  auto store = make();
  EXPECT_TRUE(durable(*store, 0));
  ASSERT_TRUE(store->create(kScope, task("t"), kStart));
  const auto created = store->written();
  EXPECT_EQ(store->get(kScope, "t")->changed_by, created);
  ASSERT_TRUE(store->append("t", {status(TaskState::kWorking)}, kStart));
  const auto appended = store->written();
  EXPECT_GT(appended, created);
  EXPECT_EQ(store->get(kScope, "t")->changed_by, appended);
  store->link_context(kScope, "c", "up");
  EXPECT_GT(store->written(), appended);
  EXPECT_EQ(store->get(kScope, "t")->changed_by, appended);
  EXPECT_TRUE(durable(*store, appended));
  EXPECT_TRUE(durable(*store));
  EXPECT_TRUE(durable(*store, store->written() + 1)) << "what is not there yet is not waited for";
}

TEST_P(StoreContract, CanBeReadAfterItWasClosed) {
  auto store = make();
  ASSERT_TRUE(store->create(kScope, task("t"), kStart));
  ASSERT_TRUE(store->append("t", {artifact("a", "1")}, kStart));
  store->close();
  EXPECT_TRUE(durable(*store, store->get(kScope, "t")->changed_by));
  EXPECT_EQ(store->events_after(kScope, "t", 0, 10)->size(), 1U);
}

TEST_P(StoreContract, ReadingChangesNothing) {
  auto store = make();
  ASSERT_TRUE(store->create(kScope, task("t"), kStart));
  store->link_upstream("t", {"up", "upc"});
  const auto before = store->written();
  store->link_upstream("t", {"up", "upc"});
  store->link_upstream("unknown", {"up", "upc"});
  store->forget_message(kScope, "unknown");
  EXPECT_FALSE(store->append("unknown", {status(TaskState::kWorking)}, kStart));
  store->release_run("t");
  EXPECT_TRUE(store->claim_run("t"));
  EXPECT_TRUE(store->get(kScope, "t"));
  EXPECT_EQ(store->written(), before);
}

TEST_P(StoreContract, RemembersTheAgentsNames) {
  auto store = make();
  ASSERT_TRUE(store->create(kScope, task("t"), kStart));
  store->link_upstream("t", {"up-1", "upc-1"});
  EXPECT_EQ(store->get(kScope, "t")->upstream.task_id, "up-1");
  EXPECT_EQ(store->upstream_context(kScope, "c"), "");
  store->link_context(kScope, "c", "upc-1");
  EXPECT_EQ(store->upstream_context(kScope, "c"), "upc-1");
  EXPECT_EQ(store->upstream_context({"fight", "somebody"}, "c"), "");
}

TEST_P(StoreContract, KeepsOwnersApartWhateverTheyAreCalled) {
  auto store = make();
  store->link_context({"fight", "a"}, "b\nc", "up");
  EXPECT_EQ(store->upstream_context({"fight", "a\nb"}, "c"), "");
  EXPECT_EQ(store->upstream_context({"fight", "ab"}, "\nc"), "");
  EXPECT_EQ(store->upstream_context({"fight", "a"}, "b\nc"), "up");
}

TEST_P(StoreContract, AMessageIsADuplicateWhileItsTaskLivesAndForTheWindowAfterItsSuccess) {
  auto store = make({.deduplication_window = seconds(10)});
  const auto end = kStart + std::chrono::hours(1);
  ASSERT_TRUE(store->create(kScope, task("one"), kStart));
  EXPECT_EQ(store->deduplicate(kScope, "m-1", "one", kStart), std::nullopt);
  EXPECT_EQ(store->deduplicate(kScope, "m-1", "two", kStart + seconds(10)), "one");
  EXPECT_EQ(store->deduplicate({"fight", "somebody"}, "m-1", "two", kStart), std::nullopt);
  store->expire(end);
  ASSERT_TRUE(store->append("one", {status(TaskState::kCompleted)}, end));
  EXPECT_EQ(store->deduplicate(kScope, "m-1", "two", end + seconds(9)), "one");
  EXPECT_EQ(store->deduplicate(kScope, "m-1", "three", end + seconds(10)), std::nullopt);
}

TEST_P(StoreContract, AMessageWhoseTaskDidNotSucceedIsNoDuplicate) {
  auto store = make();
  for (const TaskState state : {TaskState::kFailed, TaskState::kCanceled, TaskState::kRejected}) {
    const std::string id(a2a::name_v0_3(state));
    ASSERT_TRUE(store->create(kScope, task(id), kStart));
    EXPECT_EQ(store->deduplicate(kScope, "m-1", id, kStart), std::nullopt) << id;
    EXPECT_EQ(store->deduplicate(kScope, "m-1", "two", kStart), id);
    store->link_upstream(id, {"up", "upc"});
    ASSERT_TRUE(store->append(id, {status(state)}, kStart));
  }
}

// The agent may have acted on it, or may not.
TEST_P(StoreContract, AMessageIsADuplicateWhereItsTaskFailedBeforeTheAgentHadNamedIt) {
  auto store = make({.deduplication_window = seconds(10)});
  ASSERT_TRUE(store->create(kScope, task("one"), kStart, "m-1"));
  ASSERT_TRUE(store->append("one", {status(TaskState::kFailed)}, kStart));
  EXPECT_EQ(store->deduplicate(kScope, "m-1", "two", kStart + seconds(9)), "one");
  EXPECT_EQ(store->deduplicate(kScope, "m-1", "two", kStart + seconds(10)), std::nullopt);
}

TEST_P(StoreContract, AMessageThatIsInFlightForLongIsADuplicateAllTheSame) {
  auto store = make({.deduplication_window = seconds(10)});
  EXPECT_EQ(store->record(kScope, "m-1", "one", kStart), std::nullopt);
  store->expire(kStart + seconds(60));
  EXPECT_EQ(store->record(kScope, "m-1", "two", kStart + seconds(60))->task_id, "one");
}

TEST_P(StoreContract, EventsBearTheNamesOfTheirTask) {
  auto store = make();
  ASSERT_TRUE(store->create(kScope, task("t"), kStart));
  ASSERT_TRUE(store->append("t", {a2a::TaskStatusUpdate{.status = {.state = TaskState::kWorking}}}, kStart));
  ASSERT_TRUE(durable(*store, store->written()));
  const auto events = store->events_after(kScope, "t", 0, 10);
  ASSERT_TRUE(events);
  const auto& update = std::get<a2a::TaskStatusUpdate>(events->at(0));
  EXPECT_EQ(update.task_id, "t");
  EXPECT_EQ(update.context_id, store->get(kScope, "t")->task.context_id);
}

TEST_P(StoreContract, RemembersAMessageAnewAtTheSameMoment) {
  auto store = make({.deduplication_window = seconds(10)});
  ASSERT_TRUE(store->create(kScope, task("one"), kStart));
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(store->deduplicate(kScope, "m\ndigest", "one", kStart), std::nullopt);
    store->forget_message(kScope, "m\ndigest");
  }
  EXPECT_EQ(store->deduplicate(kScope, "m\ndigest", "one", kStart), std::nullopt);
  EXPECT_EQ(store->deduplicate(kScope, "m\ndigest", "one", kStart), "one");
  ASSERT_TRUE(store->append("one", {status(TaskState::kCompleted)}, kStart));
  store->expire(kStart + seconds(10));
  EXPECT_EQ(store->deduplicate(kScope, "m\ndigest", "one", kStart), std::nullopt);
}

TEST_P(StoreContract, AMessageIsInFlightUntilItsTaskIsThere) {
  auto store = make();
  EXPECT_EQ(store->record(kScope, "m-1", "one", kStart), std::nullopt);
  const EarlierMessage in_flight{EarlierMessage::Outcome::kInFlight, "one"};
  EXPECT_EQ(store->record(kScope, "m-1", "two", kStart), in_flight);
  ASSERT_TRUE(store->create(kScope, task("one"), kStart, "m-1"));
  const EarlierMessage made{EarlierMessage::Outcome::kTask, "one"};
  EXPECT_EQ(store->record(kScope, "m-1", "three", kStart), made);
}

TEST_P(StoreContract, AMessageThatFailedInFlightMayBeSentAgain) {
  auto store = make();
  EXPECT_EQ(store->record(kScope, "m-1", "one", kStart), std::nullopt);
  store->forget_message(kScope, "m-1");
  EXPECT_EQ(store->record(kScope, "m-1", "two", kStart), std::nullopt);
  EXPECT_EQ(store->record(kScope, "m-1", "three", kStart)->task_id, "two");
}

TEST_P(StoreContract, AMessageLeadsToTheTaskThatItsMakerNames) {
  auto store = make();
  ASSERT_TRUE(store->create(kScope, task("one"), kStart, "m-1"));
  EXPECT_EQ(store->deduplicate(kScope, "m-1", "two", kStart), "one") << "also when nobody recorded it before";
}

TEST_P(StoreContract, AnIdIsOneMessagesAtItsAgentForTheWindow) {
  auto store = make({.deduplication_window = seconds(10)});
  EXPECT_FALSE(store->shares_id(kScope, "m\none", kStart));
  EXPECT_TRUE(store->shares_id(kScope, "m\ntwo", kStart)) << "another message of the same caller";
  EXPECT_TRUE(store->shares_id({"fight", "somebody"}, "m\none", kStart)) << "the same of another caller";
  EXPECT_FALSE(store->shares_id({"flight", "somebody"}, "m\none", kStart)) << "to another agent";
  store->forget_message(kScope, "m\none");
  EXPECT_FALSE(store->shares_id(kScope, "m\none", kStart)) << "the same once more";
  EXPECT_FALSE(store->shares_id(kScope, "m\nthree", kStart + seconds(10)));
}

TEST_P(StoreContract, IdsThatAreRememberedHaveALimit) {
  auto store = make({.tasks_max = 2});
  EXPECT_FALSE(store->shares_id(kScope, "1\none", kStart));
  EXPECT_FALSE(store->shares_id(kScope, "2\none", kStart));
  EXPECT_TRUE(store->shares_id(kScope, "1\ntwo", kStart));
  EXPECT_FALSE(store->shares_id(kScope, "3\none", kStart));
  EXPECT_FALSE(store->shares_id(kScope, "1\nthree", kStart)) << "the oldest made room";
}

TEST_P(StoreContract, WithoutAWindowNoMessageIsRemembered) {
  auto store = make({.deduplication_window = seconds(0)});
  EXPECT_FALSE(store->shares_id(kScope, "m\none", kStart));
  EXPECT_FALSE(store->shares_id(kScope, "m\ntwo", kStart));
  EXPECT_EQ(store->create_once(kScope, "m-1", task("one"), kStart), std::nullopt);
  EXPECT_EQ(store->create_once(kScope, "m-1", task("two"), kStart), std::nullopt);
}

TEST_P(StoreContract, OfIdenticalMessagesAtOnceExactlyOneIsNew) {
  constexpr int kCopies = 5;
  constexpr int kMessages = 100;
  auto store = make();
  std::atomic<int> made = 0;
  std::atomic<int> led = 0;
  {
    std::barrier together(kCopies);
    std::vector<std::jthread> clients;
    for (int client = 0; client < kCopies; ++client) {
      clients.emplace_back([&store, &made, &led, &together, client] {
        for (int i = 0; i < kMessages; ++i) {
          const std::string own = std::to_string(client) + "-" + std::to_string(i);
          const std::string key = "m-" + std::to_string(i);
          together.arrive_and_wait();
          const auto earlier = store->record(kScope, key, own, kStart);
          if (!earlier && store->create(kScope, task(own), kStart, key)) ++made;
          together.arrive_and_wait();
          const auto known = store->record(kScope, key, own, kStart);
          const bool to_the_same = !earlier || known->task_id == earlier->task_id;
          if (known && to_the_same && store->state(kScope, known->task_id)) ++led;
        }
      });
    }
  }
  EXPECT_EQ(made, kMessages);
  EXPECT_EQ(led, kCopies * kMessages);
  EXPECT_EQ(store->size(), std::size_t{kMessages});
}

TEST_P(StoreContract, ARunThatLostItsTaskWritesNoMore) {
  auto store = make();
  const auto first = store->itself().create(kScope, {.task = task("t")}, kStart);
  ASSERT_TRUE(first);
  ASSERT_TRUE(store->itself().append(*first, {status(TaskState::kWorking)}, kStart));
  const auto second = store->itself().take_over_run("t").wait();
  ASSERT_TRUE(second);
  EXPECT_GT(second->token, first->token);
  const auto refused = store->itself().append(*first, {status(TaskState::kCompleted)}, kStart);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().reason, AppendRefused::Reason::kStaleLease);
  store->itself().link_upstream(*first, {"up", "upc"});
  store->itself().release_run(*first);
  EXPECT_EQ(store->get(kScope, "t")->upstream.task_id, "");
  EXPECT_EQ(store->get(kScope, "t")->version, 1U);
  EXPECT_FALSE(store->claim_run("t")) << "the second run has it";
  EXPECT_TRUE(store->itself().append(*second, {status(TaskState::kCompleted)}, kStart));
}

TEST_P(StoreContract, ARunThatWasReleasedWritesNoMore) {
  auto store = make();
  const auto first = store->itself().create(kScope, {.task = task("t")}, kStart);
  store->itself().release_run(*first);
  EXPECT_EQ(store->itself().append(*first, {status(TaskState::kWorking)}, kStart).error().reason,
            AppendRefused::Reason::kStaleLease);
  const auto next = store->itself().acquire_run("t").wait();
  ASSERT_TRUE(next);
  EXPECT_GT(next->token, first->token);
  EXPECT_EQ(store->itself().append(*first, {status(TaskState::kWorking)}, kStart).error().reason,
            AppendRefused::Reason::kStaleLease);
  EXPECT_EQ(store->itself().append({"t", 0}, {status(TaskState::kWorking)}, kStart).error().reason,
            AppendRefused::Reason::kStaleLease)
      << "no lease is none";
}

TEST_P(StoreContract, ANoteNeedsNoRunAndChangesNoState) {
  auto store = make();
  ASSERT_TRUE(store->create(kScope, task("t"), kStart));
  const a2a::Message said{.message_id = "m", .role = a2a::Role::kUser};
  EXPECT_TRUE(store->itself().note("t", said, kStart));
  EXPECT_EQ(store->get(kScope, "t")->task.history.size(), 1U);
  EXPECT_EQ(*store->state(kScope, "t"), TaskState::kSubmitted);
  ASSERT_TRUE(store->append("t", {status(TaskState::kCompleted)}, kStart));
  EXPECT_EQ(store->itself().note("t", said, kStart).error().reason, AppendRefused::Reason::kEnded);
  EXPECT_EQ(store->itself().note("u", said, kStart).error().reason, AppendRefused::Reason::kNoTask);
}

TEST_P(StoreContract, AStepOfARunChangesNothingOfTheTask) {
  auto store = make();
  ASSERT_TRUE(store->create(kScope, task("t"), kStart));
  const auto before = store->get(kScope, "t")->task;
  ASSERT_TRUE(store->append("t", {RunStep{"begun"}}, kStart) && durable(*store));
  EXPECT_EQ(store->get(kScope, "t")->task, before);
  EXPECT_EQ(std::get<RunStep>(store->events_after(kScope, "t", 0, 9)->at(0)).line, "begun");
}

TEST_P(StoreContract, TellsWhoeverSubscribesOfWhatIsInTheLog) {
  auto store = make();
  std::atomic<int> told = 0;
  std::atomic<int> others = 0;
  const auto subscription = store->itself().feed().subscribe("t", [&told] { ++told; });
  const auto other = store->itself().feed().subscribe("u", [&others] { ++others; });
  ASSERT_TRUE(store->create(kScope, task("t"), kStart));
  EXPECT_TRUE(becomes(told, 1)) << "of its creation";
  ASSERT_TRUE(store->append("t", {status(TaskState::kWorking)}, kStart));
  EXPECT_TRUE(becomes(told, 2));
  ASSERT_TRUE(store->itself().note("t", a2a::Message{.message_id = "m"}, kStart));
  EXPECT_TRUE(becomes(told, 3));
  EXPECT_EQ(store->events_after(kScope, "t", 0, 10)->size(), 2U) << "what is told can be read";
  EXPECT_EQ(others, 0);
}

TEST_P(StoreContract, TellsThatAMessageInFlightCameToNothing) {
  auto store = make();
  std::atomic<int> told = 0;
  const auto subscription = store->itself().feed().subscribe("one", [&told] { ++told; });
  EXPECT_EQ(store->record(kScope, "m-1", "one", kStart), std::nullopt);
  store->forget_message(kScope, "m-1");
  EXPECT_EQ(told, 1);
}

TEST_P(StoreContract, TellsThatATaskWasLeftUnfinished) {
  auto store = make();
  std::atomic<int> told = 0;
  const auto subscription = store->itself().feed().subscribe_unfinished([&told] { ++told; });
  for (const char* id : {"left", "ended"}) ASSERT_TRUE(store->create(kScope, task(id), kStart));
  ASSERT_TRUE(store->append("ended", {status(TaskState::kCompleted)}, kStart));
  store->release_run("ended");
  EXPECT_EQ(told, 0);
  store->release_run("left");
  EXPECT_EQ(told, 1);
  store->release_run("left");
  EXPECT_EQ(told, 1) << "once";
}

TEST_P(StoreContract, AMessageThatCameToNothingIsNoDuplicate) {
  auto store = make();
  ASSERT_TRUE(store->create(kScope, task("one"), kStart));
  EXPECT_EQ(store->deduplicate(kScope, "m-1", "one", kStart), std::nullopt);
  store->forget_message({"fight", "somebody"}, "m-1");
  store->forget_message(kScope, "m-2");
  EXPECT_EQ(store->deduplicate(kScope, "m-1", "one", kStart), "one");
  store->forget_message(kScope, "m-1");
  EXPECT_EQ(store->deduplicate(kScope, "m-1", "one", kStart), std::nullopt);
  EXPECT_EQ(store->deduplicate(kScope, "m-1", "one", kStart), "one");
}

TEST_P(StoreContract, TheSameMessageMakesOneTask) {
  auto store = make({.deduplication_window = seconds(10)});
  EXPECT_EQ(store->create_once(kScope, "m-1", task("one"), kStart), std::nullopt);
  EXPECT_EQ(store->create_once(kScope, "m-1", task("two"), kStart + seconds(9)), "one");
  EXPECT_EQ(store->create_once({"fight", "somebody"}, "m-1", task("three"), kStart), std::nullopt);
  ASSERT_TRUE(store->append("one", {status(TaskState::kCompleted)}, kStart));
  EXPECT_EQ(store->create_once(kScope, "m-1", task("four"), kStart + seconds(10)), std::nullopt);
  EXPECT_EQ(store->size(), 3U);
  EXPECT_FALSE(store->claim_run("one")) << "its maker has it";
  EXPECT_FALSE(store->get(kScope, "two"));
}

TEST_P(StoreContract, AMessageWhoseTaskFoundNoRoomIsNotRemembered) {
  auto store = make({.tasks_max = 1});
  ASSERT_TRUE(store->create(kScope, task("one"), kStart));
  EXPECT_EQ(store->create_once(kScope, "m-1", task("two"), kStart).error().code, ErrorCode::kInternal);
  ASSERT_TRUE(store->append("one", {status(TaskState::kCompleted)}, kStart));
  EXPECT_EQ(store->create_once(kScope, "m-1", task("three"), kStart), std::nullopt);
}

TEST_P(StoreContract, ForgetsEndedTasksAfterRetentionOnly) {
  auto store = make({.retention = seconds(60)});
  ASSERT_TRUE(store->create(kScope, task("ended"), kStart));
  ASSERT_TRUE(store->create(kScope, task("running"), kStart));
  ASSERT_TRUE(store->append("ended", {status(TaskState::kCompleted)}, kStart));
  store->expire(kStart + seconds(59));
  EXPECT_TRUE(store->get(kScope, "ended"));
  store->expire(kStart + seconds(60));
  EXPECT_FALSE(store->get(kScope, "ended"));
  EXPECT_TRUE(store->get(kScope, "running"));
}

TEST_P(StoreContract, MakesRoomByForgettingTheOldestEndedTaskNeverARunningOne) {
  auto store = make({.tasks_max = 2});
  ASSERT_TRUE(store->create(kScope, task("ended"), kStart));
  ASSERT_TRUE(store->create(kScope, task("running"), kStart));
  ASSERT_TRUE(store->append("ended", {status(TaskState::kFailed)}, kStart));
  EXPECT_TRUE(store->create(kScope, task("new"), kStart));
  EXPECT_FALSE(store->get(kScope, "ended"));
  EXPECT_EQ(store->create(kScope, task("newer"), kStart).error().code, ErrorCode::kInternal);
  EXPECT_EQ(store->size(), 2U);
}

TEST_P(StoreContract, BoundsRememberedContexts) {
  auto store = make({.contexts_max = 2});
  for (const char* name : {"one", "two", "three"}) store->link_context(kScope, name, "up");
  EXPECT_EQ(store->upstream_context(kScope, "one"), "");
  EXPECT_EQ(store->upstream_context(kScope, "three"), "up");
}

TEST_P(StoreContract, IsSafeFromManyThreads) {
  auto store = make();
  ASSERT_TRUE(store->create(kScope, task("t"), kStart));
  {
    std::vector<std::jthread> writers;
    for (int writer = 0; writer < 4; ++writer) {
      writers.emplace_back([&store, writer] {
        for (int i = 0; i < 100; ++i) {
          EXPECT_TRUE(store->append("t", {artifact(std::to_string(writer), "x")}, kStart));
          EXPECT_TRUE(store->get(kScope, "t"));
        }
      });
    }
  }
  EXPECT_EQ(store->get(kScope, "t")->version, 400U);
}

std::unique_ptr<Store> make_durable(StoreLimits limits, const std::string& file) {
  return std::move(*SqliteStore::open({.path = file}, limits, kStart));
}

std::unique_ptr<Store> make_sealed(StoreLimits limits, const std::string& file) {
  const LedgerKey key{"k1", std::vector<std::uint8_t>(32, 7)};
  return std::move(*SqliteStore::open({.path = file, .keys = {key}}, limits, kStart));
}

INSTANTIATE_TEST_SUITE_P(Stores, StoreContract,
                         testing::Values(Implementation::in_memory(), Implementation{"Durable", make_durable},
                                         Implementation{"Sealed", make_sealed},
                                         Implementation::archiving("Archiving")),
                         [](const auto& parameter) { return parameter.param.name; });

}  // namespace

}  // namespace schemagate
