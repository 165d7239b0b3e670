#include "extension/object_schemas/adoption.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <variant>

#include "a2a/json/pointer.h"
#include "a2a/text/ascii.h"
#include "a2a/text/utf8.h"
#include "extension/json_schema/schema_compiler.h"
#include "extension/object_schemas/contract_reference.h"
#include "extension/object_schemas/mode.h"
#include "extension/object_schemas/name_hint.h"

namespace schemagate::object_schemas {
namespace {

using a2a::JsonTree;

constexpr std::size_t kNameBytesMax = 128;
constexpr std::size_t kIdBytesMax = 256;
constexpr std::size_t kReasonBytesMax = 256;

const JsonTree* declaration_in(const JsonTree& card) {
  const JsonTree* capabilities = a2a::find_member(card, "capabilities");
  const JsonTree* extensions =
      capabilities != nullptr ? a2a::find_member(*capabilities, "extensions") : nullptr;
  const auto known =
      extensions != nullptr ? a2a::find_index(*extensions, "uri", kExtensionUri) : std::nullopt;
  return known ? &(*extensions)[*known] : nullptr;
}

// Some SDKs drop root members that they do not know: the extension's parameters may have the schemas, too.
const JsonTree* schemas_in(const JsonTree& card) {
  const JsonTree* schemas = a2a::find_member(card, "schemas");
  if (schemas != nullptr && schemas->is_object()) return schemas;
  const JsonTree* declaration = declaration_in(card);
  const JsonTree* params = declaration != nullptr ? a2a::find_member(*declaration, "params") : nullptr;
  schemas = params != nullptr ? a2a::find_member(*params, "schemas") : nullptr;
  return schemas != nullptr && schemas->is_object() ? schemas : nullptr;
}

Flag flag_of(const JsonTree& mode) {
  const auto* text = mode.get_ptr<const std::string*>();
  return text != nullptr ? parse_mode(*text) : Flag{};
}

bool names_schema(const JsonTree& mode) {
  return !std::holds_alternative<NotFlagged>(flag_of(mode));
}

const JsonTree* modes_of(const JsonTree& owner, const char* list) {
  const JsonTree* modes = a2a::find_member(owner, list);
  return modes != nullptr && modes->is_array() ? modes : nullptr;
}

bool has_schema_modes(const JsonTree& owner, const char* list) {
  const JsonTree* modes = modes_of(owner, list);
  return modes != nullptr && std::ranges::any_of(*modes, names_schema);
}

// Never too few: a property of this name counts, too.
std::size_t count_patterns(const JsonTree& tree) {
  std::size_t count = 0;
  for (const auto& [name, value] : tree.items()) {
    if (tree.is_object() && name == "pattern") ++count;
    if (tree.is_object() && name == "patternProperties") count += value.size();
    if (value.is_structured()) count += count_patterns(value);
  }
  return count;
}

// It says that it takes other values than objects only.
bool excludes_objects(const JsonTree& schema) {
  if (schema.is_boolean()) return schema == false;
  const JsonTree* type = a2a::find_member(schema, "type");
  if (type == nullptr) return false;
  if (type->is_array())
    return std::ranges::none_of(*type, [](const JsonTree& each) { return each == "object"; });
  return *type != "object";
}

const SkillContract* find_skill(const Contract& contract, std::string_view id) {
  const auto known = std::ranges::find(contract.skills, id, &SkillContract::skill_id);
  return known == contract.skills.end() ? nullptr : &*known;
}

std::string pointer_to(std::string place, std::string name) {
  std::ranges::replace_if(name, a2a::text::is_control, '?');
  a2a::json_pointer::append_token(place, a2a::text::shortened(name, kNameBytesMax));
  return place;
}

json_schema::Limits schema_limits(const AdoptionLimits& limits) {
  return {.pattern_instructions_max = limits.pattern_instructions_max, .steps_max = limits.steps_max};
}

class Adoption {
 public:
  Adoption(const JsonTree& card, const AdoptionOptions& options, Contract& contract)
      : card_(card),
        options_(options),
        contract_(contract),
        compiler_({.assert_format = options.assert_format, .limits = schema_limits(options.limits)}) {}

