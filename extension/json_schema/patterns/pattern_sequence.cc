#include "extension/json_schema/patterns/pattern_sequence.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include "a2a/text/ascii.h"
#include "extension/json_schema/text_cursor.h"

namespace schemagate::json_schema {

// Reads the pattern item by item; every function returns false for what a sequence cannot hold.
class PatternSequence::Reader {
 public:
  struct Item {
    std::bitset<128> characters;
    std::uint32_t min = 1;
    std::uint32_t max = 1;
    void add(char c) { characters.set(static_cast<unsigned char>(c)); }
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
    return read_atom(item) && read_count(item);
  }

 private:
  static constexpr std::string_view kSpecial = "^$.*+?()[]{}|";

  static void add_range(Item& item, char first, char last) {
    for (int c = first; c <= last; ++c) item.add(static_cast<char>(c));
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
    if (rest_.starts_with('^') || rest_.starts_with(']')) return false;
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
    constexpr auto kAny = std::numeric_limits<std::uint32_t>::max();
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
    sequence.items_.push_back({taken, item.min, item.max});
  }
  if (!reader.at_end() || !sequence.is_deterministic()) return std::nullopt;
  sequence.suffix_ = !anchored;
  const bool begins = anchored && !sequence.items_.empty() && sequence.items_.front().min > 0;
  if (begins) sequence.first_ = sequence.items_.front().taken;
  sequence.lay_out();
  if (anchored) return sequence;
  const bool one_length = !sequence.positions_.empty();
  return one_length && sequence.anchored_end_ ? std::optional(std::move(sequence)) : std::nullopt;
}

PatternSequence::Classes PatternSequence::class_of(const std::bitset<128>& characters) {
  const auto at = static_cast<std::size_t>(std::ranges::find(known_, characters) - known_.begin());
  if (at == std::numeric_limits<Classes>::digits) return 0;
  const auto bit = static_cast<Classes>(1u << at);
  if (at < known_.size()) return bit;
  known_.push_back(characters);
  for (std::size_t c = 0; c < characters.size(); ++c) classes_[c] |= characters[c] ? bit : Classes{0};
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
    if (item.min != item.max || length > kPositionsMax) return;
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
    const std::size_t left = static_cast<std::size_t>(end - at);
    const char* const stop = at + (item.max < left ? item.max : left);
    const char* const begin = at;
    while (at != stop && (classes_[static_cast<unsigned char>(*at)] & item.taken) != 0) ++at;
    if (static_cast<std::size_t>(at - begin) < item.min) return false;
  }
  return !anchored_end_ || at == end;
}

}  // namespace schemagate::json_schema
