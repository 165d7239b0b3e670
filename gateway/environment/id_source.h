// Identifiers that nobody can guess: a seam, so that tests can know them.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace schemagate {

// Used on one core only.
class IdSource {
 public:
  virtual ~IdSource() = default;
  // A version 4 UUID (RFC 9562), lower case.
  virtual std::string next() = 0;
};

// From OpenSSL's generator, drawn in blocks.
class RandomIds final : public IdSource {
 public:
  std::string next() override;

 private:
  std::array<std::uint8_t, 4096> random_;
  std::size_t used_ = sizeof(random_);
};

}  // namespace schemagate