  std::vector<CardProblem> run() && {
    schemas_ = schemas_in(card_);
    if (schemas_ != nullptr) adopt_schemas();
    adopt_skills();
    adopt_modes(card_, "", "", {"defaultInputModes", "defaultOutputModes"});
    std::ranges::stable_partition(contract_.skills,
                                  [](const SkillContract& skill) { return !skill.skill_id.empty(); });
    if (options_.take_over) set_digests(contract_);
    if (untold_ > 0)
      refused_.push_back({false, "", "and " + std::to_string(untold_) + " more of its schemas and modes"});
    if (contract_.refuses_labels() && !contract_.declared())
      refused_.insert(refused_.begin(),
                      {false, "/schemas",
                       "none of the agent's schemas can be enforced: data with the label of "
                       "a schema is refused"});
    return std::move(refused_);
  }

 private:
  struct ModeLists {
    const char* input;
    const char* output;
  };

  void refuse(std::string path, std::string reason) {
    if (refused_.size() < options_.limits.refusals_max) {
      std::ranges::replace_if(reason, a2a::text::is_control, '?');
      refused_.push_back({false, std::move(path), a2a::text::shortened(reason, kReasonBytesMax)});
    } else {
      ++untold_;
    }
  }

  void adopt_schemas() {
    for (const auto& [name, schema] : schemas_->items()) {
      if (contract_.find(name) != nullptr) continue;
      if (!options_.take_over) {
        refuse(pointer_to("/schemas", name), "the agent's schema is not among the configured ones");
        continue;
      }
      if (const std::string reason = adopt_schema(name, schema); !reason.empty()) {
        refuse(pointer_to("/schemas", name), "the agent's schema cannot be enforced: " + reason);
        note_refused(name);
      }
    }
  }

  void note_refused(std::string name) {
    if (contract_.refused_schemas.size() == options_.limits.refusals_max) {
      ++contract_.refused_besides;
      return;
    }
    std::ranges::replace_if(name, a2a::text::is_control, '?');
    contract_.refused_schemas.push_back(a2a::text::shortened(name, kNameBytesMax));
  }

  // Returns why not; empty when it is adopted.
  std::string adopt_schema(const std::string& name, const JsonTree& tree) {
    const AdoptionLimits& limits = options_.limits;
    if (!is_schema_name(name) || name.size() > kNameBytesMax)
      return "a schema's name consists of at most 128 of A-Z a-z 0-9 . _ -";
    if (adopted_ == limits.schemas_max)
      return "more than " + std::to_string(limits.schemas_max) + " schemas are declared";
    std::string text = a2a::dump_tree(tree);
    if (text.size() > limits.schema_bytes_max || bytes_ + text.size() > limits.bytes_max)
      return "it is too large: at most " + std::to_string(limits.schema_bytes_max) + " bytes, and " +
             std::to_string(limits.bytes_max) + " for all of them";
    const std::size_t patterns = count_patterns(tree);
    if (patterns_ + patterns > limits.patterns_max)
      return "its schemas have more than " + std::to_string(limits.patterns_max) + " patterns";
    auto validator = compiler_.compile(text);
    if (!validator) {
      const auto& problem = validator.error();
      return (problem.location.empty() ? "" : "at " + problem.location + ": ") + problem.message;
    }
    ++adopted_;
    bytes_ += text.size();
    patterns_ += patterns;
    Schema schema{std::move(text), *std::move(validator)};
    schema.asserts_format = options_.assert_format;
    schema.adopted = true;
    contract_.schemas.emplace(name, std::move(schema));
    return "";
  }

