// ledger_benchmark FOLDER: what durability costs on the disk below FOLDER. Prints Markdown tables. Each of 64
// clients makes one task after another as the gateway does: remembers the message and creates the task, waits
// until that is durable, links the agent's names, appends an artifact of 1 KB and the end, waits again.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <latch>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gateway/store/durable_task_store.h"
#include "gateway/store/memory_task_store.h"

using namespace schemagate;

namespace {

using schemagate::store::DurableTaskStore;
using schemagate::store::LedgerKey;
using schemagate::store::LedgerOptions;
using schemagate::store::MemoryTaskStore;
using schemagate::store::Scope;
using schemagate::store::StoreLimits;
using schemagate::store::TaskEvent;
using schemagate::store::TaskStore;
using Clock = std::chrono::steady_clock;

constexpr int kClients = 64;
constexpr int kTasksPerClient = 300;
const Scope kScope{"agent", "owner"};

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

void wait_until_durable(TaskStore& store) {
  const auto told = std::make_shared<std::latch>(1);
  store.when_durable(store.written(), [told](const a2a::Result<void>& /*result*/) { told->count_down(); });
  told->wait();
}

a2a::Part kilobyte() {
  return {.kind = a2a::PartKind::kData, .content = '"' + std::string(1'022, 'x') + '"'};
}

void make_task(TaskStore& store, const std::string& id) {
  const auto now = Clock::now();
  (void)store.deduplicate(kScope, "message-" + id, id, now);
  a2a::Task task{.id = id, .context_id = "context-" + id, .status = {.state = a2a::TaskState::kSubmitted}};
  task.history.push_back({.message_id = "m-" + id, .role = a2a::Role::kUser, .parts = {kilobyte()}});
  (void)store.create(kScope, std::move(task), now);
  wait_until_durable(store);
  store.link_upstream(id, {"agents-" + id, "agents-context-" + id});
  a2a::TaskArtifactUpdate artifact{.task_id = id, .artifact = {.artifact_id = "a", .parts = {kilobyte()}}};
  a2a::TaskStatusUpdate end{.task_id = id, .status = {.state = a2a::TaskState::kCompleted}};
  std::vector<TaskEvent> events;
  events.emplace_back(std::move(artifact));
  events.emplace_back(std::move(end));
  (void)store.append(id, std::move(events), now);
  store.release_run(id);
  wait_until_durable(store);
}

double tasks_per_second(TaskStore& store) {
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

std::unique_ptr<DurableTaskStore> open(const std::string& path, bool sealed) {
  LedgerOptions options{.path = path};
  if (sealed) options.keys.push_back(LedgerKey{"k", std::vector<std::uint8_t>(32, 1)});
  auto opened = DurableTaskStore::open(std::move(options), StoreLimits(), Clock::now());
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
    (void)store->create(kScope, {.id = id}, Clock::now());
    for (int event = 0; event < 1'000; ++event) {
      a2a::TaskArtifactUpdate chunk{.task_id = id, .append = true};
      chunk.artifact = {.artifact_id = "a", .parts = {{.content = std::string(100, 'x')}}};
      (void)store->append(id, {std::move(chunk)}, Clock::now());
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

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const std::filesystem::path folder = std::filesystem::path(argv[1]) / "ledger-benchmark";
  std::filesystem::create_directories(folder);
  std::printf("| Store, 64 clients | tasks/s | flushes per task | changes per flush |\n|---|---|---|---|\n");
  MemoryTaskStore memory{StoreLimits()};
  std::printf("| memory | %.0f | 0 | - |\n", tasks_per_second(memory));
  measure_writing(folder / "plain", "ledger", false);
  measure_writing(folder / "sealed", "ledger, sealed", true);
  std::printf("\n| Opening 100,000 events | tasks | time |\n|---|---|---|\n");
  measure_loading(folder / "plain-events", "plain", false);
  measure_loading(folder / "sealed-events", "sealed", true);
  std::filesystem::remove_all(folder);
  return 0;
}
