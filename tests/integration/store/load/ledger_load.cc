// ledger_load FILE RUN: writes tasks into a ledger from several threads until it is killed, and prints a line
// for whatever it has been told is durable:
//   created TASK           with the message that made it, by key "m-TASK"
//   event TASK VERSION     the log up to this version; event n says n, the agent's names are linked before
//   the first
//   kept TASK              a context record of the run TASK: "context of TASK"
//   purged TASK            the same has been stored, and purged: of every second task
// The last event of a task ends it.
#include <unistd.h>

#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gateway/store/sqlite_store.h"

using namespace schemagate;

namespace {

using schemagate::store::LedgerKey;
using schemagate::store::Scope;
using schemagate::store::SqliteStore;
using schemagate::store::Store;
using schemagate::store::TaskEvent;

constexpr int kThreads = 8;
constexpr int kEventsPerTask = 5;
const Scope kScope{"agent", "owner"};

void wait_until_durable(Store& store) {
  if (!store.durable(store.written()).wait()) ::_exit(3);
}

// One write: lines of several threads do not mix.
void acknowledge(const std::string& line) {
  if (::write(STDOUT_FILENO, line.data(), line.size()) < 0) ::_exit(4);
}

TaskEvent event(int number) {
  if (number == kEventsPerTask) return a2a::TaskStatusUpdate{.status = {.state = a2a::TaskState::kCompleted}};
  // Sizes that fill pages, span several, and fit in between.
  const std::size_t size = number % 3 == 0 ? 9'000 : 50;
  return a2a::Message{.message_id = std::to_string(number), .parts = {{.content = std::string(size, 'x')}}};
}

void work_on(Store& store, const std::string& id) {
  const auto now = std::chrono::system_clock::now();
  if (!store.record_message(kScope, "m-" + id, id, store::NextStep::kMakeTask, now).wait()) ::_exit(7);
  const auto lease =
      store.create(kScope, {.task = {.id = id, .context_id = "c"}, .idempotency_key = "m-" + id}, now);
  if (!lease) ::_exit(5);
  wait_until_durable(store);
  acknowledge("created " + id + '\n');
  store.link_upstream(*lease, {"up-" + id, "upc"});
  for (int number = 1; number <= kEventsPerTask; ++number) {
    if (!store.append(*lease, {event(number)}, now)) ::_exit(6);
    wait_until_durable(store);
    acknowledge("event " + id + ' ' + std::to_string(number) + '\n');
  }
}

void keep_context(Store& store, const std::string& id, bool purges) {
  const auto now = std::chrono::system_clock::now();
  if (!store.put_record({id + "-1", id, "context of " + id, now + std::chrono::hours(1)}, now)) ::_exit(8);
  wait_until_durable(store);
  if (!purges) return acknowledge("kept " + id + '\n');
  store.purge_run(id);
  wait_until_durable(store);
  acknowledge("purged " + id + '\n');
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::string run = argv[2];
  auto store = SqliteStore::open({.path = argv[1], .keys = {{"k", std::vector<std::uint8_t>(32, 1)}}}, {},
                                 std::chrono::system_clock::now());
  if (!store) {
    acknowledge("refused " + store.error().message + '\n');
    return 1;
  }
  acknowledge("open\n");
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&store, name = run + '-' + std::to_string(thread) + '-'] {
      for (int task = 0;; ++task) {
        keep_context(**store, name + std::to_string(task), task % 2 == 1);
        work_on(**store, name + std::to_string(task));
      }
    });
  }
}
