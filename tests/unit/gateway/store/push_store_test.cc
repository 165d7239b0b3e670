// Push notification configs in the ledger: the same on every store, and over a restart.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gateway/store/sqlite_store.h"
#include "implementation.h"
#include "ledger_fixture.h"
#include "task_values.h"
#include "temporary_folder.h"

namespace schemagate {

namespace {

using a2a::ErrorCode;
using a2a::TaskState;
using schemagate::store::LedgerKey;
using schemagate::store::PushForm;
using schemagate::store::PushGivenUp;
using schemagate::store::PushSubscription;
using schemagate::store::PushTarget;
using schemagate::store::Scope;
using schemagate::store::SqliteStore;
using schemagate::store::Store;
using schemagate::store::StoreLimits;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

PushSubscription hook(const std::string& id, PushForm form = PushForm::kStreamResponse) {
  return {{.id = id,
           .url = "https://hooks.example.com/" + id,
           .token = "token-" + id,
           .schemes = {"Bearer", "Basic"},
           .credentials = "secret-" + id},
          form};
}

class PushStoreContract : public testing::TestWithParam<Implementation> {
 protected:
  WaitingStore<>& make(StoreLimits limits = {}) {
    store_ = {GetParam().make(limits, folder_.file("ledger")), GetParam().settles};
    EXPECT_TRUE(store_->create(kScope, task("t"), kStart));
    return store_;
  }
  PushTarget put(const std::string& task_id, const std::string& id, std::uint64_t delivered = 0) {
    const auto target = store_->put_push(kScope, task_id, hook(id), delivered);
    EXPECT_TRUE(target);
    return target.value_or(PushTarget{});
  }

