#include "gateway/store/ledger_file.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gateway/store/task_encoding.h"
#include "task_values.h"
#include "temporary_folder.h"

namespace schemagate {

namespace {

using schemagate::store::Change;
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

}  // namespace

}  // namespace schemagate
