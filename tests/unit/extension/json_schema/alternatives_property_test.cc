// anyOf, oneOf and conditions in allOf beside their branches, each asked alone: whatever tells them apart
// before one is tried (compile/branch_filters.h, compile/discriminators.h) must not change which of them
// match.
//
// Schemas and instances are generated from a seed, over few names and values, so that they meet each other.
// SCHEMAGATE_ALTERNATIVES=SEED:SCHEMAS runs others, and more.
#include <algorithm>
#include <cstdlib>
#include <random>
#include <vector>

#include "validation.h"

namespace schemagate::json_schema {
namespace {

using nlohmann::json;

class AlternativesGenerator {
 public:
  explicit AlternativesGenerator(std::uint64_t seed) : random_(seed) {}

  json branches() {
    json branches = json::array();
    const std::size_t count = one_in(25) ? 60 + below(8) : 2 + below(5);  // a filter has 64 at most
    for (std::size_t i = 0; i < count; ++i) branches.push_back(branch(2));
    return branches;
  }

  json consequences(std::size_t count) {
    json consequences = json::array();
    while (consequences.size() < count)
      consequences.push_back(one_in(3) ? branch(1) : json{{"required", names()}});
    return consequences;
  }

  // Mostly an object made for one of the branches, not always rightly.
  json instance(const json& branches) {
    const json& branch = branches[below(branches.size())];
    if (!branch.is_object() || one_in(4)) return any_value(2);
    json object = json::object();
    if (branch.contains("properties")) {
      for (const auto& [name, member] : branch["properties"].items())
        if (!one_in(4)) object[name] = value_for(member);
    }
    if (branch.contains("required")) {
      for (const std::string name : branch["required"])
        if (!one_in(8) && !object.contains(name)) object[name] = scalar();
    }
    if (one_in(4)) object[one_in(2) ? "x-2" : name()] = any_value(1);
    return object;
  }

 private:
  std::size_t below(std::size_t bound) { return random_() % bound; }
  bool one_in(std::size_t count) { return below(count) == 0; }
  template <class Item>
  const Item& one_of(const std::vector<Item>& items) {
    return items[below(items.size())];
  }

  const std::string& name() {
    static const std::vector<std::string> kNames = {"kind", "type", "a", "b", "x-1", "long_name_of_a_member"};
    return one_of(kNames);
  }
  const json& scalar() {
    static const std::vector<json> kScalars = {nullptr, true, false, 0,    1,    2,
                                               -1,      1.0,  1.5,   100,  1e2,  18446744073709551615ULL,
                                               "",      "a",  "b",   "ab", "cat"};
    return one_of(kScalars);
  }
  const std::string& type() {
    static const std::vector<std::string> kTypes = {"null",   "boolean", "integer", "number",
                                                    "string", "array",   "object"};
    return one_of(kTypes);
  }
  json any_value(int depth) {
    if (depth == 0 || one_in(4)) return scalar();
    if (one_in(6)) return json::array({any_value(depth - 1)});
    json object = json::object();
    for (std::size_t i = below(5); i > 0; --i) object[name()] = any_value(depth - 1);
    return object;
  }
  // Often one that the schema takes; a number may be spelled in another way than there (1.0, 1).
  json value_for(const json& schema) {
    if (!schema.is_object() || one_in(5)) return any_value(1);
    json value = any_value(1);
    if (schema.contains("const")) value = schema["const"];
    if (schema.contains("enum")) value = schema["enum"][below(schema["enum"].size())];
    const bool is_integral = value.is_number_float() && value == value.get<int>();
    return is_integral && one_in(2) ? json(value.get<int>()) : value;
  }

  json names() {
    json names = json::array({name()});
    if (const std::string& other = name(); one_in(2) && names[0] != other) names.push_back(other);
    return names;
  }

  // Mostly an object told apart by what its members are.
  json branch(int depth) {
    if (one_in(8)) return leaf();
    json schema = json::object();
    if (!one_in(3)) schema["type"] = "object";
    for (std::size_t i = 1 + below(3); i > 0; --i) schema["properties"][name()] = member(depth - 1);
    if (!one_in(3)) schema["required"] = names();
    if (one_in(3)) schema["additionalProperties"] = one_in(2) ? json(false) : leaf();
    if (one_in(5)) schema["patternProperties"]["^[ax]"] = leaf();
    if (one_in(6)) schema["allOf"] = json::array({branch(depth - 1 > 0 ? depth - 1 : 0)});
    if (one_in(10)) schema["maxProperties"] = 2;
    return schema;
  }
  json member(int depth) {
    if (depth <= 0 || !one_in(4)) return leaf();
    return {{one_in(2) ? "anyOf" : "oneOf", json::array({branch(depth - 1), branch(depth - 1), leaf()})}};
  }
  json leaf() {
    switch (below(6)) {
      case 0:
        return one_in(2);
      case 1:
        return {{"type", type()}};
      case 2:
        return {{"type", json::array({"string", one_in(2) ? "integer" : "object"})}};
      case 3:
        return {{"enum", json::array({scalar(), scalar(), any_value(1)})}};
      case 4:
        return {{"const", scalar()}, {"type", type()}};
      default:
        return {{"const", scalar()}};
    }
  }

