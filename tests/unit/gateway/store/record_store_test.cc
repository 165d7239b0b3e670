// Context records: the same on every store, over a restart, and gone when they are purged.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "gateway/store/sqlite_store.h"
#include "implementation.h"
#include "ledger_fixture.h"
#include "task_values.h"
#include "temporary_folder.h"

namespace schemagate {

namespace {

using schemagate::store::ContextRecord;
using schemagate::store::LedgerKey;
using schemagate::store::SqliteStore;
using schemagate::store::Store;
using schemagate::store::StoreLimits;
using std::chrono::minutes;
using testing::HasSubstr;
using testing::Not;

class RecordStoreContract : public testing::TestWithParam<Implementation> {
 protected:
  a2a::Result<void> keep(const std::string& run, const std::string& id, std::string content,
                         std::chrono::seconds life = minutes(15)) {
    return store_->put_record({id, run, std::move(content), kStart + life}, kStart);
  }
  std::string content_of(const std::string& id, store::WallTime now = kStart) {
    const auto record = store_->record(id, now).wait();
    if (!record) return "error: " + record.error().message;
    return *record ? (*record)->content : "none";
  }
  void limit(StoreLimits limits) { store_ = GetParam().make(limits, folder_.file("limited")); }

  const TemporaryFolder folder_;
  std::unique_ptr<Store> store_ = GetParam().make({}, folder_.file("ledger"));
};

TEST_P(RecordStoreContract, ShowsWhatWasStoredWithItsRun) {
  EXPECT_EQ(content_of("r1-2"), "none");
  ASSERT_TRUE(keep("r1", "r1-2", "pages"));
  const auto record = store_->record("r1-2", kStart).wait();
  ASSERT_TRUE(record && *record);
  EXPECT_EQ((*record)->id, "r1-2");
  EXPECT_EQ((*record)->run, "r1");
  EXPECT_EQ((*record)->content, "pages");
  EXPECT_EQ((*record)->until, kStart + minutes(15));
}

TEST_P(RecordStoreContract, ARunReplacesItsOwnRecord) {
  ASSERT_TRUE(keep("r1", "r1-2", "pages"));
  ASSERT_TRUE(keep("r1", "r1-2", "other pages"));
  EXPECT_EQ(content_of("r1-2"), "other pages");
}

TEST_P(RecordStoreContract, ARecordOfAnotherRunStays) {
  ASSERT_TRUE(keep("r1", "r1-2", "pages"));
  EXPECT_EQ(keep("r2", "r1-2", "forged").error().code, a2a::ErrorCode::kInvalidParams);
  EXPECT_EQ(content_of("r1-2"), "pages");
}

TEST_P(RecordStoreContract, AnEmptyRecordIsFilledOnce) {
  using enum Store::Filled;
  EXPECT_EQ(store_->fill_record("r1-2.w", "early", kStart), kGone);
  ASSERT_TRUE(keep("r1", "r1-2.w", ""));
  EXPECT_EQ(store_->fill_record("r1-2.w", "pages", kStart), kFilled);
  EXPECT_EQ(store_->fill_record("r1-2.w", "other", kStart), kAlready);
  EXPECT_EQ(content_of("r1-2.w"), "pages");
  EXPECT_EQ(content_of("r1-2.w", kStart + minutes(15)), "none") << "its time is what it was";
  store_->purge_run("r1");
  EXPECT_EQ(store_->fill_record("r1-2.w", "late", kStart), kGone);
  EXPECT_FALSE(store_->fill_record("r1-2.w", std::string(store::kRecordBytesMax + 1, 'x'), kStart) ==
               kFilled);
}

// AC-52
TEST_P(RecordStoreContract, NobodyIsShownARecordAfterItsTime) {
  ASSERT_TRUE(keep("r1", "r1-2", "pages"));
  EXPECT_EQ(content_of("r1-2", kStart + minutes(15) - std::chrono::seconds(1)), "pages");
  EXPECT_EQ(content_of("r1-2", kStart + minutes(15)), "none");
  store_->expire(kStart + minutes(15));
  EXPECT_EQ(content_of("r1-2", kStart), "none");
}

TEST_P(RecordStoreContract, ADroppedRecordIsGoneAndTheOthersAreThere) {
  ASSERT_TRUE(keep("r1", "r1-1", "one"));
  ASSERT_TRUE(keep("r1", "r1-2", "two"));
  store_->drop_record("r1-1");
  store_->drop_record("unknown");
  EXPECT_EQ(content_of("r1-1"), "none");
  EXPECT_EQ(content_of("r1-2"), "two");
}

// AC-52
TEST_P(RecordStoreContract, APurgeTakesAllThatTheRunHasStoredAndNothingElse) {
  ASSERT_TRUE(keep("r1", "r1-1", "one"));
  ASSERT_TRUE(keep("r1", "r1-2", "two"));
  ASSERT_TRUE(keep("r2", "r2-1", "three"));
  store_->purge_run("r1");
  EXPECT_TRUE(store_->durable(store_->written()).wait());
  EXPECT_EQ(content_of("r1-1"), "none");
  EXPECT_EQ(content_of("r1-2"), "none");
  EXPECT_EQ(content_of("r2-1"), "three");
  ASSERT_TRUE(keep("r1", "r1-1", "again"));
  EXPECT_EQ(content_of("r1-1"), "again");
}

// What nobody has stored anything for is nothing to wait for.
TEST_P(RecordStoreContract, PurgingARunWithoutRecordsChangesNothing) {
  const auto before = store_->written();
  store_->purge_run("r1");
  store_->drop_record("r1-1");
  EXPECT_EQ(store_->written(), before);
  EXPECT_TRUE(store_->durable(store_->written()).wait());
}

TEST_P(RecordStoreContract, ARecordIsAChangeThatBecomesDurable) {
  const auto before = store_->written();
  ASSERT_TRUE(keep("r1", "r1-1", "one"));
  EXPECT_GT(store_->written(), before);
  EXPECT_TRUE(store_->durable(store_->written()).wait());
}

TEST_P(RecordStoreContract, RefusesMoreThanTheLimitOfOneRecord) {
  ASSERT_TRUE(keep("r1", "r1-1", std::string(store::kRecordBytesMax, 'x')));
  EXPECT_EQ(keep("r1", "r1-2", std::string(store::kRecordBytesMax + 1, 'x')).error().code,
            a2a::ErrorCode::kInvalidParams);
  EXPECT_EQ(content_of("r1-1").size(), store::kRecordBytesMax);
  EXPECT_EQ(content_of("r1-2"), "none");
}

TEST_P(RecordStoreContract, RefusesMoreRecordsAndBytesThanThereIsRoomForUntilSomeAreGone) {
  limit({.records_max = 2, .records_bytes_max = 10});
  ASSERT_TRUE(keep("r1", "r1-1", "12345"));
  EXPECT_THAT(keep("r1", "r1-2", "123456").error().message, HasSubstr("no room"));
  ASSERT_TRUE(keep("r1", "r1-1", "1234567890"));
  EXPECT_FALSE(keep("r1", "r1-2", "1"));
  ASSERT_TRUE(keep("r1", "r1-1", "1"));
  ASSERT_TRUE(keep("r1", "r1-2", "1"));
  EXPECT_THAT(keep("r1", "r1-3", "1").error().message, HasSubstr("no room"));
  store_->drop_record("r1-2");
  EXPECT_TRUE(keep("r1", "r1-3", "1"));
}

TEST_P(RecordStoreContract, WhatHasHadItsTimeMakesRoom) {
  limit({.records_max = 1});
  ASSERT_TRUE(keep("r1", "r1-1", "1"));
  EXPECT_FALSE(keep("r2", "r2-1", "2"));
  ASSERT_TRUE(store_->put_record({"r2-1", "r2", "2", kStart + minutes(40)}, kStart + minutes(20)));
  EXPECT_EQ(content_of("r2-1"), "2");
  EXPECT_TRUE(store_->durable(store_->written()).wait());
}

std::unique_ptr<Store> records_sealed(StoreLimits limits, const std::string& file) {
  const LedgerKey key{"k", std::vector<std::uint8_t>(32, 7)};
  return std::move(*SqliteStore::open({.path = file, .keys = {key}}, limits, kStart));
}
INSTANTIATE_TEST_SUITE_P(Stores, RecordStoreContract,
                         testing::Values(Implementation::in_memory(),
                                         Implementation{"Sealed", records_sealed},
                                         Implementation::archiving("Archiving")),
                         [](const auto& test) { return test.param.name; });

class RecordLedger : public LedgerTest {
 protected:
  RecordLedger() { options_.keys = {LedgerKey{"k", std::vector<std::uint8_t>(32, 7)}}; }

