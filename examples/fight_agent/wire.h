// What this agent says, in the JSON of A2A v0.3 or v1.0. Pure functions.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/json/tree.h"
#include "examples/fight_agent/task_board.h"

namespace fight {

enum class Version { kV0_3, kV1_0 };

// How the outcome is put: agents that were never written against a schema do all of these.
enum class Style {
  kText,     // a text part that is JSON
  kData,     // a data part without any label
  kFenced,   // JSON in a Markdown code block, with words around it
  kChunks,   // the JSON text in three pieces
  kProse,    // a sentence
  kMessage,  // no task at all: a message with the JSON text
  kInvalid,  // JSON with a probability above 1
};

// What a client and this agent agree on for the length of the process.
struct Dialect {
  Version version = Version::kV1_0;
  Style style = Style::kText;
};

a2a::JsonTree card(const Dialect& dialect, const std::string& url);

a2a::JsonTree task(const Dialect& dialect, const Task& task);
a2a::JsonTree message(const Dialect& dialect, std::string_view text, const std::string& context_id);

// The value of `result` in the answer to a send.
a2a::JsonTree send_result(const Dialect& dialect, const Task& settled);
a2a::JsonTree send_result(const Dialect& dialect, a2a::JsonTree message);
// Events of a stream: the task as it stands, and what brings a settled task from working to its end.
a2a::JsonTree task_event(const Dialect& dialect, const Task& settled);
std::vector<a2a::JsonTree> closing_events(const Dialect& dialect, const Task& settled);

// The contestants that a user's message names: a data part {"a":…,"b":…} or a text "… vs …".
std::optional<Fight> contest_of(const a2a::JsonTree& message);
// The outcome as JSON text, as the style wants it.
std::string outcome_text(Style style, const Fight& contest);

}  // namespace fight
