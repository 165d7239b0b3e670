#include "extension/json_schema/patterns/pattern_automaton.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <span>
#include <string>
#include <utility>

namespace schemagate::json_schema {

// Each state stands for the instructions that a match may have come to.
class PatternAutomaton::Builder {
 public:
  Builder(const ByteProgram& program, std::size_t& work) : program_(program), work_(work) {}

  std::optional<PatternAutomaton> build() {
    add_columns();
    states_.resize(2);
    const State start = state_of(closure({program_.start}, true));
    for (std::size_t state = 2; state < states_.size(); ++state) {
      if (!add_row(state)) return std::nullopt;
    }
    if (is_too_much_) return std::nullopt;
    lay_out(start);
    return std::move(automaton_);
  }

 private:
  using Set = std::vector<std::uint32_t>;  // sorted instructions
  using State = std::uint8_t;              // a position in states_
  static constexpr State kAccepts = 0;
  static constexpr State kRefuses = 1;
  struct Row {
    Set set = {};
    bool accepts_at_end = false;
    bool stays_in_printable = false;
    std::vector<State> next = {};  // by column
  };
  using Kind = ByteProgram::Kind;
  static constexpr std::size_t kTableMax = 8192;
  static constexpr std::size_t kStatesMax = 250;
  static constexpr std::size_t kWorkMax = 60'000;

  // Bytes that no set tells apart share a column.
  void add_columns() {
    std::size_t count = 1;
    for (const ByteSet& set : program_.sets) {
      std::array<std::array<int, 256>, 2> renamed;
      for (auto& names : renamed) names.fill(-1);
      int next = 0;
      for (std::size_t c = 0; c < 256; ++c) {
        int& name = renamed[set[c] ? 1 : 0][automaton_.class_of_[c]];
        if (name < 0) name = next++;
        automaton_.class_of_[c] = static_cast<std::uint8_t>(name);
      }
      count = static_cast<std::size_t>(next);
    }
    byte_of_.resize(count);
    for (std::size_t c = 0; c < 256; ++c) byte_of_[automaton_.class_of_[c]] = static_cast<std::uint8_t>(c);
    work_ += 32 * program_.sets.size();
  }

  struct Closure {
    Set set = {};                 // instructions that take a byte
    bool matches = false;         // comes to kMatch
    bool matches_at_end = false;  // comes to it by kEnd
  };
  // What `from` leads to without a byte.
  Closure closure(const Set& from, bool at_begin) {
    Closure found;
    follow(from, at_begin, false, [&found, this](std::uint32_t at) {
      if (program_.instructions[at].kind == Kind::kBytes) found.set.push_back(at);
      found.matches |= program_.instructions[at].kind == Kind::kMatch;
      found.matches_at_end |= program_.instructions[at].kind == Kind::kEnd;
    });
    std::ranges::sort(found.set);
    if (!found.matches_at_end || found.matches) return found;
    found.matches_at_end = false;
    follow(from, at_begin, true, [&found, this](std::uint32_t at) {
      found.matches_at_end |= program_.instructions[at].kind == Kind::kMatch;
    });
    return found;
  }

  template <class Visit>
  void follow(const Set& from, bool at_begin, bool at_end, const Visit& visit) {
    ++round_;
    pending_ = from;
    while (!pending_.empty()) {
      const std::uint32_t at = pending_.back();
      pending_.pop_back();
      ++work_;
      if (std::exchange(seen_[at], round_) == round_) continue;
      visit(at);
      const ByteProgram::Instruction& instruction = program_.instructions[at];
      const bool passes = instruction.kind == Kind::kSplit ||
                          (instruction.kind == Kind::kBegin && at_begin) ||
                          (instruction.kind == Kind::kEnd && at_end);
      if (passes) pending_.push_back(instruction.next);
      if (instruction.kind == Kind::kSplit) pending_.push_back(instruction.other);
    }
  }

  State state_of(const Closure& closure) {
    if (closure.matches) return kAccepts;
    if (closure.set.empty() && !closure.matches_at_end) return kRefuses;
    const auto next = static_cast<State>(states_.size());
    const auto [known, added] = known_.try_emplace({closure.set, closure.matches_at_end}, next);
    if (!added) return known->second;
    is_too_much_ |= states_.size() >= kStatesMax || states_.size() * byte_of_.size() > kTableMax;
    if (is_too_much_) return kRefuses;
    states_.push_back({.set = closure.set, .accepts_at_end = closure.matches_at_end});
    return next;
  }

  // Where a byte of `column` leads from `state`. Most columns of a state lead to the same.
  State next_state(std::size_t state, std::size_t column) {
    Set next{program_.start};  // a match may begin here as well
    for (const std::uint32_t at : states_[state].set) {
      const ByteProgram::Instruction& instruction = program_.instructions[at];
      if (program_.sets[instruction.set][byte_of_[column]]) next.push_back(instruction.next);
      ++work_;
    }
    if (const auto known = next_.find(next); known != next_.end()) return known->second;
    const State found = state_of(closure(next, false));
    next_.emplace(std::move(next), found);
    return found;
  }