  void keep(const std::string& run, const std::string& id, std::string content) {
    ASSERT_TRUE(store_.itself().put_record({id, run, std::move(content), now_ + minutes(15)}, now_));
    ASSERT_TRUE(store_.itself().durable(store_.itself().written()).wait());
  }
  std::string content_of(const std::string& id) {
    const auto record = store_.itself().record(id, now_).wait();
    if (!record) return "error: " + record.error().message;
    return *record ? (*record)->content : "none";
  }
  std::string bytes_of(const std::string& file) const {
    std::ifstream written(file, std::ios::binary);
    return {(std::istreambuf_iterator<char>(written)), {}};
  }
};

TEST_F(RecordLedger, SurvivesARestart) {
  open();
  keep("r1", "r1-1", "one");
  reopen();
  EXPECT_EQ(content_of("r1-1"), "one");
  keep("r1", "r1-2", "two");
  keep("r2", "r2-1", "three");
  reopen();
  EXPECT_EQ(content_of("r1-2"), "two");
  EXPECT_EQ(content_of("r2-1"), "three");
}

// AC-54: at rest nothing of it can be read, while the ledger is open and after it was closed.
TEST_F(RecordLedger, NoFileHasTheContentInPlainText) {
  open();
  keep("r1", "r1-1", "the patient's findings");
  for (const char* suffix : {"", "-wal"})
    EXPECT_THAT(bytes_of(options_.path + suffix), Not(HasSubstr("findings")));
  close();
  EXPECT_THAT(bytes_of(options_.path), Not(HasSubstr("findings")));
}

// AC-52, AC-54: each run has a key of its own, and the one of another run opens nothing.
TEST_F(RecordLedger, ARecordOpensWithItsOwnRunsKeyOnly) {
  open();
  keep("r1", "r1-1", "one");
  keep("r2", "r2-1", "two");
  run_sql(
      "UPDATE context_records SET run_key = (SELECT number FROM run_keys WHERE run = 'r2'), checksum = NULL "
      "WHERE id = 'r1-1'");
  open();
  EXPECT_THAT(content_of("r1-1"), HasSubstr("error: a context record cannot be read"));
  EXPECT_EQ(content_of("r2-1"), "two");
}

TEST_F(RecordLedger, ARecordIsOfItsOwnRow) {
  open();
  keep("r1", "r1-1", "one");
  keep("r1", "r1-2", "two");
  run_sql(
      "UPDATE context_records SET payload = (SELECT payload FROM context_records WHERE id = 'r1-2') "
      "WHERE id = 'r1-1'");
  open();
  EXPECT_THAT(content_of("r1-1"), HasSubstr("error: a context record cannot be read"));
  EXPECT_EQ(content_of("r1-2"), "two");
}

// AC-52
TEST_F(RecordLedger, APurgedRunLeavesNeitherKeyNorRecords) {
  open();
  keep("r1", "r1-1", "one");
  keep("r2", "r2-1", "two");
  store_.itself().purge_run("r1");
  EXPECT_EQ(value_of("SELECT group_concat(run) FROM run_keys"), "r2");
  EXPECT_EQ(value_of("SELECT group_concat(id) FROM context_records"), "r2-1");
  open();
  EXPECT_EQ(content_of("r1-1"), "none");
}

// AC-52
TEST_F(RecordLedger, WhatHadItsTimeWhileTheGatewayWasDownIsGone) {
  open();
  keep("r1", "r1-1", "one");
  reopen(minutes(16));
  EXPECT_EQ(content_of("r1-1"), "none");
  store_.itself().expire(now_);
  EXPECT_EQ(value_of("SELECT count(*) FROM run_keys"), "0");
  EXPECT_EQ(value_of("SELECT count(*) FROM context_records"), "0");
}

// As a crash between the two leaves them: what nobody can open is taken away.
TEST_F(RecordLedger, RecordsWithoutAKeyAreTakenAway) {
  open();
  keep("r1", "r1-1", "one");
  run_sql("DELETE FROM run_keys");
  open();
  EXPECT_EQ(content_of("r1-1"), "none");
  EXPECT_EQ(value_of("SELECT count(*) FROM context_records"), "0");
}

TEST_F(RecordLedger, AKeyWithoutRecordsIsTakenAway) {
  open();
  keep("r1", "r1-1", "one");
  run_sql("DELETE FROM context_records");
  open();
  EXPECT_EQ(value_of("SELECT count(*) FROM run_keys"), "0");
}

TEST_F(RecordLedger, ARunsKeyDoesNotOpenWithAnotherKeyOfTheLedger) {
  open();
  keep("r1", "r1-1", "one");
  options_.keys = {LedgerKey{"k", std::vector<std::uint8_t>(32, 8)}};
  EXPECT_THAT(try_open().error().message, HasSubstr("does not open with the key \"k\""));
}

TEST_F(RecordLedger, ADamagedRowIsRefused) {
  open();
  keep("r1", "r1-1", "one");
  run_sql("UPDATE context_records SET until = until + 1");
  EXPECT_THAT(try_open().error().message, HasSubstr("the row of context record number"));
}

}  // namespace

}  // namespace schemagate
