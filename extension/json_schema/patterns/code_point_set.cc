#include "extension/json_schema/patterns/code_point_set.h"

#include <algorithm>

namespace schemagate::json_schema {
namespace {

std::size_t encode(std::uint32_t code_point, std::array<std::uint8_t, 4>& out) {
  const std::size_t size = code_point < 0x80 ? 1 : code_point < 0x800 ? 2 : code_point < 0x10000 ? 3 : 4;
  constexpr std::array<std::uint8_t, 5> kLead = {0, 0, 0xC0, 0xE0, 0xF0};
  for (std::size_t i = size; i-- > 1; code_point >>= 6)
    out[i] = static_cast<std::uint8_t>(0x80 | (code_point & 0x3F));
  out[0] = static_cast<std::uint8_t>(kLead[size] | code_point);
  return size;
}

// Where `range` has to be cut, so that one sequence of ranges of bytes is its first part; its last code point
// when it need not be.
std::uint32_t end_of_first_part(CodePointSet::Range range) {
  for (const std::uint32_t most : {0x7Fu, 0x7FFu, 0xFFFFu}) {
    if (range.first <= most) range.last = std::min(range.last, most);
  }
  if (range.last < 0x80) return range.last;
  for (int i = 1; i < 4; ++i) {
    const std::uint32_t low = (1u << (6 * i)) - 1;
    if ((range.first & ~low) == (range.last & ~low)) continue;
    if ((range.first & low) != 0) return range.first | low;
    if ((range.last & low) != low) return (range.last & ~low) - 1;
  }
  return range.last;
}

}  // namespace

std::vector<CodePointSet::Range> CodePointSet::ranges() const {
  std::vector<Range> sorted = ranges_;
  std::ranges::sort(sorted, {}, &Range::first);
  std::vector<Range> merged;
  for (const Range& range : sorted) {
    if (!merged.empty() && range.first <= merged.back().last + 1) {
      merged.back().last = std::max(merged.back().last, range.last);
    } else {
      merged.push_back(range);
    }
  }
  return merged;
}

CodePointSet CodePointSet::complement() const {
  CodePointSet others;
  std::uint32_t next = 0;
  for (const Range& range : ranges()) {
    if (range.first > next) others.add(next, range.first - 1);
    next = range.last + 1;
  }
  if (next <= kLast) others.add(next, kLast);
  return others;
}

std::vector<ByteSequence> utf8_sequences(CodePointSet::Range range) {
  std::vector<ByteSequence> sequences;
  for (bool done = false; !done;) {
    const std::uint32_t last = end_of_first_part(range);
    std::array<std::uint8_t, 4> first_bytes{};
    std::array<std::uint8_t, 4> last_bytes{};
    ByteSequence sequence{{}, encode(range.first, first_bytes)};
    encode(last, last_bytes);
    for (std::size_t i = 0; i < sequence.size; ++i) sequence.bytes[i] = {first_bytes[i], last_bytes[i]};
    sequences.push_back(sequence);
    done = last == range.last;
    range.first = last + 1;
  }
  return sequences;
}

}  // namespace schemagate::json_schema
