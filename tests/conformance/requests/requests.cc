// Measures the rules mapper on sets of requests (README.md). Usage: requests FOLDER [RIGHT]
// Prints per scenario what is right, stopped, missing, and wrong and confident, with the misses. Ends with
// code 1 when anything is wrong and confident, or less than RIGHT is right, and with 2 when a file cannot be
// used.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <span>

#include "a2a/text/ascii.h"
#include "extension/client_agent/dates.h"
#include "extension/client_agent/rules_mapper.h"
#include "extension/schema_interaction/template_reader.h"
#include "extension/schema_interaction/template_schema.h"

using namespace schemagate;

namespace {

using Json = nlohmann::json;
using client_agent::NegotiatedSchema;
using client_agent::Proposal;

enum class Verdict { kRight, kStopped, kMissing, kWrong };

// What became of one case, and why, a line each.
struct Outcome {
  Verdict verdict = Verdict::kRight;
  std::string why;

  void add(Verdict worse, const std::string& line) {
    verdict = std::max(verdict, worse);
    why += "    " + line + "\n";
  }
};

struct Score {
  std::size_t right = 0, stopped = 0, missing = 0, wrong = 0;

  void count(Verdict verdict) {
    switch (verdict) {
      case Verdict::kRight:
        ++right;
        break;
      case Verdict::kStopped:
        ++stopped;
        break;
      case Verdict::kMissing:
        ++missing;
        break;
      case Verdict::kWrong:
        ++wrong;
        break;
    }
  }
  void add(const Score& other) {
    right += other.right;
    stopped += other.stopped;
    missing += other.missing;
    wrong += other.wrong;
  }
  std::size_t all() const { return right + stopped + missing + wrong; }
};

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Other teams' templates say "format", which our own gateway does not take ("pattern" is enforced, "format"
// is not): it is laid over the compiled schema, as it stands in their cards.
std::map<std::string, a2a::JsonTree> take_formats(a2a::JsonTree& tree) {
  std::map<std::string, a2a::JsonTree> formats;
  for (a2a::JsonTree& key : tree["keys"]) {
    if (!key.contains("constraints") || !key["constraints"].contains("format")) continue;
    formats[key["key_name"].get<std::string>()] = key["constraints"]["format"];
    key["constraints"].erase("format");
  }
  return formats;
}

std::optional<NegotiatedSchema> template_at(const std::filesystem::path& path) {
  auto tree = a2a::parse_tree(text_of(path));
  if (!tree) return std::nullopt;
  const auto formats = take_formats(*tree);
  const auto reading = schema_interaction::read_authored_template(*tree);
  for (const auto& problem : reading.problems) {
    if (problem.fatal) std::cerr << path.string() << problem.path << ": " << problem.message << "\n";
  }
  if (!reading.authored) return std::nullopt;
  a2a::JsonTree schema = schema_interaction::to_json_schema(*reading.authored);
  for (const auto& [key, format] : formats) schema["properties"][key]["format"] = format;
  return NegotiatedSchema{reading.authored->schema, a2a::dump_tree(schema)};
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words(1);
  for (char c : a2a::text::lower_case(text)) {
    const bool is_part = static_cast<unsigned char>(c) >= 0x80 || a2a::text::is_letter_or_digit(c);
    if (is_part) words.back() += c;
    if (!is_part && c != '\'' && !words.back().empty()) words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

// Without case, a leading article or possessive, and punctuation.
std::vector<std::string> essence_of(const std::string& text) {
  auto words = words_of(text);
  constexpr std::string_view kLeading[] = {"the", "a", "an", "my", "our", "your", "his", "her", "their"};
  if (words.size() > 1 && std::ranges::find(kLeading, words.front()) != std::end(kLeading))
    words.erase(words.begin());
  return words;
}

std::string digits_of(const std::string& text) {
  std::string digits;
  for (char c : text) {
    if (!std::string_view(" -/()").contains(c)) digits += c;
  }
  return digits;
}

bool is_number_text(const std::string& text) {
  return text.size() > 4 && std::ranges::all_of(text, [](char c) {
           return a2a::text::is_digit(c) || std::string_view(" +-/()").contains(c);
         });
}

bool are_equal(const Json& value, const Json& wanted) {
  if (value.is_string() && wanted.is_string()) {
    const std::string one = value;
    const std::string other = wanted;
    if (is_number_text(other)) return digits_of(one) == digits_of(other);
    return essence_of(one) == essence_of(other);
  }
  return value == wanted;
}

// One case with what it was mapped to.
class Comparison {
 public:
  Comparison(const Json& set, const Json& wanted, const NegotiatedSchema& negotiated,
             const Proposal& proposal)
      : set_(set),
        wanted_(wanted),
        negotiated_(negotiated),
        proposal_(proposal),
        payload_(Json::parse(proposal.payload)) {}

  Outcome run() {
    if (!wanted_.at("action").get<bool>()) return of_no_request();
    if (!proposal_.intent.is_request())
      outcome_.add(Verdict::kStopped, client_agent::reason_not_to_act(proposal_.intent));
    for (const auto& key : negotiated_.schema.keys) {
      if (key.name != schema_interaction::kOther && proposal_.intent.is_request()) compare(key.name);
    }
    if (outcome_.verdict == Verdict::kRight) look_for_words();
    return outcome_;
  }

 private:
  Outcome of_no_request() {
    if (proposal_.intent.is_request()) {
      outcome_.add(proposal_.missing.empty() ? Verdict::kWrong : Verdict::kMissing,
                   "taken for a request: " + proposal_.payload);
    }
    return outcome_;
  }

  bool is_accepted(const std::string& key, const Json& value) const {
    if (!wanted_.contains("accept") || !wanted_["accept"].contains(key)) return false;
    return std::ranges::any_of(wanted_["accept"][key],
                               [&value](const Json& each) { return are_equal(value, each); });
  }

  bool is_right(const std::string& key, const Json& value, const Json& wanted) const {
    const auto names = set_.value("free_text", std::vector<std::string>());
    if (std::ranges::find(names, key) == names.end()) return are_equal(value, wanted);
    if (!value.is_string() || !wanted.is_string()) return false;
    const auto said = words_of(value);
    if (said == words_of(wanted_.at("utterance"))) return false;
    return std::ranges::search(said, words_of(wanted)).begin() != said.end();
  }

  bool is_right_free_text(const std::string& key, const Json& value) const {
    if (!wanted_.contains("accept") || !wanted_["accept"].contains(key)) return false;
    return std::ranges::any_of(wanted_["accept"][key],
                               [&](const Json& each) { return is_right(key, value, each); });
  }

  void compare(const std::string& key) {
    const Json& right = wanted_.at("payload");
    const bool is_missing = std::ranges::find(proposal_.missing, key) != proposal_.missing.end();
    const auto wants_missing = wanted_.value("missing", std::vector<std::string>());
    if (payload_.contains(key)) {
      const Json& value = payload_[key];
      if (right.contains(key) && is_right(key, value, right[key])) return;
      if (is_accepted(key, value) || is_right_free_text(key, value)) return;
      outcome_.add(Verdict::kWrong, key + ": " + value.dump() + ", wanted " +
                                        (right.contains(key) ? right[key].dump() : "nothing"));
      return;
    }
    if (right.contains(key) && !is_accepted(key, nullptr))
      outcome_.add(Verdict::kMissing, key + ": nothing, wanted " + right[key].dump());
    const bool wants = std::ranges::find(wants_missing, key) != wants_missing.end();
    if (wants != is_missing && !right.contains(key) && !is_accepted(key, nullptr))
      outcome_.add(Verdict::kMissing, key + (wants ? ": is not asked for" : ": is asked for"));
  }

  void look_for_words() {
    std::string said;
    for (const auto& [key, value] : payload_.items()) said += value.dump() + "\n";
    said = a2a::text::lower_case(said);
    for (const std::string& words : wanted_.value("other_contains", std::vector<std::string>())) {
      if (!said.contains(a2a::text::lower_case(words))) outcome_.add(Verdict::kMissing, "vanished: " + words);
    }
  }

  const Json& set_;
  const Json& wanted_;
  const NegotiatedSchema& negotiated_;
  const Proposal& proposal_;
  const Json payload_;
  Outcome outcome_;
};

std::string_view name_of(Verdict verdict) {
  constexpr std::string_view kNames[] = {"right", "stopped", "missing", "WRONG"};
  return kNames[static_cast<std::size_t>(verdict)];
}

std::optional<Score> score_of(const std::filesystem::path& path) {
  const Json set = Json::parse(text_of(path));
  const auto negotiated = template_at(path.parent_path() / set.at("template").get<std::string>());
  const auto today = client_agent::parse_date(set.at("today").get<std::string>());
  if (!negotiated || !today) return std::nullopt;
  Score score;
  for (const Json& wanted : set.at("cases")) {
    const std::string utterance = wanted.at("utterance");
    const auto proposal = propose(*negotiated, client_agent::map_by_rules(*negotiated, {utterance, *today}));
    const Outcome outcome = Comparison(set, wanted, *negotiated, proposal).run();
    score.count(outcome.verdict);
    if (outcome.verdict == Verdict::kRight) continue;
    std::cout << wanted.at("id").get<std::string>() << " " << name_of(outcome.verdict) << ": " << utterance
              << "\n"
              << outcome.why << "    got " << proposal.payload << "\n";
  }
  return score;
}

void print(const std::string& name, const Score& score) {
  std::cout << std::left << std::setw(24) << name << std::right << std::setw(4) << score.right << " right "
            << std::setw(3) << score.stopped << " stopped " << std::setw(3) << score.missing << " missing "
            << std::setw(3) << score.wrong << " wrong and confident, of " << score.all() << "\n";
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
  return total.wrong > 0 || total.right < right_min ? 1 : 0;
}
