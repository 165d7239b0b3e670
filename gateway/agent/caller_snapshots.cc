#include "gateway/agent/caller_snapshots.h"

#include <algorithm>
#include <utility>

namespace schemagate {
namespace {

// The skill that takes the configured id takes this one, too. Digests stay: a task is gone on with under the
// contract that it began with, whatever evolves meanwhile.
void add_promoted(object_schemas::Contract& contract, const std::string& name, const std::string& base) {
  const auto known = contract.schemas.find(base);
  const auto added = contract.schemas.find(name);
  if (known == contract.schemas.end() || added == contract.schemas.end()) return;
  added->second.taken_by = known->second.taken_by;
  for (object_schemas::SkillContract& skill : contract.skills) {
    if (skill.takes(base) && !skill.takes(name)) skill.input_schemas.push_back(name);
  }
}

}  // namespace

object_schemas::Contract with_stack(object_schemas::Contract contract, const EvolvedTemplates& evolved,
                                    const EvolvedStack& stack) {
  for (const auto& [name, schema] : stack.schemas) {
    const auto known = contract.schemas.find(name);
    object_schemas::Schema own = schema;
    if (known != contract.schemas.end()) own.taken_by = known->second.taken_by;
    contract.schemas.insert_or_assign(name, std::move(own));
  }
  for (const auto& [name, base] : evolved.promoted) add_promoted(contract, name, base);
  return contract;
}

std::shared_ptr<const AgentSnapshot> CallerSnapshots::of(const AgentSnapshot& agent, std::string_view owner) {
  const bool has_own = agent.evolved->stacks.contains(owner);
  const std::string_view name = has_own ? owner : std::string_view();
  return known_.with([&](Known& known) {
    auto found = known.find(name);
    if (found != known.end()) return found->second;
    const EvolvedStack& stack = agent.evolved->stack_of(name);
    AgentSnapshot own = agent;
    own.callers = nullptr;
    own.view = std::make_shared<const CallerView>(CallerView{
        with_stack(agent.contract(), *agent.evolved, stack), has_own ? &stack.templates : nullptr});
    return known.emplace(name, std::make_shared<const AgentSnapshot>(std::move(own))).first->second;
  });
}

std::shared_ptr<const AgentSnapshot> snapshot_for(std::shared_ptr<const AgentSnapshot> agent,
                                                  std::string_view owner) {
  if (agent == nullptr || agent->callers == nullptr) return agent;
  return agent->callers->of(*agent, owner);
}

std::vector<const PublishedPatch*> patches_for(const EvolvedTemplates& evolved, std::string_view scenario,
                                               std::string_view owner, evolution::Instant since) {
  std::vector<const PublishedPatch*> found;
  for (const PublishedPatch& patch : evolved.patches) {
    const bool is_for = patch.client.empty() || patch.client == owner;
    if (is_for && patch.scenario == scenario && patch.at > since) found.push_back(&patch);
  }
  return found;
}

}  // namespace schemagate