  bool add_row(std::size_t state) {
    std::vector<State> next;
    for (std::size_t column = 0; column < byte_of_.size(); ++column) {
      next.push_back(next_state(state, column));
      if (is_too_much_ || work_ - before_ > kWorkMax) return false;
    }
    bool stays = true;
    for (std::size_t c = 0x20; c <= 0x7F; ++c) stays = stays && next[automaton_.class_of_[c]] == state;
    states_[state].stays_in_printable = stays;
    states_[state].next = std::move(next);
    return true;
  }

  void lay_out(State start) {
    const std::size_t width = byte_of_.size() + 1;
    std::vector<std::size_t> order(states_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto special_end = std::stable_partition(order.begin() + 2, order.end(), [this](std::size_t state) {
      return states_[state].stays_in_printable;
    });
    std::vector<PatternAutomaton::State> begins(states_.size());
    for (std::size_t i = 0; i < order.size(); ++i)
      begins[order[i]] = static_cast<PatternAutomaton::State>(i * width);
    // The rows of the two answers are never looked at.
    automaton_.table_.assign(2 * width, begins[kRefuses]);
    for (const std::size_t state : std::span(order).subspan(2)) {
      for (const State next : states_[state].next) automaton_.table_.push_back(begins[next]);
      automaton_.table_.push_back(begins[states_[state].accepts_at_end ? kAccepts : kRefuses]);
    }
    automaton_.refuses_ = begins[kRefuses];
    automaton_.special_end_ =
        static_cast<PatternAutomaton::State>(static_cast<std::size_t>(special_end - order.begin()) * width);
    automaton_.start_ = begins[start];
  }

  const ByteProgram& program_;
  std::size_t& work_;
  const std::size_t before_ = work_;
  PatternAutomaton automaton_;
  std::vector<std::uint8_t> byte_of_;  // one of each column
  std::vector<Row> states_;
  std::map<std::pair<Set, bool>, State> known_;
  std::map<Set, State> next_;
  std::vector<std::uint32_t> seen_ = std::vector<std::uint32_t>(program_.instructions.size());
  std::uint32_t round_ = 0;
  Set pending_;
  bool is_too_much_ = false;
};

std::optional<PatternAutomaton> PatternAutomaton::compile(std::string_view translated, std::size_t& work,
                                                          Texts texts) {
  const auto program = compile_bytes(translated, texts);
  work += translated.size();
  if (!program) return std::nullopt;
  work += program->instructions.size();
  return Builder(*program, work).build();
}

namespace {

// Behind the parenthesis that closes the group that begins `text`; npos when there is none.
std::size_t end_of_group(std::string_view text) {
  int depth = 0;
  bool in_class = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (in_class || text[i] == '[') {
      in_class = text[i] != ']';
    } else if (text[i] == '(') {
      ++depth;
    } else if (text[i] == ')' && --depth == 0) {
      return i + 1;
    }
  }
  return text.npos;
}

// Whether alternatives stand outside of all groups.
bool has_alternatives(std::string_view text) {
  while (!text.empty()) {
    if (text.front() == '|') return true;
    std::size_t skipped = 1;
    if (text.front() == '\\') skipped = 2;
    if (text.front() == '[') skipped = text.find(']') + 1;
    if (text.front() == '(') skipped = end_of_group(text);
    text.remove_prefix(std::min(std::max<std::size_t>(skipped, 1), text.size()));
  }
  return false;
}

}  // namespace

std::optional<LookaheadAutomaton> LookaheadAutomaton::compile(std::string_view translated,
                                                              std::size_t& work) {
  if (!translated.starts_with("^(?=") && !translated.starts_with("^(?!")) return std::nullopt;
  if (has_alternatives(translated)) return std::nullopt;
  std::string_view rest = translated.substr(1);
  std::vector<Ahead> aheads;
  while (rest.starts_with("(?=") || rest.starts_with("(?!")) {
    const std::size_t end = end_of_group(rest);
    if (end == rest.npos) return std::nullopt;
    const std::string body = "^(?:" + std::string(rest.substr(3, end - 3));
    auto automaton = PatternAutomaton::compile(body, work);
    if (!automaton) return std::nullopt;
    aheads.push_back({std::move(*automaton), rest[2] == '!'});
    rest.remove_prefix(end);
    // A lookahead that is repeated may hold never.
    if (!rest.empty() && std::string_view("*+?{").contains(rest.front())) return std::nullopt;
  }
  auto pattern = PatternAutomaton::compile("^" + std::string(rest), work);
  if (!pattern) return std::nullopt;
  LookaheadAutomaton automaton(std::move(*pattern));
  automaton.ahead_ = std::move(aheads);
  return automaton;
}

std::size_t LookaheadAutomaton::bytes() const {
  std::size_t sum = pattern_.bytes();
  for (const Ahead& ahead : ahead_) sum += ahead.automaton.bytes();
  return sum;
}

}  // namespace schemagate::json_schema
