// Takes one task apart between two agents, by the library extension/plan_client: prints what each of them is
// asked and how far each goal has come.
#include <chrono>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "a2a/json/tree.h"
#include "extension/agent_context/plan_reader.h"
#include "extension/agent_context/run_report.h"
#include "extension/plan_client/run_driver.h"

using namespace schemagate;

namespace {

a2a::JsonTree plan_for(const char* weather, const char* hotel) {
  a2a::JsonTree plan = *a2a::parse_tree(R"({
    "name": "trip", "query": "A trip to {input.city}",
    "agents": {"weather": {}, "hotel": {}},
    "subtasks": [
      {"id": "sky", "goal": "Know the weather", "agent": "weather", "items": [{"id": "w", "do": "Forecast for {input.city}"}]},
      {"id": "bed", "goal": "Have a room", "agent": "hotel", "items": [{"id": "h", "do": "Reserve one double room",
       "check": {"pattern": "HB-[0-9]+"}}]}]})");
  plan["agents"]["weather"]["url"] = weather;
  plan["agents"]["hotel"]["url"] = hotel;
  return plan;
}

std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

int fail(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: plan_client_example WEATHER-URL HOTEL-URL CITY\n");
    return 2;
  }
  auto reading = agent_context::read_plan(plan_for(argv[1], argv[2]));
  if (!reading.plan) return fail(reading.problems.front().message);
  const auto plan = std::make_shared<const agent_context::Plan>(*std::move(reading.plan));
  const a2a::JsonTree said = {{"city", argv[3]}};
  const auto input = agent_context::RunInput::read(a2a::dump_tree(said));
  if (!input) return fail(input.error().message);
  const auto agents = plan_client::find_agents(*plan);
  if (!agents) return fail(agents.error().error.message);
  const std::string id = "trip" + std::to_string(now());
  agent_context::PlanRun run({.id = id,
                              .plan = plan,
                              .input = *input,
                              .takes_context = plan_client::takes_context(*agents),
                              .started = now()});
  plan_client::RunDriver driver(std::move(run), {.agents = *agents});
  if (const auto done = driver.drive(); !done) return fail(done.error().error.message);
  for (const auto& goal : agent_context::task_context_of(driver.run(), id).goals)
    std::printf("%s: %s\n", goal.goal.c_str(), std::string(name(goal.status)).c_str());
  return agent_context::outcome_of(driver.run()) == agent_context::RunOutcome::kCompleted ? 0 : 1;
}
