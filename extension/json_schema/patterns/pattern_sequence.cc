#include "extension/json_schema/patterns/pattern_sequence.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include "a2a/text/ascii.h"
#include "extension/json_schema/text_cursor.h"

namespace schemagate::json_schema {
namespace {

constexpr auto kAny = std::numeric_limits<std::uint32_t>::max();
// U+2028 and U+2029, which `.` does not take, begin with it, and so do other characters that it takes.
constexpr char kSeparatorByte = '\xE2';
constexpr std::size_t kSeparatorBytes = 3;

bool begins_with_separator(std::string_view text) {
  return text.starts_with("\xE2\x80\xA8") || text.starts_with("\xE2\x80\xA9");
}

}  // namespace

// Reads the pattern item by item; every function returns false for what a sequence cannot hold.
class PatternSequence::Reader {
 public:
  struct Item {
    Characters characters;
    std::uint32_t min = 1;
    std::uint32_t max = 1;
    void add(char c) { characters.ascii.set(static_cast<unsigned char>(c)); }
    // All characters but those added.
    void negate() {
      characters.ascii.flip();
      characters.beyond = Beyond::kAll;
    }
  };

  explicit Reader(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }
  bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool read_item(Item& item) {
    if (take('[')) return read_class(item) && read_count(item);
    if (take('.')) return read_dot(item) && read_count(item);
    return read_atom(item) && read_count(item);
  }

 private:
  static constexpr std::string_view kSpecial = "^$.*+?()[]{}|";

  // Of ASCII.
  static void add_range(Item& item, char first, char last) {
    for (auto c = static_cast<unsigned char>(first); c <= static_cast<unsigned char>(last); ++c)
      item.add(static_cast<char>(c));
  }

  static bool read_dot(Item& item) {
    for (const char terminator : {'\n', '\r'}) item.add(terminator);
    item.negate();
    item.characters.beyond = Beyond::kAllButSeparators;
    return true;
  }

  bool read_escape(Item& item) {
    if (at_end()) return false;
    const char c = rest_.front();
    rest_.remove_prefix(1);
    if (c == 'd' || c == 'w') add_range(item, '0', '9');
    if (c == 'w') {
      add_range(item, 'a', 'z');
      add_range(item, 'A', 'Z');
      item.add('_');
    }
    if (c == 'd' || c == 'w') return true;
    if (!a2a::text::is_ascii(c) || a2a::text::is_letter_or_digit(c) || c < ' ') return false;
    item.add(c);
    return true;
  }

  bool read_atom(Item& item) {
    if (at_end()) return false;
    if (take('\\')) return read_escape(item);
    const char c = rest_.front();
    if (!a2a::text::is_ascii(c) || kSpecial.find(c) != kSpecial.npos) return false;
    rest_.remove_prefix(1);
    item.add(c);
    return true;
  }

  bool read_class(Item& item) {
    const bool negative = take('^');
    if (rest_.starts_with(']') || !read_members(item)) return false;
    if (negative) item.negate();
    return true;
  }

  bool read_members(Item& item) {
    while (!take(']')) {
      if (at_end()) return false;
      if (take('\\')) {
        if (!read_escape(item) || (rest_.starts_with('-') && !rest_.starts_with("-]"))) return false;
        continue;
      }
      const char first = rest_.front();
      if (!a2a::text::is_ascii(first) || first == '[') return false;
      rest_.remove_prefix(1);
      if (rest_.size() < 2 || rest_[0] != '-' || rest_[1] == ']') {
        item.add(first);
        continue;
      }
      const char last = rest_[1];
      if (!a2a::text::is_ascii(last) || last == '\\' || last < first) return false;
      add_range(item, first, last);
      rest_.remove_prefix(2);
    }
    return true;
  }

  bool read_count(Item& item) {
    if (take('?')) {
      item.min = 0;
    } else if (take('*')) {
      item.min = 0;
      item.max = kAny;
    } else if (take('+')) {
      item.max = kAny;
    } else if (take('{')) {
      if (!read_number(item.min)) return false;
      item.max = item.min;
      if (take(',')) {
        item.max = kAny;
        if (!rest_.starts_with('}') && !read_number(item.max)) return false;
      }
      if (!take('}') || item.max < item.min) return false;
    }
    return !rest_.starts_with('?') && !rest_.starts_with('*') && !rest_.starts_with('+') &&
           !rest_.starts_with('{');
  }

