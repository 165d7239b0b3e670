#include <signal.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <istream>
#include <memory>
#include <ostream>
#include <thread>

#include "a2a/json/document.h"
#include "a2a/text/ascii.h"
#include "extension/agent_context/plan_reader.h"
#include "extension/agent_context/review.h"
#include "extension/plan_client/run_driver.h"
#include "gateway/cli/conversation.h"
#include "gateway/cli/input.h"
#include "gateway/cli/printable.h"
#include "gateway/cli/run_view.h"
#include "gateway/cli/verbs.h"
#include "gateway/config/plan_file.h"

namespace schemagate::cli {
namespace {

using a2a::client::Cause;
using a2a::client::Failure;
using a2a::client::Outcome;
using agent_context::Plan;
using agent_context::PlanRun;
using agent_context::RunInput;
using plan_client::find_agents;
using plan_client::PlanAgent;
using plan_client::RunDriver;
using plan_client::RunJournal;
using plan_client::takes_context;

constexpr std::size_t kRunIdSize = 16;
constexpr auto kRunExitCodes =
    "Exit codes: 0 every item accepted, 1 the evaluation accepted no subtask, 2 wrong options, plan, input\n"
    "or state file, 3 an agent failed or was not reached, 4 canceled, 5 done in part, or an agent asks.";

struct Options {
  std::string plan;
  std::string input;
  std::string state;
  std::string mode;
  int concurrency = 0;
  std::vector<std::string> answers;  // "subtask=text"
  bool quiet = false;
  bool cancel = false;
  bool send_again = false;
  a2a::tls::Files tls = {};
  Output output = Output::kText;
};

// SIGINT and SIGTERM as a question that can be asked, for as long as this lives.
class Interruption {
 public:
  Interruption() {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGINT);
    sigaddset(&signals_, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals_, &before_);
    thread_ = std::jthread([this](const std::stop_token& stop) { wait(stop); });
  }
  ~Interruption() {
    thread_.request_stop();
    thread_.join();
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  bool is_there() const { return there_; }

 private:
  void wait(const std::stop_token& stop) {
    const timespec time{.tv_sec = 0, .tv_nsec = 100'000'000};
    while (!stop.stop_requested()) {
      if (sigtimedwait(&signals_, nullptr, &time) > 0) there_ = true;
    }
  }

  sigset_t signals_{};
  sigset_t before_{};
  std::atomic<bool> there_ = false;
  std::jthread thread_;
};

// Every failure of this verb that is not an agent's is one of usage.
int report_run(const Console& console, const Options& options, const Failure& failure) {
  const int code = report(console, options.output, failure);
  return code == kUsage ? kRunUsage : kRunAgentFailed;
}

int report_problems(const Console& console, const Options& options,
                    const std::vector<PlanFileProblem>& problems) {
  std::string all;
  for (const PlanFileProblem& problem : problems) {
    all += (all.empty() ? "" : "\n") + options.plan +
           (problem.line > 0 ? ":" + std::to_string(problem.line) : "") + ": " +
           (problem.path.empty() ? "" : printable_line(problem.path) + ": ") +
           printable_line(problem.message);
  }
  return report_run(console, options, a2a::client::failed(Cause::kArgument, all).error());
}

std::vector<PlanFileProblem> without_lines(const agent_context::PlanProblems& problems) {
  std::vector<PlanFileProblem> found;
  for (const agent_context::PlanProblem& problem : problems)
    found.push_back({problem.path, 0, problem.message});
  return found;
}

// Whether an argument that is no file was meant to be one: no text of a person ends or begins so.
bool is_named_like_file(std::string_view argument) {
  constexpr std::array<std::string_view, 6> kExtensions{".json", ".yaml", ".yml", ".txt", ".md", ".csv"};
  constexpr std::array<std::string_view, 5> kFolders{"/", "./", "../", "~/", "@"};
  if (argument.find_first_of(" \t\r\n{") != std::string_view::npos) return false;
  return std::ranges::any_of(kExtensions, [&](auto each) { return argument.ends_with(each); }) ||
         std::ranges::any_of(kFolders, [&](auto each) { return argument.starts_with(each); });
}

std::string why_no_json(const std::string& text) {
  a2a::JsonDocument document;
  const auto value = document.parse(text);
  return value ? "" : value.error().message;
}

// A file's content, or the text itself.
Outcome<RunInput> read_input(const Console& console, const std::string& argument) {
  std::error_code error;
  const auto kind = std::filesystem::status(argument, error).type();
  const bool is_file = argument == "-" || (kind != std::filesystem::file_type::not_found &&
                                           kind != std::filesystem::file_type::none &&
                                           kind != std::filesystem::file_type::directory);
  if (!is_file && is_named_like_file(argument))
    return a2a::client::failed(Cause::kArgument, "--input: there is no file " + printable_line(argument) +
                                                     "; a text that is called so comes with --input -");
  auto text = is_file ? read_file(console, argument) : Outcome<std::string>(argument);
  if (!text) return std::unexpected(text.error());
  const bool is_meant_as_data = a2a::text::trimmed_front(*text, a2a::text::kWhiteSpace).starts_with('{');
  auto input = RunInput::read(*text);
  if (!input) return a2a::client::failed(Cause::kArgument, "--input: " + input.error().message);
  if (is_meant_as_data && !input->is_data())
    return a2a::client::failed(Cause::kArgument, "--input: begins like a JSON object: " + why_no_json(*text));
  return *std::move(input);
}

void lay_over(const Options& options, Plan& plan) {
  if (!options.mode.empty())
    plan.mode = options.mode == "sync" ? agent_context::Mode::kSync : agent_context::Mode::kAsync;
  if (options.concurrency > 0) plan.limits.concurrency = options.concurrency;
}

// What all ways of driving share.
class Session {
 public:
  Session(const Console& console, const Options& options) : console_(console), options_(options) {}

