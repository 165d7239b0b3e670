// Sets of code points, and the bytes that encode them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace schemagate::json_schema {

class CodePointSet {
 public:
  static constexpr std::uint32_t kLast = 0x10FFFF;
  struct Range {
    std::uint32_t first;
    std::uint32_t last;  // inclusive
  };

  void add(std::uint32_t first, std::uint32_t last) { ranges_.push_back({first, last}); }
  void add(const CodePointSet& other) {
    ranges_.insert(ranges_.end(), other.ranges_.begin(), other.ranges_.end());
  }
  CodePointSet complement() const;
  // In order, none touching the next.
  std::vector<Range> ranges() const;

 private:
  std::vector<Range> ranges_;
};

// Ranges of bytes one behind the other: the encodings of a range of code points.
struct ByteSequence {
  struct Bytes {
    std::uint8_t first;
    std::uint8_t last;
  };
  std::array<Bytes, 4> bytes;
  std::size_t size;
};

// The encodings of `range` in UTF-8, as few sequences as there can be.
std::vector<ByteSequence> utf8_sequences(CodePointSet::Range range);

}  // namespace schemagate::json_schema
