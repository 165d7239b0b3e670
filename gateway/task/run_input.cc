#include "gateway/task/run_input.h"

#include <algorithm>

#include "a2a/model/extensions.h"
#include "extension/object_schemas/contract_reference.h"
#include "extension/object_schemas/mode.h"

namespace schemagate {
namespace {

std::set<std::string> message_ids(const a2a::Task& task) {
  std::set<std::string> ids;
  for (const a2a::Message& message : task.history) ids.insert(message.message_id);
  if (task.status.message) ids.insert(task.status.message->message_id);
  return ids;
}

}  // namespace

AgentCaller caller_of(const RunRequest& request, const TaskIdentity* task) {
  const std::string* task_id = task != nullptr ? &task->lease.task_id : nullptr;
  return {request.extensions, request.holder, request.origin.get(), request.room, task_id};
}

std::vector<std::string> modes_for_agent(std::vector<std::string> modes,
                                         const object_schemas::Contract& contract) {
  for (std::string& mode : modes) {
    const auto flag = object_schemas::parse_mode(mode);
    const auto* named = std::get_if<object_schemas::FlaggedWith>(&flag);
    const auto* schema = named != nullptr ? contract.find(named->schema) : nullptr;
    if (named != nullptr && (schema == nullptr || !schema->adopted)) mode = "application/json";
  }
  const auto [first, last] = std::ranges::unique(modes);
  modes.erase(first, last);
  return modes;
}

void set_skill(RunInput& input, const object_schemas::SkillContract* skill) {
  input.typing.skill = skill;
  if (skill == nullptr || skill->input_mapping != object_schemas::InputMapping::kLabelled) return;
  a2a::add_extension(input.extensions, object_schemas::kExtensionUri);
}

void continue_task(RunInput& input, const store::TaskRecord& record) {
  input.task.task_id = record.task.id;
  input.task.context_id = record.task.context_id;
  input.task.metadata = record.task.metadata;
  input.task.upstream = record.upstream;
  input.task.state = record.task.status.state;
  input.task.status_time = record.task.status.timestamp;
  input.known_messages = message_ids(record.task);
  input.typing.contract = &input.agent->contract();
  input.typing.whole_texts = !input.agent->config().hidden_fields.empty();
  if (input.typing.accepted_output_modes.empty())
    input.typing.accepted_output_modes = record.accepted_output_modes;
  set_skill(input, find_referenced(input.agent->contract(), record.accepted_under).skill);
}

}  // namespace schemagate
