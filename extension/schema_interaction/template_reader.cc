#include "extension/schema_interaction/template_reader.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "a2a/json/text.h"
#include "a2a/text/ascii.h"
#include "extension/schema_interaction/key_constraints.h"
#include "extension/schema_interaction/key_name.h"
#include "extension/schema_interaction/language_tag.h"
#include "extension/schema_interaction/wording.h"

namespace schemagate::schema_interaction {
namespace {

using a2a::JsonTree;

constexpr std::size_t kKeysMax = 128;
constexpr std::size_t kForbiddenMax = 1024;
constexpr std::size_t kNameBytesMax = kKeyNameBytesMax;
constexpr std::size_t kIdBytesMax = 128;
constexpr std::size_t kDescriptionBytesMax = 4 << 10;
constexpr std::size_t kLanguagesMax = 32;
constexpr std::string_view kDescriptionOfOther =
    "What the user wants beyond the other keys, in natural language. Example: 'window seat' -> 'window "
    "seat'.";

// Reads one template; a new one for each.
class TemplateReader {
 public:
  enum class Origin {
    kAuthored,    // by the agent's owner: every rule is checked
    kNegotiated,  // sent by an agent: read as far as it can be understood
  };
  explicit TemplateReader(Origin origin) : authored_(origin == Origin::kAuthored) {}

  // What could be read; good when no problem is fatal.
  AuthoredTemplate read(const a2a::JsonTree& tree);
  // What is wrong with it, in the order of the template.
  const std::vector<TemplateProblem>& problems() const { return problems_; }

 private:
  void read_keys(const a2a::JsonTree& tree);
  void read_key(const a2a::JsonTree& tree, const std::string& path);
  void read_type(const a2a::JsonTree& tree, const std::string& path, Key& key);
  void read_required(const a2a::JsonTree& tree, const std::string& path, Key& key);
  void read_default(const a2a::JsonTree& tree, const std::string& path, Key& key);
  void read_constraints(const a2a::JsonTree& tree, const std::string& path, const Key& key);
  void check_name(const Key& key, const std::string& path);
  void check_other(const Key& key, const std::string& path);
  void add_other();
  void read_forbidden(const a2a::JsonTree& tree);
  void read_languages(const a2a::JsonTree& tree);
  void read_translation(std::string_view language, const a2a::JsonTree& tree);
  void refuse_unknown(const a2a::JsonTree& tree, const std::string& path,
                      std::initializer_list<std::string_view> known);

  // The text; a problem when it is missing (where it is required), no string, empty or too long.
  std::string read_text(const a2a::JsonTree& tree, const std::string& path, const char* member,
                        std::size_t bytes_max, bool required = true);
  void refuse(std::string path, std::string message);

