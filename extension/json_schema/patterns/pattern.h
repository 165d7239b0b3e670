// Regular expressions of ECMA-262 (with the `u` flag), compiled once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "a2a/error.h"
#include "extension/json_schema/patterns/pattern_automaton.h"
#include "extension/json_schema/patterns/pattern_sequence.h"

namespace schemagate::json_schema {

// What the patterns of one schema may still take, in instructions of their programs and in memory for what an
// engine keeps while it matches.
class PatternBudget {
 public:
  explicit PatternBudget(std::size_t instructions) : instructions_left_(instructions) {}

  bool is_spent() const { return instructions_left_ == 0; }
  void spend(std::size_t instructions) { instructions_left_ -= std::min(instructions, instructions_left_); }
  // For the next engine's program and what it keeps: the first get much, and however many there are, they get
  // a bounded sum.
  std::int64_t take_memory();

 private:
  std::size_t instructions_left_;
  std::int64_t memory_left_ = 128 << 20;
};

// Plain sequences of classes are matched directly, what else is regular and small by an automaton; RE2
// carries the rest that is regular, in linear time; other lookaround, backreferences and counted repeats
// beyond RE2's cap go to PCRE2 under a match limit. Immutable; safe to use from many threads at once.
class Pattern {
 public:
  enum class Outcome : std::uint8_t { kMatch, kNoMatch, kLimit };

  // Takes off `budget` what it needs. Error: one sentence saying what is wrong, which construct no engine
  // takes, or that the budget is spent.
  static a2a::Result<Pattern, std::string> compile(std::string_view ecma, PatternBudget& budget);

  // Whether `ecma` is a regular expression of ECMA-262, though perhaps one that no engine takes. Builds none
  // of the programs that make compile() expensive.
  static bool is_valid(std::string_view ecma);

  // Whether `text` contains a match. `text` is UTF-8. kLimit: the match limit was hit, the answer is unknown.
  // `steps` grows by what it took beyond one look at the text.
  Outcome search(std::string_view text, std::size_t& steps) const {
    if (sequence_) return sequence_->matches(text) ? Outcome::kMatch : Outcome::kNoMatch;
    if (automaton_) return automaton_->matches(text) ? Outcome::kMatch : Outcome::kNoMatch;
    return search_engine(text, steps);
  }
  std::string_view source() const { return source_; }
  // What decides alone, and without a step beyond; nullptr for some.
  const PatternSequence* sequence() const { return sequence_ ? &*sequence_ : nullptr; }

 private:
  struct Engine;
  struct LookaheadEngine;
  struct AsciiEngine;
  struct Re2Engine;
  struct Pcre2Engine;
  Pattern(std::string source, std::shared_ptr<const Engine> engine);
  Pattern(std::string source, PatternSequence sequence);
  Pattern(std::string source, PatternAutomaton automaton);
  static std::optional<Pattern> compile_automaton(std::string_view ecma, const std::string& translated,
                                                  bool regular, PatternBudget& budget);
  static std::shared_ptr<const Engine> compile_ascii(const std::string& translated, PatternBudget& budget,
                                                     std::shared_ptr<const Engine> engine);
  static std::shared_ptr<const Engine> compile_re2(const std::string& translated, PatternBudget& budget);
  Outcome search_engine(std::string_view text, std::size_t& steps) const;

  std::string source_;
  // One of the three.
  std::optional<PatternSequence> sequence_;
  std::optional<PatternAutomaton> automaton_;
  std::shared_ptr<const Engine> engine_;
};

}  // namespace schemagate::json_schema
