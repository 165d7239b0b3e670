#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>
#include <variant>

#include "a2a/json/pointer.h"
#include "a2a/text/utf8.h"
#include "extension/object_schemas/card.h"
#include "extension/object_schemas/mode.h"
#include "extension/object_schemas/name_hint.h"

namespace schemagate::object_schemas {
namespace {

using a2a::JsonTree;

struct ModeMember {
  const char* name;
  bool Schema::* used;
};
constexpr std::array<ModeMember, 4> kModeMembers{{{"defaultInputModes", &Schema::input},
                                                  {"defaultOutputModes", &Schema::output},
                                                  {"inputModes", &Schema::input},
                                                  {"outputModes", &Schema::output}}};

// Collects what is wrong with one card.
class Lint {
 public:
  Lint(const JsonTree& card, const Contract& contract) : card_(card), contract_(contract) {}

  std::vector<CardProblem> run_on_part() && {
    check_modes(card_, "");
    check_skills();
    return std::move(*this).listed();
  }
  std::vector<CardProblem> run() && {
    check_modes(card_, "");
    check_skills();
    check_missing_skills();
    for (const auto& [name, schema] : contract_.schemas) check_schema(name, schema);
    return std::move(*this).listed();
  }

 private:
  void report(bool fatal, std::string path, std::string message) {
    if (problems_.size() < kCardProblemsMax)
      return problems_.push_back({fatal, std::move(path), std::move(message)});
    ++unlisted_;
    any_unlisted_fatal_ |= fatal;
  }

  std::vector<CardProblem> listed() && {
    if (unlisted_ > 0)
      problems_.push_back({any_unlisted_fatal_, "", "and " + std::to_string(unlisted_) + " problems more"});
    return std::move(problems_);
  }

  void check_modes(const JsonTree& owner, const std::string& path) {
    for (const auto& [member, used] : kModeMembers) {
      const JsonTree* modes = a2a::find_member(owner, member);
      if (modes == nullptr || !modes->is_array()) continue;
      for (std::size_t i = 0; i < modes->size(); ++i) {
        if (const auto* mode = (*modes)[i].get_ptr<const std::string*>()) {
          check_mode(*mode, used, path + "/" + member + "/" + std::to_string(i));
        }
      }
      check_text(owner, *modes, path + "/" + member);
    }
  }

  // A list of modes that names schemas and has no text says that text is refused.
  void check_text(const JsonTree& owner, const JsonTree& modes, const std::string& path) {
    const bool names_schema = std::ranges::any_of(modes, [](const JsonTree& mode) {
      const auto* text = mode.get_ptr<const std::string*>();
      return text != nullptr && std::holds_alternative<FlaggedWith>(parse_mode(*text));
    });
    const bool has_text = std::ranges::any_of(modes, [](const JsonTree& mode) {
      const auto* text = mode.get_ptr<const std::string*>();
      return text != nullptr && text->starts_with("text");
    });
    if (names_schema && !has_text && passes_text_on(owner))
      report(false, path, "names schemas and leaves text/plain out, which is passed on all the same");
  }

  // Of a skill, or of the card itself.
  bool passes_text_on(const JsonTree& owner) const {
    const auto* id = &owner == &card_ ? nullptr : a2a::find_string(owner, "id");
    const auto skill =
        std::ranges::find(contract_.skills, id == nullptr ? "" : *id, &SkillContract::skill_id);
    if (skill == contract_.skills.end()) return contract_.accept.text;
    return skill->text_input && skill->accept.text;
  }

  void check_mode(const std::string& mode, bool Schema::* used, const std::string& path) {
    const Flag flag = parse_mode(mode);
    if (const auto* malformed = std::get_if<MalformedFlag>(&flag)) {
      return report(true, path, "mode names no schema: " + malformed->reason);
    }
    const auto* named = std::get_if<FlaggedWith>(&flag);
    if (named == nullptr) return;
    const Schema* schema = contract_.find(named->schema);
    const std::string names = "mode names the schema " + a2a::text::shortened(named->schema, 128);
    if (schema == nullptr)
      return report(true, path, names + ", which is not declared" + name_hint(named->schema, schema_names()));
    if (!(schema->*used))
      report(false, path, names + ", which no skill of the configuration has there: nothing is checked");
    if (mode != format_mode(named->schema)) {
      report(false, path, "clients compare modes as strings: write " + format_mode(named->schema));
    }
  }

  void check_skills() {
    const JsonTree* skills = a2a::find_member(card_, "skills");
    if (skills == nullptr || !skills->is_array()) return;
    for (std::size_t i = 0; i < skills->size(); ++i) {
      const std::string path = "/skills/" + std::to_string(i);
      check_modes((*skills)[i], path);
      check_examples((*skills)[i], path);
    }
  }

