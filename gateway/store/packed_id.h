// A task's id in little memory: the working set has millions of them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "gateway/store/keyed_hash.h"

namespace schemagate::store {

// 24 bytes for a UUID as the gateway writes one (RFC 9562, in small letters); any other id has a text of its
// own besides.
class PackedId {
 public:
  PackedId() = default;
  explicit PackedId(std::string_view id);

  std::string text() const;
  bool operator==(const PackedId& other) const;

  struct Hash {
    KeyedHash hash = {};
    std::size_t operator()(const PackedId& id) const { return hash(id.bytes()); }
  };

 private:
  using Uuid = std::array<std::uint8_t, 16>;
  using Text = std::unique_ptr<const std::string>;  // none: it is empty

  std::string_view bytes() const;

  std::variant<Text, Uuid> id_;
};

}  // namespace schemagate::store
