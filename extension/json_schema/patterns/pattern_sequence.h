// Patterns that are a sequence of character classes with counts, matched without an engine: dates, codes,
// names, identifiers. Anything else is left to the engines.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

namespace schemagate::json_schema {

class PatternSequence {
 public:
  // Matches of 8 to 16 bytes, each of one range of characters: the bounds for the first and for the last 8.
  using Bytes [[gnu::vector_size(16)]] = std::uint8_t;
  struct Ranges {
    Bytes low;
    Bytes width;
    std::size_t size;      // of a match
    std::size_t more_max;  // bytes of the text beyond it
    bool suffix;           // they come before it
    bool match(std::string_view text) const;
  };

  // nullopt unless `ecma` is ASCII literals, escapes and classes with `{n}`, `{n,m}`, `?`, `*` or `+`, in
  // which no repeated class shares a character with what may follow it, behind `^` and optionally before `$`;
  // or without `^` but of one length and before `$`.
  static std::optional<PatternSequence> compile(std::string_view ecma);

  // nullptr when there are none.
  const Ranges* ranges() const { return ranges_ ? &*ranges_ : nullptr; }
  // Linear, never goes back.
  bool matches(std::string_view text) const {
    if (ranges_) return ranges_->match(text);
    return can_begin_with(text) && matches_items(text);
  }

 private:
  using Classes = std::uint16_t;  // a bit per class
  struct Item {
    Classes taken = 0;  // the one class whose bytes it takes
    std::uint32_t min = 1;
    std::uint32_t max = 1;
  };
  class Reader;
  // The class of these ASCII characters; 0 when there are more classes than bits.
  Classes class_of(const std::bitset<128>& characters);
  bool overlap(Classes a, Classes b) const;
  bool is_deterministic() const;
  // Fills `positions_` when every match has the same, not too many bytes, and `ranges_` when it can.
  void lay_out();
  void lay_out_ranges();
  // Most texts that do not match differ in the first byte.
  bool can_begin_with(std::string_view text) const {
    return first_ == 0 ||
           (!text.empty() && (classes_[static_cast<unsigned char>(text.front())] & first_) != 0);
  }
  bool matches_items(std::string_view text) const;
  bool matches_positions(std::string_view text) const;

  std::optional<Ranges> ranges_;        // decides alone
  std::array<Classes, 256> classes_{};  // by byte of UTF-8: the classes that contain it
  std::vector<std::bitset<128>> known_;
  std::vector<Item> items_;
  Classes first_ = 0;  // that every match begins with, when that is known
  bool anchored_end_ = false;
  bool suffix_ = false;  // only the text's last bytes are looked at
  std::vector<Classes>
      positions_;  // by byte of a match, when all matches have one length: the class it is of
};

inline bool PatternSequence::Ranges::match(std::string_view text) const {
  if (text.size() < size || text.size() - size > more_max) return false;
  using Halves [[gnu::vector_size(16)]] = std::uint64_t;
  const char* const begin = suffix ? text.end() - size : text.begin();
  std::uint64_t first, last;
  std::memcpy(&first, begin, sizeof first);
  std::memcpy(&last, begin + size - sizeof last, sizeof last);
  const auto outside = reinterpret_cast<Halves>(reinterpret_cast<Bytes>(Halves{first, last}) - low > width);
  return (outside[0] | outside[1]) == 0;
}

}  // namespace schemagate::json_schema
