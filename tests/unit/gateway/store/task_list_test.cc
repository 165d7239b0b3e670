// What a list of tasks shows, on every implementation of Store: A2A v1.0.1 ListTasks, from the ledger.
#include "gateway/store/task_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gateway/store/sqlite_store.h"
#include "gateway/store/task_index.h"
#include "implementation.h"
#include "task_values.h"
#include "temporary_folder.h"
#include "waiting_store.h"

namespace schemagate {

namespace {

using a2a::TaskState;
using schemagate::store::SqliteStore;
using schemagate::store::Store;
using schemagate::store::StoreLimits;
using schemagate::store::TaskList;
using schemagate::store::TaskQuery;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// "2026-01-01T00:00:07.000Z"
std::string second(int n) {
  return "2026-01-01T00:00:" + std::string(n < 10 ? "0" : "") + std::to_string(n) + ".000Z";
}

schemagate::store::TaskEvent status_at(TaskState state, int n) {
  return a2a::TaskStatusUpdate{.status = {.state = state, .timestamp = second(n)}};
}

class TaskListContract : public testing::TestWithParam<Implementation> {
 protected:
  void open(StoreLimits limits = {}) {
    store_.reset();
    store_ = {GetParam().make(limits, folder_.file("ledger")), GetParam().settles};
  }
  void SetUp() override { open(); }

  void add(const std::string& id, int n, const std::string& context = "c",
           const schemagate::store::Scope& scope = kScope) {
    a2a::Task made = task(id);
    made.context_id = context;
    made.status.timestamp = second(n);
    made.history = {{.message_id = "m-1"}, {.message_id = "m-2"}};
    ASSERT_TRUE(store_->create(scope, std::move(made), kStart));
  }
  TaskList list(const TaskQuery& query = {}, const schemagate::store::Scope& scope = kScope) const {
    auto listed = store_->list(scope, query);
    EXPECT_TRUE(listed);
    return listed ? std::move(*listed) : TaskList{};
  }
  std::vector<std::string> ids(const TaskQuery& query = {}) const {
    std::vector<std::string> ids;
    for (const a2a::Task& one : list(query).tasks) ids.push_back(one.id);
    return ids;
  }

