// Regular expressions as a table of states: a look at a byte and one into the table. For the patterns of
// ordinary schemas that is a fraction of what an engine takes to begin.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "extension/json_schema/patterns/byte_program.h"

namespace schemagate::json_schema {

class PatternAutomaton {
 public:
  // `translated` is what translate_ecma() gives. nullopt when it is not regular (but see
  // LookaheadAutomaton), or when it needs too many states. `work` grows by what was looked at, which is
  // bounded. With Texts::kAscii it is never to be asked of other texts.
  static std::optional<PatternAutomaton> compile(std::string_view translated, std::size_t& work,
                                                 Texts texts = Texts::kAny);

  // Whether `text`, which is UTF-8, contains a match. Linear.
  bool matches(std::string_view text) const;
  std::size_t bytes() const { return sizeof *this + table_.size() * sizeof(State); }

 private:
  // Where its row begins in `table_`. The first states are special: two that are answers, whatever follows,
  // and those that no byte from 0x20 to 0x7F leaves.
  using State = std::uint16_t;
  static constexpr State kAccepts = 0;
  class Builder;

  static const char* skip_printable(const char* at, const char* end);

  std::array<std::uint8_t, 256> class_of_{};  // by byte: its column
  std::vector<State> table_;  // a row per state; its last column says what the text's end leads to
  State refuses_ = 0;         // the second row
  State special_end_ = 0;     // behind the special ones
  State start_ = 0;
};

inline const char* PatternAutomaton::skip_printable(const char* at, const char* end) {
  constexpr std::uint64_t kTops = 0x8080808080808080;
  constexpr std::uint64_t kSpaces = 0x2020202020202020;
  for (std::uint64_t word; end - at >= 8; at += 8) {
    std::memcpy(&word, at, sizeof word);
    if (((word | (word - kSpaces)) & kTops) != 0) break;
  }
  return at;
}

inline bool PatternAutomaton::matches(std::string_view text) const {
  const State* const table = table_.data();
  std::size_t state = start_;
  const char* at = text.data();
  const char* const end = at + text.size();
  for (;; state = table[state + class_of_[static_cast<unsigned char>(*at++)]]) {
    if (state < special_end_) {
      if (state <= refuses_) return state == kAccepts;
      at = skip_printable(at, end);
    }
    if (at == end) return table[state + refuses_ - 1] == kAccepts;
  }
}

// `^` with lookaheads right behind it and without alternatives around them: what follows must match, and each
// lookahead must, or must not. All are regular, so this is linear where backtracking is not.
class LookaheadAutomaton {
 public:
  // As PatternAutomaton::compile(). A regular expression has no lookaheads.
  static std::optional<LookaheadAutomaton> compile(std::string_view translated, std::size_t& work);

  bool matches(std::string_view text) const {
    for (const Ahead& ahead : ahead_) {
      if (ahead.automaton.matches(text) == ahead.negative) return false;
    }
    return pattern_.matches(text);
  }
  std::size_t bytes() const;

 private:
  struct Ahead {
    PatternAutomaton automaton;
    bool negative;
  };
  explicit LookaheadAutomaton(PatternAutomaton pattern) : pattern_(std::move(pattern)) {}

  std::vector<Ahead> ahead_;
  PatternAutomaton pattern_;
};

}  // namespace schemagate::json_schema
