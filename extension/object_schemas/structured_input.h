// The structured-input flow (object-schemas v1, sections 2 and 3) as one pure function: a message carries no
// structured input, or a valid one, or one that is refused. Rules of the core protocol on tasks (unknown, not
// the caller's, ended) come before it and are the caller's.
//
//   a2a::JsonDocument scratch;
//   auto outcome = resolve(message, contract, running ? &*running : nullptr, scratch);
//   if (auto* input = std::get_if<StructuredInput>(&outcome))
//     send(message_for_agent(message, *input, scratch));
//   else if (auto* refused = std::get_if<StructuredInputError>(&outcome))
//     answer(refused->error);
//   else
//     send(message);  // up to the agent, as without the extension
//
// Threads: everything is pure and safe from any thread; a JsonDocument is scratch of one thread at a time.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "a2a/error.h"
#include "a2a/model/task.h"
#include "extension/object_schemas/contract.h"

namespace schemagate::object_schemas {

// The message has no flagged part: what happens is up to the agent (section 3, "down to individual
// implementation").
struct NoStructuredInput {};
// Valid: the answer must be a task based on it.
struct StructuredInput {
  std::size_t part;            // index of the deciding part in message.parts
  std::string schema;          // its name in the contract
  const SkillContract* skill;  // never nullptr; borrows from the contract
  std::string title;           // of the task, rendered; empty when the skill has none
  // The checked data where integers had to be written as such (plain_integers.h); else it is as in the part.
  std::optional<std::string> plain_data = {};
  std::size_t large_integers = 0;  // in the data; see count_large_integers()
};
// The reason of a refusal because of the data.
inline constexpr std::string_view kInvalidInput = "STRUCTURED_INPUT_INVALID";

// Refused, a value rather than a failure of the gateway. `error` is complete: code, message for the client,
// violations with paths from `message.parts[i].data`, and the reasons in ErrorInfo of domain kExtensionUri:
// - TASK_ALREADY_RUNNING (kUnsupportedOperation): the message has a task that is running. It comes first,
//   whatever the data is like.
// - SCHEMA_NOT_DECLARED (kContentTypeNotSupported): the label is malformed or names no input schema; those
//   that there are stand in `declared`, and in `refused` those of the agent that cannot be enforced.
// - STRUCTURED_INPUT_REQUIRED (kContentTypeNotSupported): the message has no labelled part, begins a task
//   and is not accepted so by the contract; `declared` as above.
// - kInvalidInput (kInvalidParams): the data is no JSON object or does not fit the schema; at most 32
//   violations are told, three of them in the message, with the `total` when there are more.
// Names that the client sent are repeated up to 128 bytes.
struct StructuredInputError {
  a2a::Error error;
};
using StructuredInputOutcome = std::variant<NoStructuredInput, StructuredInput, StructuredInputError>;

// The task that the message names, when it exists, belongs to the caller and has not ended.
struct RunningTask {
  std::string id;
  a2a::TaskState state;
};

// The value of a data part. Its content was accepted once, as part of a larger document, so no tighter limit
// applies here. The value borrows from `document`, and from the part when it is found there. Errors: kParse
// for what is no JSON.
a2a::Result<a2a::JsonValue> read_data(const a2a::Part& part, a2a::JsonDocument& document);

// The part that decides: the first data part with a label, malformed ones included ("take only the first
// found part, ignore the rest"); nullopt when there is none.
std::optional<std::size_t> deciding_part(const a2a::Message& message);

// Which of the three it is. To an agent that never had a schema no part is labelled; where all that it has
// are refused (Contract::refuses_labels), each labelled part is a structured input that is, too. What answers
// a running task is NoStructuredInput whatever the contract accepts: a task that asks has to be answered.
// `running`: nullptr when the message begins a task. `document`: where the data is read; what is in there
// already, as in the request's own document, is found (JsonDocument::find_text), else it is overwritten.
// `data_name`: what the paths of violations call the deciding part's data, for data that the client has sent
// inside of something.
StructuredInputOutcome resolve(const a2a::Message& message, const Contract& contract,
                               const RunningTask* running, a2a::JsonDocument& document,
                               std::string_view data_name = "data");

// The title of a task that `data` begins, on one line of at most 512 bytes; empty when the skill has none.
std::string title_of(const SkillContract& skill, a2a::JsonValue data);

// The message for the agent: the deciding part in the form that the skill's InputMapping asks for, text and
// file parts as they are, every other data part left out: nobody has checked it. The label and the
// extension's URI are taken off, unless the mapping is kLabelled: then the part has one label and the message
// the URI. taskId and contextId are left empty for the caller to fill. `input` must be what resolve() gave
// for this message.
a2a::Message message_for_agent(const a2a::Message& message, const StructuredInput& input,
                               a2a::JsonDocument& document);

}  // namespace schemagate::object_schemas
