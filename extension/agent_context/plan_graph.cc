#include "extension/agent_context/plan_graph.h"

#include <algorithm>

namespace schemagate::agent_context {
namespace {

// How many prerequisites of each subtask are left when all that can be done in some order is done.
std::vector<std::size_t> left_over(const Plan& plan) {
  std::vector<std::size_t> open(plan.sub_tasks.size());
  std::vector<std::size_t> ready;
  for (std::size_t i = 0; i < open.size(); ++i) {
    open[i] = plan.sub_tasks[i].after.size();
    if (open[i] == 0) ready.push_back(i);
  }
  while (!ready.empty()) {
    const std::size_t done = ready.back();
    ready.pop_back();
    for (const std::size_t next : plan.sub_tasks[done].dependants) {
      if (--open[next] == 0) ready.push_back(next);
    }
  }
  return open;
}

}  // namespace

std::vector<std::size_t> find_cycle(const Plan& plan) {
  const std::vector<std::size_t> open = left_over(plan);
  const auto stuck = std::ranges::find_if(open, [](std::size_t count) { return count > 0; });
  if (stuck == open.end()) return {};
  // Each stuck subtask has a stuck prerequisite: going back along them comes round sooner or later.
  std::vector<std::size_t> way;
  std::vector<std::size_t> place(open.size(), open.size());
  for (auto at = static_cast<std::size_t>(stuck - open.begin());;) {
    if (place[at] < way.size()) return {way.begin() + static_cast<std::ptrdiff_t>(place[at]), way.end()};
    place[at] = way.size();
    way.push_back(at);
    at = *std::ranges::find_if(plan.sub_tasks[at].after,
                               [&open](std::size_t other) { return open[other] > 0; });
  }
}

}  // namespace schemagate::agent_context
