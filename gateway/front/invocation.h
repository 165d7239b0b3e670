// A decoded request for an operation, and all that a binding needs to write its answer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "a2a/wire/outgoing_call.h"
#include "a2a/wire/wire_format.h"
#include "gateway/front/operation_values.h"

namespace schemagate {

inline constexpr std::string_view kJsonMediaType = "application/json";

using a2a::wire::Binding;
struct OperationRow;

// The envelope of an answer or of an event.
struct AnswerForm {
  Binding binding = Binding::kJsonRpc;
  std::string call_id = "null";  // of a JSON-RPC call, JSON text
  a2a::wire::WireFormat format = a2a::wire::Version::kV1_0;
  bool version_named = false;  // by the request's A2A-Version: see a2a::wire::error_envelope()

  a2a::wire::Version version() const { return format.version(); }
};

// Filled in by decode_call() as far as it gets: a refusal is written in the form that is known by then.
struct Invocation {
  AnswerForm form = {};
  const OperationRow* operation = nullptr;  // nullptr until it is known
  OperationParams params = {};
  std::string_view media_type = kJsonMediaType;     // of the answer; a constant
  std::optional<std::uint64_t> last_event_id = {};  // of a stream that broke off: where to go on
  // The client takes nothing but events: so it is told of a refusal whose operation is not known.
  bool takes_events_alone = false;
  bool v1_0_0_statuses = false;  // HTTP+JSON: of A2A v1.0.0 instead of v1.0.1
};

}  // namespace schemagate
