// Fields of an agent's output that not everybody may see, and taking them out of what is shown.
//
//   const auto hidden = hidden_from(principal, agent.hidden_fields);   // empty: nothing to be done
//   hide(task, hidden);
//
// Pure; safe from any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "a2a/model/task.h"
#include "gateway/access/hidden_field.h"
#include "gateway/access/principal.h"

namespace schemagate::access {

inline constexpr std::size_t kHiddenFieldsMax = 64;  // of one agent
// Where a part says which of its fields were hidden: an array of pointers, in the part's metadata.
inline constexpr std::string_view kHiddenMetadata = "https://schemagate.dev/v1/hiddenFields";

// Those of `fields` that none of the caller's roles may see.
HiddenFields hidden_from(const Principal& caller, const HiddenFields& fields);

// What is the same for two callers is hidden from them in the same way; empty for nothing.
std::string name_of(const HiddenFields& hidden);

// JSON text of the task's own agent without what is hidden, everything else to the byte; nullopt where
// nothing was there to hide. Text that begins like an object or an array and is none within the usual limits
// is hidden whole.
std::optional<std::string> without_hidden(std::string_view json, const HiddenFields& hidden);

// In every data part, and in every text that is JSON as a whole; of runs also in what their agents gave
// (hidden_in_runs.h). A part that has changed says in its metadata what is hidden; it loses its label, as it
// may not fit its schema any more, unless it is an AgentContext or the like of a run.
void hide(a2a::Message& message, const HiddenFields& hidden);
void hide(a2a::Task& task, const HiddenFields& hidden);
void hide(a2a::StreamEvent& event, const HiddenFields& hidden);

}  // namespace schemagate::access