  void check_examples(const JsonTree& skill, const std::string& path) {
    const JsonTree* examples = a2a::find_member(skill, "examples");
    const auto inputs = input_schemas(skill);
    if (inputs.empty() || examples == nullptr || !examples->is_array()) return;
    for (std::size_t i = 0; i < examples->size(); ++i) {
      const auto* example = (*examples)[i].get_ptr<const std::string*>();
      if (example != nullptr && !fits_some(*example, inputs)) {
        report(false, path + "/examples/" + std::to_string(i),
               "the JSON example fits no input schema of the skill");
      }
    }
  }

  // Those that the skill's input modes name, or will, as the contract has them.
  std::vector<const Schema*> input_schemas(const JsonTree& skill) const {
    std::vector<const Schema*> schemas;
    const auto* id = a2a::find_string(skill, "id");
    for (const SkillContract& own : contract_.skills) {
      if (id == nullptr || own.skill_id != *id) continue;
      for (const std::string& name : own.input_schemas) {
        if (const Schema* schema = contract_.find(name)) schemas.push_back(schema);
      }
    }
    const JsonTree* modes = a2a::find_member(skill, "inputModes");
    if (modes == nullptr || !modes->is_array()) return schemas;
    for (const JsonTree& entry : *modes) {
      const auto* mode = entry.get_ptr<const std::string*>();
      const Flag flag = mode ? parse_mode(*mode) : Flag{};
      const auto* named = std::get_if<FlaggedWith>(&flag);
      const Schema* schema = named ? contract_.find(named->schema) : nullptr;
      if (schema != nullptr) schemas.push_back(schema);
    }
    return schemas;
  }

  // An example that is no JSON object is a sentence, and fine; so is one that there is no time to look at.
  bool fits_some(const std::string& example, const std::vector<const Schema*>& schemas) {
    a2a::JsonDocument document;
    const auto value = document.parse(example);
    if (!value || !value->is_object()) return true;
    return std::ranges::any_of(schemas, [&](const Schema* schema) {
      if (bytes_left_ < example.size()) return true;
      bytes_left_ -= example.size();
      return schema->validator.validate(*value) == json_schema::Verdict::kValid;
    });
  }

  void check_missing_skills() {
    for (const SkillContract& skill : contract_.skills) {
      if (skill.skill_id.empty() || has_skill(skill.skill_id)) continue;
      report(true, "/skills",
             "no skill has the id " + a2a::text::shortened(skill.skill_id, 128) + ", which has schemas" +
                 name_hint(skill.skill_id, skill_ids()));
    }
  }

  std::vector<std::string_view> skill_ids() const {
    std::vector<std::string_view> ids;
    const JsonTree* skills = a2a::find_member(card_, "skills");
    if (skills == nullptr || !skills->is_array()) return ids;
    for (const JsonTree& skill : *skills) {
      if (const auto* id = a2a::find_string(skill, "id")) ids.push_back(*id);
    }
    return ids;
  }
  std::vector<std::string_view> schema_names() const {
    std::vector<std::string_view> names;
    names.reserve(contract_.schemas.size());
    for (const auto& [name, schema] : contract_.schemas) names.push_back(name);
    return names;
  }

  bool has_skill(std::string_view id) const {
    const JsonTree* skills = a2a::find_member(card_, "skills");
    return skills != nullptr && a2a::find_index(*skills, "id", id);
  }

  void check_schema(const std::string& name, const Schema& schema) {
    std::string path = "/schemas";
    a2a::json_pointer::append_token(path, a2a::text::shortened(name, 128));
    if (!is_schema_name(name)) {
      report(true, path, "a schema's name consists of A-Z a-z 0-9 . _ -");
    }
    if (schema.input && !is_object_rooted(schema)) {
      report(!schema.adopted, path,
             R"(an input schema accepts objects only: write "type":"object" at its root)");
    }
  }

  // By its `type` when it has one, else by what it does with one value of every other type.
  static bool is_object_rooted(const Schema& schema) {
    const auto tree = a2a::parse_tree(schema.text, {.bytes_max = schema.text.size(), .depth_max = 1000});
    const JsonTree* type = tree ? a2a::find_member(*tree, "type") : nullptr;
    if (type != nullptr) return *type == "object" || *type == JsonTree::array({"object"});
    constexpr std::array kOthers = {"[]", R"("")", "0", "null", "true"};
    return std::ranges::none_of(kOthers, [&schema](const char* text) {
      a2a::JsonDocument document;
      const auto value = document.parse(text);
      return value && schema.validator.validate(*value) == json_schema::Verdict::kValid;
    });
  }

  const JsonTree& card_;
  const Contract& contract_;
  std::vector<CardProblem> problems_;
  std::size_t unlisted_ = 0;
  bool any_unlisted_fatal_ = false;
  std::size_t bytes_left_ = 16 << 20;  // of examples, each as often as there are schemas to check it against
};

}  // namespace

std::vector<CardProblem> lint_part(const JsonTree& part, const Contract& contract) {
  return Lint(part, contract).run_on_part();
}

std::vector<CardProblem> lint(const JsonTree& card, const Contract& contract) {
  return Lint(card, contract).run();
}

}  // namespace schemagate::object_schemas
