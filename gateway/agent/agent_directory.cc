#include "gateway/agent/agent_directory.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>
#include <utility>

#include "a2a/signature/key_set.h"
#include "gateway/agent/agent_tokens.h"

namespace schemagate {
namespace {

// What of the agents ends with a thread that has to be waited for.
std::vector<std::shared_ptr<const void>> threads_of(const FrontedAgents& agents) {
  std::vector<std::shared_ptr<const void>> threads;
  for (const auto& agent : agents) {
    const auto snapshot = agent->snapshot();
    if (snapshot->process) threads.push_back(snapshot->process);
    if (snapshot->tokens) threads.push_back(snapshot->tokens);
  }
  return threads;
}

}  // namespace

AgentDirectory::AgentDirectory(const Config& config, const Log* log, const net::SharedLimit& memory)
    : programs_{log, config.upstream.body_bytes_max, memory}, signer_(config.signing.signer) {
  if (signer_) key_set_ = represent(a2a::signature::format_key_set(config.signing.keys));
  FrontedAgents agents;
  for (const AgentConfig& agent : config.agents) agents.push_back(make(agent));
  replace(std::move(agents));
}

AgentDirectory::~AgentDirectory() {
  for (const auto& agent : all()) {
    if (const auto snapshot = agent->snapshot(); snapshot->process) snapshot->process->begin_end();
  }
}

std::shared_ptr<FrontedAgent> AgentDirectory::find(std::string_view name) const {
  return listing_.with([name](const Listing& listing) -> std::shared_ptr<FrontedAgent> {
    const auto found = listing.by_name.find(name);
    return found == listing.by_name.end() ? nullptr : listing.agents[found->second];
  });
}

std::shared_ptr<FrontedAgent> AgentDirectory::root() const {
  return listing_.with([](const Listing& listing) { return listing.root; });
}

FrontedAgents AgentDirectory::all() const {
  return listing_.with([](const Listing& listing) { return listing.agents; });
}

std::shared_ptr<FrontedAgent> AgentDirectory::make(const AgentConfig& agent) const {
  return std::make_shared<FrontedAgent>(agent, signer_, programs_, find(agent.name).get());
}

void AgentDirectory::list(Listing& listing, FrontedAgents agents) {
  listing.agents = std::move(agents);
  listing.by_name.clear();
  listing.root = nullptr;
  for (std::size_t i = 0; i < listing.agents.size(); ++i) {
    listing.by_name.emplace(listing.agents[i]->name(), i);
    if (listing.agents[i]->snapshot()->config().root) listing.root = listing.agents[i];
  }
}

void AgentDirectory::replace(FrontedAgents agents) {
  const FrontedAgents before = all();  // let go of without the lock
  std::vector<std::shared_ptr<const void>> left = threads_of(before);
  const auto kept = threads_of(agents);
  const std::unordered_set<std::shared_ptr<const void>> stay(kept.begin(), kept.end());
  std::erase_if(left, [&stay](const auto& each) { return stay.contains(each); });
  listing_.with([&](Listing& listing) {
    std::ranges::move(left, std::back_inserter(listing.left));
    list(listing, std::move(agents));
  });
}

void AgentDirectory::let_go() {
  std::vector<std::shared_ptr<const void>> unused;  // let go of without the lock
  listing_.with([&unused](Listing& listing) {
    // Whom nobody but the list has, nobody can take any more.
    const auto rest =
        std::ranges::partition(listing.left, [](const auto& each) { return each.use_count() > 1; });
    std::ranges::move(rest, std::back_inserter(unused));
    listing.left.erase(rest.begin(), rest.end());
  });
}

}  // namespace schemagate
