// Tasks that have ended are read from the ledger's file when somebody asks for them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <future>
#include <iterator>
#include <latch>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "held_writer.h"
#include "ledger_fixture.h"

namespace schemagate {

namespace {

using a2a::ErrorCode;
using a2a::TaskState;
using schemagate::store::PushGivenUp;
using schemagate::store::TaskRecord;
using testing::ElementsAre;
using testing::HasSubstr;

class Archive : public LedgerTest {
 protected:
  Archive() { options_.cache_bytes_max = 0; }

  void add_ended(const std::string& id, const std::string& text = "1") {
    ASSERT_TRUE(store_->create(kScope, task(id), now_));
    ASSERT_TRUE(store_->append(id, {artifact("a", text), status(TaskState::kCompleted, "done")}, now_));
    ASSERT_TRUE(durable(*store_));
  }
  bool is_in_memory(const std::string& id) const { return store_.itself().get(kScope, id).ready(); }
};

// Holds the thread that reads until it is released: an observer that blocks, which none may.
class HeldReader {
 public:
  HeldReader(const WaitingStore<schemagate::store::SqliteStore>& store, const std::string& id) {
    store.itself().get(kScope, id).then([latches = latches_](const a2a::Result<TaskRecord>&) {
      latches->held.count_down();
      latches->released.wait();
    });
    latches_->held.wait();
  }
  void release() { latches_->released.count_down(); }

 private:
  struct Latches {
    std::latch held{1};
    std::latch released{1};
  };
  const std::shared_ptr<Latches> latches_ = std::make_shared<Latches>();
};

// What somebody who waits is told.
class Told {
 public:
  explicit Told(schemagate::store::Deferred<TaskRecord> asked) {
    asked.then([result = result_](const a2a::Result<TaskRecord>& record) {
      result->set_value(record ? "found" : record.error().message);
    });
  }
  std::string get() { return told_.get(); }
  bool is_told() const { return told_.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }

