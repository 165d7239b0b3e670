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
  // or without `^` but of one length and before `$`, or of one character. `.` and classes that have every
  // character beyond ASCII may be repeated without an upper bound, or be the last.
  static std::optional<PatternSequence> compile(std::string_view ecma);

  // Linear, never goes back.
  bool matches(std::string_view text) const {
    if (ranges_) return ranges_->match(text);
    if (anywhere_) return has_one(text);
    return can_begin_with(text) && matches_items(text);
  }

 private:
  using Classes = std::uint16_t;  // a bit per class
  // Which characters that are not of ASCII a class has.
  enum class Beyond : std::uint8_t { kNone, kAll, kAllButSeparators };
  struct Characters {
    std::bitset<128> ascii;
    Beyond beyond = Beyond::kNone;
    bool operator==(const Characters&) const = default;
  };
  struct Item {
    Classes taken = 0;  // the one class whose bytes it takes
    std::uint32_t min = 1;
    std::uint32_t max = 1;
    Beyond beyond = Beyond::kNone;
  };
  class Reader;
  // The class of these characters; 0 when there are more classes than bits.
  Classes class_of(const Characters& characters);
  bool overlap(Classes a, Classes b) const;
  // A match may begin and end anywhere in what is repeated at an end that is not anchored: the least is
  // enough there, and what may be absent is left out.
  void shorten(bool anchored);
  // Whether bytes are enough to count the characters of every item.
  bool counts_bytes() const;
  // Decides how texts are looked at; false when it can not be.
  bool place(bool anchored);
  bool is_deterministic() const;
  // Fills `positions_` when every match has the same, not too many bytes, and `ranges_` when it can.
  void lay_out();
  void lay_out_ranges();
  // Most texts that do not match differ in the first byte.
  bool can_begin_with(std::string_view text) const {
    return first_ == 0 ||
           (!text.empty() && (classes_[static_cast<unsigned char>(text.front())] & first_) != 0);
  }
  bool takes(const Item& item, char byte) const {
    return (classes_[static_cast<unsigned char>(byte)] & item.taken) != 0;
  }
  bool takes_first(const Item& item, std::string_view text) const;
  static bool takes_beyond(const Item& item, std::string_view text);
  bool matches_items(std::string_view text) const;
  bool matches_positions(std::string_view text) const;
  const char* behind_run(const Item& item, const char* at, const char* end) const;
  const char* behind_line(const Item& item, const char* at, const char* end) const;
  bool has_one(std::string_view text) const;

  std::optional<Ranges> ranges_;        // decides alone
  std::array<Classes, 256> classes_{};  // by byte of UTF-8: the classes that contain it
  std::vector<Characters> known_;
  std::vector<Item> items_;
  Classes first_ = 0;  // that every match begins with, when that is known
  bool anchored_end_ = false;
  bool suffix_ = false;    // only the text's last bytes are looked at
  bool anywhere_ = false;  // one character of the only item is enough
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