  // A run from its begin or from where it stood.
  int drive(PlanRun run, const std::vector<PlanAgent>& agents, RunJournal* journal, bool resumed) {
    const Interruption interruption;
    const std::string mark = options_.state.empty() ? "" : options_.state + ".cancel";
    RunDriver driver(
        std::move(run),
        {.agents = agents,
         .journal = journal,
         .show = [this](const PlanRun& at, const auto& event) { show(at, event); },
         .ask = [this](const PlanRun& at, std::size_t sub_task) { return ask(at, sub_task); },
         .is_canceled = [&] { return options_.cancel || interruption.is_there() || is_marked(mark); },
         .may_send_again = options_.send_again});
    if (resumed) {
      if (auto done = driver.record(agent_context::Resumed{}); !done)
        return report_run(console_, options_, done.error());
    }
    const auto done = driver.drive();
    if (!mark.empty()) std::filesystem::remove(mark, ignored_);
    if (!done) return report_run(console_, options_, done.error());
    return finish(driver.run());
  }

  int finish(const PlanRun& run) const {
    if (options_.output == Output::kJson) {
      print_json(console_, run_json(run));
    } else {
      show_run(console_.out, run);
      if (agent_context::PlanRun(run).next(0).finished) return exit_of(run);
      const bool has_state = !options_.state.empty();
      console_.err << "Not finished."
                   << (has_state ? " Go on with: run resume " + options_.state + " --answer SUBTASK=TEXT"
                                 : "")
                   << "\n";
    }
    return exit_of(run);
  }

 private:
  bool is_marked(const std::string& mark) { return !mark.empty() && std::filesystem::exists(mark, ignored_); }

  void show(const PlanRun& run, const agent_context::RunEvent& event) const {
    if (options_.output == Output::kJson || options_.quiet) return;
    const std::string line = progress_line(run, event);
    if (!line.empty()) console_.err << line << "\n" << std::flush;
  }

  std::optional<std::string> ask(const PlanRun& run, std::size_t sub_task) {
    const std::string& id = run.plan().sub_tasks[sub_task].id;
    for (std::string& answer : answers_left()) {
      if (!answer.starts_with(id + "=")) continue;
      std::string text = answer.substr(id.size() + 1);
      answer.clear();
      return text;
    }
    if (!console_.can_ask || options_.output == Output::kJson) return std::nullopt;
    console_.err << id << " asks: " << printable(agent_context::question_of(run, sub_task)) << "\n> "
                 << std::flush;
    std::string line;
    if (!std::getline(console_.in, line)) return std::nullopt;
    return line;
  }
  std::vector<std::string>& answers_left() {
    if (!answers_) answers_ = options_.answers;
    return *answers_;
  }

