#include "gateway/config/read_contract.h"

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <unordered_set>
#include <utility>

#include "a2a/json/pointer.h"
#include "a2a/json/tree.h"
#include "extension/json_schema/format_uses.h"
#include "extension/json_schema/misspellings.h"
#include "extension/object_schemas/contract_reference.h"
#include "extension/object_schemas/mode.h"
#include "extension/schema_interaction/template_schema.h"
#include "gateway/config/file.h"
#include "gateway/config/options.h"
#include "gateway/config/read_templates.h"
#include "gateway/config/text.h"

namespace schemagate {
namespace {

using a2a::JsonTree;
using object_schemas::Accepted;
using object_schemas::Contract;
using object_schemas::InputMapping;
using object_schemas::SkillContract;
using object_schemas::Template;

constexpr std::size_t kSchemasMax = 10'000;
constexpr std::size_t kSkillsMax = 256;
constexpr std::size_t kSchemaBytesMax = 1 << 20;
constexpr std::size_t kTemplateBytesMax = 64 << 10;
constexpr std::size_t kIdBytesMax = 256;
constexpr std::size_t kFormatsToldMax = 8;
constexpr std::array<std::string_view, 3> kInputMappings{"data", "text", "labelled"};
constexpr std::string_view kHandOverExpected =
    "expected data, text, labelled or a text with names in braces, such as {template: \"Who wins, {a} or "
    "{b}?\"}";

// A structured input is the data of a data part, which is an object (A2A v1.0 section 4.1.6), so its schema
// has to say that it wants one.
bool is_object_rooted(const JsonTree& schema) {
  const auto* type = a2a::find_member(schema, "type");
  if (type == nullptr) return false;
  return *type == "object" || (type->is_array() && type->size() == 1 && type->front() == "object");
}

// Keywords by which a schema gets properties that do not stand under `properties`.
bool has_other_properties(const JsonTree& schema) {
  constexpr std::array<const char*, 8> kKeywords{
      "$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "patternProperties", "dependentSchemas"};
  return std::ranges::any_of(kKeywords, [&schema](const char* keyword) { return schema.contains(keyword); });
}

// Whether the schema's properties have no such value. In doubt (arrays, references, alternatives): they have.
bool lacks_property(const JsonTree& schema, std::string_view pointer) {
  const JsonTree* here = &schema;
  while (!pointer.empty()) {
    const auto* properties = a2a::find_member(*here, "properties");
    if (properties == nullptr || has_other_properties(*here)) return false;
    here =
        a2a::find_member(*properties, a2a::json_pointer::unescaped(a2a::json_pointer::take_token(pointer)));
    if (here == nullptr) return true;
  }
  return false;
}

std::string describe(const json_schema::SchemaProblem& problem) {
  return "at " + (problem.location.empty() ? "its root" : problem.location) + ": " + problem.message;
}

// `accept` of the agent or of a skill; `otherwise` where it is absent or wrong.
Accepted read_accept(ConfigSection& section, Accepted otherwise) {
  constexpr std::string_view kName = "accept";
  const auto* node = section.take(kName);
  const auto kinds = section.read_list(kName);
  if (node == nullptr || node->kind != YamlNode::Kind::kSequence) return otherwise;
  Accepted accept{.text = false, .data = false};
  bool has_schemas = false;
  for (const PlacedText& kind : kinds) {
    if (kind.text == "schemas") {
      has_schemas = true;
    } else if (kind.text == "text") {
      accept.text = true;
    } else if (kind.text == "data") {
      accept.data = true;
    } else {
      section.refuse(kind, "expected schemas, text or data, found " + in_quotes(kind.text));
    }
  }
  if (!has_schemas)
    section.refuse(kName, "schemas has to be among them: what is declared is always accepted");
  return accept;
}

std::string_view sentence_on(json_schema::FormatEffect effect) {
  switch (effect) {
    case json_schema::FormatEffect::kAsserted:
      return "is asserted: values that break it are refused";
    case json_schema::FormatEffect::kAnnotates:
      return "only annotates: values are not checked; assert_format: true has them checked";
    case json_schema::FormatEffect::kUnknown:
      return "is of no draft: it never refuses anything";
  }
  std::unreachable();
}

// What the schema's `format` keywords do: a sentence for each effect that there is.
std::vector<std::string> tell_formats(std::string_view schema, const json_schema::CompileOptions& options) {
  std::map<json_schema::FormatEffect, std::vector<std::string>> places;
  for (const auto& use : json_schema::find_formats(schema, options))
    places[use.effect].push_back(shown(use.format) + " at " + shown(use.location));
  std::vector<std::string> sentences;
  for (const auto& [effect, found] : places) {
    std::string list;
    for (std::size_t i = 0; i < std::min(found.size(), kFormatsToldMax); ++i)
      list += (i == 0 ? "" : ", ") + found[i];
    if (found.size() > kFormatsToldMax)
      list += " and " + std::to_string(found.size() - kFormatsToldMax) + " more";
    sentences.push_back("format " + list + " " + std::string(sentence_on(effect)));
  }
  return sentences;
}

// A place of a template as it stands in `written`, where a name may stand for its pointer.
std::string as_written(std::string_view written, const std::string& pointer) {
  std::string whole = "{" + pointer + "}";
  return written.contains(whole) ? whole : "{" + pointer.substr(1) + "}";
}

class ContractReader {
 public:
  ContractReader(ConfigSection& agent, const std::filesystem::path& folder,
                 json_schema::SchemaCompiler& compiler)
      : agent_(agent), folder_(folder), compiler_(compiler) {}

  AgentContract read() {
    contract_.accept = read_accept(agent_, {});
    read_schemas();
    templates_ = read_templates(agent_, folder_);
    for (const auto& each : templates_) declare_template(each);
    agent_.read_sections("skills", kSkillsMax, [this](std::string_view id, ConfigSection& skill) {
      if (id.empty() || id.size() > kIdBytesMax) skill.refuse("", "a skill's id is 1 to 256 bytes long");
      read_skill(id, skill);
    });
    agent_.read_section("agent_wide", [this](ConfigSection& section) { read_skill("", section); });
    warn_of_unused();
    object_schemas::set_digests(contract_);
    auto catalogue = make_catalogue(agent_, templates_, contract_);
    return {std::move(contract_), std::move(catalogue)};
  }

 private:
  void read_schemas() {
    for (auto& [name, file] : agent_.read_texts("schemas", kSchemasMax)) {
      read_schema(name, file);
      files_.emplace(name, std::move(file));
    }
  }
  void read_schema(const std::string& name, const PlacedText& file) {
    const auto refuse = [this, &file](const std::string& problem) {
      agent_.refuse(file, in_quotes(file.text) + ": " + problem);
    };
    if (!object_schemas::is_schema_name(name)) {
      return agent_.refuse(file, "a schema's name consists of A-Z a-z 0-9 . _ -");
    }
    auto text = read_file(folder_ / file.text, kSchemaBytesMax);
    if (!text) return agent_.refuse(file, text.error().message);
    auto tree = a2a::parse_tree(*text, {.bytes_max = kSchemaBytesMax});
    if (!tree) return refuse(tree.error().message);
    const auto formats = tell_formats(*text, compiler_.options());
    const auto misspelt = json_schema::find_misspellings(*text, compiler_.options());
    if (const auto problem = declare(name, std::move(*text), std::move(*tree)); !problem.empty())
      return refuse(problem);
    for (const std::string& sentence : formats) agent_.note(file, sentence);
    for (const auto& unused : contract_.schemas.at(name).validator.warnings())
      agent_.warn(file, describe(unused) + "; nothing that is applied leads there");
    for (const auto& problem : misspelt) agent_.warn(file, describe(problem));
  }
  void declare_template(const PlacedTemplate& made) {
    const std::string& name = made.authored.schema.schema_id;
    const auto refuse = [this, &made, &name](const std::string& problem) {
      agent_.refuse(made.place, in_quotes(name) + ": " + problem);
    };
    if (!object_schemas::is_schema_name(name)) return refuse("a schema_id consists of A-Z a-z 0-9 . _ -");
    if (!files_.emplace(name, made.place).second)
      return refuse("is the name of another schema of this agent");
    auto tree = schema_interaction::to_json_schema(made.authored);
    auto text = a2a::dump_tree(tree);
    if (const auto problem = declare(name, std::move(text), std::move(tree)); !problem.empty())
      refuse(problem);
  }
  // Returns why the schema cannot be used; empty when it can.
  std::string declare(const std::string& name, std::string text, JsonTree tree) {
    auto validator = compiler_.compile(text);
    if (!validator) return describe(validator.error());
    trees_.emplace(name, std::move(tree));
    object_schemas::Schema schema{std::move(text), std::move(*validator)};
    schema.asserts_format = compiler_.options().assert_format;
    contract_.schemas.emplace(name, std::move(schema));
    return "";
  }

  void read_skill(std::string_view skill_id, ConfigSection& section) {
    SkillContract skill;
    skill.skill_id = skill_id;
    skill.input_schemas = read_modes(section, "input", &object_schemas::Schema::input);
    skill.output_schemas = read_modes(section, "output", &object_schemas::Schema::output);
    read_hand_over(section, skill);
    read_template(section, "title", skill.title, skill);
    if (section.read_text("artifact_id", skill.artifact_id) && skill.artifact_id.size() > kIdBytesMax) {
      section.refuse("artifact_id", "is longer than 256 bytes");
    }
    read_options(section, options::kSkill, skill);
    skill.accept = read_accept(section, contract_.accept);
    if (std::string scenario; section.read_text("scenario", scenario)) offer(section, skill, scenario);
    contract_.skills.push_back(std::move(skill));
  }

  // The one input that is no template yet becomes one.
  void offer(ConfigSection& section, const SkillContract& skill, const std::string& scenario) {
    std::vector<std::string> offered;
    std::ranges::copy_if(skill.input_schemas, std::back_inserter(offered), [this](const std::string& name) {
      return trees_.contains(name) && !schema_interaction::is_made_of_template(trees_.at(name));
    });
    if (offered.size() != 1) {
      return section.refuse("scenario",
                            "offers the one schema under input that has no template file; there are " +
                                std::to_string(offered.size()));
    }
    const std::string& name = offered.front();
    auto made = offer_schema(agent_, files_.at(name), name, trees_.at(name), scenario);
    if (made) templates_.push_back(*std::move(made));
  }

  std::vector<std::string> read_modes(ConfigSection& section, std::string_view member,
                                      bool object_schemas::Schema::* used) {
    std::vector<std::string> names;
    std::unordered_set<std::string> seen;
    for (const auto& mode : section.read_list(member)) {
      if (seen.contains(mode.text)) {
        section.refuse(mode, "names the same schema twice");
      } else if (is_declared(section, mode)) {
        use(section, mode, used);
        seen.insert(mode.text);
        names.push_back(mode.text);
      }
    }
    return names;
  }
  bool is_declared(ConfigSection& section, const PlacedText& mode) {
    if (files_.contains(mode.text)) return true;
    std::vector<std::string_view> known;
    known.reserve(files_.size());
    for (const auto& [name, file] : files_) known.push_back(name);
    section.refuse(mode,
                   in_quotes(mode.text) + " is not among the agent's schemas" + hint_at(mode.text, known));
    return false;
  }
  // A schema that could not be read is a problem already: nothing more is said about it.
  void use(ConfigSection& section, const PlacedText& mode, bool object_schemas::Schema::* used) {
    const auto schema = contract_.schemas.find(mode.text);
    if (schema == contract_.schemas.end()) return;
    const bool as_input = used == &object_schemas::Schema::input;
    if (as_input && schema->second.input) {
      section.warn(mode, "is an input of an earlier skill too, which gets what is sent with it");
    }
    if (as_input && !is_object_rooted(trees_.at(mode.text))) {
      section.refuse(mode, "an input's schema has to say \"type\": \"object\" at its root");
    }
    schema->second.*used = true;
  }

  void read_hand_over(ConfigSection& section, SkillContract& skill) {
    const auto* node = section.take("hand_over");
    if (node != nullptr && node->kind == YamlNode::Kind::kMapping) {
      skill.input_mapping = InputMapping::kTemplate;
      section.read_section("hand_over", [this, &skill](ConfigSection& hand_over) {
        if (!read_template(hand_over, "template", skill.prompt, skill))
          hand_over.refuse("", "template is missing");
      });
      return;
    }
    // Without input schemas of the configuration the inputs can only be the agent's own: it knows the label.
    std::string choice = skill.input_schemas.empty() ? "labelled" : "data";
    const bool is_known =
        node == nullptr || std::ranges::find(kInputMappings, node->scalar) != kInputMappings.end();
    if (!is_known) return section.refuse("hand_over", std::string(kHandOverExpected));
    section.read_choice("hand_over", choice, kInputMappings);
    if (choice == "text") skill.input_mapping = InputMapping::kText;
    if (choice == "labelled") skill.input_mapping = InputMapping::kLabelled;
  }

  // False when there is none.
  bool read_template(ConfigSection& section, std::string_view member, Template& out,
                     const SkillContract& skill) {
    std::string text;
    if (!section.read_text(member, text)) return section.take(member) != nullptr;
    const auto parsed =
        text.size() > kTemplateBytesMax
            ? a2a::Result<Template>(a2a::fail(a2a::ErrorCode::kInvalidParams, "longer than 64KiB"))
            : Template::parse(text);
    if (!parsed) {
      section.refuse(member, parsed.error().message);
    } else {
      out = *parsed;
      warn_of_missing(section, member, out, skill);
    }
    return !text.empty();
  }
  void warn_of_missing(ConfigSection& section, std::string_view member, const Template& text,
                       const SkillContract& skill) {
    std::string written;
    (void)section.read_text(member, written);
    for (const auto& name : skill.input_schemas) {
      const auto tree = trees_.find(name);
      if (tree == trees_.end()) continue;
      for (const auto& pointer : text.pointers()) {
        if (!lacks_property(tree->second, pointer)) continue;
        section.warn(member, as_written(written, pointer) + " is not among the properties of schema " +
                                 in_quotes(name));
      }
    }
  }

  void warn_of_unused() {
    for (const auto& [name, schema] : contract_.schemas) {
      const bool made = schema_interaction::is_made_of_template(trees_.at(name));
      if (!schema.input && !schema.output && !made)
        agent_.warn(files_.at(name), "no skill takes or gives this schema");
    }
  }

  ConfigSection& agent_;
  const std::filesystem::path& folder_;
  json_schema::SchemaCompiler& compiler_;
  Contract contract_;
  std::vector<PlacedTemplate> templates_;
  std::map<std::string, JsonTree, std::less<>> trees_;    // the schemas that could be read
  std::map<std::string, PlacedText, std::less<>> files_;  // all that are declared
};

}  // namespace

AgentContract read_contract(ConfigSection& agent, const std::filesystem::path& folder,
                            json_schema::SchemaCompiler& compiler) {
  return ContractReader(agent, folder, compiler).read();
}

}  // namespace schemagate
