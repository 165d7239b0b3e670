// The JSON of either A2A version, written down once more and independently of the gateway's own codec.
#pragma once

#include <string>

#include "tests/integration/gateway/http_message.h"

namespace schemagate {

struct Dialect {
  std::string version;  // "0.3" or "1.0"
  std::string send, stream, get, cancel, subscribe;
  bool http_json = false;   // HTTP+JSON, else JSON-RPC
  bool without_v1 = false;  // v0.3's HTTP+JSON on v1.0's paths, with its errors, in v0.3's own JSON
  bool is_v1() const { return version == "1.0"; }
  // v0.3's HTTP+JSON speaks the ProtoJSON of its a2a.proto.
  bool is_v0_3_proto() const { return http_json && !is_v1() && !without_v1; }
  bool has_kind() const { return !is_v0_3_proto() && !is_v1(); }

  // "input-required" or "TASK_STATE_INPUT_REQUIRED", of the former.
  std::string state(const std::string& name) const;
  std::string user() const { return has_kind() ? "user" : "ROLE_USER"; }
  std::string agent() const { return has_kind() ? "agent" : "ROLE_AGENT"; }
  // Of a message's parts.
  std::string parts_name() const { return is_v0_3_proto() ? "content" : "parts"; }

  Json text_part(const std::string& text) const;
  Json data_part(const Json& data) const;
  // Flagged in every way that the version knows.
  Json flagged_part(const std::string& schema, const Json& data) const;
  Json message(const std::string& role, const std::string& id, const Json& parts) const;
  Json artifact(const std::string& id, const Json& parts) const;
  Json task(const std::string& id, const std::string& state_name, const Json& artifacts = nullptr) const;
  Json status_event(const std::string& id, const std::string& state_name) const;
  Json artifact_event(const std::string& id, const Json& artifact, bool append, bool last) const;
  // What a send call or an event of a stream holds: wrapped by v1.0, bare in v0.3.
  Json wrap(const std::string& member, const Json& value) const;
  // Parameters of a send call that waits, or asks for an answer at once.
  Json send_params(const Json& message, bool at_once = false) const;

  // "task", "message", "statusUpdate" or "artifactUpdate", of a send result or an event.
  std::string kind_of(const Json& result) const;
  Json unwrap(const Json& result) const;
  // "completed", of a task or a status event.
  std::string state_of(const Json& holder) const;
};

Dialect v0_3();
Dialect v1_0();
// The same over HTTP+JSON, for agents.
Dialect over_http_json(Dialect dialect);
// As agents made with a2a-go before 2.4 have it.
Dialect v0_3_without_v1();
inline void PrintTo(const Dialect& dialect, std::ostream* out) {
  *out << dialect.version << (dialect.http_json ? " HTTP+JSON" : "");
}

}  // namespace schemagate
