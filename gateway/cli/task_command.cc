#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <ostream>

#include "a2a/json/text.h"
#include "a2a/wire/codec.h"
#include "extension/evolution/instant.h"
#include "gateway/cli/conversation.h"
#include "gateway/cli/printable.h"
#include "gateway/cli/verbs.h"

namespace schemagate::cli {
namespace {

struct Options {
  AgentOptions agent;
  std::string id;
  std::string context_id;  // list
  int page_size = 50;      // list
  std::string page_token;  // list
  std::string state;       // list, as the next
  std::string since;
  std::optional<int> history_length;
  bool artifacts = false;
};

int run_get(const Options& options, const Console& console) {
  auto agent = AgentConnection::find(options.agent);
  if (!agent) return report(console, options.agent.output, agent.error());
  auto task = agent->client().get(options.id);
  if (!task) return report(console, options.agent.output, task.error());
  return show_result(console, options.agent.output, *std::move(task));
}

int run_cancel(const Options& options, const Console& console) {
  auto agent = AgentConnection::find(options.agent);
  if (!agent) return report(console, options.agent.output, agent.error());
  auto task = agent->client().cancel(options.id);
  if (!task) return report(console, options.agent.output, task.error());
  show_result(console, options.agent.output, *std::move(task));
  return kDone;
}

int run_subscribe(const Options& options, const Console& given) {
  const Console console = following(given);
  Output output = options.agent.output;
  auto agent = AgentConnection::find(options.agent);
  if (!agent) return report(console, output, agent.error());
  StreamView view(*agent, console, output);
  auto outcome = agent->client().subscribe(options.id, std::ref(view));
  return finish_stream(*agent, console, output, outcome, view);
}

void print_page(const Console& console, const a2a::TaskPage& page) {
  std::string text = "{\"tasks\":[";
  for (const a2a::Task& task : page.tasks) {
    if (!text.ends_with('[')) text += ',';
    a2a::wire::append_task(text, a2a::wire::Version::kV1_0, task);
  }
  text += "]";
  a2a::append_string_member(text, "nextPageToken", page.next_page_token);
  print_json(console, text + "}");
}

void show_page(const Console& console, const a2a::TaskPage& page) {
  for (const a2a::Task& task : page.tasks) console.out << summary(task) << "\n";
  if (page.tasks.empty()) console.out << "no tasks\n";
  if (!page.next_page_token.empty()) {
    console.out << "more: --page-token " << printable_line(page.next_page_token) << "\n";
  }
}

// Says it in one way for v0.3, where the operation does not exist, and for agents without it.
a2a::client::Failure explained(a2a::client::Failure failure) {
  auto code = failure.error.code;
  bool not_offered = code == a2a::ErrorCode::kMethodNotFound || code == a2a::ErrorCode::kUnsupportedOperation;
  if (not_offered)
    failure.error.message = "this agent does not offer a list of tasks: " + failure.error.message;
  return failure;
}

constexpr std::array kStates = {a2a::TaskState::kSubmitted,     a2a::TaskState::kWorking,
                                a2a::TaskState::kInputRequired, a2a::TaskState::kAuthRequired,
                                a2a::TaskState::kCompleted,     a2a::TaskState::kFailed,
                                a2a::TaskState::kCanceled,      a2a::TaskState::kRejected};

std::optional<a2a::TaskState> state_named(std::string_view name) {
  const auto* state = std::ranges::find(kStates, name, a2a::name_v0_3);
  return state == kStates.end() ? std::nullopt : std::optional(*state);
}

std::vector<std::string> state_names() {
  std::vector<std::string> names;
  names.reserve(std::size(kStates));
  for (const a2a::TaskState state : kStates) names.emplace_back(a2a::name_v0_3(state));
  return names;
}

int run_list(const Options& options, const Console& console) {
  auto agent = AgentConnection::find(options.agent);
  if (!agent) return report(console, options.agent.output, agent.error());
  auto page = agent->client().list({.context_id = options.context_id,
                                    .page_size = options.page_size,
                                    .page_token = options.page_token,
                                    .status = state_named(options.state),
                                    .status_timestamp_after = options.since,
                                    .history_length = options.history_length,
                                    .include_artifacts = options.artifacts});
  if (!page) return report(console, options.agent.output, explained(page.error()));
  options.agent.output == Output::kJson ? print_page(console, *page) : show_page(console, *page);
  return kDone;
}

std::string expect_time(const std::string& found) {
  if (evolution::from_rfc3339(found)) return "";
  return "expected a date and time of RFC 3339 as 2026-11-24T08:00:00.000Z, found \"" +
         printable_line(found) + "\"";
}

using Run = int (*)(const Options&, const Console&);

struct Verb {
  CLI::App* command;
  std::shared_ptr<Options> options;
};

Verb add_verb(CLI::App& task, const char* name, const char* description, Run run, const Console& console,
              int& exit_code) {
  auto options = std::make_shared<Options>();
  CLI::App* command = task.add_subcommand(name, description);
  add_agent_options(*command, options->agent);
  command->callback([run, options, &console, &exit_code] { exit_code = run(*options, console); });
  return {command, options};
}

}  // namespace

void add_task_commands(CLI::App& app, const Console& console, int& exit_code) {
  CLI::App* task = app.add_subcommand("task", "Look at tasks, cancel them, follow them");
  task->require_subcommand(1);
  auto with_id = [](const Verb& verb) {
    verb.command->add_option("ID", verb.options->id, "The task's id")->required();
  };
  with_id(add_verb(*task, "get", "Show a task", run_get, console, exit_code));
  with_id(add_verb(*task, "cancel", "Cancel a task", run_cancel, console, exit_code));
  with_id(add_verb(*task, "subscribe", "Follow a running task's events", run_subscribe, console, exit_code));
  auto [list, options] = add_verb(*task, "list", "List the tasks (A2A 1.0)", run_list, console, exit_code);
  list->add_option("--context", options->context_id, "Only those of this context");
  expect_one_of(*list->add_option("--state", options->state, "Only those in this state"), state_names());
  list->add_option("--since", options->since,
                   "Only those whose state is from then or later: 2026-11-24T08:00:00.000Z")
      ->check(expect_time);
  list->add_option("--history", options->history_length, "How many messages of each, with -o json (none)")
      ->check(CLI::Range(0, 1000));
  list->add_flag("--artifacts", options->artifacts, "With their artifacts, with -o json");
  list->add_option("--page-size", options->page_size, "1 to 100 (50)")->check(CLI::Range(1, 100));
  list->add_option("--page-token", options->page_token, "Where the last page ended");
}

}  // namespace schemagate::cli