  bool read_number(std::uint32_t& value) {
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return error == std::errc();
  }

  std::string_view rest_;
};

std::optional<PatternSequence> PatternSequence::compile(std::string_view ecma) {
  Reader reader(ecma);
  PatternSequence sequence;
  const bool anchored = reader.take('^');
  while (!reader.at_end()) {
    if (reader.take('$')) {
      sequence.anchored_end_ = true;
      break;
    }
    Reader::Item item;
    if (!reader.read_item(item)) return std::nullopt;
    const Classes taken = sequence.class_of(item.characters);
    if (taken == 0) return std::nullopt;
    sequence.items_.push_back({taken, item.min, item.max, item.characters.beyond});
  }
  if (!reader.at_end()) return std::nullopt;
  sequence.shorten(anchored);
  if (!sequence.place(anchored)) return std::nullopt;
  return sequence;
}

void PatternSequence::shorten(bool anchored) {
  while (!anchored && !items_.empty()) {
    items_.front().max = items_.front().min;
    if (items_.front().min > 0) break;
    items_.erase(items_.begin());
  }
  while (!anchored_end_ && !items_.empty()) {
    items_.back().max = items_.back().min;
    if (items_.back().min > 0) break;
    items_.pop_back();
  }
}

bool PatternSequence::counts_bytes() const {
  return std::ranges::all_of(items_, [this](const Item& item) {
    if (item.beyond == Beyond::kNone || (item.min <= 1 && item.max == kAny)) return true;
    // Behind its first byte nothing is looked at.
    return item.min == 1 && !anchored_end_ && &item == &items_.back();
  });
}

bool PatternSequence::place(bool anchored) {
  if (!is_deterministic() || !counts_bytes()) return false;
  if (!anchored && items_.empty()) {
    // Everything has an empty match.
    anchored_end_ = false;
    return true;
  }
  anywhere_ = !anchored && !anchored_end_;
  if (anywhere_) return items_.size() == 1 && items_.front().min == 1;
  suffix_ = !anchored;
  const bool begins = anchored && !items_.empty() && items_.front().min > 0;
  if (begins && items_.front().beyond != Beyond::kAllButSeparators) first_ = items_.front().taken;
  lay_out();
  return anchored || !positions_.empty();
}

PatternSequence::Classes PatternSequence::class_of(const Characters& characters) {
  const auto at = static_cast<std::size_t>(std::ranges::find(known_, characters) - known_.begin());
  if (at == std::numeric_limits<Classes>::digits) return 0;
  const auto bit = static_cast<Classes>(1u << at);
  if (at < known_.size()) return bit;
  known_.push_back(characters);
  const auto& [ascii, beyond] = characters;
  for (std::size_t c = 0; c < classes_.size(); ++c) {
    const bool is_taken = c < ascii.size() ? ascii[c] : beyond != Beyond::kNone;
    classes_[c] |= is_taken ? bit : Classes{0};
  }
  if (beyond == Beyond::kAllButSeparators)
    classes_[static_cast<unsigned char>(kSeparatorByte)] &= static_cast<Classes>(~bit);
  return bit;
}

bool PatternSequence::overlap(Classes a, Classes b) const {
  return std::ranges::any_of(classes_, [a, b](Classes of) { return (of & a) != 0 && (of & b) != 0; });
}

void PatternSequence::lay_out() {
  constexpr std::size_t kPositionsMax = 1024;
  std::size_t length = 0;
  for (const Item& item : items_) {
    length += item.min;
    if (item.min != item.max || item.beyond != Beyond::kNone || length > kPositionsMax) return;
  }
  for (const Item& item : items_) positions_.insert(positions_.end(), item.min, item.taken);
  lay_out_ranges();
}

void PatternSequence::lay_out_ranges() {
  const std::size_t size = positions_.size();
  if (size < 8 || size > 16) return;
  const bool whole = anchored_end_ && !suffix_;
  Ranges ranges{};
  ranges.size = size;
  ranges.more_max = whole ? 0 : std::numeric_limits<std::size_t>::max();
  ranges.suffix = suffix_;
  for (std::size_t i = 0; i < 16; ++i) {
    const Classes taken = positions_[i < 8 ? i : size - 16 + i];
    const auto is_taken = [taken](Classes of) { return (of & taken) != 0; };
    const auto first = std::ranges::find_if(classes_, is_taken);
    const auto behind = std::find_if_not(first, classes_.end(), is_taken);
    if (first == behind || std::any_of(behind, classes_.end(), is_taken)) return;
    ranges.low[i] = static_cast<std::uint8_t>(first - classes_.begin());
    ranges.width[i] = static_cast<std::uint8_t>(behind - first - 1);
  }
  ranges_ = ranges;
}

// Taking as many characters as possible is right when none of them could have been left to a later item.
bool PatternSequence::is_deterministic() const {
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (items_[i].min == items_[i].max) continue;
    for (std::size_t j = i + 1; j < items_.size(); ++j) {
      if (overlap(items_[i].taken, items_[j].taken)) return false;
      if (items_[j].min > 0) break;
    }
  }
  return true;
}