  std::mt19937_64 random_;
};

struct AlternativesRun {
  std::uint64_t seed = 20;
  std::size_t schemas = 60;
  static constexpr std::size_t kInstances = 20;

  static AlternativesRun wanted() {
    AlternativesRun run;
    const char* given = std::getenv("SCHEMAGATE_ALTERNATIVES");  // NOLINT(concurrency-mt-unsafe)
    if (given == nullptr) return run;
    char* colon = nullptr;
    run.seed = std::strtoull(given, &colon, 10);
    if (*colon == ':') run.schemas = std::strtoull(colon + 1, nullptr, 10);
    return run;
  }
};

bool is_valid(const Validator& validator, a2a::JsonValue instance) {
  return validator.validate(instance) == Verdict::kValid;
}

std::vector<Validator> each_compiled(const json& schemas) {
  std::vector<Validator> validators;
  for (const json& schema : schemas) validators.push_back(compiled(schema.dump()));
  return validators;
}

// `{"if": branch, "then": consequence}` for each; some have `else`, which is the first consequence.
json conditions_of(const json& branches, const json& consequences) {
  json conditions = json::array();
  for (std::size_t i = 0; i < branches.size(); ++i) {
    conditions.push_back({{"if", branches[i]}, {"then", consequences[i]}});
    if (i % 5 == 4) conditions.back()["else"] = consequences[0];
  }
  return conditions;
}

// One list of branches in all three keywords, each with and without marking what was evaluated: other ways
// through the same filter.
class Alternatives {
 public:
  Alternatives(const json& branches, const json& consequences)
      : branches_(each_compiled(branches)), consequences_(each_compiled(consequences)) {
    add({{"anyOf", branches}}, [](const Matches& matches) { return matches.count() > 0; });
    add({{"oneOf", branches}}, [](const Matches& matches) { return matches.count() == 1; });
    add({{"allOf", conditions_of(branches, consequences)}},
        [](const Matches& matches) { return matches.holds(); });
  }

  void expect_agreement(const std::string& text) const {
    a2a::JsonDocument document;
    const auto instance = document.parse(text);
    ASSERT_TRUE(instance) << text;
    const Matches matches(*this, *instance);
    for (const Question& question : questions_) {
      const bool expected = question.expected(matches);
      for (const Validator* validator : {&question.plain, &question.marking}) {
        EXPECT_EQ(is_valid(*validator, *instance), expected) << text;
        EXPECT_EQ(validator->explain(*instance).violations.empty(), expected) << text;
      }
      // Annotations are collected without any filter.
      EXPECT_EQ(question.closed.validate(*instance), question.closed.annotate(*instance).verdict) << text;
    }
  }

 private:
  // Which of the branches and of the consequences match, each a schema of its own.
  struct Matches {
    Matches(const Alternatives& all, a2a::JsonValue instance) {
      for (const Validator& branch : all.branches_) branches.push_back(is_valid(branch, instance));
      for (const Validator& consequence : all.consequences_)
        consequences.push_back(is_valid(consequence, instance));
    }
    std::ptrdiff_t count() const { return std::ranges::count(branches, true); }
    // Of every condition that matches its consequence does, too.
    bool holds() const {
      for (std::size_t i = 0; i < branches.size(); ++i) {
        if (branches[i] ? !consequences[i] : i % 5 == 4 && !consequences[0]) return false;
      }
      return true;
    }
    std::vector<bool> branches;
    std::vector<bool> consequences;
  };
  struct Question {
    Validator plain;
    Validator marking;
    Validator closed;  // whatever no branch evaluated is forbidden
    bool (*expected)(const Matches& matches);
  };

  void add(json schema, bool (*expected)(const Matches& matches)) {
    const Validator plain = compiled(schema.dump());
    schema["unevaluatedProperties"] = true;
    const Validator marking = compiled(schema.dump());
    schema["unevaluatedProperties"] = false;
    questions_.push_back({plain, marking, compiled(schema.dump()), expected});
  }

  std::vector<Validator> branches_;
  std::vector<Validator> consequences_;
  std::vector<Question> questions_;
};

TEST(Alternatives, MatchAsTheirBranchesDoAlone) {
  const AlternativesRun run = AlternativesRun::wanted();
  for (std::size_t number = 0; number < run.schemas; ++number) {
    AlternativesGenerator generator(run.seed + number);
    const json list = generator.branches();
    SCOPED_TRACE("seed " + std::to_string(run.seed + number) + ": " + list.dump());
    const Alternatives alternatives(list, generator.consequences(list.size()));
    for (std::size_t i = 0; i < AlternativesRun::kInstances; ++i) {
      alternatives.expect_agreement(generator.instance(list).dump());
      ASSERT_FALSE(HasFailure());
    }
  }
}

}  // namespace
}  // namespace schemagate::json_schema
