// How model values are spelled in JSON.
#pragma once

#include "a2a/wire/version.h"

namespace schemagate::a2a::wire {

// Each version has its own JSON, in both of v1.0's bindings and in v0.3's JSON-RPC. v0.3's HTTP+JSON binding
// speaks the ProtoJSON of v0.3's a2a.proto instead: v1.0's oneofs and names of enumerators, `content` for a
// message's parts, files and data in an object of their own (protocol map, section 1.1).
class Dialect {
 public:
  // A version means its own JSON wherever a dialect is asked for.
  constexpr Dialect(Version version) : version_(version) {}
  static constexpr Dialect v0_3_proto_json() {
    Dialect dialect(Version::kV0_3);
    dialect.proto_json_ = true;
    return dialect;
  }

  constexpr Version version() const { return version_; }
  constexpr bool is_v1_0() const { return version_ == Version::kV1_0; }
  // v0.3's JSON, told apart by `kind`.
  constexpr bool has_kind() const { return version_ == Version::kV0_3 && !proto_json_; }
  constexpr bool is_v0_3_proto_json() const { return proto_json_; }
  constexpr bool operator==(const Dialect&) const = default;

 private:
  Version version_;
  bool proto_json_ = false;
};

}  // namespace schemagate::a2a::wire
