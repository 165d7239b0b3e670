// What of a run is hidden: a task that shows what other agents gave, in the "results" of a master, in an
// AgentContext that was answered for an agent, and in the words of statuses and reasons that quote them.
//
//   const HiddenInRuns in_runs(hidden);          // of the fields those that name an agent
//   if (auto shown = in_runs.without_hidden(json)) ...
//
// Pure; safe from any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gateway/access/hidden_field.h"

namespace schemagate::access {

// The fields of the agent as they are hidden in runs. `from`: what its AgentContexts have of its data
// (agent_context.from); empty: the whole.
HiddenFields in_runs(const HiddenFields& fields, const std::string& agent, const std::string& from);

// Whether what stands at `from`, a JSON Pointer, of an agent's data is one of the fields, or in one.
bool is_hidden_at(const HiddenFields& fields, std::string_view from);

struct ShownOfRun {
  std::string text;
  std::vector<std::string> pointers;  // of the fields of the agents in it that may have been there
};

// Borrows the fields.
class HiddenInRuns {
 public:
  explicit HiddenInRuns(const HiddenFields& hidden) : hidden_(hidden) {}

  // Whether no field is one of an agent in a run.
  bool empty() const;

  // JSON text of results or of an AgentContext; nullopt where there is nothing to hide, and for any other.
  // What an agent gave is looked at as data: where a plan picked it out of a hidden field it is hidden whole.
  std::optional<ShownOfRun> without_hidden(std::string_view json) const;

  // Words with JSON in them, under the fields of all agents; nullopt where there is nothing to hide. What
  // begins like an object and is cut off, or is none, is hidden.
  std::optional<ShownOfRun> words_without_hidden(std::string_view text) const;

 private:
  const HiddenFields& hidden_;
};

}  // namespace schemagate::access
