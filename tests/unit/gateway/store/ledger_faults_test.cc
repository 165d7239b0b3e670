// A ledger that cannot write says so to everybody who waits, takes nothing more, goes on reading, and
// recovers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

#include "gateway/store/guarded.h"
#include "gateway/store/not_written.h"
#include "ledger_fixture.h"

namespace schemagate {

namespace {

using a2a::ErrorCode;
using a2a::TaskState;
using schemagate::store::Guarded;
using testing::HasSubstr;

constexpr const char* kFull =
    "the ledger cannot be written: the disk, or the space that it may take, is full";

class LedgerFaults : public LedgerTest {
 protected:
  LedgerFaults() {
    options_.on_health = [this](const a2a::Result<void>& health) {
      health_.with([&health](auto& told) { told.push_back(health ? "works" : health.error().message); });
    };
  }

  std::vector<std::string> health() const {
    return health_.with([](const auto& told) { return told; });
  }

  // Appends until the file has reached its limit; returns what the last one was told.
  a2a::Result<void> fill(const std::string& id) {
    a2a::Result<void> done;
    for (int i = 0; done && i < 1'000; ++i) {
      done = store_->append(id, {artifact("a", std::string(10'000, 'x'))}, now_);
      if (done) done = durable(*store_);
    }
    return done;
  }

  Guarded<std::vector<std::string>> health_;
};

TEST_F(LedgerFaults, AFullDiskIsToldToWhoeverWaits) {
  options_.file_bytes_max = 200'000;
  open();
  ASSERT_TRUE(store_->create(kScope, task("t"), now_));
  const auto told = fill("t");
  ASSERT_FALSE(told);
  EXPECT_EQ(told.error().code, ErrorCode::kInternal);
  EXPECT_THAT(told.error().message, HasSubstr(kFull));
  EXPECT_THAT(told.error().message, testing::Not(HasSubstr(folder_.path().string()))) << "not for clients";
  EXPECT_FALSE(store_->health());
  EXPECT_EQ(durable(*store_).error(), told.error()) << "who asks later is told at once";
  EXPECT_EQ(health().front(), told.error().message);
}

TEST_F(LedgerFaults, WhileItCannotWriteItTakesNothingAndGoesOnReading) {
  options_.file_bytes_max = 200'000;
  open();
  ASSERT_TRUE(store_->create(kScope, task("t"), now_));
  ASSERT_FALSE(fill("t"));
  EXPECT_THAT(store_->create(kScope, task("u"), now_).error().message, HasSubstr(kFull));
  EXPECT_THAT(store_->append("t", {status(TaskState::kWorking)}, now_).error().message, HasSubstr(kFull));
  const auto record = store_->get(kScope, "t");
  ASSERT_TRUE(record);
  const auto shown = store_->events_after(kScope, "t", 0, 1'000);
  EXPECT_EQ(shown->size() + 1, record->version) << "what could not be written is not shown";
  const auto list = store_->list(kScope, {});
  ASSERT_EQ(list->tasks.size(), 1U);
  EXPECT_FALSE(store_->durable(list->changed_by[0])) << "its latest change could not be written";
  store_->link_upstream("t", {"up", "upc"});
  EXPECT_EQ(store_->get(kScope, "t")->upstream.task_id, "up");
}

TEST_F(LedgerFaults, WhatWasSafeBeforeIsStillListed) {
  options_.file_bytes_max = 200'000;
  open();
  for (const char* id : {"t", "u"}) ASSERT_TRUE(store_->create(kScope, task(id), now_));
  ASSERT_TRUE(store_->put_push(kScope, "u", {.config = {.id = "hook", .url = "https://x/"}}, 0));
  ASSERT_TRUE(durable(*store_));
  ASSERT_FALSE(fill("t"));
  const auto list = store_->list(kScope, {});
  ASSERT_EQ(list->tasks.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_EQ(store_->durable(list->changed_by[i]).has_value(), list->tasks[i].id == "u");
  const auto pushes = store_.itself().pushes(kScope, "u").wait();
  ASSERT_EQ(pushes->size(), 1U);
  EXPECT_TRUE(store_->durable(pushes->front().changed_by));
}

TEST_F(LedgerFaults, WritesAgainAsSoonAsThereIsRoom) {
  options_.file_bytes_max = 200'000;
  open();
  for (const char* id : {"old", "t"}) ASSERT_TRUE(store_->create(kScope, task(id), now_));
  ASSERT_TRUE(store_->append("old", {artifact("a", std::string(100'000, 'x'))}, now_));
  ASSERT_TRUE(store_->append("old", {status(TaskState::kCompleted)}, now_));
  ASSERT_FALSE(fill("t"));
  const auto version = store_->get(kScope, "t")->version;
  store_->expire(now_ + limits_.retention);
  while (!store_->health()) std::this_thread::yield();
  EXPECT_TRUE(durable(*store_));
  EXPECT_EQ(store_->events_after(kScope, "t", 0, 1'000)->size(), version) << "what was refused was kept";
  EXPECT_TRUE(store_->append("t", {status(TaskState::kWorking)}, now_));
  reopen();
  EXPECT_EQ(store_->get(kScope, "t")->version, version + 1);
  EXPECT_FALSE(store_->get(kScope, "old"));
  EXPECT_THAT(health(), testing::ElementsAre(HasSubstr(kFull), "works"));
}

TEST_F(LedgerFaults, WritesIntoNoFileThatWasMovedOrDeleted) {
  open();
  ASSERT_TRUE(store_->create(kScope, task("t"), now_));
  ASSERT_TRUE(durable(*store_));
  std::filesystem::rename(options_.path, options_.path + ".old");
  ASSERT_TRUE(store_->append("t", {status(TaskState::kWorking)}, now_));
  const auto told = durable(*store_);
  ASSERT_FALSE(told);
  EXPECT_THAT(told.error().message, HasSubstr("its file was moved or deleted"));
  std::filesystem::rename(options_.path + ".old", options_.path);
  while (!store_->health()) std::this_thread::yield();
  EXPECT_TRUE(durable(*store_));
  reopen();
  EXPECT_EQ(store_->get(kScope, "t")->task.status.state, TaskState::kWorking);
}

TEST_F(LedgerFaults, WhatIsWithdrawnIsNotThereOnceItWritesAgain) {
  options_.file_bytes_max = 200'000;
  open();
  a2a::Result<void> done;
  store::RunLease lease;
  for (int i = 0; done && i < 100; ++i) {
    a2a::Task large = task("t-" + std::to_string(i));
    large.history.push_back({.message_id = "m", .parts = {{.content = std::string(10'000, 'x')}}});
    const auto made = store_.itself().create(kScope, {.task = std::move(large)}, now_);
    ASSERT_TRUE(made) << made.error().message;
    lease = *made;
    done = durable(*store_);
  }
  ASSERT_FALSE(done);
  EXPECT_TRUE(store::is_not_written(done.error()));
  EXPECT_EQ(store_.itself().get_durable(kScope, lease.task_id).wait().error().code, ErrorCode::kTaskNotFound);
  store_.itself().withdraw(lease);
  while (!store_->health()) std::this_thread::yield();
  EXPECT_FALSE(store_->get(kScope, lease.task_id));
  EXPECT_TRUE(store_->get(kScope, "t-0"));
  reopen();
  EXPECT_FALSE(store_->get(kScope, lease.task_id));
  EXPECT_TRUE(store_->get(kScope, "t-0"));
}

TEST_F(LedgerFaults, WhatIsDurableOfATaskCanStillBeRead) {
  options_.file_bytes_max = 200'000;
  open();
  ASSERT_TRUE(store_->create(kScope, task("t"), now_));
  ASSERT_FALSE(fill("t"));
  const auto shown = store_.itself().get_durable(kScope, "t").wait();
  ASSERT_TRUE(shown);
  EXPECT_EQ(shown->version + 1, store_->get(kScope, "t")->version);
  EXPECT_EQ(store_.itself().get_durable({"fight", "somebody"}, "t").wait().error().code,
            ErrorCode::kTaskNotFound);
}

TEST_F(LedgerFaults, WhatWasNeverDurableIsNotThereAfterARestart) {
  options_.file_bytes_max = 200'000;
  open();
  ASSERT_TRUE(store_->create(kScope, task("t"), now_));
  ASSERT_FALSE(fill("t"));
  const auto version = store_->get(kScope, "t")->version;
  reopen();
  EXPECT_EQ(store_->get(kScope, "t")->version, version - 1);
}

TEST_F(LedgerFaults, ClosesAlsoWhileItCannotWrite) {
  options_.file_bytes_max = 200'000;
  options_.retry_min = options_.retry_max = std::chrono::hours(1);
  open();
  ASSERT_TRUE(store_->create(kScope, task("t"), now_));
  ASSERT_FALSE(fill("t"));
  store_->close();
  EXPECT_THAT(durable(*store_).error().message, HasSubstr("shutting down"));
}

// The system refuses to let the file grow, as a quota does. In a process of its own, for the limit stays.
int write_under_a_quota(const schemagate::store::LedgerOptions& options) {
  std::signal(SIGXFSZ, SIG_IGN);
  auto opened = schemagate::store::SqliteStore::open(options, {}, {});
  if (!opened) return 2;
  const WaitingStore store(std::move(*opened));
  if (!store->create(kScope, task("t"), kStart) || !durable(*store)) return 2;
  const rlimit quota{300'000, 300'000};
  ::setrlimit(RLIMIT_FSIZE, &quota);
  for (int i = 0; i < 100; ++i) {
    (void)store->append("t", {artifact("a", std::string(10'000, 'x'))}, kStart);
    const auto told = durable(*store);
    if (!told) return told.error().message.contains("the ledger cannot be written") ? 0 : 3;
  }
  return 4;
}

TEST_F(LedgerFaults, AnErrorOfTheDeviceIsTold) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(write_under_a_quota(options_));
  int verdict = 0;
  ::waitpid(child, &verdict, 0);
  ASSERT_TRUE(WIFEXITED(verdict));
  EXPECT_EQ(WEXITSTATUS(verdict), 0);
  open();
  const auto record = store_->get(kScope, "t");
  ASSERT_TRUE(record);
  EXPECT_GT(record->version, 0U) << "what was acknowledged before is there";
}

}  // namespace

}  // namespace schemagate