  const Console& console_;
  const Options& options_;
  std::optional<std::vector<std::string>> answers_;
  std::error_code ignored_;
};

// What the plan asks of agents that they do not offer.
agent_context::PlanProblems problems_with(const Plan& plan, const std::vector<PlanAgent>& agents) {
  std::vector<agent_context::OfferedAgent> offers;
  offers.reserve(agents.size());
  for (const PlanAgent& agent : agents) offers.push_back(agent.offered);
  return agent_context::check_offers(plan, offers);
}

std::int64_t now_ms() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

int start_run(const Console& console, const Options& options, const PlanFile& file, Plan plan,
              RunInput input) {
  const auto agents = find_agents(plan, options.tls);
  if (!agents) return report_run(console, options, agents.error());
  const auto problems = problems_with(plan, *agents);
  if (!problems.empty()) return report_problems(console, options, without_lines(problems));
  auto id = new_message_id();
  if (!id) return report_run(console, options, id.error());
  id->resize(kRunIdSize);
  agent_context::RunSetup setup{.id = *id,
                                .plan = std::make_shared<const Plan>(std::move(plan)),
                                .input = std::move(input),
                                .takes_context = takes_context(*agents),
                                .started = now_ms()};
  std::optional<RunJournal> journal;
  if (!options.state.empty()) {
    auto made = RunJournal::create(options.state, {.id = *id,
                                                   .plan_json = file.json,
                                                   .input = setup.input.text(),
                                                   .takes_context = setup.takes_context,
                                                   .started = setup.started});
    if (!made) return report_run(console, options, made.error());
    journal.emplace(*std::move(made));
  }
  return Session(console, options)
      .drive(PlanRun(std::move(setup)), *agents, journal ? &*journal : nullptr, false);
}

int run(const Options& options, const Console& console) {
  const auto text = read_file(console, options.plan);
  if (!text) return report_run(console, options, text.error());
  const PlanFile file = read_plan_file(*text);
  if (!file.plan) return report_problems(console, options, file.problems);
  auto input = read_input(console, options.input);
  if (!input) return report_run(console, options, input.error());
  const auto problems = agent_context::check_input(*file.plan, *input);
  if (!problems.empty()) return report_problems(console, options, without_lines(problems));
  Plan plan = *file.plan;
  lay_over(options, plan);
  return start_run(console, options, file, std::move(plan), *std::move(input));
}

struct Restored {
  PlanRun run;
  std::size_t size;
  std::vector<agent_context::RoundEvaluated> rounds;
};

// A run as its state file has it.
Outcome<Restored> restore(const Options& options) {
  auto loaded = RunJournal::load(options.state);
  if (!loaded) return std::unexpected(loaded.error());
  PlanFile file = read_plan_file(loaded->header.plan_json);
  auto input = RunInput::read(loaded->header.input);
  const bool fits = file.plan && input && loaded->header.takes_context.size() == file.plan->agents.size();
  if (!fits) return a2a::client::failed(Cause::kArgument, options.state + ": its plan cannot be read");
  lay_over(options, *file.plan);
  PlanRun run({.id = loaded->header.id,
               .plan = std::make_shared<const Plan>(*std::move(file.plan)),
               .input = *std::move(input),
               .takes_context = loaded->header.takes_context,
               .started = loaded->header.started});
  std::vector<agent_context::RoundEvaluated> rounds;
  for (std::size_t i = 0; i < loaded->events.size(); ++i) {
    const auto* round = std::get_if<agent_context::RoundEvaluated>(&loaded->events[i].body);
    if (round != nullptr) rounds.push_back(*round);
    if (auto done = run.apply(loaded->events[i]); !done)
      return a2a::client::failed(
          Cause::kArgument, options.state + ": line " + std::to_string(i + 2) + ": " + done.error().message);
  }
  return Restored{std::move(run), loaded->size, std::move(rounds)};
}

int resume(const Options& options, const Console& console) {
  auto restored = restore(options);
  if (!restored) return report_run(console, options, restored.error());
  if (restored->run.is_finished()) return Session(console, options).finish(restored->run);
  auto journal = RunJournal::reopen(options.state, restored->size);
  if (!journal) return report_run(console, options, journal.error());
  const auto agents = find_agents(restored->run.plan(), options.tls);
  if (!agents) return report_run(console, options, agents.error());
  return Session(console, options).drive(std::move(restored->run), *agents, &*journal, true);
}

// A run that is at work is told by a file beside its state; one that is not is taken up and canceled.
int cancel(Options options, const Console& console) {
  const auto restored = restore(options);
  if (!restored) return report_run(console, options, restored.error());
  if (restored->run.is_finished()) return Session(console, options).finish(restored->run);
  if (RunJournal::reopen(options.state, restored->size)) {
    options.cancel = true;
    return resume(options, console);
  }
  std::ofstream(options.state + ".cancel") << "\n";
  if (options.output == Output::kText)
    console.err << "The process that is at work on this run will cancel it.\n";
  return kRunCanceled;
}

int status(const Options& options, const Console& console, bool explain) {
  const auto restored = restore(options);
  if (!restored) return report_run(console, options, restored.error());
  if (options.output == Output::kJson) {
    print_json(console, explain ? run_json(restored->run, restored->rounds) : run_json(restored->run));
  } else if (explain) {
    explain_run(console.out, restored->run, restored->rounds);
  } else {
    show_run(console.out, restored->run);
  }
  return exit_of(restored->run);
}

void add_drive_options(CLI::App& command, Options& options) {
  expect_one_of(*command.add_option("--mode", options.mode, "sync or async, whatever the plan says"),
                {"sync", "async"});
  command.add_option("--concurrency", options.concurrency, "Calls at once, whatever the plan says")
      ->check(CLI::Range(1, 64));
  command
      .add_option("--answer", options.answers,
                  "SUBTASK=TEXT: what to answer its agent's next question; repeatable")
      ->allow_extra_args(false);
  command.add_flag("-q,--quiet", options.quiet, "No progress");
  add_tls_options(command, options.tls);
}

CLI::RequiredError missing(std::string what) {
  return {std::move(what), CLI::ExitCodes::RequiredError};
}

CLI::App* add_state_command(CLI::App& command, const char* name, const char* description, Options& options) {
  CLI::App* verb = command.add_subcommand(name, description);
  verb->add_option("STATE", options.state, "The file that --state named")->required();
  add_output_option(*verb, options.output);
  verb->footer(kRunExitCodes);
  return verb;
}

}  // namespace

void add_run_command(CLI::App& app, const Console& console, int& exit_code) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("run", "Run a plan: one task, taken apart among several agents");
  command->add_option("PLAN", options->plan, "The plan: YAML or JSON; - for standard input");
  command->add_option("--input", options->input, "A file, or the text itself; JSON objects are data");
  command->add_option("--state", options->state, "Keep the run in this new file, so that it survives");
  add_drive_options(*command, *options);
  add_output_option(*command, options->output);
  command->footer(kRunExitCodes);

  CLI::App* resumed = add_state_command(*command, "resume", "Go on with a run", *options);
  add_drive_options(*resumed, *options);
  resumed->add_flag("--send-again", options->send_again,
                    "Send again, under the same id, what an agent may have had and does not tell of");
  resumed->callback([options, &console, &exit_code] { exit_code = resume(*options, console); });
  add_state_command(*command, "status", "Where a run stands", *options)
      ->callback([options, &console, &exit_code] { exit_code = status(*options, console, false); });
  add_state_command(*command, "explain", "Why each subtask of a run is where it is", *options)
      ->callback([options, &console, &exit_code] { exit_code = status(*options, console, true); });
  add_state_command(*command, "cancel", "Cancel a run, and its tasks at their agents", *options)
      ->callback([options, &console, &exit_code] { exit_code = cancel(*options, console); });

  command->callback([command, options, &console, &exit_code] {
    if (!command->get_subcommands().empty()) return;
    if (options->plan.empty())
      throw missing("PLAN is required: the file of the plan, or a verb: resume, status, explain, cancel");
    if (options->input.empty())
      throw missing("--input is required: a file, or the text itself, such as --input \"Two days in Rome\"");
    exit_code = run(*options, console);
  });
}

}  // namespace schemagate::cli
