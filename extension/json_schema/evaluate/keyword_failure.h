// A keyword that fails, on its way from the evaluator to a Violation.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "extension/json_schema/graph/graph.h"

namespace schemagate::json_schema {

// A keyword that fails, as the evaluator sees it.
struct KeywordFailure {
  Keyword keyword = Keyword::kFalse;
  Types type = 0;                              // of the value
  std::string found = {};                      // the value, shortened
  std::string_view text = {};                  // the value, when it is a string
  std::string_view name = {};                  // the member that is missing or not allowed
  std::size_t count = 0;                       // members, elements, code points or matches found
  std::vector<std::size_t> indices = {};       // equal elements, or branches that match
  std::vector<std::string_view> present = {};  // member names of the value
};

// Takes the place of a KeywordFailure where none is collected.
struct NoFailure {
  struct None {
    template <class... Values>
    constexpr None(Values&&...) {}
  };
  std::string_view name = {};
  std::size_t count = 0;
  None indices = {};
  None present = {};
};

}  // namespace schemagate::json_schema
