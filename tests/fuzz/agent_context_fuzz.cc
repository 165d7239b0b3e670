// A context, a plan, a line of a run's journal or a reference, whichever the bytes are taken for. Whatever
// they are: no crash; what is read is written and read back as the same, and what is written fits its schema;
// what is refused has a reason; no reference is taken that nobody signed.
#include <nlohmann/json.hpp>

#include "extension/agent_context/agent_context.h"
#include "extension/agent_context/context_uri.h"
#include "extension/agent_context/plan_reader.h"
#include "extension/agent_context/run_event.h"
#include "extension/agent_context/schemas.h"
#include "extension/agent_context/task_context.h"
#include "extension/json_schema/validator.h"
#include "property.h"

namespace schemagate {
namespace {

namespace context = agent_context;

bool fits(std::string_view schema, a2a::JsonValue value) {
  const auto validator = json_schema::Validator::compile(schema);
  return validator && validator->validate(value) == json_schema::Verdict::kValid;
}

void check_agent_context(a2a::JsonValue value) {
  auto read = context::read_agent_context(value);
  if (!read) return fuzz::require(!read.error().message.empty(), "a refusal has a reason");
  for (context::KeyInformation& each : read->context.key_information) each.whole.clear();  // is never written
  const std::string text = context::write_agent_context(read->context);
  a2a::JsonDocument document;
  const auto written = document.parse(text, {.bytes_max = 64 << 20});
  fuzz::require(written.has_value(), "a written context is JSON");
  fuzz::require(fits(context::agent_context_schema(), *written), "a written context fits its schema");
  if (text.size() > context::kContextBytesMax) return;
  const auto again = context::read_agent_context(*written);
  fuzz::require(again && again->context == read->context && again->remarks.empty(),
                "a written context reads back");
}

void check_task_context(a2a::JsonValue value) {
  const auto read = context::read_task_context(value);
  if (!read) return fuzz::require(!read.error().message.empty(), "a refusal has a reason");
  const std::string text = context::write_task_context(read->task);
  a2a::JsonDocument document;
  const auto written = document.parse(text, {.bytes_max = 64 << 20});
  fuzz::require(written && fits(context::task_context_schema(), *written),
                "a written TaskContext fits its schema");
  const auto again = context::read_task_context(*written);
  fuzz::require(again && again->task == read->task, "a written TaskContext reads back");
}

void check_plan(std::string_view input) {
  const auto tree = a2a::parse_tree(input);
  if (!tree) return;
  const auto reading = context::read_plan(*tree);
  fuzz::require(reading.plan.has_value() == reading.problems.empty(), "a plan, or what is wrong with it");
  fuzz::require(reading.problems.size() <= context::kPlanProblemsMax, "problems are bounded");
  if (reading.plan) context::check_input(*reading.plan, *context::RunInput::read("{}"));
}

void check_event(std::string_view input) {
  const auto event = context::read_event(input);
  if (!event) return;
  const auto again = context::read_event(context::write_event(*event));
  fuzz::require(again && *again == *event, "a written event reads back");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(bytes), size);
  context::KeyRing ring;
  fuzz::require(ring.add({"k1", std::string(context::kContextKeyBytesMin, 'k')}).has_value(),
                "a key is taken");
  fuzz::require(!context::verify_reference(input, "x", 0, ring), "nobody has signed it");
  check_plan(input);
  check_event(input);
  a2a::JsonDocument document;
  const auto root = document.parse(input);
  if (!root) return 0;
  check_agent_context(*root);
  check_task_context(*root);
  return 0;
}

}  // namespace schemagate
