// Finds one of a few fixed names by a multiplication and one comparison.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "extension/json_schema/values/inlining.h"

namespace schemagate::json_schema {

// A perfect hash: no two of the names fall into one place. Whatever names an instance has, each is compared
// with one of them, so there is nothing to gain by choosing them badly, and no secret is needed.
class NameIndex {
 public:
  // `words` are what the names are told by, name_key() or more. nullopt for more than 128, and where no
  // factor was found that tells all different ones apart.
  static std::optional<NameIndex> build(const std::vector<std::uint64_t>& words);

  // The position of the first name that has `word`, if any has.
  // REQUIRES: build() has made this.
  JSON_SCHEMA_INLINE std::size_t candidate(std::uint64_t word) const { return places_[place(word)]; }
  // Where a name with a word falls, whether it is one of these or another.
  struct Function {
    std::uint64_t factor = 0;
    unsigned shift = 0;
    JSON_SCHEMA_INLINE std::size_t operator()(std::uint64_t word) const { return (word * factor) >> shift; }
  };
  Function function() const { return function_; }
  // Less than places().
  JSON_SCHEMA_INLINE std::size_t place(std::uint64_t word) const { return function_(word); }
  std::size_t places() const { return places_.size(); }

 private:
  static constexpr std::uint8_t kFree = 0xFF;
  // Puts each in its place, unless another one has it.
  bool tells_apart(const std::vector<std::uint64_t>& words);

  Function function_;
  std::vector<std::uint8_t> places_;
};

}  // namespace schemagate::json_schema
