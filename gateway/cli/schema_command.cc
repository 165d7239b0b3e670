#include <CLI/CLI.hpp>
#include <algorithm>
#include <ostream>

#include "a2a/json/text.h"
#include "gateway/cli/card_view.h"
#include "gateway/cli/printable.h"
#include "gateway/cli/show.h"
#include "gateway/cli/verbs.h"

namespace schemagate::cli {
namespace {

struct Options {
  AgentOptions agent;
  std::string name;  // get
};

std::string joined(const std::vector<std::string>& texts) {
  std::string result;
  for (const std::string& text : texts) result += (result.empty() ? "" : ", ") + text;
  return result;
}

// [{"name":…,"uses":[…]}]
std::string list_json(a2a::JsonValue card, const std::vector<DeclaredSchema>& schemas) {
  std::string text = "[";
  for (const auto& [name, schema] : schemas) {
    if (!text.ends_with('[')) text += ',';
    text += '{';
    a2a::append_string_member(text, "name", name);
    a2a::append_raw_member(text, "uses", json_array(uses_of(card, name)));
    text += '}';
  }
  return text + "]";
}

int list_schemas(const Options& options, a2a::JsonValue card, const Console& console) {
  auto schemas = declared_schemas(card);
  if (options.agent.output == Output::kJson) {
    print_json(console, list_json(card, schemas));
    return kDone;
  }
  if (schemas.empty()) console.out << "this agent declares no schemas\n";
  for (const auto& [name, schema] : schemas) {
    console.out << printable_line(name) << "  " << printable_line(joined(uses_of(card, name))) << "\n";
  }
  return kDone;
}

int get_schema(const Options& options, a2a::JsonValue card, const Console& console) {
  auto schemas = declared_schemas(card);
  auto found = std::ranges::find(schemas, options.name, &DeclaredSchema::name);
  if (found == schemas.end()) {
    std::vector<std::string> names;
    names.reserve(schemas.size());
    for (const auto& schema : schemas) names.emplace_back(schema.name);
    std::string known = names.empty() ? "it declares none" : "it declares " + joined(names);
    return report(console, options.agent.output,
                  a2a::client::failed(a2a::client::Cause::kArgument,
                                      "the agent declares no schema \"" + options.name + "\"; " + known)
                      .error());
  }
  if (options.agent.output == Output::kJson) {
    print_json(console, found->schema.raw());
  } else {
    console.out << pretty_json(found->schema) << "\n";
  }
  return kDone;
}

using CardQuery = int (*)(const Options&, a2a::JsonValue, const Console&);

int run_on_card(CardQuery run, const Options& options, const Console& console) {
  auto card = fetch_card(options.agent);
  if (!card) return report(console, options.agent.output, card.error());
  a2a::JsonDocument document;
  auto root = document.parse(card->text, a2a::client::card_limits());
  return root ? run(options, *root, console) : kUnreachable;
}

std::pair<CLI::App*, std::shared_ptr<Options>> add_card_query(CLI::App& schema, const char* name,
                                                              const char* description, CardQuery run,
                                                              const Console& console, int& exit_code) {
  auto options = std::make_shared<Options>();
  CLI::App* command = schema.add_subcommand(name, description);
  add_agent_options(*command, options->agent);
  command->callback(
      [run, options, &console, &exit_code] { exit_code = run_on_card(run, *options, console); });
  return {command, options};
}

}  // namespace

void add_schema_commands(CLI::App& app, const Console& console, int& exit_code) {
  CLI::App* schema = app.add_subcommand("schema", "An agent's schemas, and JSON Schema on files");
  schema->require_subcommand(1);
  add_card_query(*schema, "list", "Names of the agent's schemas and the modes that use them", list_schemas,
                 console, exit_code);
  auto [get, options] =
      add_card_query(*schema, "get", "One of the agent's schemas", get_schema, console, exit_code);
  get->add_option("NAME", options->name, "The schema's name")->required();
  add_validate_commands(*schema, console, exit_code);
}

}  // namespace schemagate::cli
