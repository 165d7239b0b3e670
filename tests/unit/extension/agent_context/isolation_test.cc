// A canary in everything that belongs to one subtask, and a look at every byte that any agent gets.
#include <gmock/gmock.h>

#include <random>

#include "extension/agent_context/run_report.h"
#include "plans.h"

namespace schemagate::agent_context {
namespace {

constexpr std::size_t kCanaries = 5'000;

std::string canary(std::size_t sub_task, char kind) {
  return std::string("canary") + kind + std::to_string(sub_task) + "z";
}

// Layers of ten; each subtask needs up to two of the layer before.
std::string layered_plan(std::mt19937& random) {
  std::string plan =
      R"({"name":"canaries","mode":"async","on_failure":"best_effort","query":"canaryQ {input}","description":"canaryD",)"
      R"("limits":{"concurrency":64,"per_agent":64},"agents":{"x":{},"y":{},"z":{}},"subtasks":[)";
  for (std::size_t i = 0; i < kCanaries; ++i) {
    const std::size_t layer = i / 10 * 10;
    plan += (i > 0 ? R"(,{"id":"s)" : R"({"id":"s)") + std::to_string(i) + R"(","agent":")" + "xyz"[i % 3] +
            R"(","name":")" + canary(i, 'n') + R"(","items":[{"id":"i","do":"do )" + canary(i, 't') +
            R"("},{"id":"j","do":"and )" + canary(i, 't') + R"("}],"after":[)";
    if (layer > 0) plan += "\"s" + std::to_string(layer - 10 + random() % 10) + "\"";
    plan += "]}";
  }
  return plan + "]}";
}

// Which subtasks' canaries of that kind stand in the text.
std::set<std::size_t> canaries_in(std::string_view text, char kind) {
  std::set<std::size_t> found;
  const std::string prefix = std::string("canary") + kind;
  for (std::size_t at = text.find(prefix); at != std::string_view::npos; at = text.find(prefix, at + 1))
    found.insert(std::stoul(std::string(text.substr(at + prefix.size(), 6))));
  return found;
}

std::string bytes_of(const a2a::Message& message) {
  std::string bytes = message.message_id + message.metadata.text;
  for (const a2a::Part& part : message.parts) bytes += part.content + part.metadata.text;
  return bytes;
}

std::optional<a2a::SendResult> answer_of(const CallKey& call, const a2a::Message& message,
                                         std::mt19937& random) {
  const auto fate = random() % 1'000;
  if (fate < 20) return std::nullopt;
  if (fate < 22) return task_with(a2a::TaskState::kFailed, canary(call.sub_task, 'o'));
  if (fate < 40) return completed("");
  const std::string output = canary(call.sub_task, 'o');
  if (message.parts[0].kind != a2a::PartKind::kData) return completed(output);
  a2a::JsonDocument document;
  AgentContext context = read_agent_context(*document.parse(message.parts[0].content))->context;
  for (ItemState& state : context.states) state.is_done = true;
  for (const TodoItem& item : context.todo_items) context.key_information.push_back({item.item_id, output});
  return completed("", write_agent_context(context));
}

// AC-48, AC-25, AC-4, AC-8: 10,000 subtasks, half of them of agents that know AgentContext, with faults and
// kills; 0 foreign canaries.
TEST(Isolation, NoAgentGetsAByteOfAnotherSubtask) {
  for (const bool takes_context : {false, true}) {
    std::mt19937 random(11);
    PlanRun run = run_of(layered_plan(random), "canaryI", takes_context);
    const PlanRun& planned = run;
    std::vector<std::vector<std::size_t>> after;
    for (std::size_t i = 0; i < planned.size(); ++i) after.push_back(planned.plan().sub_tasks[i].after);
    std::size_t messages = 0;
    SimulatedRun simulated(run, [&](const CallKey& call, const a2a::Message& message) {
      ++messages;
      const std::string bytes = bytes_of(message);
      EXPECT_EQ(bytes.find("canaryQ"), std::string::npos);
      EXPECT_EQ(bytes.find("canaryD"), std::string::npos);
      EXPECT_EQ(bytes.find("canaryI"), std::string::npos);
      for (const char kind : {'n', 't'}) {
        for (const std::size_t owner : canaries_in(bytes, kind)) EXPECT_EQ(owner, call.sub_task) << bytes;
      }
      for (const std::size_t owner : canaries_in(bytes, 'o'))
        EXPECT_TRUE(std::ranges::binary_search(after[call.sub_task], owner)) << bytes;
      return answer_of(call, message, random);
    });
    std::size_t steps = 0;
    while (simulated.step()) {
      if (++steps == 500 || steps == 5'000) simulated.crash();
    }
    EXPECT_TRUE(simulated.run().is_finished());
    for (std::size_t i = 0; i < kCanaries; ++i) EXPECT_GE(simulated.run().progress(i).round, 1) << i;
    EXPECT_GE(messages, takes_context ? kCanaries : 2 * kCanaries - 100);
  }
}

}  // namespace
}  // namespace schemagate::agent_context