  const TemporaryFolder folder_;
  WaitingStore<> store_;
};

TEST_P(TaskListContract, ShowsTheLatestStatusFirst) {
  add("a", 1);
  add("b", 2);
  add("c", 3);
  EXPECT_THAT(ids(), ElementsAre("c", "b", "a"));
  ASSERT_TRUE(store_->append("a", {status_at(TaskState::kWorking, 9)}, kStart));
  EXPECT_THAT(ids(), ElementsAre("a", "c", "b"));
}

TEST_P(TaskListContract, ShowsNothingOfOtherOwnersAndAgents) {
  add("mine", 1);
  add("foreign", 2, "c", {"fight", "somebody"});
  add("elsewhere", 3, "c", {"other", "anonymous"});
  EXPECT_THAT(ids(), ElementsAre("mine"));
  EXPECT_EQ(list().total, 1U);
  EXPECT_THAT(list({}, {"nobody", "anonymous"}).tasks, IsEmpty());
}

TEST_P(TaskListContract, GoesOnBehindTheCursor) {
  for (int n = 0; n < 5; ++n) add("t" + std::to_string(n), n / 2);  // with equal instants
  std::vector<std::string> seen;
  TaskQuery query{.tasks_max = 2};
  for (int page = 0; page < 3; ++page) {
    const TaskList listed = list(query);
    EXPECT_EQ(listed.total, 5U);
    EXPECT_THAT(listed.tasks, SizeIs(page == 2 ? 1 : 2));
    for (const a2a::Task& one : listed.tasks) seen.push_back(one.id);
    EXPECT_EQ(listed.next_cursor.empty(), page == 2);
    query.cursor = listed.next_cursor;
  }
  EXPECT_THAT(seen, ElementsAre("t4", "t3", "t2", "t1", "t0"));
}

TEST_P(TaskListContract, EndsExactlyAtAFullPage) {
  add("a", 1);
  add("b", 2);
  EXPECT_EQ(list({.tasks_max = 2}).next_cursor, "");
}

TEST_P(TaskListContract, FiltersAndCountsWhatIsLeft) {
  add("a", 1, "one");
  add("b", 2, "two");
  add("c", 3, "one");
  ASSERT_TRUE(store_->append("c", {status_at(TaskState::kWorking, 4)}, kStart));
  EXPECT_THAT(ids({.context_id = "one"}), ElementsAre("c", "a"));
  EXPECT_THAT(ids({.state = TaskState::kWorking}), ElementsAre("c"));
  EXPECT_THAT(ids({.status_from = second(2)}), ElementsAre("c", "b")) << "that instant itself counts";
  const TaskList page = list({.context_id = "one", .tasks_max = 1});
  EXPECT_EQ(page.total, 2U);
  EXPECT_THAT(ids({.context_id = "one", .cursor = page.next_cursor}), ElementsAre("a"));
}

TEST_P(TaskListContract, ShowsHistoryAndArtifactsOnlyWhenAsked) {
  add("a", 1);
  ASSERT_TRUE(store_->append("a", {artifact("x", "1")}, kStart));
  EXPECT_THAT(list().tasks[0].artifacts, IsEmpty());
  EXPECT_THAT(list().tasks[0].history, IsEmpty());
  EXPECT_THAT(list({.artifacts = true}).tasks[0].artifacts, SizeIs(1));
  const a2a::Task latest = list({.history_max = 1}).tasks[0];
  ASSERT_THAT(latest.history, SizeIs(1));
  EXPECT_EQ(latest.history[0].message_id, "m-2");
}

TEST_P(TaskListContract, APageHoldsOnlySoManyBytesButOneTaskAlways) {
  for (const std::string id : {"a", "b"}) {
    add(id, 1);
    ASSERT_TRUE(store_->append(id, {artifact("x", std::string(1'000, 'x'))}, kStart));
  }
  const TaskList page = list({.bytes_max = 500, .artifacts = true});
  EXPECT_THAT(page.tasks, SizeIs(1));
  EXPECT_NE(page.next_cursor, "");
  EXPECT_THAT(list({.bytes_max = 500}).tasks, SizeIs(2)) << "nothing large is shown";
}

TEST_P(TaskListContract, ForgetsWhatTheStoreForgets) {
  open({.tasks_max = 2});
  add("a", 1);
  ASSERT_TRUE(store_->append("a", {status_at(TaskState::kCompleted, 2)}, kStart));
  add("b", 3);
  add("c", 4);
  EXPECT_THAT(ids(), ElementsAre("c", "b"));
  EXPECT_EQ(list().total, 2U);
}

TEST_P(TaskListContract, RefusesACursorThatNoListGave) {
  for (const std::string cursor :
       {"x", ".", "1", "1.", ".1", "1.2.3", "1.g", "-1.1", "fffffffffffffffff.1"}) {
    const auto listed = store_->list(kScope, {.cursor = cursor});
    ASSERT_FALSE(listed) << cursor;
    EXPECT_EQ(listed.error().code, a2a::ErrorCode::kInvalidParams);
    EXPECT_EQ(listed.error().violations.at(0).field, "pageToken");
  }
}

TEST_P(TaskListContract, FiltersTogether) {
  add("a", 1, "one");
  add("b", 2, "one");
  add("c", 3, "two");
  for (const char* id : {"b", "c"})
    ASSERT_TRUE(store_->append(id, {status_at(TaskState::kWorking, 5)}, kStart));
  const TaskQuery query{.context_id = "one", .state = TaskState::kWorking, .status_from = second(5)};
  EXPECT_THAT(ids(query), ElementsAre("b"));
  EXPECT_EQ(list(query).total, 1U);
  EXPECT_EQ(list({.context_id = "one", .status_from = second(2)}).total, 1U);
  EXPECT_EQ(list({.state = TaskState::kSubmitted, .status_from = second(2)}).total, 0U);
  EXPECT_EQ(list({.context_id = "one", .state = TaskState::kCompleted}).total, 0U);
  EXPECT_THAT(ids({.context_id = "two", .state = TaskState::kWorking}), ElementsAre("c"));
  EXPECT_EQ(list({.context_id = "two", .state = TaskState::kSubmitted}).total, 0U);
  EXPECT_EQ(list({.context_id = "three"}).total, 0U);
  EXPECT_EQ(list({.status_from = second(6)}).total, 0U);
}

TEST_P(TaskListContract, FiltersTogetherPageByPage) {
  for (int n = 0; n < 6; ++n) add("t" + std::to_string(n), n);
  for (const char* id : {"t0", "t2", "t4"})
    ASSERT_TRUE(store_->append(id, {status_at(TaskState::kWorking, 9)}, kStart));
  TaskQuery query{.context_id = "c", .state = TaskState::kWorking, .tasks_max = 2};
  const TaskList page = list(query);
  EXPECT_EQ(page.total, 3U);
  EXPECT_THAT(ids(query), ElementsAre("t4", "t2"));
  query.cursor = page.next_cursor;
  EXPECT_THAT(ids(query), ElementsAre("t0"));
  EXPECT_EQ(list(query).total, 3U);
  EXPECT_THAT(ids({.context_id = "c"}), ElementsAre("t4", "t2", "t0", "t5", "t3", "t1"));
}

TEST_P(TaskListContract, FindsWhatIsFarDown) {
  add("deep", 0, "wanted");
  for (int n = 0; n < 2'500; ++n) add("t" + std::to_string(n), 1);
  const TaskList found = list({.context_id = "wanted"});
  ASSERT_THAT(found.tasks, SizeIs(1));
  EXPECT_EQ(found.tasks[0].id, "deep");
  EXPECT_EQ(found.total, 1U);
  EXPECT_EQ(list().total, 2'501U);
  const TaskQuery both{.context_id = "c", .state = TaskState::kSubmitted, .tasks_max = 1};
  EXPECT_EQ(list(both).total, 2'500U);
}

std::unique_ptr<Store> on_disk(StoreLimits limits, const std::string& file) {
  auto opened = SqliteStore::open({.path = file}, limits, kStart);
  EXPECT_TRUE(opened) << opened.error().message;
  return opened ? std::move(*opened) : nullptr;
}

INSTANTIATE_TEST_SUITE_P(Every, TaskListContract,
                         testing::Values(Implementation::in_memory(), Implementation{"Durable", on_disk},
                                         Implementation::archiving("Archiving")),
                         [](const auto& test) { return test.param.name; });

// A ledger keeps positions: it outlives the program that wrote it.
TEST(ListPosition, IsTheDigitsOfTheTime) {
  EXPECT_EQ(store::position_of("2026-01-02T03:04:05.678Z", 7).timestamp, 20'260'102'030'405'678U);
  EXPECT_EQ(store::position_of("2026-01-02T03:04:05.678901Z", 7).timestamp, 202'601'020'304'056'789U);
  EXPECT_EQ(store::position_of("", 7).timestamp, 0U);
}

// Every filter goes by an index: a page of a large context costs the page.
TEST(TaskIndex, AContextAndAStateTogetherAreNoScan) {
  constexpr std::size_t kOthers = 2'500;
  store::TaskIndex index;
  std::vector<store::ListedTask> tasks(kOthers + 2);
  for (std::size_t n = 0; n < tasks.size(); ++n) {
    tasks[n].position = {.timestamp = n, .number = 1};
    tasks[n].context = index.hash_of("c");
    tasks[n].state = n < kOthers ? TaskState::kCompleted : TaskState::kWorking;
    tasks[n].content = std::make_unique<store::TaskContent>();
    index.add(kScope, tasks[n]);
  }
  const auto list = [&](TaskState state) {
    auto listing = *store::TaskListing::start({.context_id = "c", .state = state, .tasks_max = 2});
    index.list(kScope, listing);
    return listing;
  };
  auto working = list(TaskState::kWorking);
  EXPECT_EQ(working.reached(), tasks[kOthers].position) << "nothing else was looked at";
  EXPECT_EQ(working.finish().total, 2U);
  auto completed = list(TaskState::kCompleted);
  EXPECT_EQ(completed.reached(), tasks[kOthers - 3].position) << "one more than the page";
  EXPECT_EQ(completed.finish().total, kOthers);
  for (const store::ListedTask& one : tasks) index.remove(one);
}

// A cursor is a position, not a place in this process' memory.
TEST(TaskListOnDisk, ACursorSurvivesARestart) {
  const TemporaryFolder folder;
  std::string cursor;
  {
    const WaitingStore<> store = on_disk({}, folder.file("ledger"));
    for (const std::string id : {"a", "b", "c"}) ASSERT_TRUE(store->create(kScope, task(id), kStart));
    cursor = store->list(kScope, {.tasks_max = 1})->next_cursor;
  }
  const WaitingStore<> store = on_disk({}, folder.file("ledger"));
  const auto rest = store->list(kScope, {.cursor = cursor});
  ASSERT_TRUE(rest);
  ASSERT_THAT(rest->tasks, SizeIs(2));
  EXPECT_EQ(rest->tasks[0].id, "b");
  EXPECT_EQ(rest->tasks[1].id, "a");
}

}  // namespace

}  // namespace schemagate
