// What a run begins with: the skill whose output it types, and the task that it goes on with.
#include "gateway/task/run_input.h"

#include <gmock/gmock.h>

#include "extension/object_schemas/mode.h"

namespace schemagate {
namespace {

using object_schemas::InputMapping;
using object_schemas::SkillContract;
using testing::ElementsAre;
using testing::IsEmpty;

const std::string kExtension(object_schemas::kExtensionUri);

SkillContract skill_with(InputMapping mapping) {
  SkillContract skill;
  skill.skill_id = "s";
  skill.input_schemas = {"in"};
  skill.input_mapping = mapping;
  return skill;
}

TEST(RunInput, ASkillThatHandsLabelsOverActivatesTheExtensionOnce) {
  const SkillContract labelled = skill_with(InputMapping::kLabelled);
  RunInput input;
  set_skill(input, &labelled);
  EXPECT_EQ(input.typing.skill, &labelled);
  EXPECT_THAT(input.extensions, ElementsAre(kExtension));
  set_skill(input, &labelled);
  EXPECT_THAT(input.extensions, ElementsAre(kExtension));
}

TEST(RunInput, OtherSkillsActivateNothing) {
  for (const InputMapping mapping : {InputMapping::kData, InputMapping::kText, InputMapping::kTemplate}) {
    const SkillContract skill = skill_with(mapping);
    RunInput input;
    set_skill(input, &skill);
    EXPECT_EQ(input.typing.skill, &skill);
    EXPECT_THAT(input.extensions, IsEmpty());
  }
  RunInput input;
  set_skill(input, nullptr);
  EXPECT_EQ(input.typing.skill, nullptr);
  EXPECT_THAT(input.extensions, IsEmpty());
}

TEST(RunInput, GoesOnWithATaskAsItIs) {
  AgentConfig config;
  config.contract.skills.push_back(skill_with(InputMapping::kData));
  AgentSnapshot snapshot{.configuration = std::make_shared<const AgentConfig>(std::move(config))};
  RunInput input;
  input.agent = std::make_shared<const AgentSnapshot>(std::move(snapshot));
  store::TaskRecord record{.task = {.id = "t", .context_id = "c", .metadata = {R"({"title":"x"})"}},
                           .accepted_under = {.schema = "in", .skill_id = "s", .digest = "d"},
                           .accepted_output_modes = {"text/plain"},
                           .upstream = {"up-1", "up-c"},
                           .version = 3};
  record.task.status = {.state = a2a::TaskState::kInputRequired,
                        .message = a2a::Message{.message_id = "asked"},
                        .timestamp = "2026-01-01T00:00:00.000Z"};
  record.task.history.push_back({.message_id = "said"});
  continue_task(input, record);
  EXPECT_EQ(input.task.task_id, "t");
  EXPECT_EQ(input.task.context_id, "c");
  EXPECT_EQ(input.task.metadata.text, R"({"title":"x"})");
  EXPECT_EQ(input.task.upstream, record.upstream);
  EXPECT_EQ(input.task.state, a2a::TaskState::kInputRequired);
  EXPECT_EQ(input.task.status_time, "2026-01-01T00:00:00.000Z");
  EXPECT_THAT(input.known_messages, ElementsAre("asked", "said"));
  EXPECT_EQ(input.typing.contract, &input.agent->contract());
  ASSERT_NE(input.typing.skill, nullptr);
  EXPECT_EQ(input.typing.skill->skill_id, "s");
  EXPECT_THAT(input.typing.accepted_output_modes, ElementsAre("text/plain"));
  input.typing.accepted_output_modes = {"application/json"};
  continue_task(input, record);
  EXPECT_THAT(input.typing.accepted_output_modes, ElementsAre("application/json"))
      << "said with this message";
}

}  // namespace
}  // namespace schemagate
