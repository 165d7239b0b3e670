#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "a2a/json/text.h"
#include "extension/client_agent/dates.h"
#include "extension/client_agent/rules_mapper.h"
#include "extension/client_agent/trial.h"
#include "extension/client_agent/utterance.h"
#include "extension/schema_interaction/template_reader.h"
#include "extension/schema_interaction/template_schema.h"
#include "gateway/cli/input.h"
#include "gateway/cli/printable.h"
#include "gateway/cli/proposal_view.h"
#include "gateway/cli/show.h"
#include "gateway/cli/verbs.h"

namespace schemagate::cli {
namespace {

using a2a::client::Cause;
using a2a::client::Outcome;
using client_agent::Finding;
using client_agent::NegotiatedSchema;
using client_agent::Proposal;
using client_agent::Trial;
using client_agent::TrialResult;
using client_agent::Verdict;
using std::chrono::sys_days;

struct Options {
  std::string schema_template;  // a file or a URL
  std::vector<std::string> sentences;
  std::string file;
  std::string today;
  double threshold = client_agent::kConfidenceThreshold;
  Output output = Output::kText;
};

constexpr std::size_t kTemplateBytesMax = 256 << 10;

Outcome<NegotiatedSchema> read_template(const std::string& place, const Console& console) {
  const auto text =
      is_url(place) ? fetch_text(place, "application/json", {kTemplateBytesMax}) : read_file(console, place);
  if (!text) return std::unexpected(text.error());
  const auto tree = a2a::parse_tree(*text, {.bytes_max = kTemplateBytesMax});
  if (!tree) return failed(Cause::kArgument, place + ": " + tree.error().message);
  auto reading = schema_interaction::read_authored_template(*tree);
  for (const auto& problem : reading.problems) {
    if (problem.fatal) return failed(Cause::kArgument, place + ": " + problem.path + ": " + problem.message);
  }
  if (!reading.authored) return failed(Cause::kArgument, place + ": is no schema template");
  return NegotiatedSchema{reading.authored->schema,
                          a2a::dump_tree(schema_interaction::to_json_schema(*reading.authored))};
}

Outcome<sys_days> day_of(const std::string& option, const std::string& of_file) {
  const std::string& named = option.empty() ? of_file : option;
  if (named.empty()) return std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  const auto day = client_agent::parse_date(named);
  if (!day)
    return failed(Cause::kArgument,
                  (option.empty() ? "/today" : "--today") + std::string(": expected YYYY-MM-DD"));
  return *day;
}

Proposal proposed(const NegotiatedSchema& negotiated, const std::string& sentence, sys_days today,
                  double threshold) {
  return client_agent::propose(negotiated, client_agent::map_by_rules(negotiated, {sentence, today}),
                               threshold);
}

void show_sentence(const Console& console, const std::string& sentence, const NegotiatedSchema& negotiated,
                   const Proposal& proposal) {
  console.out << "\"" << printable_line(sentence) << "\"\n";
  if (!proposal.intent.is_request()) {
    console.out << "  nothing would be sent: "
                << printable_line(client_agent::reason_not_to_act(proposal.intent)) << "\n";
    return;
  }
  show_keys(console.out, negotiated.schema, proposal);
  const auto checked = client_agent::check_payload(negotiated, proposal.payload);
  if (proposal.missing.empty() && !checked)
    console.out << "does not fit  " << printable_under(checked.error().message, 14) << "\n";
}

int try_sentences(const Options& options, const NegotiatedSchema& negotiated, const Console& console) {
  const auto today = day_of(options.today, "");
  if (!today) return report(console, options.output, today.error());
  std::string json = "[";
  for (const std::string& sentence : options.sentences) {
    const Proposal proposal = proposed(negotiated, sentence, *today, options.threshold);
    if (options.output == Output::kText) {
      show_sentence(console, sentence, negotiated, proposal);
      continue;
    }
    json += json.size() > 1 ? ",{" : "{";
    a2a::append_string_member(json, "sentence", sentence);
    json += "," + keys_of_proposal_json(proposal) + "}";
  }
  if (options.output == Output::kJson) print_json(console, json + "]");
  return kDone;
}

// How often each verdict was given, and per key what was got wrong.
struct Score {
  std::array<std::size_t, 4> verdicts{};
  struct KeyScore {
    std::size_t missing = 0;
    std::size_t wrong = 0;
    std::map<std::string, std::size_t> taken_from;
  };
  std::map<std::string, KeyScore> keys;

