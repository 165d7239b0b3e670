// Tells who would win a fight: an A2A agent that knows nothing of schemas. Deterministic, so that the reader
// of an example can tell the answer in advance.
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "examples/agent_server/server.h"

namespace schemagate::fight {
namespace {

using a2a::JsonTree;
using agent_server::Answer;
using agent_server::Data;
using agent_server::Job;
using agent_server::Part;
using agent_server::Remark;
using agent_server::Text;

// How the outcome is put: agents that were never written against a schema do all of these.
enum class Style {
  kText,     // a text part that is JSON
  kData,     // a data part without any label
  kFenced,   // JSON in a Markdown code block, with words around it
  kChunks,   // the JSON text in three pieces
  kProse,    // a sentence
  kMessage,  // no task at all: a message with the JSON text
  kInvalid,  // JSON with a probability above 1
};
const std::map<std::string, Style> kStyles{{"text", Style::kText},      {"data", Style::kData},
                                           {"fenced", Style::kFenced},  {"chunks", Style::kChunks},
                                           {"prose", Style::kProse},    {"message", Style::kMessage},
                                           {"invalid", Style::kInvalid}};

struct Options {
  agent_server::Options server;
  Style style = Style::kText;
  int slow_ms = 5'000;
};

struct Fight {
  std::string a;
  std::string b;
};

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n?.!\"";
  const auto begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

// "Lion vs Tiger"; nothing when the text does not name two contestants.
std::optional<Fight> read(const Text& part) {
  constexpr std::string_view kSeparator = " vs ";
  const std::string_view text = part.text;
  const auto separator = text.find(kSeparator);
  if (separator == std::string_view::npos) return std::nullopt;
  Fight fight{std::string(trimmed(text.substr(0, separator))),
              std::string(trimmed(text.substr(separator + kSeparator.size())))};
  if (fight.a.empty() || fight.b.empty()) return std::nullopt;
  return fight;
}

std::optional<Fight> read(const Data& part) {
  const std::string* a = a2a::find_string(part.value, "a");
  const std::string* b = a2a::find_string(part.value, "b");
  if (a == nullptr || b == nullptr) return std::nullopt;
  return Fight{*a, *b};
}

std::optional<Fight> read(const agent_server::File&) {
  return std::nullopt;
}

std::optional<Fight> read_message(const std::vector<Part>& message) {
  for (const Part& part : message) {
    if (auto fight = std::visit([](const auto& kind) { return read(kind); }, part)) return fight;
  }
  return std::nullopt;
}

// FNV-1a of the name on a small scale: arbitrary, but the same everywhere.
std::uint32_t strength(std::string_view name) {
  std::uint32_t hash = 2'166'136'261U;
  for (const char letter : name) hash = (hash ^ static_cast<unsigned char>(letter)) * 16'777'619U;
  return hash % 52;
}

struct Outcome {
  std::string winner;
  double probability = 0;  // of that winner, from 0.5 to 1
  std::string explanation;
};

Outcome judge(const Fight& fight) {
  const double a = strength(fight.a);
  const double b = strength(fight.b);
  const std::string& winner = a >= b ? fight.a : fight.b;
  const std::string& loser = a >= b ? fight.b : fight.a;
  const double margin = std::abs(a - b) / (a + b + 1);
  return {winner, std::round((0.5 + 0.49 * margin) * 100) / 100,
          winner + " is stronger than " + loser + " on this agent's private scale."};
}

JsonTree object(const Outcome& outcome) {
  return {
      {"winner", outcome.winner}, {"probability", outcome.probability}, {"explanation", outcome.explanation}};
}

std::string sentence(const Outcome& outcome) {
  return outcome.winner + " would win, " + std::to_string(std::lround(outcome.probability * 100)) +
         " times out of 100.";
}

std::vector<Part> put(Style style, Outcome outcome) {
  if (style == Style::kInvalid) outcome.probability += 1;
  const std::string json = a2a::dump_tree(object(outcome));
  switch (style) {
    case Style::kData:
      return {Data{object(outcome)}};
    case Style::kProse:
      return {Text{sentence(outcome)}};
    case Style::kFenced:
      return {Text{"Here is what I think:\n\n```json\n" + json + "\n```\nEnjoy the fight!"}};
    case Style::kChunks: {
      const std::size_t third = json.size() / 3;
      return {Text{json.substr(0, third)}, Text{json.substr(third, third)}, Text{json.substr(2 * third)}};
    }
    case Style::kText:
    case Style::kMessage:
    case Style::kInvalid:
      return {Text{json}};
  }
  std::unreachable();
}

bool names(const Fight& fight, std::string_view contestant) {
  return fight.a == contestant || fight.b == contestant;
}

Answer answer(const Options& options, const std::vector<Part>& message) {
  const auto fight = read_message(message);
  if (!fight) return Remark{"Name two contestants, like: Lion vs Tiger"};
  const Outcome outcome = judge(*fight);
  if (options.style == Style::kMessage) return Remark{a2a::dump_tree(object(outcome))};
  Job job{.outcome = put(options.style, outcome)};
  if (names(*fight, "slow")) job.takes = std::chrono::milliseconds(options.slow_ms);
  if (names(*fight, "ask")) job.question = "Who shall fight instead? Say: A vs B";
  return job;
}

JsonTree card() {
  return {{"name", "Fight agent"},
          {"description", "Tells who would win in a fight between two contestants."},
          {"defaultInputModes", {"text/plain", "application/json"}},
          {"defaultOutputModes", {"text/plain", "application/json"}},
          {"skills",
           JsonTree::array({{
               {"id", "fight-comparison"},
               {"name", "Fight Comparison"},
               {"description", "Determines who would win in a hypothetical fight between two contestants."},
               {"tags", {"comparison", "fight"}},
               {"examples", JsonTree::array({"Lion vs Tiger"})},
           }})}};
}

}  // namespace
}  // namespace schemagate::fight

int main(int argc, char** argv) {
  schemagate::fight::Options options;
  CLI::App app("Tells who would win a fight. An A2A agent for trying the gateway; listens on 127.0.0.1.");
  schemagate::agent_server::add_options(app, options.server);
  app.add_option("--style", options.style, "how the outcome is put")
      ->transform(CLI::CheckedTransformer(schemagate::fight::kStyles));
  app.add_option("--slow-ms", options.slow_ms, "how long a fight takes with a contestant called \"slow\"")
      ->check(CLI::Range(0, 600'000));
  CLI11_PARSE(app, argc, argv);
  const auto answer = [&options](const auto& message) { return schemagate::fight::answer(options, message); };
  return schemagate::agent_server::serve({schemagate::fight::card(), answer}, options.server);
}