 private:
  std::shared_ptr<std::promise<std::string>> result_ = std::make_shared<std::promise<std::string>>();
  std::future<std::string> told_ = result_->get_future();
};

TEST_F(Archive, ATaskThatHasEndedIsReadAsItWas) {
  open();
  const object_schemas::ContractReference contract{.schema = "s", .skill_id = "fight", .digest = "d"};
  ASSERT_TRUE(store_->create(kScope, store::NewTask{.task = task("t"), .accepted_under = contract}, now_));
  store_->link_upstream("t", {"up", "upc"});
  ASSERT_TRUE(store_->append("t", {artifact("a", "1"), status(TaskState::kCompleted, "done")}, now_));
  const auto before = store_->get(kScope, "t");
  ASSERT_TRUE(durable(*store_));
  for (const bool restarted : {false, true}) {
    if (restarted) reopen();
    EXPECT_FALSE(is_in_memory("t"));
    const auto after = store_->get(kScope, "t");
    ASSERT_TRUE(after) << after.error().message;
    EXPECT_EQ(after->task, before->task);
    EXPECT_EQ(after->accepted_under, contract);
    EXPECT_EQ(after->upstream, (store::UpstreamIds{"up", "upc"}));
    EXPECT_EQ(after->version, 2U);
    EXPECT_EQ(store_->state(kScope, "t"), TaskState::kCompleted);
    const auto tail = store_->events_after(kScope, "t", 1, 10);
    EXPECT_THAT(*tail, ElementsAre(kept_for("t", status(TaskState::kCompleted, "done"))));
    EXPECT_THAT(*store_->events_after(kScope, "t", 0, 1), ElementsAre(kept_for("t", artifact("a", "1"))));
    EXPECT_TRUE(store_->events_after(kScope, "t", 2, 10)->empty());
    EXPECT_EQ(store_->get({"fight", "somebody"}, "t").error().code, ErrorCode::kTaskNotFound);
  }
}

TEST_F(Archive, ATaskThatHasJustEndedIsStillInMemory) {
  options_.cache_bytes_max = 1 << 20;
  open();
  add_ended("t");
  EXPECT_TRUE(is_in_memory("t"));
  reopen();
  EXPECT_FALSE(is_in_memory("t"));
  EXPECT_TRUE(store_->get(kScope, "t"));
  EXPECT_TRUE(is_in_memory("t")) << "and so is one that was just read";
}

TEST_F(Archive, ATaskThatGoesOnIsNeverReadAgain) {
  open();
  add_ended("ended");
  ASSERT_TRUE(store_->create(kScope, task("working"), now_));
  ASSERT_TRUE(store_->append("working", {status(TaskState::kInputRequired, "what?")}, now_));
  reopen();
  EXPECT_TRUE(is_in_memory("working"));
  EXPECT_FALSE(is_in_memory("ended"));
}

TEST_F(Archive, AListHasTasksFromMemoryAndFromTheFile) {
  open();
  for (const char* id : {"a", "b", "c"}) add_ended(id);
  ASSERT_TRUE(store_->create(kScope, task("d"), now_));
  reopen();
  auto page = store_->list(kScope, {.history_max = 5, .artifacts = true});
  ASSERT_TRUE(page);
  ASSERT_EQ(page->tasks.size(), 4U);
  EXPECT_EQ(page->tasks[0].id, "d");
  EXPECT_EQ(page->tasks[3], store_->get(kScope, "a")->task);
  EXPECT_TRUE(store_.itself().list(kScope, {.state = TaskState::kSubmitted}).ready());
  EXPECT_FALSE(store_.itself().list(kScope, {.state = TaskState::kCompleted}).ready());
}

TEST_F(Archive, WhatIsReadForAListDoesNotPushOutWhatIsPolled) {
  open();
  for (const char* id : {"a", "b"}) add_ended(id);
  options_.cache_bytes_max = 1 << 20;
  reopen();
  EXPECT_EQ(store_->list(kScope, {})->tasks.size(), 2U);
  EXPECT_FALSE(is_in_memory("a"));
}

// One page is not made of any amount of reading.
TEST_F(Archive, APageReadsOnlySoManyBytesButOneTaskAlways) {
  open();
  limits_.task_bytes_max = 32 << 20;
  reopen();
  for (const char* id : {"a", "b"}) add_ended(id, std::string(17 << 20, 'x'));
  const auto page = store_->list(kScope, {});
  ASSERT_TRUE(page);
  EXPECT_EQ(page->tasks.size(), 1U);
  EXPECT_EQ(page->total, 2U);
  EXPECT_EQ(store_->list(kScope, {.cursor = page->next_cursor})->tasks.at(0).id, "a");
}

TEST_F(Archive, ANoteForATaskThatHasEndedIsThereAtOnceAndAfterARestart) {
  open();
  add_ended("t");
  Told told = [this] {
    const HeldWriter held(*store_);
    EXPECT_TRUE(store_->append("t", {PushGivenUp{"hook", "then", "because"}}, now_));
    Told waits(store_.itself().get(kScope, "t"));
    EXPECT_FALSE(waits.is_told()) << "what the file says is not the latest";
    return waits;
  }();
  EXPECT_EQ(told.get(), "found");
  for (const bool restarted : {false, true}) {
    if (restarted) reopen();
    const auto record = store_->get(kScope, "t");
    EXPECT_EQ(record->version, 3U);
    EXPECT_THAT(record->task.metadata.text, HasSubstr("because"));
  }
  ASSERT_TRUE(store_->append("t", {PushGivenUp{"hook2", "then", "again"}}, now_));
  ASSERT_TRUE(durable(*store_));
  EXPECT_EQ(store_->get(kScope, "t")->version, 4U) << "the log has no gap";
}

TEST_F(Archive, ADamagedTaskIsAnErrorForItsClientAndLeftOutOfListsAndToldToTheOperatorOnce) {
  schemagate::store::Guarded<std::vector<std::string>> health;
  options_.on_health = [&health](const a2a::Result<void>& told) {
    health.with([&told](auto& all) { all.push_back(told ? "works" : told.error().message); });
  };
  open();
  for (const char* id : {"bad", "gap", "good"}) add_ended(id);
  run_sql(
      "UPDATE log SET payload = x'0103ff' WHERE version = 1 AND task = 1;"
      "DELETE FROM log WHERE version = 1 AND task = (SELECT number FROM tasks WHERE id = 'gap')");
  open();
  for (const char* id : {"bad", "gap"}) {
    const auto damaged = store_->get(kScope, id);
    ASSERT_FALSE(damaged) << id;
    EXPECT_EQ(damaged.error().code, ErrorCode::kInternal);
    EXPECT_THAT(damaged.error().message, HasSubstr("ask the gateway's operator"));
    EXPECT_EQ(store_->events_after(kScope, id, 0, 10).error().code, ErrorCode::kInternal);
  }
  const auto list = store_->list(kScope, {.artifacts = true});
  ASSERT_TRUE(list);
  ASSERT_EQ(list->tasks.size(), 1U) << "others are shown";
  EXPECT_EQ(list->tasks[0], store_->get(kScope, "good")->task);
  EXPECT_EQ(list->changed_by.size(), 1U);
  EXPECT_EQ(list->total, 3U);
  EXPECT_EQ(store_->unreadable_tasks(), 2U);
  EXPECT_THAT(health.with([](const auto& all) { return all; }),
              ElementsAre(testing::AllOf(HasSubstr(options_.path), HasSubstr("is damaged")),
                          HasSubstr("lacks its version 1")));
  store_->expire(now_ + limits_.retention);
  EXPECT_EQ(store_->unreadable_tasks(), 0U) << "they are gone";
}

TEST_F(Archive, DamagedTasksAreCountedUpToAThousand) {
  open();
  add_ended("t");
  run_sql(
      "INSERT INTO tasks SELECT 10 + value, 'lost-' || value, agent, owner, created_at, ended_at, '', '', "
      "context, state, status_time, bytes, versions, NULL FROM tasks, "
      "(WITH RECURSIVE numbers(value) AS (SELECT 0 UNION ALL SELECT value + 1 FROM numbers WHERE value < "
      "1000) "
      "SELECT value FROM numbers)");
  open();
  for (int i = 0; i <= 1'000; ++i) EXPECT_FALSE(store_->get(kScope, "lost-" + std::to_string(i)));
  EXPECT_EQ(store_->unreadable_tasks(), 1'000U);
}

TEST_F(Archive, ALogOfAnotherTaskIsRefused) {
  open();
  for (const char* id : {"a", "b"}) add_ended(id);
  run_sql(
      "UPDATE log SET payload = (SELECT payload FROM log WHERE version = 0 ORDER BY number DESC LIMIT 1) "
      "WHERE version = 0 AND task = 1");
  open();
  EXPECT_EQ(store_->get(kScope, "a").error().code, ErrorCode::kInternal);
}

TEST_F(Archive, ARowThatMakesNoSenseIsRefusedWhenTheLedgerIsOpened) {
  for (const char* nonsense : {"state = 2", "state = 99", "state = -1", "versions = -1", "bytes = -1",
                               "status_time = -1", "versions = 5000000000"}) {
    std::filesystem::remove(options_.path);
    open();
    add_ended("t");
    run_sql(std::string("UPDATE tasks SET ") + nonsense);
    const auto opened = try_open();
    ASSERT_FALSE(opened) << nonsense;
    EXPECT_THAT(opened.error().message, HasSubstr("row of task number 1 is damaged")) << nonsense;
  }
}

TEST_F(Archive, AContextIsKnownAfterItsLastTaskHasEndedOverARestart) {
  limits_.retention = std::chrono::seconds(10);
  limits_.context_retention = std::chrono::seconds(160);
  open();
  ASSERT_TRUE(store_->create(kScope, task("t"), now_));
  store_->link_context(kScope, "c-t", "up", now_);
  now_ += std::chrono::seconds(140);
  ASSERT_TRUE(store_->append("t", {status(TaskState::kCompleted, "done")}, now_));
  reopen(std::chrono::seconds(159));
  store_->expire(now_);
  EXPECT_FALSE(store_->get(kScope, "t"));
  ASSERT_TRUE(durable(*store_));
  EXPECT_EQ(value_of("SELECT count(*) FROM contexts"), "1");
  reopen(std::chrono::seconds(1));
  store_->expire(now_);
  EXPECT_EQ(store_->upstream_context(kScope, "c-t", now_), "");
  EXPECT_EQ(value_of("SELECT count(*) FROM contexts"), "0");
}

TEST_F(Archive, ATaskThatIsForgottenWhileItIsWaitedForIsNotFound) {
  open();
  for (const char* id : {"a", "b"}) add_ended(id);
  HeldReader held(store_, "a");
  Told told(store_.itself().get(kScope, "b"));
  auto page = store_.itself().list(kScope, {});
  store_->expire(now_ + limits_.retention);
  held.release();
  EXPECT_EQ(told.get(), "no task with the id b");
  EXPECT_TRUE(page.wait());
  EXPECT_EQ(store_->size(), 0U);
}

TEST_F(Archive, OnlySoManyReadsWait) {
  options_.reads_max = 2;
  open();
  add_ended("t");
  HeldReader held(store_, "t");
  std::vector<Told> waiting;
  for (int i = 0; i < 3; ++i) waiting.emplace_back(store_.itself().get(kScope, "t"));
  EXPECT_TRUE(waiting[2].is_told());
  EXPECT_EQ(waiting[2].get(), "the ledger is busy reading earlier tasks; try again later");
  held.release();
  EXPECT_EQ(waiting[0].get(), "found");
  EXPECT_EQ(waiting[1].get(), "found");
}

TEST_F(Archive, WhoeverWaitsWhenItClosesIsTold) {
  open();
  add_ended("t");
  HeldReader held(store_, "t");
  std::vector<Told> waiting;
  for (int i = 0; i < 3; ++i) waiting.emplace_back(store_.itself().get(kScope, "t"));
  auto page = store_.itself().list(kScope, {});
  std::future<void> closed = std::async(std::launch::async, [this] { store_->close(); });
  held.release();
  closed.wait();
  for (Told& one : waiting) EXPECT_THAT(one.get(), testing::AnyOf("found", HasSubstr("shutting down")));
  EXPECT_THAT(page.wait().error().message, HasSubstr("shutting down"));
  EXPECT_THAT(store_->get(kScope, "t").error().message, HasSubstr("shutting down"));
}

TEST_F(Archive, ReadsWhileItWrites) {
  open();
  for (int i = 0; i < 20; ++i) add_ended("t" + std::to_string(i), std::string(5'000, 'x'));
  std::atomic<int> wrong = 0;
  {
    std::vector<std::jthread> threads;
    for (int reader = 0; reader < 3; ++reader) {
      threads.emplace_back([this, &wrong] {
        for (int i = 0; i < 100; ++i) {
          const std::string id = "t" + std::to_string(i % 20);
          const auto record = store_->get(kScope, id);
          if (!record || record->task.artifacts.size() != 1) ++wrong;
          if (!store_->list(kScope, {.tasks_max = 3})) ++wrong;
        }
      });
    }
    threads.emplace_back([this] {
      for (int i = 20; i < 120; ++i) add_ended("t" + std::to_string(i), std::string(5'000, 'y'));
    });
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(store_->size(), 120U);
}

// Two connections of this process share the file; nobody else gets in, also not to read.
TEST_F(Archive, AnotherProcessIsRefusedAsLongAsTheLedgerIsOpen) {
  int go[2];
  ASSERT_EQ(::pipe(go), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    char byte = 0;
    (void)!::read(go[0], &byte, 1);
    auto database = schemagate::store::sqlite::Database::open(options_.path);
    const auto read = database ? database->value_of("SELECT count(*) FROM tasks")
                               : schemagate::store::sqlite::Result<std::string>("not opened");
    ::_exit(!read && read.error().cause == schemagate::store::sqlite::Cause::kLocked ? 0 : 1);
  }
  open();
  add_ended("t");
  ASSERT_TRUE(store_->get(kScope, "t"));
  ASSERT_EQ(::write(go[1], "x", 1), 1);
  int verdict = 0;
  ::waitpid(child, &verdict, 0);
  ASSERT_TRUE(WIFEXITED(verdict));
  EXPECT_EQ(WEXITSTATUS(verdict), 0);
  EXPECT_TRUE(store_->get(kScope, "t"));
}

TEST_F(Archive, SaysThatItWasClosedInOrderUnlessSomethingIsMissing) {
  open();
  add_ended("t");
  EXPECT_EQ(value_of("SELECT count(*) FROM clean_stop"), "1");
  open();
  ASSERT_TRUE(store_->create(kScope, task("u"), now_));
  ASSERT_TRUE(durable(*store_));
  const std::string copy = folder_.file("copy");
  std::filesystem::copy_file(options_.path, copy);
  close();
  auto database = schemagate::store::sqlite::Database::open(copy);
  ASSERT_TRUE(database);
  EXPECT_EQ(*database->value_of("SELECT count(*) FROM clean_stop"), "0") << "as after a crash";
}

}  // namespace

}  // namespace schemagate
