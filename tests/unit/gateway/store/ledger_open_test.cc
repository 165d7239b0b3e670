// What a ledger refuses to open, and that it says why and what to do.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "ledger_fixture.h"

namespace schemagate {

namespace {

using a2a::ErrorCode;
using schemagate::store::LedgerKey;
using testing::AllOf;
using testing::HasSubstr;

class LedgerOpen : public LedgerTest {
 protected:
  std::string refusal() {
    auto opened = try_open();
    if (opened) return "opened";
    EXPECT_EQ(opened.error().code, ErrorCode::kInternal);
    return opened.error().message;
  }

  void write_one_task() {
    open();
    ASSERT_TRUE(store_->create(kScope, task("t"), now_));
    ASSERT_TRUE(store_->append("t", {artifact("a", "1"), artifact("a", "2"), artifact("a", "3")}, now_));
    close();
  }

  void overwrite(std::streamoff offset, const std::string& bytes) const {
    std::fstream file(options_.path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(offset);
    file << bytes;
  }
};

TEST_F(LedgerOpen, MakesTheFileWhenThereIsNone) {
  open();
  EXPECT_EQ(store_->size(), 0U);
  EXPECT_TRUE(store_->health());
  EXPECT_EQ(value_of("PRAGMA user_version"), "8");
}

TEST_F(LedgerOpen, RefusesAFolderThatIsNotThereNamingTheFile) {
  options_.path = folder_.file("nowhere/ledger");
  EXPECT_THAT(refusal(), AllOf(HasSubstr("nowhere/ledger cannot be opened"), HasSubstr("may not be written"),
                               HasSubstr("(No such file or directory)")));
}

TEST_F(LedgerOpen, RefusesAFolderInPlaceOfTheFile) {
  options_.path = folder_.path().string();
  EXPECT_THAT(refusal(), HasSubstr("cannot be opened"));
}

TEST_F(LedgerOpen, NamesWithAMeaningToSqliteAreFileNames) {
  options_.path = "";
  EXPECT_THAT(refusal(), HasSubstr("cannot be opened"));
}

// As a user without rights: root may write everywhere. In a process of its own, which ends with the verdict.
int open_as_nobody(const std::string& path) {
  const pid_t child = ::fork();
  if (child == 0) {
    if (::geteuid() == 0 && (::setgid(65534) != 0 || ::setuid(65534) != 0)) ::_exit(2);
    const auto opened = schemagate::store::SqliteStore::open({.path = path}, {}, {});
    ::_exit(!opened && opened.error().message.contains("may not be written") ? 0 : 1);
  }
  int verdict = 0;
  ::waitpid(child, &verdict, 0);
  return WIFEXITED(verdict) ? WEXITSTATUS(verdict) : -1;
}

TEST_F(LedgerOpen, RefusesAFolderThatMayNotBeWritten) {
  ASSERT_EQ(::chmod(folder_.path().c_str(), 0555), 0);
  EXPECT_EQ(open_as_nobody(options_.path), 0);
}

TEST_F(LedgerOpen, RefusesAFileThatMayNotBeWritten) {
  write_one_task();
  ASSERT_EQ(::chmod(folder_.path().c_str(), 0777), 0);
  ASSERT_EQ(::chmod(options_.path.c_str(), 0444), 0);
  EXPECT_EQ(open_as_nobody(options_.path), 0);
}

// Somebody has deleted the one and not the other.
TEST_F(LedgerOpen, RefusesAWriteAheadLogWithoutItsFile) {
  std::ofstream(options_.path + "-wal") << "what was not brought into the file";
  EXPECT_THAT(refusal(), HasSubstr("its write-ahead log"));
  EXPECT_FALSE(std::filesystem::exists(options_.path));
}

TEST_F(LedgerOpen, RefusesAWriteAheadLogBesideAnEmptyFile) {
  std::ofstream(options_.path + "-wal") << "what was not brought into the file";
  std::ofstream(options_.path).flush();
  EXPECT_THAT(refusal(), AllOf(HasSubstr("it is empty"), HasSubstr("its write-ahead log")));
  EXPECT_TRUE(std::filesystem::exists(options_.path + "-wal"));
}

// As a crash leaves them, under another name.
void copy_as_they_are(const std::string& from, const std::string& to, bool with_log) {
  const auto over = std::filesystem::copy_options::overwrite_existing;
  std::filesystem::copy_file(from, to, over);
  if (with_log) std::filesystem::copy_file(from + "-wal", to + "-wal", over);
}

TEST_F(LedgerOpen, RefusesAFileWhoseLogIsMissing) {
  open();
  for (const char* id : {"t", "u"}) {
    ASSERT_TRUE(store_->create(kScope, task(id), now_));
    ASSERT_TRUE(durable(*store_));
  }
  const std::string whole = folder_.file("whole");
  const std::string alone = folder_.file("alone");
  copy_as_they_are(options_.path, whole, true);
  copy_as_they_are(options_.path, alone, false);
  options_.path = whole;
  open();
  EXPECT_EQ(store_->size(), 2U);
  close();
  options_.path = alone;
  EXPECT_THAT(refusal(), HasSubstr("alone-wal is not there"));
  EXPECT_THAT(refusal(), HasSubstr("alone-wal is not there")) << "it was not made by the first try";
  std::ofstream(options_.path + "-wal").flush();
  open();
  EXPECT_EQ(store_->size(), 1U);
}

// What is acknowledged afterwards would be lost with the process; what was before is not.
TEST_F(LedgerOpen, TakesNothingMoreWhenItsLogIsTakenAway) {
  bool log_is_left = false;
  options_.on_closed = [&](const schemagate::store::LedgerFigures& figures) {
    log_is_left = figures.log_is_left;
  };
  open();
  for (const char* id : {"t", "u"}) {
    ASSERT_TRUE(store_->create(kScope, task(id), now_));
    ASSERT_TRUE(durable(*store_));
  }
  std::filesystem::remove(options_.path + "-wal");
  (void)store_->create(kScope, task("v"), now_);
  const auto written = durable(*store_);
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().message, HasSubstr("moved or deleted"));
  const std::string killed = folder_.file("killed");
  copy_as_they_are(options_.path, killed, false);
  close();
  EXPECT_TRUE(log_is_left);
  options_.on_closed = {};
  options_.path = killed;
  std::ofstream(killed + "-wal").flush();
  open();
  EXPECT_TRUE(store_->get(kScope, "t"));
  EXPECT_TRUE(store_->get(kScope, "u"));
}

TEST_F(LedgerOpen, IsWholeWithoutALogWhenItWasClosedInOrder) {
  bool log_is_left = true;
  options_.on_closed = [&](const schemagate::store::LedgerFigures& figures) {
    log_is_left = figures.log_is_left;
  };
  write_one_task();
  EXPECT_FALSE(log_is_left);
  EXPECT_FALSE(std::filesystem::exists(options_.path + "-wal"));
  EXPECT_EQ(refusal(), "opened");
}

TEST_F(LedgerOpen, RefusesASecondOwnerInThisProcessAndKeepsTheFirst) {
  open();
  const auto second = schemagate::store::SqliteStore::open(options_, limits_, now_);
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message, HasSubstr("another process has it open"));
  ASSERT_TRUE(store_->create(kScope, task("t"), now_));
  EXPECT_TRUE(durable(*store_));
}

// The child owns the ledger until it is told to end.
TEST_F(LedgerOpen, RefusesALedgerThatAnotherProcessOwns) {
  int ready[2];
  int end[2];
  ASSERT_EQ(::pipe(ready), 0);
  ASSERT_EQ(::pipe(end), 0);
  const pid_t child = ::fork();
  char byte = 0;
  if (child == 0) {
    const auto owned = schemagate::store::SqliteStore::open(options_, limits_, now_);
    (void)!::write(ready[1], owned ? "y" : "n", 1);
    (void)!::read(end[0], &byte, 1);
    ::_exit(0);
  }
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  ASSERT_EQ(byte, 'y');
  EXPECT_THAT(refusal(), HasSubstr("another process has it open"));
  ASSERT_EQ(::write(end[1], "x", 1), 1);
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(refusal(), "opened") << "the lock went with its process";
}

TEST_F(LedgerOpen, RefusesWhatIsNoDatabase) {
  std::ofstream(options_.path) << std::string(10'000, 'x');
  EXPECT_THAT(refusal(), AllOf(HasSubstr("is damaged or no ledger"), HasSubstr("ledger-wal away")));
}

TEST_F(LedgerOpen, RefusesADatabaseWithDamagedPages) {
  write_one_task();
  for (int page = 1; page < 6; ++page) overwrite(page * 4096, std::string(64, '\x7f'));
  EXPECT_THAT(refusal(), HasSubstr("is damaged"));
}

TEST_F(LedgerOpen, RefusesDamageWhereNothingIsReadYetWhenItWasNotClosedInOrder) {
  write_one_task();
  const int page = std::stoi(value_of("SELECT rootpage FROM sqlite_schema WHERE name = 'messages'"));
  run_sql("UPDATE clean_stop SET totals = ''");
  overwrite((page - 1) * 4096 + 4000, std::string(96, '\x7f'));
  EXPECT_EQ(refusal(), "opened") << "where nothing is, nothing is damaged";
  run_sql(
      "INSERT INTO messages SELECT value, 'agent', 'owner', 'key', '', 0, NULL FROM json_each('[1,2,3]')");
  overwrite((page - 1) * 4096, std::string(8, '\x7f'));
  run_sql("UPDATE clean_stop SET totals = ''");
  EXPECT_THAT(refusal(), HasSubstr("is damaged"));
}

TEST_F(LedgerOpen, RefusesATruncatedDatabase) {
  write_one_task();
  ASSERT_EQ(::truncate(options_.path.c_str(), 4096), 0);
  EXPECT_THAT(refusal(), HasSubstr("is damaged"));
}

// What a loss of power may leave of the newest commits.
TEST_F(LedgerOpen, ATornWriteAheadLogLosesItsEndAndNothingElse) {
  open();
  ASSERT_TRUE(store_->create(kScope, task("t"), now_));
  ASSERT_TRUE(durable(*store_));
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(store_->append(
        "t", {artifact("a", std::to_string(i)), artifact("a", std::string(9'000, 'x'))}, now_));
    ASSERT_TRUE(durable(*store_));
  }
  for (const char* name : {"ledger", "ledger-wal"})
    std::filesystem::copy_file(folder_.file(name), folder_.file("copy-" + std::string(name)));
  close();
  std::uint64_t last = 40;
  for (auto size = std::filesystem::file_size(folder_.file("copy-ledger-wal")); size > 100'000;
       size -= 10'007) {
    const TemporaryFolder torn;
    for (const char* name : {"ledger", "ledger-wal"})
      std::filesystem::copy_file(folder_.file("copy-" + std::string(name)), torn.file(name));
    std::filesystem::resize_file(torn.file("ledger-wal"), size);
    auto opened = schemagate::store::SqliteStore::open({.path = torn.file("ledger")}, {}, now_);
    ASSERT_TRUE(opened) << opened.error().message;
    const auto version = (*opened)->get(kScope, "t").wait()->version;
    EXPECT_EQ(version % 2, 0U) << "a commit is there or not";
    EXPECT_LE(version, last);
    last = version;
  }
  EXPECT_LT(last, 40U);
}

// A kill -9, then one flipped bit somewhere in the log. Only what is in the last commit may be taken for what
// a loss of power leaves, and that is told.
TEST_F(LedgerOpen, AFlippedBitInTheWriteAheadLogIsNoticed) {
  open();
  ASSERT_TRUE(store_->create(kScope, task("t"), now_));
  ASSERT_TRUE(durable(*store_));
  std::uintmax_t last_commit = 0;  // where it begins in the log
  for (int i = 0; i < 5; ++i) {
    last_commit = std::filesystem::file_size(folder_.file("ledger-wal"));
    ASSERT_TRUE(store_->append("t", {artifact("a", std::string(9'000, 'x'))}, now_));
    ASSERT_TRUE(durable(*store_));
  }
  for (const char* name : {"ledger", "ledger-wal"})
    std::filesystem::copy_file(folder_.file(name), folder_.file("copy-" + std::string(name)));
  close();
  std::ifstream file(folder_.file("copy-ledger-wal"), std::ios::binary);
  const std::string log{std::istreambuf_iterator<char>(file), {}};
  int refused = 0;
  int told = 0;
  for (std::size_t at = 0; at < log.size(); at += 997) {
    const TemporaryFolder flipped;
    std::filesystem::copy_file(folder_.file("copy-ledger"), flipped.file("ledger"));
    std::string bits = log;
    bits[at] = static_cast<char>(bits[at] ^ (1 << (at % 8)));
    std::ofstream(flipped.file("ledger-wal"), std::ios::binary) << bits;
    schemagate::store::LedgerOptions options{.path = flipped.file("ledger")};
    bool is_told = false;
    options.on_health = [&is_told](const a2a::Result<void>& health) { is_told = !health; };
    auto opened = schemagate::store::SqliteStore::open(options, {}, now_);
    EXPECT_EQ(opened.has_value(), at >= last_commit) << "byte " << at << " of " << log.size();
    if (opened) {
      EXPECT_TRUE(is_told) << "byte " << at << " of " << log.size();
      EXPECT_EQ((*opened)->get(kScope, "t").wait()->version, 4U) << "all but the last commit";
      ++told;
    } else {
      EXPECT_THAT(opened.error().message, AllOf(HasSubstr("its write-ahead log is"), HasSubstr("frame ")));
      EXPECT_EQ(std::filesystem::file_size(flipped.file("ledger-wal")), log.size()) << "left alone";
      ++refused;
    }
  }
  EXPECT_GT(refused, 2 * told);
}

TEST_F(LedgerOpen, RefusesTheDatabaseOfAnotherProgram) {
  run_sql("CREATE TABLE customers (name TEXT)");
  EXPECT_THAT(refusal(), HasSubstr("the database of another program"));
  EXPECT_EQ(value_of("SELECT group_concat(name) FROM sqlite_schema"), "customers") << "and leaves it alone";
}

TEST_F(LedgerOpen, RefusesALedgerOfANewerVersion) {
  write_one_task();
  run_sql("PRAGMA user_version = 99");
  EXPECT_THAT(refusal(),
              AllOf(HasSubstr("newer schemagate"), HasSubstr("version is 99"), HasSubstr("up to 8")));
}

TEST_F(LedgerOpen, RefusesALogWithAGap) {
  write_one_task();
  run_sql("DELETE FROM log WHERE version = 2");
  EXPECT_THAT(refusal(), AllOf(HasSubstr("cannot be read"), HasSubstr("task number 1 lacks its version 2")));
}

TEST_F(LedgerOpen, RefusesATaskWithoutItsBeginning) {
  write_one_task();
  run_sql("DELETE FROM log WHERE version = 0");
  EXPECT_THAT(refusal(), HasSubstr("lacks its version 0"));
}

TEST_F(LedgerOpen, LeavesALogWithoutItsTaskAloneAndItsNumber) {
  write_one_task();
  run_sql("DELETE FROM tasks");
  open();
  EXPECT_EQ(store_->size(), 0U);
  ASSERT_TRUE(store_->create(kScope, task("u"), now_));
  ASSERT_TRUE(durable(*store_));
  EXPECT_EQ(value_of("SELECT group_concat(number) FROM tasks"), "2");
}

TEST_F(LedgerOpen, RefusesADamagedRow) {
  write_one_task();
  run_sql("UPDATE log SET payload = x'0103ff' WHERE version = 1");
  EXPECT_THAT(refusal(), HasSubstr("the log of task number 1 is damaged in its version 1"));
  run_sql("UPDATE log SET checksum = NULL");
  EXPECT_THAT(refusal(), HasSubstr("a row of the ledger is damaged"));
}

TEST_F(LedgerOpen, RefusesTwoTasksWithOneId) {
  write_one_task();
  run_sql(
      "INSERT INTO tasks SELECT 7, id, agent, owner, created_at, NULL, '', '', context, NULL, NULL, NULL, "
      "NULL, NULL "
      "FROM tasks;"
      "INSERT INTO log (task, version, key_id, payload) SELECT 7, version, key_id, payload FROM log");
  EXPECT_THAT(refusal(), HasSubstr("two tasks with one id"));
}

LedgerKey key(const std::string& id, std::uint8_t byte) {
  return {id, std::vector<std::uint8_t>(32, byte)};
}

TEST_F(LedgerOpen, NamesTheKeyThatIsMissingOrWrong) {
  options_.keys = {key("old", 1)};
  write_one_task();
  options_.keys = {key("new", 2)};
  EXPECT_THAT(refusal(), AllOf(HasSubstr("key \"old\""), HasSubstr("not configured")));
  options_.keys = {key("old", 3)};
  EXPECT_THAT(refusal(), HasSubstr("does not open with the key \"old\""));
  options_.keys = {{"short", {1}}};
  EXPECT_EQ(try_open().error().code, ErrorCode::kInvalidParams);
}

// Their logs are not read at the start.
TEST_F(LedgerOpen, NamesTheKeyOfTasksThatHaveEnded) {
  options_.keys = {key("old", 1)};
  open();
  ASSERT_TRUE(store_->create(kScope, task("t"), now_));
  ASSERT_TRUE(store_->append("t", {status(a2a::TaskState::kCompleted)}, now_));
  options_.keys = {key("old", 3)};
  EXPECT_THAT(refusal(), HasSubstr("does not open with the key \"old\""));
  options_.keys = {};
  EXPECT_THAT(refusal(), HasSubstr("\"old\", which is not configured"));
  options_.keys = {key("old", 1)};
  EXPECT_EQ(refusal(), "opened");
}

TEST_F(LedgerOpen, RefusesASealedPayloadThatWasMoved) {
  options_.keys = {key("k", 1)};
  write_one_task();
  run_sql("UPDATE log SET payload = (SELECT payload FROM log WHERE version = 1) WHERE version = 2");
  EXPECT_THAT(refusal(), HasSubstr("is damaged in its version 2"));
  run_sql("UPDATE log SET checksum = NULL");
  EXPECT_THAT(refusal(), HasSubstr("does not open with the key \"k\""));
}

TEST_F(LedgerOpen, ReadsPlainAndRotatedRowsSideBySide) {
  write_one_task();
  for (const char* id : {"k1", "k2"}) {
    options_.keys.insert(options_.keys.begin(), key(id, static_cast<std::uint8_t>(id[1])));
    open();
    ASSERT_TRUE(store_->append("t", {artifact("a", "secret payload")}, now_));
  }
  EXPECT_EQ(value_of("SELECT group_concat(ifnull(key_id, '-')) FROM log"), "-,-,-,-,k1,k2");
  EXPECT_EQ(value_of("SELECT count(*) FROM log WHERE instr(payload, CAST('secret' AS BLOB))"), "0");
  open();
  EXPECT_EQ(store_->get(kScope, "t")->version, 5U);
  EXPECT_EQ(store_->events_after(kScope, "t", 4, 1)->front(), kept_for("t", artifact("a", "secret payload")));
}

}  // namespace

}  // namespace schemagate