  const bool authored_;
  AuthoredTemplate read_;
  bool lists_other_ = false;
  std::vector<TemplateProblem> problems_;
};

AuthoredTemplate TemplateReader::read(const JsonTree& tree) {
  if (!tree.is_object()) {
    refuse("", "expected an object");
    return std::move(read_);
  }
  if (authored_)
    refuse_unknown(tree, "",
                   {"schema_id", "scenario", "keys", "response_schema", "supersedes", "forbidden_keys",
                    "language", "translations"});
  read_.schema.schema_id = read_text(tree, "", "schema_id", kIdBytesMax);
  read_.schema.scenario = read_text(tree, "", "scenario", kIdBytesMax);
  read_.schema.response_schema = read_text(tree, "", "response_schema", kIdBytesMax, false);
  read_keys(tree);
  if (!lists_other_) add_other();
  if (authored_) {
    read_.supersedes = read_text(tree, "", "supersedes", kIdBytesMax, false);
    if (!read_.supersedes.empty() && read_.supersedes == read_.schema.schema_id)
      refuse("/supersedes", "is the template's own schema_id");
    read_forbidden(tree);
    read_languages(tree);
  }
  return std::move(read_);
}

void TemplateReader::read_keys(const JsonTree& tree) {
  const JsonTree* keys = a2a::find_member(tree, "keys");
  if (keys == nullptr) return refuse("/keys", "is missing");
  if (!keys->is_array()) return refuse("/keys", "expected an array of key definitions");
  if (keys->size() > kKeysMax)
    return refuse("/keys", "at most " + std::to_string(kKeysMax) + " keys are taken");
  for (std::size_t i = 0; i < keys->size(); ++i) read_key((*keys)[i], "/keys/" + std::to_string(i));
}

void TemplateReader::read_key(const JsonTree& tree, const std::string& path) {
  if (!tree.is_object()) return refuse(path, "expected an object");
  if (authored_) {
    refuse_unknown(
        tree, path,
        {"key_name", "key_type", "required", "default_value", "semantic_description", "constraints"});
  }
  Key key;
  key.name = read_text(tree, path, "key_name", kNameBytesMax);
  check_name(key, path);
  read_type(tree, path, key);
  read_required(tree, path, key);
  read_default(tree, path, key);
  key.description = read_text(tree, path, "semantic_description", kDescriptionBytesMax);
  if (key.name == kOther) check_other(key, path);
  if (authored_) read_constraints(tree, path, key);
  read_.schema.keys.push_back(std::move(key));
}

void TemplateReader::check_name(const Key& key, const std::string& path) {
  if (key.name.empty()) return;  // said already
  if (read_.schema.find(key.name) != nullptr) {
    refuse(path + "/key_name", a2a::in_quotes(key.name) + " is the name of an earlier key");
  } else if (authored_ && !is_snake_case(key.name)) {
    const std::string meant = in_snake_case(key.name);
    refuse(path + "/key_name",
           a2a::in_quotes(key.name) + " is not in snake_case" +
               (is_snake_case(meant) ? "; did you mean " + a2a::in_quotes(meant) + "?" : ""));
  }
}

void TemplateReader::read_type(const JsonTree& tree, const std::string& path, Key& key) {
  std::string name = read_text(tree, path, "key_type", kNameBytesMax);
  if (name.empty()) return;
  if (name == "float") {
    problems_.push_back({false, path + "/key_type", "\"float\" is read as \"number\""});
    name = "number";
  }
  const auto type = key_type(name);
  if (type) {
    key.type = *type;
  } else {
    refuse(path + "/key_type",
           "expected string, number, integer, boolean, array, object or null, found " + a2a::in_quotes(name));
  }
}

void TemplateReader::read_required(const JsonTree& tree, const std::string& path, Key& key) {
  const JsonTree* required = a2a::find_member(tree, "required");
  if (required == nullptr) return refuse(path + "/required", "is missing");
  if (const bool* value = required->get_ptr<const bool*>()) {
    key.required = *value;
  } else {
    refuse(path + "/required", "expected true or false");
  }
}

void TemplateReader::read_default(const JsonTree& tree, const std::string& path, Key& key) {
  const JsonTree* value = a2a::find_member(tree, "default_value");
  if (value == nullptr || (value->is_null() && key.type != KeyType::kNull)) return;
  if (key.required && authored_) {
    const std::string why = "is of no use: the key is required, so it is never left out";
    problems_.push_back({false, path + "/default_value", why});
  }
  key.default_value = a2a::dump_tree(*value);
}

void TemplateReader::read_constraints(const JsonTree& tree, const std::string& path, const Key& key) {
  const JsonTree* constraints = a2a::find_member(tree, "constraints");
  if (constraints != nullptr && key.name == kOther) {
    return refuse(path + "/constraints", "\"other\" takes whatever is said: no value of it is ever refused");
  }
  std::ranges::move(check_values(key, constraints, path), std::back_inserter(problems_));
  if (constraints != nullptr) read_.constraints.emplace(key.name, *constraints);
}

void TemplateReader::check_other(const Key& key, const std::string& path) {
  lists_other_ = true;
  if (key.type != KeyType::kString)
    refuse(path + "/key_type", "\"other\" is reserved: its type is \"string\"");
  if (key.required) refuse(path + "/required", "\"other\" is reserved: it is never required");
  if (key.default_value) refuse(path + "/default_value", "\"other\" is reserved: it has no default");
}

void TemplateReader::add_other() {
  Key& other = read_.schema.keys.emplace_back();
  other.name = kOther;
  other.description = kDescriptionOfOther;
}

void TemplateReader::read_forbidden(const JsonTree& tree) {
  const JsonTree* names = a2a::find_member(tree, "forbidden_keys");
  if (names == nullptr) return;
  if (!names->is_array() || names->size() > kForbiddenMax)
    return refuse("/forbidden_keys", "expected an array of at most 1024 names of keys");
  for (std::size_t i = 0; i < names->size(); ++i) {
    const std::string place = "/forbidden_keys/" + std::to_string(i);
    const auto* name = (*names)[i].get_ptr<const std::string*>();
    if (name == nullptr || !is_snake_case(*name) || name->size() > kNameBytesMax) {
      refuse(place, "expected the name of a key in snake_case");
    } else if (read_.schema.find(*name) != nullptr) {
      refuse(place, a2a::in_quotes(*name) + " is a key of the template");
    } else {
      read_.forbidden_keys.push_back(*name);
    }
  }
}

void TemplateReader::read_languages(const JsonTree& tree) {
  if (std::string own = read_text(tree, "", "language", kNameBytesMax, false); !own.empty()) {
    if (!is_language_tag(own))
      refuse("/language", a2a::in_quotes(own) + " is no language tag, such as \"en\" or \"zh-CN\"");
    read_.language = std::move(own);
  }
  const JsonTree* translations = a2a::find_member(tree, "translations");
  if (translations == nullptr) return;
  if (!translations->is_object())
    return refuse("/translations", "expected an object of descriptions by language");
  if (translations->size() > kLanguagesMax) return refuse("/translations", "at most 32 languages are taken");
  for (const auto& [language, descriptions] : translations->items()) read_translation(language, descriptions);
}

void TemplateReader::read_translation(std::string_view language, const JsonTree& tree) {
  const std::string path = "/translations/" + std::string(language);
  std::vector<std::string> known{read_.language};
  for (const auto& [tag, descriptions] : read_.translations) known.push_back(tag);
  if (!is_language_tag(language))
    return refuse("/translations", a2a::in_quotes(language) + " is no language tag");
  if (has_language(known, language)) return refuse(path, "is described already");
  if (!tree.is_object()) return refuse(path, "expected an object of descriptions by key");
  Descriptions& descriptions = read_.translations[std::string(language)];
  for (const Key& key : read_.schema.keys) {
    const bool required = key.name != kOther || lists_other_;
    const std::string text = read_text(tree, path, key.name.c_str(), kDescriptionBytesMax, required);
    descriptions[key.name] = text.empty() ? key.description : text;
  }
  for (const auto& [name, text] : tree.items()) {
    if (read_.schema.find(name) == nullptr)
      refuse(path, a2a::in_quotes(name) + " is not a key of the template");
  }
}

void TemplateReader::refuse_unknown(const JsonTree& tree, const std::string& path,
                                    std::initializer_list<std::string_view> known) {
  for (const auto& [name, value] : tree.items()) {
    if (std::ranges::find(known, name) != known.end()) continue;
    refuse(path, "unknown member " + a2a::in_quotes(name) + hint_at(name, known));
  }
}

std::string TemplateReader::read_text(const JsonTree& tree, const std::string& path, const char* member,
                                      std::size_t bytes_max, bool required) {
  const std::string place = path + "/" + member;
  const JsonTree* value = a2a::find_member(tree, member);
  if (value == nullptr) {
    if (required) refuse(place, "is missing");
    return {};
  }
  const auto* text = value->get_ptr<const std::string*>();
  if (text == nullptr || text->empty()) {
    refuse(place, "expected a text that is not empty");
  } else if (text->size() > bytes_max) {
    refuse(place, "is longer than " + std::to_string(bytes_max) + " bytes");
  } else {
    return *text;
  }
  return {};
}

void TemplateReader::refuse(std::string path, std::string message) {
  problems_.push_back({true, std::move(path), std::move(message)});
}

}  // namespace

TemplateReading read_authored_template(const JsonTree& tree) {
  TemplateReader reader(TemplateReader::Origin::kAuthored);
  AuthoredTemplate read = reader.read(tree);
  const bool good = std::ranges::none_of(reader.problems(), &TemplateProblem::fatal);
  return {good ? std::optional(std::move(read)) : std::nullopt, reader.problems()};
}

a2a::Result<SchemaTemplate> read_template(const JsonTree& tree) {
  TemplateReader reader(TemplateReader::Origin::kNegotiated);
  AuthoredTemplate read = reader.read(tree);
  const auto fatal = std::ranges::find_if(reader.problems(), &TemplateProblem::fatal);
  if (fatal == reader.problems().end()) return std::move(read.schema);
  return a2a::fail(
      a2a::ErrorCode::kInvalidParams,
      "schema template" + (fatal->path.empty() ? "" : " at " + fatal->path) + ": " + fatal->message);
}

}  // namespace schemagate::schema_interaction