bool PatternSequence::matches_positions(std::string_view text) const {
  if (text.size() < positions_.size()) return false;
  if (suffix_) text.remove_prefix(text.size() - positions_.size());
  if (anchored_end_ && text.size() != positions_.size()) return false;
  const char* at = text.data();
  for (const Classes taken : positions_) {
    if ((classes_[static_cast<unsigned char>(*at++)] & taken) == 0) return false;
  }
  return true;
}

bool PatternSequence::matches_items(std::string_view text) const {
  if (!positions_.empty()) return matches_positions(text);
  const char* at = text.data();
  const char* const end = at + text.size();
  for (const Item& item : items_) {
    if (item.max == 1) {
      const bool is_there = at != end && takes(item, *at);
      if (!is_there && item.min == 1 && !takes_beyond(item, {at, end})) return false;
      at += is_there ? 1 : 0;
      continue;
    }
    const char* const begin = at;
    at = behind_run(item, at, item.max < static_cast<std::size_t>(end - at) ? at + item.max : end);
    if (static_cast<std::size_t>(at - begin) < item.min) return false;
  }
  return !anchored_end_ || at == end;
}

// Behind what `item` takes of the text from `at` to `end`.
inline const char* PatternSequence::behind_run(const Item& item, const char* at, const char* end) const {
  const auto classes_at = [this, &at](std::size_t i) { return classes_[static_cast<unsigned char>(at[i])]; };
  // Four at a time, as most runs are longer.
  while (end - at >= 4 && (classes_at(0) & classes_at(1) & classes_at(2) & classes_at(3) & item.taken) != 0)
    at += 4;
  while (at != end && takes(item, *at)) ++at;
  const bool is_line = item.beyond == Beyond::kAllButSeparators && at != end && *at == kSeparatorByte;
  return is_line ? behind_line(item, at, end) : at;
}

// Goes on at what stopped `item`, which is `.`.
const char* PatternSequence::behind_line(const Item& item, const char* at, const char* end) const {
  while (takes_first(item, {at, end})) {
    at += *at == kSeparatorByte ? std::min(kSeparatorBytes, static_cast<std::size_t>(end - at)) : 1;
  }
  return at;
}

bool PatternSequence::takes_first(const Item& item, std::string_view text) const {
  return !text.empty() && (takes(item, text.front()) || takes_beyond(item, text));
}

// Whether it takes the first character, which is none that takes() knows by its first byte.
bool PatternSequence::takes_beyond(const Item& item, std::string_view text) {
  return item.beyond == Beyond::kAllButSeparators && text.starts_with(kSeparatorByte) &&
         !begins_with_separator(text);
}

bool PatternSequence::has_one(std::string_view text) const {
  while (!text.empty()) {
    if (takes_first(items_.front(), text)) return true;
    text.remove_prefix(begins_with_separator(text) ? kSeparatorBytes : 1);
  }
  return false;
}

}  // namespace schemagate::json_schema
