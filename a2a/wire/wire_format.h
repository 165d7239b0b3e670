// How model values are spelled in JSON: three formats for two versions.
//
//   encode_task(Version::kV1_0, task)                      // a version means its own JSON
//   encode_task(WireFormat::v0_3_proto_json(), task)       // v0.3 over HTTP+JSON
//   encode_task(protocol.format(), task)                   // as an agent's interface wants it
//
// Values; safe from any thread.
#pragma once

#include "a2a/wire/version.h"

namespace schemagate::a2a::wire {

// Each version has its own JSON, in both of v1.0's bindings and in v0.3's JSON-RPC. v0.3's HTTP+JSON binding
// speaks the ProtoJSON of v0.3.0's a2a.proto instead: v1.0's oneofs and names of enumerators, `content` for a
// message's parts, files and data in an object of their own.
class WireFormat {
 public:
  // A version means its own JSON wherever a format is asked for.
  constexpr WireFormat(Version version) : version_(version) {}
  static constexpr WireFormat v0_3_proto_json() {
    WireFormat format(Version::kV0_3);
    format.proto_json_ = true;
    return format;
  }

  // The ProtoJSON, in which files are base64 of base64: so a2a-python, a2a-java and a2a-go of v0.3 read and
  // write them. The definition and @a2a-js/sdk have bytes there, once in base64.
  constexpr WireFormat with_bytes_twice() const {
    WireFormat format = *this;
    format.bytes_twice_ = proto_json_;
    return format;
  }

  // Which version's values it can carry.
  constexpr Version version() const { return version_; }
  constexpr bool is_v1_0() const { return version_ == Version::kV1_0; }
  // v0.3's own JSON, in which a member `kind` tells tasks, messages, events and parts apart.
  constexpr bool has_kind() const { return version_ == Version::kV0_3 && !proto_json_; }
  constexpr bool is_v0_3_proto_json() const { return proto_json_; }
  constexpr bool has_bytes_twice() const { return bytes_twice_; }
  constexpr bool operator==(const WireFormat&) const = default;

 private:
  Version version_;
  bool proto_json_ = false;
  bool bytes_twice_ = false;
};

}  // namespace schemagate::a2a::wire
