#include "extension/client_agent/trial.h"

#include <algorithm>
#include <array>
#include <span>

#include "a2a/json/text.h"
#include "a2a/text/ascii.h"

namespace schemagate::client_agent {
namespace {

using a2a::JsonTree;

std::unexpected<a2a::Error> refused(const std::string& place, std::string_view expected) {
  return a2a::fail(a2a::ErrorCode::kInvalidParams, place + ": expected " + std::string(expected));
}

std::string joined(std::span<const std::string_view> names) {
  std::string all;
  for (const std::string_view name : names) all.append(all.empty() ? "" : ", ").append(name);
  return all;
}

constexpr std::array<std::string_view, 6> kSetMembers = {"cases",    "today",     "template",
                                                         "scenario", "schema_id", "free_text"};
constexpr std::array<std::string_view, 9> kCaseMembers = {
    "id", "utterance", "action", "payload", "missing", "accept", "other_contains", "today", "why"};

a2a::Result<void> check_members(const JsonTree& tree, const std::string& place,
                                std::span<const std::string_view> known) {
  if (!tree.is_object()) return {};
  for (const auto& [name, value] : tree.items()) {
    if (std::ranges::find(known, name) == known.end())
      return refused(place, "one of the members " + joined(known) + ", found " + a2a::in_quotes(name));
  }
  return {};
}

// False for a member that is there and no list of texts.
bool read_texts(const JsonTree& object, std::string_view name, std::vector<std::string>& out) {
  const auto* list = a2a::find_member(object, name);
  if (list == nullptr) return true;
  if (!list->is_array()) return false;
  for (const JsonTree& each : *list) {
    const auto* text = each.get_ptr<const std::string*>();
    if (text == nullptr) return false;
    out.push_back(*text);
  }
  return true;
}

bool read_accepted(const JsonTree& tree, Trial& trial) {
  const auto* accept = a2a::find_member(tree, "accept");
  if (accept == nullptr) return true;
  if (!accept->is_object()) return false;
  for (const auto& [key, values] : accept->items()) {
    if (!values.is_array()) return false;
    trial.accept.emplace(key, values);
  }
  return true;
}

a2a::Result<Trial> read_trial(const JsonTree& tree, std::size_t index) {
  const std::string place = "/cases/" + std::to_string(index);
  if (auto known = check_members(tree, place, kCaseMembers); !known) return std::unexpected(known.error());
  const auto* utterance = a2a::find_string(tree, "utterance");
  if (utterance == nullptr) return refused(place + "/utterance", "a text");
  const auto* id = a2a::find_string(tree, "id");
  Trial trial{.id = id == nullptr ? std::to_string(index) : *id, .utterance = *utterance};
  if (const auto* action = a2a::find_member(tree, "action")) {
    if (!action->is_boolean()) return refused(place + "/action", "true or false");
    trial.action = *action == true;
  }
  if (const auto* payload = a2a::find_member(tree, "payload")) {
    if (!payload->is_object()) return refused(place + "/payload", "an object");
    trial.payload = *payload;
  }
  if (!read_texts(tree, "missing", trial.missing)) return refused(place + "/missing", "a list of keys");
  if (!read_texts(tree, "other_contains", trial.other_contains))
    return refused(place + "/other_contains", "a list of texts");
  if (!read_accepted(tree, trial)) return refused(place + "/accept", "a list of values by key");
  trial.judges_keys = std::ranges::any_of(std::array{"payload", "missing", "accept"},
                                          [&tree](const char* name) { return tree.contains(name); });
  return trial;
}

bool is_part_of_word(char c) {
  return static_cast<unsigned char>(c) >= 0x80 || a2a::text::is_letter_or_digit(c);
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : a2a::text::lower_case(text)) {
    if (is_part_of_word(c)) {
      words.back() += c;
    } else if (c != '\'' && !words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

// Without case, punctuation, and a leading article or possessive.
std::vector<std::string> essence_of(std::string_view text) {
  constexpr std::array<std::string_view, 9> kLeading = {"the",  "a",   "an",  "my",   "our",
                                                        "your", "his", "her", "their"};
  auto words = words_of(text);
  if (words.size() > 1 && std::ranges::find(kLeading, words.front()) != kLeading.end())
    words.erase(words.begin());
  return words;
}

bool is_number_text(std::string_view text) {
  return text.size() > 4 && text.find_first_not_of("0123456789 +-/()") == text.npos;
}

std::string digits_of(std::string_view text) {
  std::string digits;
  for (const char c : text) {
    if (!std::string_view(" -/()").contains(c)) digits += c;
  }
  return digits;
}

bool are_equal(const JsonTree& value, const JsonTree& wanted) {
  const auto* one = value.get_ptr<const std::string*>();
  const auto* other = wanted.get_ptr<const std::string*>();
  if (one == nullptr || other == nullptr) return value == wanted;
  if (is_number_text(*other)) return digits_of(*one) == digits_of(*other);
  return essence_of(*one) == essence_of(*other);
}

class Judgement {
 public:
  Judgement(const TrialSet& set, const Trial& trial, const Proposal& proposal)
      : set_(set),
        trial_(trial),
        proposal_(proposal),
        payload_(a2a::parse_tree(proposal.payload).value_or(JsonTree())) {}

  TrialResult run(const schema_interaction::SchemaTemplate& schema) {
    if (!trial_.action) return of_no_request();
    if (!proposal_.intent.is_request()) {
      raise(Verdict::kStopped, reason_not_to_act(proposal_.intent));
      return std::move(result_);
    }
    for (const auto& key : schema.keys) {
      if (trial_.judges_keys && key.name != schema_interaction::kOther) compare(key);
    }
    if (result_.verdict == Verdict::kRight) look_for_words();
    return std::move(result_);
  }

 private:
  void raise(Verdict verdict, std::string remark) {
    result_.verdict = std::max(result_.verdict, verdict);
    result_.remark = std::move(remark);
  }
  void add(Finding finding) {
    result_.verdict = std::max(result_.verdict, finding.verdict);
    result_.findings.push_back(std::move(finding));
  }

  TrialResult of_no_request() {
    if (proposal_.intent.is_request())
      raise(proposal_.missing.empty() ? Verdict::kWrong : Verdict::kMissing, "taken for a request");
    return std::move(result_);
  }

  bool is_free_text(const std::string& key) const {
    return std::ranges::find(set_.free_text, key) != set_.free_text.end();
  }

  // Of a free text: the expected words are in it, and it is not the whole sentence.
  bool is_right(const std::string& key, const JsonTree& value, const JsonTree& wanted) const {
    const auto* said = value.get_ptr<const std::string*>();
    const auto* text = wanted.get_ptr<const std::string*>();
    if (!is_free_text(key) || said == nullptr || text == nullptr) return are_equal(value, wanted);
    const auto words = words_of(*said);
    const auto expected = words_of(*text);
    return words != words_of(trial_.utterance) && !std::ranges::search(words, expected).empty();
  }

  bool is_accepted(const std::string& key, const JsonTree& value) const {
    const auto accepted = trial_.accept.find(key);
    return accepted != trial_.accept.end() &&
           std::ranges::any_of(accepted->second,
                               [&](const JsonTree& each) { return is_right(key, value, each); });
  }

  // Asking before a default is taken for what was heard is never a mistake.
  void compare(const schema_interaction::Key& compared) {
    const std::string& key = compared.name;
    const auto* value = a2a::find_member(payload_, key);
    const auto* wanted = a2a::find_member(trial_.payload, key);
    const std::string wanted_text = wanted == nullptr ? "" : a2a::dump_tree(*wanted);
    if (value != nullptr) {
      if ((wanted != nullptr && is_right(key, *value, *wanted)) || is_accepted(key, *value)) return;
      return add({key, a2a::dump_tree(*value), wanted_text, Verdict::kWrong, owner_of(*value, key)});
    }
    if (is_accepted(key, nullptr)) return;
    const bool asks = std::ranges::find(proposal_.missing, key) != proposal_.missing.end();
    const bool should_ask = std::ranges::find(trial_.missing, key) != trial_.missing.end();
    const bool asks_rightly = asks == should_ask || (asks && !compared.required);
    if (wanted != nullptr || !asks_rightly) add({key, "", wanted_text, Verdict::kMissing});
  }

  std::string owner_of(const JsonTree& value, const std::string& taker) const {
    for (const auto& [key, wanted] : trial_.payload.items()) {
      if (key != taker && are_equal(value, wanted)) return key;
    }
    return "";
  }

  void look_for_words() {
    std::string said;
    for (const auto& [key, value] : payload_.items())
      said += a2a::text::lower_case(a2a::dump_tree(value)) + "\n";
    for (const std::string& words : trial_.other_contains) {
      if (!said.contains(a2a::text::lower_case(words))) raise(Verdict::kMissing, "vanished: " + words);
    }
  }

  const TrialSet& set_;
  const Trial& trial_;
  const Proposal& proposal_;
  const JsonTree payload_;
  TrialResult result_;
};

}  // namespace

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kRight:
      return "right";
    case Verdict::kStopped:
      return "stopped";
    case Verdict::kMissing:
      return "missing";
    case Verdict::kWrong:
      return "wrong";
  }
  std::unreachable();
}

a2a::Result<TrialSet> read_trials(std::string_view text) {
  const auto tree = a2a::parse_tree(text, {.bytes_max = text.size()});
  if (!tree) return std::unexpected(tree.error());
  const auto* cases = a2a::find_member(*tree, "cases");
  if (cases == nullptr || !cases->is_array() || cases->empty() || cases->size() > kTrialsMax)
    return refused("/cases", "a list of 1 to 10000 sentences with what is right for each");
  if (auto known = check_members(*tree, "/", kSetMembers); !known) return std::unexpected(known.error());
  TrialSet set;
  if (const auto* today = a2a::find_string(*tree, "today")) set.today = *today;
  if (const auto* file = a2a::find_string(*tree, "template")) set.template_file = *file;
  if (!read_texts(*tree, "free_text", set.free_text)) return refused("/free_text", "a list of keys");
  for (std::size_t i = 0; i < cases->size(); ++i) {
    auto trial = read_trial((*cases)[i], i);
    if (!trial) return std::unexpected(trial.error());
    set.cases.push_back(*std::move(trial));
  }
  return set;
}

a2a::Result<void> check_keys(const TrialSet& set, const schema_interaction::SchemaTemplate& schema) {
  std::vector<std::string_view> known;
  known.reserve(schema.keys.size());
  for (const auto& key : schema.keys) known.emplace_back(key.name);
  const auto check = [&](const std::string& key, const std::string& place) -> a2a::Result<void> {
    if (schema.find(key) != nullptr) return {};
    return refused(place, "a key of the template (" + joined(known) + "), found " + a2a::in_quotes(key));
  };
  for (const std::string& key : set.free_text) {
    if (auto good = check(key, "/free_text"); !good) return good;
  }
  for (std::size_t i = 0; i < set.cases.size(); ++i) {
    const Trial& trial = set.cases[i];
    const std::string place = "/cases/" + std::to_string(i);
    for (const auto& [key, value] : trial.payload.items()) {
      if (auto good = check(key, place + "/payload"); !good) return good;
    }
    for (const std::string& key : trial.missing) {
      if (auto good = check(key, place + "/missing"); !good) return good;
    }
    for (const auto& [key, values] : trial.accept) {
      if (auto good = check(key, place + "/accept"); !good) return good;
    }
  }
  return {};
}

TrialResult judge(const TrialSet& set, const Trial& trial, const schema_interaction::SchemaTemplate& schema,
                  const Proposal& proposal) {
  return Judgement(set, trial, proposal).run(schema);
}

}  // namespace schemagate::client_agent
