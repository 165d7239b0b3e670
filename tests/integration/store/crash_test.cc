// A process that writes a ledger is killed at any moment, again and again: what it was told is durable is
// there, and no log has a gap. Tasks that have ended are read from the file after each kill.
// SCHEMAGATE_CRASHES says how often (60 by default; 10,000 in the long mode).
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <thread>

#include "gateway/store/sqlite_store.h"
#include "tests/unit/gateway/store/temporary_folder.h"

namespace schemagate {

namespace {

using schemagate::store::EarlierMessage;
using schemagate::store::Scope;
using schemagate::store::SqliteStore;

constexpr int kRunsPerLedger = 6;  // each goes on with what the one before left
constexpr std::uint64_t kEventsPerTask = 5;
const Scope kScope{"agent", "owner"};

struct Acknowledged {
  std::map<std::string, std::uint64_t> versions;  // by task; 0: created
  std::map<std::string, bool> contexts;           // by run; false: purged
  std::string refusal;
};

// The program under load, its output, and its end.
class LoadedProcess {
 public:
  LoadedProcess(std::string file, std::string run) {
    int ends[2];
    if (::pipe(ends) != 0) return;
    output_ = ends[0];
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    std::string program = LEDGER_LOAD;
    char* arguments[] = {program.data(), file.data(), run.data(), nullptr};
    ::posix_spawn(&process_, program.c_str(), &actions, nullptr, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
  }
  ~LoadedProcess() { ::close(output_); }
  LoadedProcess(const LoadedProcess&) = delete;
  LoadedProcess& operator=(const LoadedProcess&) = delete;

  // Kills it when it has said so many lines and `pause` has passed. Returns all that it has said.
  std::string kill_after(std::ptrdiff_t lines, std::chrono::microseconds pause) {
    while (std::ranges::count(said_, '\n') < lines && read_some()) continue;
    std::this_thread::sleep_for(pause);
    ::kill(process_, SIGKILL);
    while (read_some()) continue;
    ::waitpid(process_, nullptr, 0);
    return said_;
  }

 private:
  bool read_some() {
    char bytes[65'536];
    const ssize_t size = ::read(output_, bytes, sizeof bytes);
    if (size > 0) said_.append(bytes, static_cast<std::size_t>(size));
    return size > 0;
  }

  pid_t process_ = -1;
  int output_ = -1;
  std::string said_;
};

// A line that was cut off says nothing.
void take_in(const std::string& said, Acknowledged& acknowledged) {
  std::istringstream lines(said.substr(0, said.rfind('\n') + 1));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string kind;
    std::string id;
    std::uint64_t version = 0;
    words >> kind >> id;
    if (kind == "refused") acknowledged.refusal = line;
    if (kind == "event") words >> version;
    if (kind == "kept" || kind == "purged") acknowledged.contexts[id] = kind == "kept";
    if (kind == "created" || kind == "event") acknowledged.versions[id] = version;
  }
}

void expect_whole_log(SqliteStore& store, const std::string& id, std::uint64_t version) {
  const auto events = store.events_after(kScope, id, 0, 100).wait();
  ASSERT_TRUE(events);
  EXPECT_EQ(events->size(), version);
  std::uint64_t number = 0;
  for (const auto& event : *events) {
    ++number;
    const auto* message = std::get_if<a2a::Message>(&event);
    EXPECT_EQ(message == nullptr ? "" : message->message_id,
              number == kEventsPerTask ? "" : std::to_string(number))
        << id;
  }
}

void expect_acknowledged(SqliteStore& store, const Acknowledged& acknowledged) {
  const auto now = std::chrono::system_clock::now();
  for (const auto& [id, version] : acknowledged.versions) {
    auto found = store.get(kScope, id);
    const bool is_in_file_only = !found.ready();
    const auto record = found.wait();
    ASSERT_TRUE(record) << "lost: " << id;
    EXPECT_EQ(is_in_file_only, record->version == kEventsPerTask)
        << "what has ended is read when it is asked for";
    EXPECT_GE(record->version, version) << "lost events of " << id;
    expect_whole_log(store, id, record->version);
    EXPECT_EQ(*store.record_message(kScope, "m-" + id, "x", store::NextStep::kMakeTask, now).wait()->earlier,
              (EarlierMessage{EarlierMessage::Outcome::kTask, id}));
    EXPECT_TRUE(version == 0 || record->upstream.task_id == "up-" + id) << id;
  }
}

void expect_the_rest_unfinished(SqliteStore& store, const Acknowledged& acknowledged) {
  std::set<std::string> unfinished;
  const auto left = store.unfinished().wait();
  for (const auto& one : *left) unfinished.insert(one.id);
  for (const auto& [id, version] : acknowledged.versions) {
    const bool ended = store.get(kScope, id).wait()->version == kEventsPerTask;
    EXPECT_EQ(unfinished.contains(id), !ended) << id;
  }
}

// AC-52, AC-55: what an agent may have been referred to is there, and what was purged is not.
void expect_contexts(SqliteStore& store, const Acknowledged& acknowledged) {
  const auto now = std::chrono::system_clock::now();
  for (const auto& [run, is_kept] : acknowledged.contexts) {
    const auto record = store.record(run + "-1", now).wait();
    ASSERT_TRUE(record) << record.error().message;
    EXPECT_EQ(record->has_value(), is_kept) << "the context of " << run;
    if (*record) {
      EXPECT_EQ((*record)->content, "context of " + run);
    }
  }
}

void check(const std::string& file, const Acknowledged& acknowledged) {
  ASSERT_EQ(acknowledged.refusal, "");
  const auto store = SqliteStore::open({.path = file, .keys = {{"k", std::vector<std::uint8_t>(32, 1)}}}, {},
                                       std::chrono::system_clock::now());
  ASSERT_TRUE(store) << store.error().message;
  expect_acknowledged(**store, acknowledged);
  if (testing::Test::HasFatalFailure()) return;
  expect_the_rest_unfinished(**store, acknowledged);
  expect_contexts(**store, acknowledged);
}

int crashes_wanted() {
  const char* wanted = std::getenv("SCHEMAGATE_CRASHES");
  return wanted == nullptr ? 60 : std::atoi(wanted);
}

TEST(LedgerCrash, LosesNothingThatWasAcknowledgedAtAnyMoment) {
  std::mt19937 random(20'260'430);
  // Every fourth one dies while it starts: the ledger is opened, made, read or written back then.
  std::uniform_int_distribution lines(-70, 200);
  std::uniform_int_distribution pause_us(0, 20'000);
  const TemporaryFolder folder;
  Acknowledged acknowledged;
  std::size_t tasks = 0;
  std::string file;
  const int crashes = crashes_wanted();
  for (int crash = 0; crash < crashes && !testing::Test::HasFatalFailure(); ++crash) {
    if (crash % kRunsPerLedger == 0) {
      tasks += acknowledged.versions.size();
      acknowledged = {};
      std::filesystem::remove_all(folder.path());
      std::filesystem::create_directory(folder.path());
      file = folder.file("ledger");
    }
    LoadedProcess process(file, std::to_string(crash));
    const auto said = process.kill_after(lines(random), std::chrono::microseconds(pause_us(random)));
    take_in(said, acknowledged);
    check(file, acknowledged);
  }
  tasks += acknowledged.versions.size();
  EXPECT_GT(tasks, 0U) << "nothing was ever acknowledged: the test has tested nothing";
  std::cout << crashes << " crashes, " << tasks << " acknowledged tasks, none lost\n";
}

}  // namespace

}  // namespace schemagate
