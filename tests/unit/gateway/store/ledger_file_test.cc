#include "gateway/store/ledger_file.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gateway/store/sqlite.h"
#include "gateway/store/task_encoding.h"
#include "task_values.h"
#include "temporary_folder.h"

namespace schemagate {

namespace {

using schemagate::store::Change;
using schemagate::store::EndedTask;
using schemagate::store::EventsAppended;
using schemagate::store::Forgotten;
using schemagate::store::LedgerFile;
using schemagate::store::PayloadCipher;
using schemagate::store::RowNumber;
using schemagate::store::TaskCreated;
using schemagate::store::TaskForgotten;
using schemagate::store::TaskTable;
using schemagate::store::UpstreamLinked;
using schemagate::store::WallTime;

class LedgerFileTest : public testing::Test {
 protected:
  LedgerFile open() const {
    return std::move(*LedgerFile::open(folder_.file("ledger"), *PayloadCipher::make({}), 1 << 30));
  }
  static TaskCreated created(RowNumber number) {
    const std::string id = "t" + std::to_string(number);
    return {.number = number,
            .scope = kScope,
            .id = id,
            .context_id = "c",
            .at = {},
            .payload = schemagate::store::encode({.task = task(id)})};
  }
  static std::size_t tasks_in(LedgerFile& file) {
    TaskTable table({});
    Forgotten forgotten;
    EXPECT_TRUE(file.load(table, kStart, WallTime::min(), forgotten));
    return table.size();
  }
  static EventsAppended ended(RowNumber number) {
    return {number,
            1,
            {},
            {},
            EndedTask{.state = a2a::TaskState::kCompleted, .status_time = {}, .bytes = 1, .versions = 1}};
  }
  // Once the file is closed: the agent's names of all tasks whose rows are what their checksums say.
  std::string whole_names() const {
    auto database = schemagate::store::sqlite::Database::open(folder_.file("ledger"));
    return *database->value_of(
        "SELECT group_concat(upstream_task || upstream_context) FROM (SELECT * FROM tasks WHERE checksum = "
        "row_checksum(number, id, agent, owner, created_at, ended_at, upstream_task, upstream_context, "
        "context, state, status_time, bytes, versions) AND ended_at = 0 ORDER BY number)");
  }

 private:
  const TemporaryFolder folder_;
};

TEST_F(LedgerFileTest, WritesAllOrNothingAndGoesOnAfterAFailure) {
  LedgerFile file = open();
  ASSERT_TRUE(file.write(std::vector<Change>{created(1)}));
  EXPECT_FALSE(file.write(std::vector<Change>{created(2), created(1)})) << "the number is taken";
  EXPECT_EQ(tasks_in(file), 1U);
  EXPECT_TRUE(file.write(std::vector<Change>{created(2)}));
  EXPECT_EQ(tasks_in(file), 2U);
}

TEST_F(LedgerFileTest, WhatIsForgottenInTheSameBatchIsNotWritten) {
  LedgerFile file = open();
  ASSERT_TRUE(file.write(std::vector<Change>{created(1)}));
  const std::vector<Change> batch = {created(2), UpstreamLinked{2, {"up", "upc"}},
                                     UpstreamLinked{1, {"up", "upc"}}, TaskForgotten{2}, TaskForgotten{1}};
  ASSERT_TRUE(file.write(batch));
  EXPECT_EQ(tasks_in(file), 0U);
}

TEST_F(LedgerFileTest, WritesTheAgentsNamesWhenTheyComeWithTheEndOfTheTaskOrApart) {
  {
    LedgerFile file = open();
    ASSERT_TRUE(
        file.write(std::vector<Change>{created(1), created(2), created(3), UpstreamLinked{2, {"b", "2"}}}));
    ASSERT_TRUE(file.write(std::vector<Change>{UpstreamLinked{1, {"x", "1"}}, UpstreamLinked{1, {"a", "1"}},
                                               UpstreamLinked{3, {"x", "3"}}, ended(1), ended(2), ended(3),
                                               UpstreamLinked{3, {"c", "3"}}}));
  }
  EXPECT_EQ(whole_names(), "a1,b2,c3");
}

}  // namespace

}  // namespace schemagate
