// What agents say, in the JSON of A2A v0.3 or v1.0. Pure functions.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/json/tree.h"
#include "examples/agent_server/task_board.h"

namespace schemagate::agent_server {

enum class Version { kV0_3, kV1_0 };

// The agent's card with its one interface, JSON-RPC at `url`.
a2a::JsonTree card(Version version, const Agent& agent, const std::string& url);

a2a::JsonTree task(Version version, const Task& task);
a2a::JsonTree message(Version version, std::string_view text, const std::string& context_id);

// The value of `result` in the answer to a send.
a2a::JsonTree send_result(Version version, const Task& settled);
a2a::JsonTree send_result(Version version, a2a::JsonTree message);
// Events of a stream: the task as it stands, and what brings a settled task from working to its end.
a2a::JsonTree task_event(Version version, const Task& settled);
std::vector<a2a::JsonTree> closing_events(Version version, const Task& settled);

// The parts of a user's message of either version; what is no part of A2A is left out.
std::vector<Part> parts_of(const a2a::JsonTree& message);

}  // namespace schemagate::agent_server
