#include "extension/agent_context/plan_check_reader.h"

#include <re2/re2.h>

#include <nlohmann/json.hpp>

#include "a2a/json/pointer.h"
#include "extension/agent_context/agent_context.h"
#include "extension/agent_context/item_output.h"

namespace schemagate::agent_context {
namespace {

constexpr std::size_t kTermsMax = 100;
constexpr std::size_t kPatternBytesMax = 1'000;
constexpr std::int64_t kPatternMemoryMax = 1 << 20;
constexpr std::size_t kQuestionBytesMax = 4'000;

void read_schema(const PlanSource& source, ItemCheck& check) {
  const a2a::JsonTree* schema = a2a::find_member(source.tree(), "schema");
  if (schema == nullptr) return;
  auto compiled = json_schema::Validator::compile(a2a::dump_tree(*schema));
  if (!compiled) return source.refuse("schema", "cannot be used: " + compiled.error().message);
  check.schema = *std::move(compiled);
}

void read_pattern(const PlanSource& source, ItemCheck& check) {
  const auto pattern = source.text("pattern");
  if (!pattern) return;
  if (pattern->size() > kPatternBytesMax) return source.refuse("pattern", "longer than 1000 bytes");
  re2::RE2::Options options(re2::RE2::Quiet);
  options.set_max_mem(kPatternMemoryMax);
  auto compiled = std::make_shared<const re2::RE2>(*pattern, options);
  if (!compiled->ok())
    return source.refuse("pattern", "is no regular expression of RE2: " + compiled->error());
  check.pattern = *pattern;
  check.compiled_pattern = std::move(compiled);
}

void read_pointer(const PlanSource& source, ItemCheck& check) {
  if (!source.is_object()) return;
  source.refuse_unknown({"pointer", "equals", "minimum", "maximum"});
  const auto pointer = source.text("pointer");
  if (!pointer || !a2a::json_pointer::is_valid(*pointer))
    return source.refuse("pointer", "expected a JSON Pointer");
  PointerCheck at{.pointer = *pointer,
                  .equals = std::nullopt,
                  .minimum = source.number("minimum"),
                  .maximum = source.number("maximum")};
  if (const a2a::JsonTree* equals = a2a::find_member(source.tree(), "equals"))
    at.equals = a2a::dump_tree(*equals);
  if (at.minimum && at.maximum && *at.minimum > *at.maximum) source.refuse("minimum", "is more than maximum");
  if (!at.equals && !at.minimum && !at.maximum)
    return source.refuse("", "expected equals, minimum or maximum");
  check.at.push_back(std::move(at));
}

void read_evaluator(const PlanSource& source, ItemCheck& check) {
  const auto evaluator = source.object("evaluator");
  if (!evaluator) return;
  evaluator->refuse_unknown({"agent", "ask"});
  const auto agent = evaluator->id("agent");
  const auto ask = evaluator->text("ask");
  if (!agent) return evaluator->refuse("agent", "is missing: who is asked");
  if (!ask || ask->empty() || ask->size() > kQuestionBytesMax)
    return evaluator->refuse("ask", "expected a question of at most 4000 bytes");
  check.evaluator = EvaluatorCheck{.agent = 0, .agent_id = *agent, .ask = *ask};
}

void read_person(const PlanSource& source, ItemCheck& check) {
  const auto person = source.text("person");
  if (!person) return;
  if (person->empty() || person->size() > kQuestionBytesMax)
    return source.refuse("person", "expected a question of at most 4000 bytes");
  check.person = *person;
}

}  // namespace

ItemCheck read_check(const PlanSource& source) {
  ItemCheck check;
  source.refuse_unknown({"schema", "must_have", "pattern", "at", "min_length", "evaluator", "person"});
  read_schema(source, check);
  check.must_have = source.texts("must_have", kTermsMax);
  read_pattern(source, check);
  if (const a2a::JsonTree* list = source.list("at", kTermsMax)) {
    for (std::size_t i = 0; i < list->size(); ++i) read_pointer(source.element("at", *list, i), check);
  }
  const auto length = source.count("min_length", 0, static_cast<int>(kOutputBytesMax));
  check.min_length = length ? static_cast<std::size_t>(*length) : 0;
  read_evaluator(source, check);
  read_person(source, check);
  return check;
}

}  // namespace schemagate::agent_context
