// ledger_benchmark FOLDER [TASKS]: what durability costs on the disk below FOLDER, or, with TASKS, how long a
// ledger with so many ended tasks takes to open after a clean stop and after kill -9, how much memory it
// takes then, and how long reading one of them takes. Prints Markdown tables. Each of 64 clients makes one
// task after another as the gateway does: remembers the message and creates the task, waits until that is
// durable, links the agent's names, appends an artifact of 1 KB and the end, waits again.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gateway/store/memory_store.h"
#include "gateway/store/sqlite_store.h"

using namespace schemagate;

namespace {

using schemagate::store::LedgerKey;
using schemagate::store::LedgerOptions;
using schemagate::store::MemoryStore;
using schemagate::store::Scope;
using schemagate::store::SqliteStore;
using schemagate::store::Store;
using schemagate::store::StoreLimits;
using schemagate::store::TaskEvent;
using Clock = std::chrono::steady_clock;

constexpr int kClients = 64;
constexpr int kTasksPerClient = 300;
const Scope kScope{"agent", "owner"};

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

void wait_until_durable(Store& store) {
  (void)store.durable(store.written()).wait();
}

a2a::Part kilobyte() {
  return {.kind = a2a::PartKind::kData, .content = '"' + std::string(1'022, 'x') + '"'};
}

void make_task(Store& store, const std::string& id) {
  const auto now = std::chrono::system_clock::now();
  const std::string key = "message-" + id;
  (void)store.record_message(kScope, key, id, store::NextStep::kMakeTask, now).wait();
  a2a::Task task{.id = id, .context_id = "context-" + id, .status = {.state = a2a::TaskState::kSubmitted}};
  task.history.push_back({.message_id = "m-" + id, .role = a2a::Role::kUser, .parts = {kilobyte()}});
  const auto lease = store.create(kScope, {.task = std::move(task), .idempotency_key = key}, now);
  wait_until_durable(store);
  store.link_upstream(*lease, {"agents-" + id, "agents-context-" + id});
  a2a::TaskArtifactUpdate artifact{.task_id = id, .artifact = {.artifact_id = "a", .parts = {kilobyte()}}};
  a2a::TaskStatusUpdate end{.task_id = id, .status = {.state = a2a::TaskState::kCompleted}};
  std::vector<TaskEvent> events;
  events.emplace_back(std::move(artifact));
  events.emplace_back(std::move(end));
  (void)store.append(*lease, std::move(events), now);
  store.release_run(*lease);
  wait_until_durable(store);
}

double tasks_per_second(Store& store) {
  const auto begin = Clock::now();
  {
    std::vector<std::jthread> clients;
    for (int client = 0; client < kClients; ++client) {
      clients.emplace_back([&store, client] {
        for (int task = 0; task < kTasksPerClient; ++task)
          make_task(store, std::to_string(client) + '-' + std::to_string(task));
      });
    }
  }
  return kClients * kTasksPerClient / seconds_since(begin);
}

std::unique_ptr<SqliteStore> open(const std::string& path, bool sealed, std::size_t tasks_max = 100'000) {
  LedgerOptions options{.path = path};
  if (sealed) options.keys.push_back(LedgerKey{"k", std::vector<std::uint8_t>(32, 1)});
  constexpr std::size_t kBytesOfATask = 4 << 10;
  auto opened = SqliteStore::open(std::move(options),
                                  {.tasks_max = tasks_max,
                                   .bytes_max = std::max(StoreLimits().bytes_max, tasks_max * kBytesOfATask),
                                   .contexts_max = tasks_max},
                                  std::chrono::system_clock::now());
  if (!opened) std::fprintf(stderr, "%s\n", opened.error().message.c_str());
  return opened ? std::move(*opened) : nullptr;
}

void measure_writing(const std::string& path, const char* name, bool sealed) {
  const auto store = open(path, sealed);
  if (!store) return;
  const double rate = tasks_per_second(*store);
  const auto figures = store->figures();
  const double tasks = kClients * kTasksPerClient;
  std::printf("| %s | %.0f | %.3f | %.0f |\n", name, rate, static_cast<double>(figures.commits) / tasks,
              static_cast<double>(figures.changes) / static_cast<double>(figures.commits));
}

// 100 tasks of 1,000 events each.
void fill(const std::string& path, bool sealed) {
  const auto store = open(path, sealed);
  if (!store) return;
  for (int task = 0; task < 100; ++task) {
    const std::string id = std::to_string(task);
    const auto now = std::chrono::system_clock::now();
    const auto lease = store->create(kScope, {.task = {.id = id}}, now);
    for (int event = 0; event < 1'000; ++event) {
      a2a::TaskArtifactUpdate chunk{.task_id = id, .append = true};
      chunk.artifact = {.artifact_id = "a", .parts = {{.content = std::string(100, 'x')}}};
      (void)store->append(*lease, {std::move(chunk)}, now);
    }
    wait_until_durable(*store);
  }
}

void measure_loading(const std::string& path, const char* name, bool sealed) {
  fill(path, sealed);
  const auto begin = Clock::now();
  const auto store = open(path, sealed);
  std::printf("| %s | %zu | %.0f ms |\n", name, store ? store->size() : 0, seconds_since(begin) * 1'000);
}

std::string id_of(std::size_t number) {
  const std::string name = std::to_string(number);
  return "11111111-2222-4333-8444-" + std::string(12 - name.size(), '0') + name;
}

Scope owner_of(std::size_t number) {
  return {"agent", "owner-" + std::to_string(number % 100)};
}

// As many tasks of a typical size that have ended, each in a context of its own, of 100 owners.
void fill_with_ended(const std::string& path, std::size_t tasks) {
  const auto store = open(path, false, tasks);
  if (!store) return;
  const auto now = std::chrono::system_clock::now();
  for (std::size_t number = 0; number < tasks; ++number) {
    const std::string id = id_of(number);
    const Scope scope = owner_of(number);
    a2a::Task task{.id = id, .context_id = "c" + id, .status = {.state = a2a::TaskState::kSubmitted}};
    task.history.push_back({.message_id = "m-" + id, .role = a2a::Role::kUser, .parts = {kilobyte()}});
    const auto lease =
        store->create(scope, {.task = std::move(task), .idempotency_key = "message-" + id}, now);
    if (!lease) return;
    a2a::TaskStatusUpdate end{.status = {.state = a2a::TaskState::kCompleted}};
    end.status.timestamp = "2026-01-01T00:00:00.000Z";
    a2a::TaskArtifactUpdate artifact{.artifact = {.artifact_id = "a", .parts = {kilobyte()}}};
    (void)store->append(*lease, {std::move(artifact), std::move(end)}, now);
    store->release_run(*lease);
    if (number % 1'000 == 999) wait_until_durable(*store);
  }
}

// The same answer as a bare result and as a Deferred that is ready, behind a virtual call each.
struct Answers {
  virtual ~Answers() = default;
  virtual a2a::Result<schemagate::store::TaskRecord> bare() const = 0;
  virtual schemagate::store::Deferred<schemagate::store::TaskRecord> deferred() const = 0;
};
struct FixedAnswers final : Answers {
  schemagate::store::TaskRecord record = {
      .task = {.id = "t", .context_id = "c"}, .upstream = {}, .version = 1};
  a2a::Result<schemagate::store::TaskRecord> bare() const override { return record; }
  schemagate::store::Deferred<schemagate::store::TaskRecord> deferred() const override { return record; }
};

template <class Ask>
double nanoseconds_each(const Ask& ask) {
  constexpr int kCalls = 3'000'000;
  std::uint64_t sum = 0;
  const auto begin = Clock::now();
  for (int i = 0; i < kCalls; ++i) sum += ask();
  const double seconds = seconds_since(begin);
  return sum == 0 ? 0 : seconds / kCalls * 1e9;
}

void measure_deferred() {
  const std::unique_ptr<Answers> answers = std::make_unique<FixedAnswers>();
  const auto bare = [&answers] {
    const auto result = answers->bare();
    return result ? result->version : 0;
  };
  const auto deferred = [&answers] {
    auto result = answers->deferred();
    return result.ready() && result.result() ? result.result()->version : 0;
  };
  std::printf("\n| A record of a task | ns each |\n|---|---|\n");
  for (int round = 0; round < 3; ++round) {
    std::printf("| as a result | %.1f |\n", nanoseconds_each(bare));
    std::printf("| as a Deferred that is ready | %.1f |\n", nanoseconds_each(deferred));
  }
}

// Of this process.
std::size_t resident_megabytes() {
  std::ifstream status("/proc/self/statm");
  std::size_t total = 0;
  std::size_t resident = 0;
  status >> total >> resident;
  return resident * 4'096 >> 20;
}

// As a process of its own, so that one measurement leaves nothing in memory for the next.
void apart(const std::function<void()>& work) {
  std::fflush(stdout);
  const pid_t child = ::fork();
  if (child == 0) {
    work();
    std::fflush(stdout);
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
}

// Of tasks far apart.
double microseconds_per_read(const Store& store, std::size_t tasks) {
  constexpr std::size_t kReads = 1'000;
  const auto begin = Clock::now();
  for (std::size_t read = 0; read < kReads; ++read) {
    const std::size_t number = read * 7'919 % tasks;
    if (!store.get(owner_of(number), id_of(number)).wait()) std::fprintf(stderr, "lost: %zu\n", number);
  }
  return seconds_since(begin) / kReads * 1e6;
}

void measure_start(const std::string& path, std::size_t tasks, const char* after) {
  const auto begin = Clock::now();
  const auto store = open(path, false, tasks + 1);
  const double seconds = seconds_since(begin);
  if (!store) return;
  const std::size_t megabytes = resident_megabytes();
  std::printf("| %zu | %s | %.2f s | %zu MB | %.0f us |\n", store->size(), after, seconds, megabytes,
              microseconds_per_read(*store, tasks));
}

void measure_starts(const std::string& path, std::size_t tasks) {
  std::printf("| Ended tasks | after | opened in | resident | read of one |\n|---|---|---|---|---|\n");
  apart([&] { fill_with_ended(path, tasks); });
  for (int round = 0; round < 3; ++round) apart([&] { measure_start(path, tasks, "a clean stop"); });
  apart([&] {
    const auto store = open(path, false, tasks + 1);
    if (!store) return;
    make_task(*store, "the-last");
    ::kill(::getpid(), SIGKILL);
  });
  apart([&] { measure_start(path, tasks, "kill -9"); });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) return 2;
  const std::filesystem::path folder = std::filesystem::path(argv[1]) / "ledger-benchmark";
  std::filesystem::create_directories(folder);
  if (argc == 3) {
    measure_starts(folder / "ended", std::stoul(argv[2]));
    std::filesystem::remove_all(folder);
    return 0;
  }
  std::printf("| Store, 64 clients | tasks/s | flushes per task | changes per flush |\n|---|---|---|---|\n");
  MemoryStore memory{StoreLimits()};
  std::printf("| memory | %.0f | 0 | - |\n", tasks_per_second(memory));
  measure_writing(folder / "plain", "ledger", false);
  measure_writing(folder / "sealed", "ledger, sealed", true);
  std::printf("\n| Opening 100,000 events | tasks | time |\n|---|---|---|\n");
  measure_loading(folder / "plain-events", "plain", false);
  measure_loading(folder / "sealed-events", "sealed", true);
  measure_deferred();
  std::filesystem::remove_all(folder);
  return 0;
}
