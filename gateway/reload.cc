#include "gateway/reload.h"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace schemagate {
namespace {

constexpr std::size_t kNamedMax = 20;

// "a, b and 3 more"
std::string listed(const std::vector<std::string>& names) {
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), kNamedMax); ++i) list += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > kNamedMax) list += " and " + std::to_string(names.size() - kNamedMax) + " more";
  return list;
}

// "agents.fight.upstream, line 7: url is missing; and 2 more"
std::string faults_of(const std::vector<ConfigProblem>& problems) {
  const auto first = std::ranges::find_if(problems, &ConfigProblem::fatal);
  if (first == problems.end()) return "";
  std::string told = first->path;
  if (first->line > 0) told += (told.empty() ? "line " : ", line ") + std::to_string(first->line);
  told += (told.empty() ? "" : ": ") + first->message;
  const auto more = std::count_if(first + 1, problems.end(), [](const auto& each) { return each.fatal; });
  return more == 0 ? told : told + "; and " + std::to_string(more) + " more";
}

bool is_warning(const ConfigProblem& problem) {
  return !problem.fatal && !problem.note;
}

bool is_among(const std::vector<std::string>& sorted, const std::string& name) {
  return std::ranges::binary_search(sorted, name);
}

bool is_tried(const std::shared_ptr<FrontedAgent>& agent) {
  return agent->is_tried();
}

// Kept runs show what agents gave that are not in the file any more: what those hid stays hidden.
AgentConfig with_hidden_of_gone(AgentConfig master, const AgentConfig& before, const Config& config) {
  std::unordered_set<std::string_view> names;
  for (const AgentConfig& each : config.agents) names.insert(each.name);
  for (const auto& field : before.hidden_fields) {
    if (!field->agent.empty() && !names.contains(field->agent)) master.hidden_fields.push_back(field);
  }
  return master;
}

}  // namespace

bool Reload::take(const LoadedConfig& loaded, const std::stop_token& stop) {
  if (!loaded.config) return refuse(faults_of(loaded.problems)), false;
  const ConfigChange change = change_between(running_, loaded.digest);
  if (!change.needs_restart.empty()) return refuse("needs a restart: " + listed(change.needs_restart)), false;
  const bool is_other = !change.empty();
  if (is_other && !replace(*loaded.config, change, stop)) return false;
  running_ = loaded.digest;
  report(change, loaded);
  return is_other;
}

void Reload::refuse(const std::string& cause) const {
  dependencies_.log.write(LogLevel::kError, "configuration_refused", {{"cause", cause}});
}

// Rights come before the agents that they are for. False: told to stop meanwhile.
bool Reload::replace(const Config& config, const ConfigChange& change, const std::stop_token& stop) {
  if (change.access) dependencies_.set_access(config.authentication);
  const FrontedAgents before = dependencies_.agents.all();
  FrontedAgents next;
  FrontedAgents fresh;
  for (const AgentConfig& agent : config.agents) {
    const bool stays = !is_among(change.added, agent.name) && !is_among(change.changed, agent.name);
    next.push_back(stays ? dependencies_.agents.find(agent.name) : make(agent, config, change));
    if (!stays) fresh.push_back(next.back());
  }
  dependencies_.refresh.add(fresh);
  if (!take_places(next, stop)) return false;
  FrontedAgents gone = before;
  std::erase_if(gone, [&change](const auto& agent) {
    return !is_among(change.removed, agent->name()) && !is_among(change.changed, agent->name());
  });
  dependencies_.refresh.remove(gone);
  return true;
}

// With the card that it had, where it is called as before.
std::shared_ptr<FrontedAgent> Reload::make(const AgentConfig& agent, const Config& config,
                                           const ConfigChange& change) const {
  const auto before = dependencies_.agents.find(agent.name);
  if (before == nullptr) return dependencies_.agents.make(agent);
  const bool is_master = agent.master != nullptr;
  auto made = dependencies_.agents.make(
      is_master ? with_hidden_of_gone(agent, before->snapshot()->config(), config) : agent);
  if (!is_master && !is_among(change.moved, agent.name))
    made->take_card_of(*before, dependencies_.public_url());
  return made;
}

bool Reload::take_places(const FrontedAgents& next, const std::stop_token& stop) {
  constexpr std::chrono::milliseconds kRound{50};
  std::chrono::milliseconds pause{0};
  auto served = std::ranges::ssize(next) + 1;  // not known
  bool is_done = false;
  while (!is_done) {
    is_done = dependencies_.refresh.wait_until_tried(pause, stop) || dependencies_.is_hurried();
    if (stop.stop_requested()) return false;
    const auto tried = std::ranges::count_if(next, is_tried);
    if (tried != served || is_done) serve(next, is_done);
    served = tried;
    pause = kRound;
  }
  return true;
}

// An agent whose card is waited for leaves its place to the one that was there.
void Reload::serve(const FrontedAgents& next, bool is_done) {
  FrontedAgents now;
  for (const auto& agent : next) {
    const auto serving = is_done || is_tried(agent) ? agent : dependencies_.agents.find(agent->name());
    if (serving != nullptr) now.push_back(serving);
  }
  dependencies_.agents.replace(std::move(now));
}

void Reload::report(const ConfigChange& change, const LoadedConfig& loaded) const {
  Log::Fields fields;
  const auto add = [&fields](std::string_view name, const std::vector<std::string>& agents) {
    if (!agents.empty()) fields.emplace_back(name, listed(agents));
  };
  add("agents_added", change.added);
  add("agents_changed", change.changed);
  add("agents_removed", change.removed);
  if (change.access) fields.emplace_back("access_changed", true);
  const auto warnings = std::ranges::count_if(loaded.problems, is_warning);
  if (warnings > 0) fields.emplace_back("warnings", warnings);
  dependencies_.log.write(LogLevel::kInfo, "configuration_reloaded", fields);
}

}  // namespace schemagate
