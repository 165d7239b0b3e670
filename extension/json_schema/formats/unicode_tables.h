// The Unicode properties that IDNA2008 needs (Unicode 17.0).
#pragma once

#include <cstdint>

namespace schemagate::json_schema {

enum class CodePointClass : std::uint8_t {
  kProtocolValid,
  kMark,
  kVirama,
  kGreek,
  kHebrew,
  kJapanese,
  kJoinsNext,
  kJoinsPrevious,
  kTransparent,
};

bool has_class(CodePointClass wanted, char32_t c);

}  // namespace schemagate::json_schema
