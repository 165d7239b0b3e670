// engine_benchmark [SUBTASKS]: what the engine of plans costs a subtask, apart from all calls: CPU of this
// thread for runs whose agents answer at once, in this process, beside that of the same messages given to the
// same agents without an engine. The store is in memory, and holds the log of each run as the gateway does:
// header, steps, TaskContext, status. Prints a Markdown table, medians of 7.
#include <sys/resource.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <utility>  // Boost 1.74's asio uses it without naming it
#include <vector>

#include "extension/agent_context/delivery.h"
#include "gateway/store/memory_store.h"
#include "gateway/task/plan_task.h"

using namespace schemagate;

namespace {

using agent_context::RunHeader;

constexpr int kRepetitions = 7;

// Every message is a completed task with a short result, one turn of the loop later.
class ReadyAgents final : public WorkerCalls {
 public:
  explicit ReadyAgents(net::Executor executor) : executor_(std::move(executor)) {}
  std::optional<bool> takes_context(std::string_view) const override { return false; }
  bool is_plain(std::string_view) const override { return false; }
  net::Awaitable<WorkerResult> call(WorkerCall& call, WorkerControl&, const Accepted& accepted) override {
    const std::string id = "t-" + call.message.message_id;
    accepted(id, "c");
    co_await net::turn_to_send(executor_);
    ++answered;
    a2a::Task task{.id = id, .context_id = "c", .status = {.state = a2a::TaskState::kCompleted}};
    a2a::Artifact artifact{.artifact_id = "a"};
    artifact.parts.push_back({.content = "done"});
    task.artifacts.push_back(std::move(artifact));
    co_return WorkerResult{.answer = a2a::SendResult(std::move(task))};
  }
  net::Awaitable<std::string> cancel(const WorkerCall&) override { co_return std::string(); }
  int answered = 0;

 private:
  const net::Executor executor_;
};

std::string plan_of(int sub_tasks) {
  std::string plan = R"({"name":"many","agents":{"x":{}},"subtasks":[)";
  for (int i = 0; i < sub_tasks; ++i) {
    const std::string number = std::to_string(i);
    plan +=
        (i == 0 ? "" : ",") + (R"({"id":"s)" + number + R"(","agent":"x","items":[{"id":"i","do":"Do step )" +
                               number + R"( of the tour"}]})");
  }
  return plan + "]}";
}

double cpu_microseconds() {
  rusage used{};
  getrusage(RUSAGE_THREAD, &used);
  const auto of = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_usec);
  };
  return of(used.ru_utime) + of(used.ru_stime);
}

struct Core {
  boost::asio::io_context context{1};
  store::MemoryStore store{store::StoreLimits()};
  SystemClock clock;
  RandomIds ids;
  Log log{LogLevel::kOff};
  ReadyAgents agents{context.get_executor()};
  const PlanTaskDependencies dependencies{.executor = context.get_executor(),
                                          .tasks = store,
                                          .durability = store,
                                          .clock = clock,
                                          .ids = ids,
                                          .log = log,
                                          .workers = agents};
};

// Begins a run as the gateway does once its message has been read.
void begin_run(Core& core, const std::string& plan) {
  RunHeader header{
      .id = core.ids.next(), .plan_json = plan, .input = "Go", .takes_context = {false}, .started = 1};
  auto run = agent_context::begin_run(header);
  const store::Scope scope{"tour", "anonymous"};
  const std::string id = core.ids.next();
  const auto lease = core.store.create(
      scope, {.task = {.id = id, .context_id = "c", .status = {.state = a2a::TaskState::kSubmitted}}},
      core.clock.utc());
  (void)core.store.append(*lease, {store::RunStep{agent_context::write_header(header)}}, core.clock.utc());
  PlanTaskBegin begin{.task = {.scope = scope, .task_id = id, .context_id = "c", .lease = *lease},
                      .header = std::move(header),
                      .run = *std::move(run)};
  begin.version = 1;
  PlanTask::start(std::make_shared<PlanTask>(core.dependencies, std::move(begin)));
}

double engine_cost(int runs, int sub_tasks) {
  const auto core = std::make_unique<Core>();
  const std::string plan = plan_of(sub_tasks);
  const double before = cpu_microseconds();
  for (int i = 0; i < runs; ++i) begin_run(*core, plan);
  core->context.run();
  const double used = cpu_microseconds() - before;
  if (core->agents.answered != runs * sub_tasks) std::abort();
  return used / (runs * sub_tasks);
}

net::Awaitable<void> call_directly(Core& core, int number) {
  WorkerCall call{
      .agent = "x", .owner = "o", .payer = {}, .message = {.message_id = "m-" + std::to_string(number)}};
  call.message.parts.push_back({.content = "Do step " + std::to_string(number) + " of the tour"});
  WorkerControl control{net::Signal(core.context.get_executor())};
  const WorkerCalls::Accepted accepted = [](const std::string&, const std::string&) {};
  (void)co_await core.agents.call(call, control, accepted);
}

double direct_cost(int count) {
  const auto core = std::make_unique<Core>();
  const double before = cpu_microseconds();
  for (int i = 0; i < count; ++i)
    boost::asio::co_spawn(core->context, call_directly(*core, i), boost::asio::detached);
  core->context.run();
  return (cpu_microseconds() - before) / count;
}

void print(const char* what, const std::function<double()>& measure) {
  std::vector<double> costs;
  for (int i = 0; i < kRepetitions; ++i) costs.push_back(measure());
  std::ranges::sort(costs);
  std::printf("| %s | %.1f us (%.1f to %.1f) |\n", what, costs[kRepetitions / 2], costs.front(),
              costs.back());
}

}  // namespace

int main(int count, char** arguments) {
  const int sub_tasks = count > 1 ? std::atoi(arguments[1]) : 4'000;
  if (sub_tasks < 20 || sub_tasks > 10'000) {
    std::fputs("usage: engine_benchmark [SUBTASKS], 20 to 10000\n", stderr);
    return 2;
  }
  std::printf("| %d subtasks | CPU each, median (least to most) of %d |\n|---|---|\n", sub_tasks,
              kRepetitions);
  print("the same calls made directly", [&] { return direct_cost(sub_tasks); });
  print("of one run", [&] { return engine_cost(1, sub_tasks); });
  print("of runs of 20, their beginning and end included", [&] { return engine_cost(sub_tasks / 20, 20); });
  return 0;
}
