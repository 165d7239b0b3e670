// Patterns that are a sequence of character classes with counts, matched without an engine: dates, codes,
// names, identifiers. Anything else is left to the engines.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace json_schema {

class PatternSequence {
 public:
  // nullopt unless `ecma` is `^`, ASCII literals, escapes and classes with `{n}`, `{n,m}`, `?`, `*` or `+`,
  // in which no repeated class shares a character with what may follow it, and optionally `$`.
  static std::optional<PatternSequence> compile(std::string_view ecma);

  // Linear, never goes back.
  bool matches(std::string_view text) const;

 private:
  struct Item {
    std::array<std::uint64_t, 4> bytes{};  // of UTF-8; only ASCII ones are ever set
    std::uint32_t min = 1;
    std::uint32_t max = 1;
    bool has(char c) const {
      const auto byte = static_cast<unsigned char>(c);
      return ((bytes[byte / 64] >> (byte % 64)) & 1) != 0;
    }
    void add(char c) {
      const auto byte = static_cast<unsigned char>(c);
      bytes[byte / 64] |= std::uint64_t{1} << (byte % 64);
    }
    bool overlaps(const Item& other) const {
      std::uint64_t common = 0;
      for (std::size_t i = 0; i < bytes.size(); ++i) common |= bytes[i] & other.bytes[i];
      return common != 0;
    }
  };
  class Reader;
  bool is_deterministic() const;

  std::vector<Item> items_;
  bool anchored_end_ = false;
};

}  // namespace json_schema