  void adopt_skills() {
    const JsonTree* skills = a2a::find_member(card_, "skills");
    if (skills == nullptr || !skills->is_array()) return;
    std::set<std::string> seen;
    for (std::size_t i = 0; i < skills->size(); ++i) {
      const JsonTree& skill = (*skills)[i];
      if (!has_schema_modes(skill, "inputModes") && !has_schema_modes(skill, "outputModes")) continue;
      const std::string path = "/skills/" + std::to_string(i);
      const auto* id = a2a::find_string(skill, "id");
      if (id == nullptr || id->empty() || id->size() > kIdBytesMax) {
        refuse(path, "its modes name schemas, but it has no id of 1 to 256 bytes");
      } else if (!seen.insert(*id).second) {
        refuse(path, "its modes name schemas, but it has the id of an earlier skill");
      } else if (seen.size() > options_.limits.skills_max) {
        refuse(path, "more than " + std::to_string(options_.limits.skills_max) + " skills name schemas");
      } else {
        adopt_modes(skill, *id, path, {"inputModes", "outputModes"});
      }
    }
  }

  void adopt_modes(const JsonTree& owner, const std::string& skill_id, const std::string& path,
                   const ModeLists& lists) {
    const auto inputs = names_in(owner, path, lists.input, "defaultInputModes", true);
    const auto outputs = names_in(owner, path, lists.output, "defaultOutputModes", false);
    if (!options_.take_over || (inputs.empty() && outputs.empty())) return;
    SkillContract& skill = contract_of(skill_id);
    if (skill.input_schemas.empty() && !inputs.empty()) {
      skill.input_schemas = inputs;
      skill.text_input = skill.text_input && takes_text(*effective(owner, lists.input, "defaultInputModes"));
    }
    if (skill.output_schemas.empty()) skill.output_schemas = outputs;
    for (const std::string& name : skill.input_schemas) contract_.schemas.find(name)->second.input = true;
    for (const std::string& name : skill.output_schemas) contract_.schemas.find(name)->second.output = true;
  }

  SkillContract& contract_of(const std::string& skill_id) {
    const auto known = std::ranges::find(contract_.skills, skill_id, &SkillContract::skill_id);
    if (known != contract_.skills.end()) return *known;
    SkillContract& skill = contract_.skills.emplace_back();
    skill.skill_id = skill_id;
    skill.input_mapping = InputMapping::kLabelled;
    skill.accept = contract_.accept;
    return skill;
  }

  // The list that holds: the owner's own, else the agent's.
  const JsonTree* effective(const JsonTree& owner, const char* list, const char* inherited) const {
    const JsonTree* own = modes_of(owner, list);
    return own != nullptr && !own->empty() ? own : modes_of(card_, inherited);
  }

  static bool takes_text(const JsonTree& modes) {
    return std::ranges::any_of(modes, [](const JsonTree& mode) { return mode == "text/plain"; });
  }

  // The contract's schemas that the modes name, each once.
  std::vector<std::string> names_in(const JsonTree& owner, const std::string& path, const char* list,
                                    const char* inherited, bool as_input) {
    std::vector<std::string> names;
    const JsonTree* modes = effective(owner, list, inherited);
    if (modes == nullptr) return names;
    const bool own = modes == modes_of(owner, list);
    for (const JsonTree& mode : *modes) {
      const Flag flag = flag_of(mode);
      if (std::holds_alternative<NotFlagged>(flag)) continue;
      const auto* named = std::get_if<FlaggedWith>(&flag);
      const std::string reason = named != nullptr
                                     ? why_not(named->schema, as_input)
                                     : "names no schema: " + std::get<MalformedFlag>(flag).reason;
      if (!reason.empty()) {
        if (own) refuse(path + "/" + list, "the agent's mode " + reason);
      } else if (std::ranges::find(names, named->schema) == names.end()) {
        names.push_back(named->schema);
      }
    }
    return names;
  }

  std::vector<std::string_view> schema_names() const {
    std::vector<std::string_view> names;
    names.reserve(contract_.schemas.size());
    for (const auto& [name, schema] : contract_.schemas) names.push_back(name);
    return names;
  }

