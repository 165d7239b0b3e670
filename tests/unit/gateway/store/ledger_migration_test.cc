// Ledgers of earlier versions: whatever is in them is found.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gateway/store/payload_cipher.h"
#include "gateway/store/task_encoding.h"
#include "ledger_fixture.h"

namespace schemagate {

namespace {

using a2a::TaskState;
using schemagate::store::LedgerKey;
using schemagate::store::NewTask;
using schemagate::store::PayloadCipher;
using testing::ElementsAre;
using testing::HasSubstr;

// As the release of version 2 made it.
constexpr const char* kVersion2 = R"sql(
CREATE TABLE tasks (number INTEGER PRIMARY KEY, id TEXT NOT NULL, agent TEXT NOT NULL, owner TEXT NOT NULL,
  created_at INTEGER NOT NULL, ended_at INTEGER, upstream_task TEXT NOT NULL DEFAULT '',
  upstream_context TEXT NOT NULL DEFAULT '') STRICT;
CREATE TABLE log (number INTEGER PRIMARY KEY, task INTEGER NOT NULL, version INTEGER NOT NULL, key_id TEXT,
  payload BLOB NOT NULL) STRICT;
CREATE UNIQUE INDEX log_of_task ON log (task, version);
CREATE TABLE contexts (number INTEGER PRIMARY KEY, agent TEXT NOT NULL, owner TEXT NOT NULL,
  context TEXT NOT NULL, upstream_context TEXT NOT NULL) STRICT;
CREATE TABLE messages (number INTEGER PRIMARY KEY, agent TEXT NOT NULL, owner TEXT NOT NULL,
  fingerprint TEXT NOT NULL, task TEXT NOT NULL, until INTEGER NOT NULL) STRICT;
CREATE TABLE push_configs (number INTEGER PRIMARY KEY, task INTEGER NOT NULL, delivered INTEGER NOT NULL,
  given_up INTEGER NOT NULL DEFAULT 0, key_id TEXT, payload BLOB NOT NULL) STRICT;
PRAGMA application_id = 1397181489;
PRAGMA user_version = 2;
)sql";

std::string hex(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    text += kDigits[static_cast<unsigned char>(c) >> 4];
    text += kDigits[static_cast<unsigned char>(c) & 0xf];
  }
  return text;
}

class LedgerMigration : public LedgerTest, public testing::WithParamInterface<bool> {
 protected:
  LedgerMigration() {
    if (GetParam()) options_.keys = {LedgerKey{"k", std::vector<std::uint8_t>(32, 1)}};
    options_.cache_bytes_max = 0;
  }

  std::string log_row(int task, int version, const std::string& payload) {
    const std::string place = "log " + std::to_string(task) + ' ' + std::to_string(version);
    const std::string key = cipher_.key_id().empty() ? "NULL" : "'k'";
    return "INSERT INTO log (task, version, key_id, payload) VALUES (" + std::to_string(task) + ',' +
           std::to_string(version) + ',' + key + ",x'" + hex(*cipher_.seal(payload, place)) + "');";
  }
  std::string task_rows(int number, NewTask created, const std::vector<store::TaskEvent>& events) {
    const bool ended = !events.empty() && events.back() == status(TaskState::kCompleted, "done");
    std::string sql =
        "INSERT INTO tasks VALUES (" + std::to_string(number) + ",'" + created.task.id +
        "','fight','anonymous',0," +
        (ended ? std::to_string(now_.time_since_epoch() / std::chrono::milliseconds(1)) : "NULL") +
        ",'up','upc');";
    sql += log_row(number, 0, store::encode(created));
    int version = 0;
    for (const store::TaskEvent& event : events) sql += log_row(number, ++version, store::encode(event));
    return sql;
  }
  void write_version_2(int tasks) {
    const std::vector<store::TaskEvent> events = {artifact("a", "secret"),
                                                  status(TaskState::kCompleted, "done")};
    std::string sql = std::string(kVersion2) + "BEGIN;";
    for (int number = 1; number <= tasks; ++number)
      sql += task_rows(number, {.task = task("t" + std::to_string(number))}, events);
    sql += task_rows(tasks + 1, {.task = task("contract"), .accepted_under = contract_}, events);
    sql += task_rows(tasks + 2, {.task = task("working")}, {status(TaskState::kWorking)});
    run_sql(sql + "COMMIT");
  }
  void expect_all(int tasks) {
    for (const std::string& id : {std::string("t1"), "t" + std::to_string(tasks), std::string("contract")}) {
      const auto record = store_->get(kScope, id);
      ASSERT_TRUE(record) << id << ": " << record.error().message;
      EXPECT_EQ(record->version, 2U);
      EXPECT_EQ(record->task.context_id, "c-" + id);
      EXPECT_EQ(record->task.artifacts.at(0).parts.at(0).content, "secret");
      EXPECT_EQ(record->upstream.task_id, "up");
      EXPECT_EQ(store_->list(kScope, {.context_id = "c-" + id})->total, 1U);
      EXPECT_EQ(store_->events_after(kScope, id, 0, 9)->at(0), kept_for(id, artifact("a", "secret")));
    }
    EXPECT_EQ(store_->get(kScope, "contract")->accepted_under, contract_);
    EXPECT_EQ(store_->get(kScope, "t1")->accepted_under, object_schemas::ContractReference());
    EXPECT_EQ(store_->state(kScope, "working"), TaskState::kWorking);
    EXPECT_EQ(store_->list(kScope, {.state = TaskState::kCompleted})->total,
              static_cast<unsigned>(tasks) + 1);
    EXPECT_EQ(store_->unfinished().size(), 1U);
  }

  const object_schemas::ContractReference contract_{.schema = "s", .skill_id = "fight", .digest = "d"};
  PayloadCipher cipher_ = *PayloadCipher::make(
      GetParam() ? std::vector{LedgerKey{"k", std::vector<std::uint8_t>(32, 1)}} : std::vector<LedgerKey>());
};

TEST_P(LedgerMigration, EverythingOfVersion2IsFound) {
  write_version_2(3);
  open();
  expect_all(3);
  reopen();
  expect_all(3);
  EXPECT_EQ(
      value_of("SELECT count(*) FROM tasks WHERE context IS NULL OR (ended_at IS NULL) <> (state IS NULL)"),
      "0");
  EXPECT_EQ(value_of("SELECT versions || ' ' || (bytes > 10) || ' ' || state FROM tasks WHERE id = 't1'"),
            "2 1 3");
  EXPECT_EQ(value_of("PRAGMA user_version"), "8");
}

TEST_P(LedgerMigration, GoesOnWhereItWasInterrupted) {
  write_version_2(1'200);
  open();
  run_sql(
      "UPDATE tasks SET context = NULL, state = NULL, status_time = NULL, bytes = NULL, versions = NULL, "
      "checksum = NULL WHERE number > 500");
  open();
  expect_all(1'200);
  reopen();
  expect_all(1'200);
}

TEST_P(LedgerMigration, ADamagedTaskOfAnOlderVersionIsNamed) {
  write_version_2(2);
  run_sql("DELETE FROM log WHERE task = 2 AND version = 1");
  EXPECT_THAT(try_open().error().message, HasSubstr("the log of task number 2 lacks its version 1"));
}

INSTANTIATE_TEST_SUITE_P(Payloads, LedgerMigration, testing::Bool(),
                         [](const auto& parameter) { return parameter.param ? "Sealed" : "Plain"; });

}  // namespace

}  // namespace schemagate
