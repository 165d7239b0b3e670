// The key of one run's context records.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "a2a/error.h"

namespace schemagate::store {

// Where a run's key, and a record, belong in a ledger, for their seals: the numbers of their rows.
inline std::string run_key_place(std::int64_t number) {
  return "run key " + std::to_string(number);
}
inline std::string record_place(std::int64_t number) {
  return "record " + std::to_string(number);
}

// 32 random bytes, wiped with the object. Immutable; safe from any thread.
class RunKey {
 public:
  static a2a::Result<std::shared_ptr<const RunKey>> make();
  // Errors: kInternal for what no bytes() were.
  static a2a::Result<std::shared_ptr<const RunKey>> read(std::string bytes);
  explicit RunKey(std::string bytes) : bytes_(std::move(bytes)) {}
  ~RunKey();
  RunKey(const RunKey&) = delete;
  RunKey& operator=(const RunKey&) = delete;

  // Secret: to be sealed.
  const std::string& bytes() const { return bytes_; }
  // As PayloadCipher.
  a2a::Result<std::string> seal(std::string_view content, std::string_view place) const;
  a2a::Result<std::string> open(std::string sealed, std::string_view place) const;

 private:
  std::string bytes_;
};

}  // namespace schemagate::store
