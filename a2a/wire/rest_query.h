// The parameters of a query. Private to a2a/wire.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "a2a/wire/reader.h"

namespace schemagate::a2a::wire {

// Typed reading of a query, as Reader reads an object: the first parameter that is wrong is recorded in the
// violation. Borrows both. A plus stands for a blank, as forms and URLSearchParams write it.
class QueryReader {
 public:
  QueryReader(std::string_view query, FirstViolation& violation) : query_(query), violation_(violation) {}

  // As Reader does.
  void refuse_lookalikes(std::initializer_list<std::string_view> names) const;
  // Empty when absent; records a violation when it is malformed or given twice.
  std::string string(std::string_view name) const;
  // An integer from 0 to 2^31-1; nullopt when absent or empty.
  std::optional<int> count(std::string_view name) const;
  bool boolean(std::string_view name, bool absent) const;

 private:
  void fail(std::string_view name, std::string_view expected) const;

  std::string_view query_;
  FirstViolation& violation_;
};

}  // namespace schemagate::a2a::wire
