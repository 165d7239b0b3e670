// Measures the rules mapper on sets of requests (README.md). Usage: requests FOLDER [RIGHT]
// Prints per scenario what is right, stopped, missing, and wrong and confident, with the misses. Ends with
// code 1 when anything is wrong and confident, or less than RIGHT is right, and with 2 when a file cannot be
// used.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <span>

#include "a2a/json/tree.h"
#include "extension/client_agent/dates.h"
#include "extension/client_agent/rules_mapper.h"
#include "extension/client_agent/trial.h"
#include "extension/schema_interaction/key_name.h"
#include "extension/schema_interaction/template_reader.h"
#include "extension/schema_interaction/template_schema.h"

using namespace schemagate;

namespace {

using client_agent::NegotiatedSchema;
using client_agent::Proposal;
using client_agent::Trial;
using client_agent::TrialResult;
using client_agent::Verdict;

struct Score {
  std::array<std::size_t, 4> verdicts{};

  std::size_t of(Verdict verdict) const { return verdicts[static_cast<std::size_t>(verdict)]; }
  void add(const Score& other) {
    std::ranges::transform(verdicts, other.verdicts, verdicts.begin(), std::plus());
  }
  std::size_t all() const {
    return of(Verdict::kRight) + of(Verdict::kStopped) + of(Verdict::kMissing) + of(Verdict::kWrong);
  }
};

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// A set of somebody else may have camelCase names, which templates may not: template and set are then read
// with the names that the gateway proposes.
void name_in_snake_case(std::string& template_text, std::string& set_text) {
  const auto tree = a2a::parse_tree(template_text);
  const auto* keys = tree ? a2a::find_member(*tree, "keys") : nullptr;
  if (keys == nullptr || !keys->is_array()) return;
  for (const auto& key : *keys) {
    const auto* name = a2a::find_member(key, "key_name");
    if (name == nullptr || !name->is_string()) continue;
    const auto& written = name->get_ref<const std::string&>();
    const std::string from = '"' + written + '"';
    const std::string to = '"' + schema_interaction::in_snake_case(written) + '"';
    replace_all(template_text, from, to);
    replace_all(set_text, from, to);
  }
}

std::optional<NegotiatedSchema> template_of(const std::filesystem::path& path, const std::string& text) {
  const auto tree = a2a::parse_tree(text);
  if (!tree) return std::nullopt;
  const auto reading = schema_interaction::read_authored_template(*tree);
  for (const auto& problem : reading.problems) {
    if (problem.fatal) std::cerr << path.string() << problem.path << ": " << problem.message << "\n";
  }
  if (!reading.authored) return std::nullopt;
  return NegotiatedSchema{reading.authored->schema,
                          a2a::dump_tree(schema_interaction::to_json_schema(*reading.authored))};
}

void print_miss(const Trial& trial, const TrialResult& result, const Proposal& proposal) {
  std::cout << trial.id << " " << (result.verdict == Verdict::kWrong ? "WRONG" : name(result.verdict)) << ": "
            << trial.utterance << "\n";
  if (!result.remark.empty()) std::cout << "    " << result.remark << "\n";
  for (const auto& finding : result.findings) {
    std::cout << "    " << finding.key << ": " << (finding.got.empty() ? "nothing" : finding.got)
              << ", wanted " << (finding.wanted.empty() ? "nothing" : finding.wanted) << "\n";
  }
  std::cout << "    got " << proposal.payload << "\n";
}

std::optional<Score> score_of(const std::filesystem::path& path) {
  std::string set_text = text_of(path);
  auto set = client_agent::read_trials(set_text);
  if (!set) {
    std::cerr << path.string() << set.error().message << "\n";
    return std::nullopt;
  }
  const auto template_path = path.parent_path() / set->template_file;
  std::string template_text = text_of(template_path);
  name_in_snake_case(template_text, set_text);
  set = client_agent::read_trials(set_text);
  const auto negotiated = template_of(template_path, template_text);
  const auto today = client_agent::parse_date(set->today);
  if (!set || !negotiated || !today) return std::nullopt;
  Score score;
  for (const Trial& trial : set->cases) {
    const auto proposal =
        propose(*negotiated, client_agent::map_by_rules(*negotiated, {trial.utterance, *today}));
    const TrialResult result = judge(*set, trial, negotiated->schema, proposal);
    ++score.verdicts[static_cast<std::size_t>(result.verdict)];
    if (result.verdict != Verdict::kRight) print_miss(trial, result, proposal);
  }
  return score;
}

void print(const std::string& name, const Score& score) {
  std::cout << std::left << std::setw(24) << name << std::right << std::setw(4) << score.of(Verdict::kRight)
            << " right " << std::setw(3) << score.of(Verdict::kStopped) << " stopped " << std::setw(3)
            << score.of(Verdict::kMissing) << " missing " << std::setw(3) << score.of(Verdict::kWrong)
            << " wrong and confident, of " << score.all() << "\n";
}

}  // namespace

int main(int argc, char** argv) {
  const std::span arguments(argv, static_cast<std::size_t>(argc));
  if (argc < 2) return 2;
  std::vector<std::filesystem::path> sets;
  for (const auto& entry : std::filesystem::directory_iterator(arguments[1])) {
    if (entry.path().extension() == ".json") sets.push_back(entry.path());
  }
  std::ranges::sort(sets);
  std::vector<std::pair<std::string, Score>> scores;
  Score total;
  for (const auto& path : sets) {
    const auto score = score_of(path);
    if (!score) return 2;
    scores.emplace_back(path.stem().string(), *score);
    total.add(*score);
  }
  for (const auto& [name, score] : scores) print(name, score);
  print("all", total);
  if (total.all() == 0) return 2;
  const std::size_t right_min = argc > 2 ? std::strtoul(arguments[2], nullptr, 10) : 0;
  return total.of(Verdict::kWrong) > 0 || total.of(Verdict::kRight) < right_min ? 1 : 0;
}
