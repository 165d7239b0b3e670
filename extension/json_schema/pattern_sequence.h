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

namespace json_schema {

class PatternSequence {
 public:
  // nullopt unless `ecma` is ASCII literals, escapes and classes with `{n}`, `{n,m}`, `?`, `*` or `+`, in
  // which no repeated class shares a character with what may follow it, behind `^` and optionally before `$`;
  // or without `^` but of one length and before `$`.
  static std::optional<PatternSequence> compile(std::string_view ecma);

  // Linear, never goes back.
  bool matches(std::string_view text) const;

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
  bool matches_positions(std::string_view text) const;

  std::array<Classes, 256> classes_{};  // by byte of UTF-8: the classes that contain it
  std::vector<std::bitset<128>> known_;
  std::vector<Item> items_;
  bool anchored_end_ = false;
  bool suffix_ = false;  // only the text's last bytes are looked at
  std::vector<Classes>
      positions_;  // by byte of a match, when all matches have one length: the class it is of
  // Matches of 8 to 16 bytes, each of one range of characters: the bounds for the first and for the last 8.
  using Bytes [[gnu::vector_size(16)]] = std::uint8_t;
  struct Ranges {
    Bytes low;
    Bytes width;
    bool contain(std::string_view match) const;
  };
  std::optional<Ranges> ranges_;
};

inline bool PatternSequence::Ranges::contain(std::string_view match) const {
  using Halves [[gnu::vector_size(16)]] = std::uint64_t;
  std::uint64_t first, last;
  std::memcpy(&first, match.begin(), sizeof first);
  std::memcpy(&last, match.end() - sizeof last, sizeof last);
  const auto outside = reinterpret_cast<Halves>(reinterpret_cast<Bytes>(Halves{first, last}) - low > width);
  return (outside[0] | outside[1]) == 0;
}

inline bool PatternSequence::matches_positions(std::string_view text) const {
  if (text.size() < positions_.size()) return false;
  if (suffix_) text.remove_prefix(text.size() - positions_.size());
  if (anchored_end_ && text.size() != positions_.size()) return false;
  if (ranges_) return ranges_->contain(text.substr(0, positions_.size()));
  const char* at = text.data();
  for (const Classes taken : positions_) {
    if ((classes_[static_cast<unsigned char>(*at++)] & taken) == 0) return false;
  }
  return true;
}

inline bool PatternSequence::matches(std::string_view text) const {
  if (!positions_.empty()) return matches_positions(text);
  const char* at = text.data();
  const char* const end = at + text.size();
  for (const Item& item : items_) {
    const std::size_t left = static_cast<std::size_t>(end - at);
    const char* const stop = at + (item.max < left ? item.max : left);
    const char* const begin = at;
    while (at != stop && (classes_[static_cast<unsigned char>(*at)] & item.taken) != 0) ++at;
    if (static_cast<std::size_t>(at - begin) < item.min) return false;
  }
  return !anchored_end_ || at == end;
}

}  // namespace json_schema
