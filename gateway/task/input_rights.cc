#include "gateway/task/input_rights.h"

#include <string>

#include "extension/schema_interaction/negotiation.h"
#include "gateway/access/denial.h"
#include "gateway/access/grants.h"

namespace schemagate {
namespace {

// Of the template with that schema_id; else the text itself.
std::string_view scenario_named(const AgentSnapshot& agent, std::string_view text) {
  const auto* entry = agent.templates().find_schema(text);
  return entry == nullptr ? text : entry->schema.scenario;
}

access::NamedInput name_of(const StructuredTask& task, const AgentSnapshot& agent) {
  const auto* entry = agent.templates().find_schema(task.input.schema);
  return {.skill = task.input.skill->skill_id,
          .schema = task.input.schema,
          .scenario = entry == nullptr ? std::string_view() : entry->schema.scenario};
}

}  // namespace

void note_input(const CallContext& context, const MessageMeaning& meaning, bool goes_on) {
  if (context.origin == nullptr) return;
  CallOrigin& origin = *context.origin;
  origin.goes_on = goes_on;
  const auto* task = std::get_if<StructuredTask>(&meaning);
  if (task == nullptr) return;
  const access::NamedInput input = name_of(*task, *context.agent);
  origin.skill = input.skill;
  origin.schema = input.schema;
  origin.scenario = input.scenario;
}

a2a::Result<void> check_input_rights(const CallContext& context, std::string_view operation,
                                     const MessageMeaning& meaning, bool goes_on) {
  if (context.caller == nullptr || context.caller->grants == nullptr) return {};
  const access::Grants& grants = *context.caller->grants;
  const std::string& agent = context.agent->config().name;
  if (const auto* task = std::get_if<StructuredTask>(&meaning)) {
    if (grants.allows_input(agent, operation, name_of(*task, *context.agent)) != nullptr) return {};
    return std::unexpected(
        access::denied("not allowed for this caller: input of schema " + task->input.schema));
  }
  if (const auto* answer = std::get_if<OwnAnswer>(&meaning)) {
    if (answer->scenario.empty()) return {};
    return check_template_rights(*context.caller, *context.agent, answer->scenario);
  }
  const bool is_free = std::holds_alternative<UpToAgent>(meaning) && !goes_on;
  if (!is_free || grants.allows_anything(agent, operation) != nullptr) return {};
  return std::unexpected(access::denied("not allowed for this caller: messages without structured input"));
}

a2a::Result<void> check_template_rights(const Principal& caller, const AgentSnapshot& agent,
                                        std::string_view scenario) {
  if (caller.grants == nullptr) return {};
  if (caller.grants->allows_template(agent.config().name, scenario_named(agent, scenario))) return {};
  return std::unexpected(access::denied("not allowed for this caller: the template of this scenario"));
}

}  // namespace schemagate