 private:
  const TemporaryFolder folder_;
  WaitingStore<> store_;
};

TEST_P(PushStoreContract, KeepsConfigsInTheirOrder) {
  WaitingStore<>& store = make();
  put("t", "a");
  put("t", "b");
  EXPECT_THAT(*store.pushes(kScope, "t"), ElementsAre(hook("a"), hook("b")));
}

TEST_P(PushStoreContract, AnswersUnknownAndForeignTasksAlike) {
  WaitingStore<>& store = make();
  put("t", "a");
  const Scope foreign{"fight", "somebody"};
  EXPECT_EQ(store.pushes(foreign, "t").error().code, ErrorCode::kTaskNotFound);
  EXPECT_EQ(store.pushes(kScope, "u").error().code, ErrorCode::kTaskNotFound);
  EXPECT_EQ(store.put_push(foreign, "t", hook("b"), 0).error().code, ErrorCode::kTaskNotFound);
  EXPECT_EQ(store.remove_push(foreign, "t", "a").error().code, ErrorCode::kTaskNotFound);
  EXPECT_THAT(*store.pushes(kScope, "t"), SizeIs(1));
}

TEST_P(PushStoreContract, TheSameIdAgainIsAnotherRegistration) {
  WaitingStore<>& store = make({.task_pushes_max = 1});
  const PushTarget first = put("t", "a", 3);
  EXPECT_TRUE(store.advance_push(first, 5, true));
  const PushTarget second = put("t", "a", 7);
  EXPECT_NE(first.number, second.number);
  EXPECT_FALSE(store.push_progress(first));
  EXPECT_FALSE(store.advance_push(first, 9, true));
  ASSERT_TRUE(store.push_progress(second));
  EXPECT_EQ(store.push_progress(second)->delivered, 7U);
  EXPECT_FALSE(store.push_progress(second)->given_up);
}

TEST_P(PushStoreContract, RemovesOnceAndForAll) {
  WaitingStore<>& store = make();
  const PushTarget target = put("t", "a");
  EXPECT_TRUE(store.remove_push(kScope, "t", "a"));
  EXPECT_TRUE(store.remove_push(kScope, "t", "a")) << "idempotent";
  EXPECT_FALSE(store.push_progress(target));
  EXPECT_THAT(*store.pushes(kScope, "t"), IsEmpty());
  EXPECT_THAT(store.push_targets(), IsEmpty());
}

TEST_P(PushStoreContract, RemovesThatOneOnly) {
  WaitingStore<>& store = make();
  for (const char* id : {"a", "b", "c"}) put("t", id);
  EXPECT_TRUE(store.remove_push(kScope, "t", "b"));
  EXPECT_THAT(*store.pushes(kScope, "t"), ElementsAre(hook("a"), hook("c")));
  EXPECT_THAT(store.push_targets(), SizeIs(2));
}

TEST_P(PushStoreContract, BoundsConfigsPerTaskAndInAll) {
  WaitingStore<>& store = make({.task_pushes_max = 2, .pushes_max = 3});
  ASSERT_TRUE(store.create(kScope, task("u"), kStart));
  put("t", "a");
  put("t", "b");
  EXPECT_EQ(store.put_push(kScope, "t", hook("c"), 0).error().code, ErrorCode::kInvalidParams);
  put("u", "a");
  EXPECT_EQ(store.put_push(kScope, "u", hook("b"), 0).error().code, ErrorCode::kInternal);
  EXPECT_TRUE(store.remove_push(kScope, "t", "a"));
  put("u", "b");
}

TEST_P(PushStoreContract, NamesWhatARestartGoesOnWith) {
  WaitingStore<>& store = make();
  const PushTarget first = put("t", "a");
  const PushTarget second = put("t", "b");
  const PushTarget third = put("t", "c");
  store.advance_push(second, 4, true);
  EXPECT_THAT(store.push_targets(), ElementsAre(first, third));
}

TEST_P(PushStoreContract, ConfigsGoWithTheirTask) {
  WaitingStore<>& store =
      make({.task_pushes_max = 2, .pushes_max = 2, .retention = std::chrono::seconds(60)});
  const PushTarget target = put("t", "a");
  put("t", "b");
  ASSERT_TRUE(store.append("t", {status(TaskState::kCompleted)}, kStart));
  store.expire(kStart + std::chrono::seconds(60));
  EXPECT_FALSE(store.push_progress(target));
  EXPECT_THAT(store.push_targets(), IsEmpty());
  ASSERT_TRUE(store.create(kScope, task("u"), kStart));
  put("u", "a");
  put("u", "b");
}

TEST_P(PushStoreContract, AReceiverThatWasGivenUpStandsInTheTaskAlsoWhenThatHasEnded) {
  WaitingStore<>& store = make({.task_events_max = 1, .retention = std::chrono::seconds(60)});
  ASSERT_TRUE(store.append("t", {status(TaskState::kCompleted)}, kStart));
  EXPECT_FALSE(store.append("t", {artifact("a", "x")}, kStart));
  ASSERT_TRUE(store.append("t", {PushGivenUp{"a", "2026-01-01T00:00:00.000Z", "because"}}, kStart));
  ASSERT_TRUE(store.append("t", {PushGivenUp{"b", "2026-01-01T00:00:01.000Z", "\"so\""}}, kStart));
  EXPECT_EQ(
      store.get(kScope, "t")->task.metadata.text,
      R"({"https://schemagate.dev/v1/pushFailures":{"a":{"at":"2026-01-01T00:00:00.000Z","reason":"because"},)"
      R"("b":{"at":"2026-01-01T00:00:01.000Z","reason":"\"so\""}}})");
  store.expire(kStart + std::chrono::seconds(60));
  EXPECT_EQ(store.size(), 0U) << "and it does not live longer for that";
}

