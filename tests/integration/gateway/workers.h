// Plain agents that do the work of plans: each says what it did of the text that it was sent.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/integration/gateway/scripted_agent.h"

namespace schemagate {

// Of the card of an agent that is asked again instead of followed.
inline const Json kNoStreams = {{"capabilities", {{"streaming", false}}}};
inline const std::string kContextsUri =
    "https://datatracker.ietf.org/doc/html/draft-chang-agent-context-interaction-02";

// The text of the message of a call.
std::string text_of(const AgentCall& call);

// What an agent makes of a text: the state of its task, and the text of its artifact, if any.
struct Done {
  std::string state = "completed";
  std::string text = {};
};
// Answers every message so, sent or streamed.
void work_by(ScriptedAgent& agent, const std::function<Done(const std::string&)>& work);
// Answers every AgentContext so: each item is done, with that abstract, and the context refers to what
// `refer` makes of it.
void refer_by(ScriptedAgent& agent, const std::string& abstract,
              const std::function<std::string(const Json& context)>& refer);
// The texts of all messages that the agent got, in order.
std::vector<std::string> texts_of(const ScriptedAgent& agent);
// Everything that it got, with headers, as one text.
std::string everything_of(const ScriptedAgent& agent);

// An AgentContext with these todo items, none of them done.
Json context_of_items(const std::vector<std::pair<std::string, std::string>>& items);
// Of an artifact with that id, of its first part; null when there is none.
Json data_of(const Json& task, const std::string& artifact_id);
// Of the task of a master: how far each goal has come, by its name.
Json goals_of(const Json& task);

}  // namespace schemagate
