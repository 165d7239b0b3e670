#include "gateway/cli/parse_error.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>
#include <vector>

#include "extension/json_schema/nearest_name.h"
#include "gateway/cli/printable.h"

namespace schemagate::cli {
namespace {

// The verb that the words were for: the deepest that was understood.
const CLI::App& verb_of(const CLI::App& app) {
  const auto parsed = app.get_subcommands();
  return parsed.empty() ? app : verb_of(*parsed.front());
}

std::string command_line_of(const CLI::App& verb) {
  const CLI::App* parent = verb.get_parent();
  return parent == nullptr ? verb.get_name() : command_line_of(*parent) + " " + verb.get_name();
}

std::vector<std::string> verbs_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands({})) names.push_back(verb->get_name());
  return names;
}

std::vector<std::string> options_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::string positionals_of(const CLI::App& app) {
  std::string names;
  for (const CLI::Option* option :
       app.get_options([](const CLI::Option* each) { return each->get_positional(); }))
    names += (names.empty() ? "" : " ") + option->get_name(true);
  return names;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::string_view without_dashes(std::string_view name) {
  return name.substr(std::min(name.find_first_not_of('-'), name.size()));
}

// `; did you mean "send"?`. Dashes do not count: `version` is near to `--version`.
std::string hint_at(std::string_view word, const std::vector<std::string>& names) {
  std::vector<std::string_view> bare;
  bare.reserve(names.size());
  for (const std::string& name : names) bare.push_back(without_dashes(name));
  const std::string_view meant = without_dashes(word.substr(0, word.find('=')));
  // Two letters that changed places are a distance of two.
  const std::size_t distance_max = meant.size() < 4 ? 1 : std::max<std::size_t>(2, meant.size() / 3);
  const auto nearest = json_schema::nearest_name(meant, bare, distance_max);
  if (!nearest) return "";
  return "; did you mean \"" +
         names[static_cast<std::size_t>(std::ranges::find(bare, *nearest) - bare.begin())] + "\"?";
}

// `; schemagate ask has it`, for an option of other commands.
std::string owners_of(const CLI::App& verb, std::string_view word) {
  const CLI::App* root = &verb;
  while (root->get_parent() != nullptr) root = root->get_parent();
  std::string owners;
  for (const CLI::App* other : root->get_subcommands({})) {
    const auto names = options_of(*other);
    if (std::ranges::find(names, word.substr(0, word.find('='))) == names.end()) continue;
    owners += (owners.empty() ? "; " : " and ") + command_line_of(*other);
  }
  return owners.empty() ? "" : owners + (owners.contains(" and ") ? " have it" : " has it");
}

// What a verb makes of words that stand alone.
std::string taken_by(const CLI::App& verb) {
  const std::string words = positionals_of(verb);
  if (!words.empty()) return words + "; a text of several words stands in quotes";
  const auto options = options_of(verb);
  const bool has_file = std::ranges::find(options, "--config") != options.end();
  return has_file ? "options only; the configuration is named by --config FILE" : "options only";
}

std::string about_word(const CLI::App& verb, const std::vector<std::string>& unknown) {
  const auto option =
      std::ranges::find_if(unknown, [](const std::string& word) { return word.starts_with('-'); });
  const bool is_no_verb = verb.get_require_subcommand_min() > 0 && !unknown.front().starts_with('-');
  const bool is_option = option != unknown.end() && !is_no_verb;
  const std::string& word = is_option ? *option : unknown.front();
  const std::string quoted = "\"" + printable_line(word) + "\"";
  const std::string command = command_line_of(verb);
  auto names = verbs_of(verb);
  if (is_option) {
    const auto known = options_of(verb);
    // It stood where its verb had not begun yet.
    if (std::ranges::find(known, word.substr(0, word.find('='))) != known.end())
      return quoted + " belongs behind the verb: " + command + " " + printable_line(word);
    const std::string near = hint_at(word, known);
    return command + " has no option " + quoted + (near.empty() ? owners_of(verb, word) : near);
  }
  if (names.empty()) return quoted + " is one word too many: " + command + " takes " + taken_by(verb);
  const std::string there = "; there are " + listed(names);
  std::ranges::move(options_of(verb), std::back_inserter(names));
  const std::string hint = hint_at(word, names);
  return command + " has no verb " + quoted + (hint.empty() ? there : hint);
}

std::string about(const CLI::App& verb, const std::vector<std::string>& unknown, const CLI::Error& error) {
  if (!unknown.empty()) return about_word(verb, unknown);
  const bool is_missing = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::RequiredError);
  if (is_missing && verb.get_require_subcommand_min() > 0)
    return command_line_of(verb) + " needs one of its verbs: " + listed(verbs_of(verb));
  return error.what();
}

}  // namespace

std::string explain_parse_error(const CLI::App* app, const CLI::Error& error) {
  const CLI::App& verb = verb_of(*app);
  return about(verb, app->remaining(true), error) + "\nTo see all that it takes: " + command_line_of(verb) +
         " --help\n";
}

}  // namespace schemagate::cli
