// The structured-input flow (object-schemas v1 section 2 and 3; protocol map section 3.3) as one pure
// function.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "a2a/error.h"
#include "a2a/model/task.h"
#include "extension/object_schemas/contract.h"

namespace schemagate::object_schemas {

// The message carries none: what happens is up to the agent.
struct NoStructuredInput {};
// Valid: the answer must be a task based on it.
struct StructuredInput {
  std::size_t part;  // index of the deciding part
  std::string schema;
  const SkillContract* skill;  // borrows from the contract
  // Rendered title of the task; empty when the skill has none.
  std::string title;
};
// Refused; `error` is complete: code, message, violations with paths from `message.parts[i].data`, both
// ErrorInfos of the catalogue's table (reasons SCHEMA_NOT_DECLARED, STRUCTURED_INPUT_INVALID,
// TASK_ALREADY_RUNNING; domain kExtensionUri).
struct StructuredInputError {
  a2a::Error error;
};
using StructuredInputOutcome = std::variant<NoStructuredInput, StructuredInput, StructuredInputError>;

// The task that the message names, when it exists, belongs to the caller and has not ended (those three are
// the core's checks and come first). nullptr: none.
struct RunningTask {
  std::string id;
  a2a::TaskState state;
};

// The data of a data part whose content was accepted once, as part of a larger document: no tighter limit
// applies here, nor to what has been put in since. `document` as in resolve(). Errors: kParse for what is no
// JSON.
a2a::Result<a2a::JsonValue> read_data(const a2a::Part& part, a2a::JsonDocument& document);

// The part that decides: the first data part with a label (OS-28); nullopt when there is none.
std::optional<std::size_t> deciding_part(const a2a::Message& message);

// The data is read in `document`: where it is in there already, as in the request's own, it is found
// (JsonDocument::find_text); else `document` is overwritten.
// Not applied (NoStructuredInput) when the contract declares nothing (row 38). `data_name`: what the paths of
// violations call the deciding part's data, for data that the client has sent inside of something.
StructuredInputOutcome resolve(const a2a::Message& message, const Contract& contract,
                               const RunningTask* running, a2a::JsonDocument& document,
                               std::string_view data_name = "data");

// The title of a task that the data asks for; empty when the skill has none.
std::string title_of(const SkillContract& skill, a2a::JsonValue data);

// The message for the agent: the deciding part handed over as the skill says, other flagged parts dropped
// text and file parts kept, labels of this extension taken off (protocol map 3.1), taskId and
// contextId left empty for the caller to fill.
a2a::Message message_for_agent(const a2a::Message& message, const StructuredInput& input,
                               a2a::JsonDocument& document);

}  // namespace schemagate::object_schemas