  // Why a mode cannot name it; empty when it can.
  std::string why_not(const std::string& name, bool as_input) const {
    const std::string shown = "names the schema " + a2a::text::shortened(name, kNameBytesMax);
    const Schema* schema = contract_.find(name);
    if (schema == nullptr) {
      const bool refused = schemas_ != nullptr && a2a::find_member(*schemas_, name) != nullptr;
      if (refused) return shown + ", which is refused";
      const bool is_told = refused_.size() < options_.limits.refusals_max;  // looking for one takes its time
      return shown + ", which is not declared" + (is_told ? name_hint(name, schema_names()) : "");
    }
    const JsonTree* tree = schema->adopted ? a2a::find_member(*schemas_, name) : nullptr;
    if (as_input && tree != nullptr && excludes_objects(*tree))
      return shown + ", which takes no objects: a structured input is one";
    return "";
  }

  const JsonTree& card_;
  const AdoptionOptions& options_;
  Contract& contract_;
  json_schema::SchemaCompiler compiler_;
  const JsonTree* schemas_ = nullptr;  // of the card
  std::vector<CardProblem> refused_;
  std::size_t untold_ = 0;
  std::size_t adopted_ = 0;
  std::size_t bytes_ = 0;     // of the adopted schemas
  std::size_t patterns_ = 0;  // in them
};

bool has(const std::vector<std::string>& names, const JsonTree& mode) {
  const Flag flag = flag_of(mode);
  const auto* named = std::get_if<FlaggedWith>(&flag);
  return named != nullptr && std::ranges::find(names, named->schema) != names.end();
}

// Of the modes that name schemas those stay that the skill's contract has, in the one spelling. False when
// the list has no such modes.
bool keep_declared(JsonTree& owner, const char* list, const std::vector<std::string>& declared) {
  if (!has_schema_modes(owner, list)) return false;
  auto& modes = owner[list].get_ref<JsonTree::array_t&>();
  std::erase_if(modes,
                [&declared](const JsonTree& mode) { return names_schema(mode) && !has(declared, mode); });
  for (JsonTree& mode : modes) {
    if (names_schema(mode)) mode = format_mode(std::get<FlaggedWith>(flag_of(mode)).schema);
  }
  if (modes.empty()) modes.emplace_back("application/json");
  return true;
}

// `skill`: nullptr: it has no contract.
bool keep_declared(JsonTree& owner, const char* inputs, const char* outputs, const SkillContract* skill) {
  const std::vector<std::string> none;
  const bool changed = keep_declared(owner, inputs, skill != nullptr ? skill->input_schemas : none);
  return keep_declared(owner, outputs, skill != nullptr ? skill->output_schemas : none) || changed;
}

// Of several skills with one id the first has its contract.
bool keep_declared_of_skills(JsonTree& card, const Contract& contract) {
  const auto skills = card.find("skills");
  if (skills == card.end() || !skills->is_array()) return false;
  bool changed = false;
  std::set<std::string> seen;
  for (JsonTree& skill : *skills) {
    if (!skill.is_object()) continue;
    const auto* id = a2a::find_string(skill, "id");
    const bool known = id != nullptr && !id->empty() && seen.insert(*id).second;
    changed =
        keep_declared(skill, "inputModes", "outputModes", known ? find_skill(contract, *id) : nullptr) ||
        changed;
  }
  return changed;
}

}  // namespace

std::vector<CardProblem> adopt(const JsonTree& card, const AdoptionOptions& options, Contract& contract) {
  return Adoption(card, options, contract).run();
}

bool remove_declarations(JsonTree& card, const Contract& contract) {
  if (!card.is_object()) return false;
  const bool has_schemas = schemas_in(card) != nullptr;
  const bool of_skills = keep_declared_of_skills(card, contract);
  const bool agent_wide =
      keep_declared(card, "defaultInputModes", "defaultOutputModes", find_skill(contract, ""));
  if (!has_schemas && !of_skills && !agent_wide) return false;
  card.erase("schemas");
  if (declaration_in(card) == nullptr) return true;
  JsonTree& extensions = card["capabilities"]["extensions"];
  const auto known = a2a::find_index(extensions, "uri", kExtensionUri);
  const auto params = extensions[*known].find("params");
  if (!contract.declared()) {
    extensions.erase(*known);
  } else if (params != extensions[*known].end() && params->is_object()) {
    params->erase("schemas");
  }
  return true;
}

}  // namespace schemagate::object_schemas
