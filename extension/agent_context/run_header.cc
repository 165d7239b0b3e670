#include "extension/agent_context/run_header.h"

#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "a2a/json/tree.h"
#include "extension/agent_context/plan_reader.h"

namespace schemagate::agent_context {
namespace {

using a2a::JsonTree;

constexpr std::size_t kHeaderBytesMax = 64 << 20;
constexpr std::size_t kPlanBytesMax = 16 << 20;

}  // namespace

std::string write_header(const RunHeader& header) {
  JsonTree tree = {
      {"schemagate_run", 1}, {"id", header.id}, {"started", header.started}, {"input", header.input}};
  tree["takes_context"] = header.takes_context;
  tree["plan"] = header.plan_json;
  if (!header.context.empty()) tree["context"] = header.context;
  if (header.nested_runs != 0) tree["nested_runs"] = header.nested_runs;
  return a2a::dump_tree(tree);
}

std::optional<RunHeader> read_header(std::string_view line) {
  const auto tree = a2a::parse_tree(line, {.bytes_max = kHeaderBytesMax});
  if (!tree) return std::nullopt;
  const JsonTree* format = a2a::find_member(*tree, "schemagate_run");
  const JsonTree* started = a2a::find_member(*tree, "started");
  const JsonTree* takes = a2a::find_member(*tree, "takes_context");
  const std::string* texts[] = {a2a::find_string(*tree, "id"), a2a::find_string(*tree, "plan"),
                                a2a::find_string(*tree, "input")};
  if (format == nullptr || *format != 1 || started == nullptr || !started->is_number_integer())
    return std::nullopt;
  if (takes == nullptr || !takes->is_array() || !texts[0] || !texts[1] || !texts[2]) return std::nullopt;
  RunHeader header{.id = *texts[0],
                   .plan_json = *texts[1],
                   .input = *texts[2],
                   .takes_context = {},
                   .started = started->get<std::int64_t>()};
  for (const JsonTree& each : *takes) header.takes_context.push_back(each.is_boolean() && each.get<bool>());
  if (const std::string* context = a2a::find_string(*tree, "context")) header.context = *context;
  const JsonTree* nested = a2a::find_member(*tree, "nested_runs");
  if (nested != nullptr && nested->is_number_integer()) header.nested_runs = nested->get<int>();
  return header;
}

a2a::Result<PlanRun> begin_run(const RunHeader& header) {
  const auto tree = a2a::parse_tree(header.plan_json, {.bytes_max = kPlanBytesMax});
  if (!tree) return std::unexpected(tree.error());
  PlanReading reading = read_plan(*tree);
  if (!reading.plan) {
    const PlanProblem& first = reading.problems.front();
    return a2a::fail(a2a::ErrorCode::kInvalidParams, first.path + ": " + first.message);
  }
  if (header.takes_context.size() != reading.plan->agents.size())
    return a2a::fail(a2a::ErrorCode::kInvalidParams, "the run began with other agents than its plan has");
  auto input = RunInput::read(header.input);
  if (!input) return std::unexpected(input.error());
  return PlanRun({.id = header.id,
                  .plan = std::make_shared<const Plan>(*std::move(reading.plan)),
                  .input = *std::move(input),
                  .takes_context = header.takes_context,
                  .started = header.started});
}

}  // namespace schemagate::agent_context