  std::size_t of(Verdict verdict) const { return verdicts[static_cast<std::size_t>(verdict)]; }
  void add(const TrialResult& result) {
    ++verdicts[static_cast<std::size_t>(result.verdict)];
    for (const Finding& finding : result.findings) {
      KeyScore& key = keys[finding.key];
      ++(finding.verdict == Verdict::kWrong ? key.wrong : key.missing);
      if (!finding.taken_from.empty()) ++key.taken_from[finding.taken_from];
    }
  }
};

void show_result(const Console& console, const Trial& trial, const TrialResult& result) {
  console.out << printable_line(trial.id) << "  " << client_agent::name(result.verdict) << "  \""
              << printable_line(trial.utterance) << "\"\n";
  if (!result.remark.empty()) console.out << "    " << printable_line(result.remark) << "\n";
  for (const Finding& finding : result.findings) {
    console.out << "    " << printable_line(finding.key) << ": "
                << (finding.got.empty() ? "nothing" : printable_json(finding.got)) << ", right is "
                << (finding.wanted.empty() ? "nothing" : printable_json(finding.wanted)) << "\n";
  }
}

void show_score(const Console& console, const Score& score, std::size_t count) {
  console.out << score.of(Verdict::kRight) << " of " << count << " right, " << score.of(Verdict::kStopped)
              << " stopped, " << score.of(Verdict::kMissing) << " missing, " << score.of(Verdict::kWrong)
              << " wrong and confident\n";
  for (const auto& [key, of_key] : score.keys) {
    console.out << "  " << printable_line(key) << "  " << of_key.missing << " missing, " << of_key.wrong
                << " wrong";
    for (const auto& [other, times] : of_key.taken_from)
      console.out << "; took what is for " << printable_line(other) << " " << times << " times";
    console.out << "\n";
  }
}

std::string score_json(const Score& score, std::size_t count) {
  std::string json = "{";
  a2a::append_raw_member(json, "cases", std::to_string(count));
  for (const Verdict verdict : {Verdict::kRight, Verdict::kStopped, Verdict::kMissing, Verdict::kWrong})
    a2a::append_raw_member(json, client_agent::name(verdict), std::to_string(score.of(verdict)));
  return json + "}";
}

int try_file(const Options& options, const NegotiatedSchema& negotiated, const Console& console) {
  const auto text = read_file(console, options.file);
  if (!text) return report(console, options.output, text.error());
  const auto set = client_agent::read_trials(*text);
  const auto known = set ? client_agent::check_keys(*set, negotiated.schema) : std::unexpected(set.error());
  if (!known)
    return report(console, options.output,
                  failed(Cause::kArgument, options.file + ": " + known.error().message).error());
  const auto today = day_of(options.today, set->today);
  if (!today) return report(console, options.output, today.error());
  Score score;
  for (const Trial& trial : set->cases) {
    const Proposal proposal = proposed(negotiated, trial.utterance, *today, options.threshold);
    const TrialResult result = judge(*set, trial, negotiated.schema, proposal);
    score.add(result);
    if (options.output == Output::kText && result.verdict != Verdict::kRight)
      show_result(console, trial, result);
  }
  if (options.output == Output::kJson) {
    print_json(console, score_json(score, set->cases.size()));
  } else {
    show_score(console, score, set->cases.size());
  }
  return score.of(Verdict::kWrong) == 0 ? kDone : kRefused;
}

int run(const Options& options, const Console& console) {
  const auto is_long = [](const std::string& sentence) {
    return sentence.size() > client_agent::kUtteranceBytesMax;
  };
  if (std::ranges::any_of(options.sentences, is_long))
    return report(console, options.output,
                  failed(Cause::kArgument, "a sentence is longer than 16 KiB").error());
  if (options.sentences.empty() == options.file.empty()) {
    return report(
        console, options.output,
        failed(Cause::kArgument, "give sentences to try, or --file with sentences and what is right")
            .error());
  }
  const auto negotiated = read_template(options.schema_template, console);
  if (!negotiated) return report(console, options.output, negotiated.error());
  return options.file.empty() ? try_sentences(options, *negotiated, console)
                              : try_file(options, *negotiated, console);
}

}  // namespace

void add_template_commands(CLI::App& app, const Console& console, int& exit_code) {
  CLI::App* schema_template =
      app.add_subcommand("template", "Schema templates: how well sentences are understood");
  schema_template->require_subcommand(1);
  auto options = std::make_shared<Options>();
  CLI::App* command =
      schema_template->add_subcommand("try", "What the rules make of sentences; nothing is sent");
  command->add_option("TEMPLATE", options->schema_template, "The template's file, or its URL")->required();
  command->add_option("SENTENCE", options->sentences, "Sentences, each in quotes");
  command->add_option(
      "--file", options->file,
      "Sentences with the payloads that are right: gives a score and what is confused with what");
  command->add_option("--today", options->today, "The date that \"tomorrow\" counts from, YYYY-MM-DD");
  command->add_option("--threshold", options->threshold, "Below this confidence words go to \"other\" (0.6)")
      ->check(CLI::Range(0.0, 1.0));
  add_output_option(*command, options->output);
  command->footer(
      "Exit codes: 0 done, 1 something is wrong and confident (--file), 2 the template or a file cannot be "
      "used");
  command->callback([options, &console, &exit_code] { exit_code = run(*options, console); });
}

}  // namespace schemagate::cli