TEST_P(PushStoreContract, MetadataOfTheAgentLeavesTheFailuresAlone) {
  WaitingStore<>& store = make();
  ASSERT_TRUE(store.append("t", {PushGivenUp{"a", "then", "because"}}, kStart));
  ASSERT_TRUE(store.append("t", {schemagate::store::MetadataChange{{R"({"title":"x"})"}}}, kStart));
  EXPECT_EQ(
      store.get(kScope, "t")->task.metadata.text,
      R"({"title":"x","https://schemagate.dev/v1/pushFailures":{"a":{"at":"then","reason":"because"}}})");
}

std::unique_ptr<Store> push_store_on_disk(StoreLimits limits, const std::string& file) {
  return std::move(*SqliteStore::open({.path = file}, limits, kStart));
}

INSTANTIATE_TEST_SUITE_P(Every, PushStoreContract,
                         testing::Values(Implementation::in_memory(),
                                         Implementation{"Durable", push_store_on_disk},
                                         Implementation::archiving("Archiving")),
                         [](const auto& parameter) { return parameter.param.name; });

class PushLedger : public LedgerTest {
 protected:
  void write() {
    Store& store = open();
    ASSERT_TRUE(store.create(kScope, task("t"), now_));
    ASSERT_TRUE(store.put_push(kScope, "t", hook("a", PushForm::kTask), 0));
    const auto told = store.put_push(kScope, "t", hook("b"), 0);
    const auto given_up = store.put_push(kScope, "t", hook("c"), 1);
    ASSERT_TRUE(store.put_push(kScope, "t", hook("removed"), 0));
    ASSERT_TRUE(store.append("t", {status(TaskState::kWorking), PushGivenUp{"c", "then", "because"}}, now_));
    store.advance_push(*told, 1, false);
    store.advance_push(*given_up, 1, true);
    ASSERT_TRUE(store.remove_push(kScope, "t", "removed"));
  }
};

TEST_F(PushLedger, SurvivesARestart) {
  write();
  Store& store = reopen();
  EXPECT_THAT(*store.pushes(kScope, "t"), ElementsAre(hook("a", PushForm::kTask), hook("b"), hook("c")));
  const auto targets = store.push_targets();
  ASSERT_THAT(targets, SizeIs(2));
  EXPECT_EQ(store.push_progress(targets[0])->delivered, 0U);
  EXPECT_EQ(store.push_progress(targets[1])->delivered, 1U);
  EXPECT_THAT(store.get(kScope, "t")->task.metadata.text, HasSubstr("because"));
  const auto put = store.put_push(kScope, "t", hook("d"), 0);
  ASSERT_TRUE(put);
  EXPECT_GT(put->number, targets[1].number) << "numbers are not used again";
}

TEST_F(PushLedger, AConfigThatIsReplacedIsReplacedInTheFile) {
  Store& store = open();
  ASSERT_TRUE(store.create(kScope, task("t"), now_));
  ASSERT_TRUE(store.put_push(kScope, "t", hook("a", PushForm::kTask), 0));
  ASSERT_TRUE(store.put_push(kScope, "t", hook("a"), 0));
  close();
  EXPECT_EQ(value_of("SELECT count(*) FROM push_configs"), "1");
  EXPECT_THAT(*reopen().pushes(kScope, "t"), ElementsAre(hook("a")));
}

TEST_F(PushLedger, SecretsAreSealedWithTheLedgersKey) {
  options_.keys = {LedgerKey{"k1", std::vector<std::uint8_t>(32, 7)}};
  write();
  const std::string plain = "SELECT count(*) FROM push_configs WHERE instr(payload, 'secret-a') > 0";
  EXPECT_EQ(value_of(plain), "0");
  EXPECT_EQ(value_of("SELECT count(*) FROM push_configs WHERE key_id = 'k1'"), "3");
  EXPECT_THAT(*reopen().pushes(kScope, "t"), SizeIs(3));
  close();
  options_.keys = {};
  EXPECT_THAT(try_open().error().message, HasSubstr("k1"));
}

TEST_F(PushLedger, ASealedConfigOpensInItsPlaceOnly) {
  options_.keys = {LedgerKey{"k1", std::vector<std::uint8_t>(32, 7)}};
  write();
  run_sql("UPDATE push_configs SET payload = (SELECT payload FROM push_configs ORDER BY number LIMIT 1)");
  EXPECT_FALSE(try_open());
}

TEST_F(PushLedger, ConfigsOfATaskThatExpiredMeanwhileGoWithIt) {
  write();
  open();
  ASSERT_TRUE(store_->append("t", {status(TaskState::kCompleted)}, now_));
  reopen(limits_.retention + std::chrono::seconds(1));
  EXPECT_THAT(store_->push_targets(), IsEmpty());
  close();
  EXPECT_EQ(value_of("SELECT count(*) FROM push_configs"), "0");
}

TEST_F(PushLedger, ALedgerFromBeforeThereWerePushesIsBroughtUpToDate) {
  write();
  run_sql(std::string(kBackToVersion2) + "DROP TABLE push_configs; PRAGMA user_version = 1");
  Store& store = open();
  EXPECT_TRUE(store.get(kScope, "t"));
  EXPECT_THAT(store.push_targets(), IsEmpty());
  ASSERT_TRUE(store.put_push(kScope, "t", hook("a"), 0));
  EXPECT_THAT(reopen().push_targets(), SizeIs(1));
}

TEST_F(PushLedger, ADamagedConfigIsRefusedWithThePlace) {
  write();
  run_sql("UPDATE push_configs SET payload = x'0102'");
  EXPECT_THAT(try_open().error().message, HasSubstr("damaged"));
}

}  // namespace

}  // namespace schemagate
