// A regular expression as instructions over the bytes of UTF-8, from which an automaton is built.
#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace schemagate::json_schema {

using ByteSet = std::bitset<256>;

struct ByteProgram {
  enum class Kind : std::uint8_t {
    kBytes,  // one byte of `sets[set]`, then `next`
    kSplit,  // `next` or `other`
    kBegin,  // only at the text's begin, then `next`
    kEnd,    // only at its end, then `next`
    kMatch,
  };
  struct Instruction {
    Kind kind = Kind::kMatch;
    std::uint32_t next = 0;
    std::uint32_t other = 0;
    std::uint32_t set = 0;
  };
  std::vector<Instruction> instructions;
  std::vector<ByteSet> sets;
  std::uint32_t start = 0;
};

// The texts that a program is made for: of any characters, or of ASCII alone, which takes far less.
enum class Texts : std::uint8_t { kAny, kAscii };

// `translated` is what translate_ecma() gives. nullopt for lookaround, word boundaries, Unicode properties
// (but for up to 16 where texts are ASCII) and backreferences, and for what takes more than some hundred
// instructions.
std::optional<ByteProgram> compile_bytes(std::string_view translated, Texts texts = Texts::kAny);

}  // namespace schemagate::json_schema
