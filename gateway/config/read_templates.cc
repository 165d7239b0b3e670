#include "gateway/config/read_templates.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "extension/schema_interaction/template_reader.h"
#include "extension/schema_interaction/template_schema.h"
#include "gateway/config/file.h"
#include "gateway/config/template_advice.h"
#include "gateway/config/text.h"

namespace schemagate {
namespace {

using a2a::JsonTree;
using schema_interaction::Catalogue;
using std::filesystem::path;

constexpr std::size_t kTemplatesMax = 64;
constexpr std::size_t kFileBytesMax = 256 << 10;

// Where the folder itself cannot be read, the reason.
a2a::Result<std::vector<path>> files_in(const path& folder) {
  std::error_code error;
  std::vector<path> files;
  for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() == ".json") files.push_back(at->path());
  }
  if (error) return a2a::fail(a2a::ErrorCode::kInvalidParams, "cannot be read: " + error.message());
  if (files.empty()) return a2a::fail(a2a::ErrorCode::kInvalidParams, "holds no *.json");
  std::ranges::sort(files);
  return files;
}

a2a::Result<JsonTree> read_tree(const path& file) {
  const auto text = read_file(file, kFileBytesMax);
  if (!text) return std::unexpected(text.error());
  return a2a::parse_tree(*text, {.bytes_max = kFileBytesMax});
}

// Adds what is wrong; `subject` is the file or the schema.
std::optional<schema_interaction::AuthoredTemplate> check(ConfigSection& agent, const PlacedText& place,
                                                          const std::string& subject, const JsonTree& tree) {
  auto reading = schema_interaction::read_authored_template(tree);
  for (const auto& problem : reading.problems) {
    const std::string where = problem.path.empty() ? "" : " at " + shown(problem.path);
    std::string message = in_quotes(subject) + where + ": " + problem.message;
    if (problem.fatal) {
      agent.refuse(place, std::move(message));
    } else {
      agent.warn(place, std::move(message));
    }
  }
  return std::move(reading.authored);
}

std::string names_of(const std::vector<std::string>& names) {
  std::string out;
  for (const auto& name : names) out += (out.empty() ? "" : ", ") + in_quotes(name);
  return out.empty() ? "none" : out;
}

// What is wrong with a template beside its skill; empty when nothing is.
std::string problem_beside_skill(const schema_interaction::SchemaTemplate& schema,
                                 const object_schemas::Contract& contract) {
  const auto* route = contract.skill_for_input(schema.schema_id);
  if (route == nullptr) return "no skill takes it: expected it under a skill's input";
  const auto& outputs = route->output_schemas;
  if (schema.response_schema.empty() || std::ranges::find(outputs, schema.response_schema) != outputs.end())
    return "";
  return "its response_schema " + in_quotes(schema.response_schema) +
         " is not among the skill's output: " + names_of(outputs);
}

// Each behind the one that it supersedes.
std::vector<const PlacedTemplate*> in_order(ConfigSection& agent,
                                            const std::vector<PlacedTemplate>& templates) {
  std::vector<const PlacedTemplate*> waiting;
  waiting.reserve(templates.size());
  for (const PlacedTemplate& each : templates) waiting.push_back(&each);
  std::vector<const PlacedTemplate*> ordered;
  const auto waits = [&waiting](const PlacedTemplate* each) {
    return std::ranges::any_of(waiting, [each](const PlacedTemplate* other) {
      return other->authored.schema.schema_id == each->authored.supersedes;
    });
  };
  while (!waiting.empty()) {
    const auto next = std::ranges::find_if_not(waiting, waits);
    if (next == waiting.end()) break;
    ordered.push_back(*next);
    waiting.erase(next);
  }
  for (const PlacedTemplate* each : waiting) {
    agent.refuse(each->place, in_quotes(each->authored.schema.schema_id) + ": supersedes " +
                                  in_quotes(each->authored.supersedes) + ", which supersedes it in turn");
  }
  return ordered;
}

void warn_of_lost(ConfigSection& agent, const std::vector<PlacedTemplate>& templates,
                  const Catalogue& catalogue) {
  for (const PlacedTemplate& each : templates) {
    const std::string& lost = each.authored.supersedes;
    if (lost.empty() || catalogue.find_schema(lost) != nullptr) continue;
    agent.warn(each.place, in_quotes(each.authored.schema.schema_id) + ": supersedes " + in_quotes(lost) +
                               ", which is not among the templates: its payloads are refused");
  }
}

}  // namespace

std::vector<PlacedTemplate> read_templates(ConfigSection& agent, const path& folder) {
  std::vector<PlacedTemplate> templates;
  for (const PlacedText& place : agent.read_list("templates")) {
    const path named = folder / place.text;
    std::error_code ignored;
    const bool is_folder = std::filesystem::is_directory(named, ignored);
    const auto files = is_folder ? files_in(named) : a2a::Result<std::vector<path>>({named});
    if (!files) {
      agent.refuse(place, in_quotes(place.text) + ": " + files.error().message);
      continue;
    }
    for (const path& file : *files) {
      if (templates.size() == kTemplatesMax) {
        agent.refuse(place, "an agent has at most " + std::to_string(kTemplatesMax) + " templates");
        return templates;
      }
      const std::string subject = is_folder ? file.filename().string() : place.text;
      const auto tree = read_tree(file);
      if (!tree) {
        agent.refuse(place, in_quotes(subject) + ": " + tree.error().message);
      } else if (auto authored = check(agent, place, subject, *tree)) {
        for (const std::string& advice : template_advice(*authored))
          agent.note(place, in_quotes(subject) + ": " + advice);
        templates.push_back({*std::move(authored), place});
      }
    }
  }
  return templates;
}

std::optional<PlacedTemplate> offer_schema(ConfigSection& agent, const PlacedText& place,
                                           std::string_view name, const JsonTree& schema,
                                           const std::string& scenario) {
  const auto tree = schema_interaction::to_template(schema, name, scenario);
  if (!tree) {
    agent.refuse(place, in_quotes(name) + " " + tree.error().message);
    return std::nullopt;
  }
  auto authored = check(agent, place, std::string(name), *tree);
  if (!authored) return std::nullopt;
  if (const JsonTree* closed = a2a::find_member(schema, "additionalProperties");
      closed == nullptr || *closed != false) {
    agent.warn(place, in_quotes(name) +
                          " lets unknown keys of a payload through: \"additionalProperties\": false " +
                          "would refuse them");
  }
  const auto* properties = a2a::find_member(schema, "properties");
  const bool has_other =
      properties != nullptr && a2a::find_member(*properties, schema_interaction::kOther) != nullptr;
  return PlacedTemplate{*std::move(authored), place, !has_other};
}

Catalogue make_catalogue(ConfigSection& agent, const std::vector<PlacedTemplate>& templates,
                         const object_schemas::Contract& contract) {
  Catalogue catalogue;
  for (const PlacedTemplate* each : in_order(agent, templates)) {
    const auto& [authored, place, other_outside_schema] = *each;
    const std::string subject = in_quotes(authored.schema.schema_id) + ": ";
    if (const auto added = catalogue.add(authored, other_outside_schema); !added) {
      agent.refuse(place, subject + added.error().message);
    } else if (const auto problem = problem_beside_skill(authored.schema, contract); !problem.empty()) {
      agent.refuse(place, subject + problem);
    }
  }
  warn_of_lost(agent, templates, catalogue);
  return catalogue;
}

}  // namespace schemagate
