// The JSON-RPC binding's envelope (A2A v1.0.1 section 9, v0.3.0 section 3.2.1), both versions.
//
//   auto call = parse_call(*root, header_version);
//   if (!call) return error_envelope(call.error().id, call.error().version, call.error().error);
//   if (call->operation == Operation::kGet) …                  // call->params, in call->version
//   return result_envelope(call->id, encode_task(call->version, task));
//
// Pure functions, safe from any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "a2a/error.h"
#include "a2a/json/document.h"
#include "a2a/wire/answer_fault.h"
#include "a2a/wire/version.h"

namespace schemagate::a2a::wire {

// What A2A can be asked to do (v1.0.1 section 3.1), whatever the binding and version call it.
enum class Operation {
  kSend,
  kStream,
  kGet,
  kCancel,
  kSubscribe,
  kList,
  kPushCreate,
  kPushGet,
  kPushList,
  kPushDelete,
  kExtendedCard,
};

// The JSON-RPC method name of an operation: "message/send" or "SendMessage". Empty for kList in v0.3.
std::string_view method_name(Version version, Operation operation);
// True when the answer is an SSE stream (kStream, kSubscribe).
bool is_streaming(Operation operation);

// A request for an operation of A2A.
struct Call {
  // Exact JSON text of the id: "7", "\"a\"", "null".
  std::string id;
  // The method's name decides: v0.3 and v1.0 names are disjoint.
  Version version;
  Operation operation;
  // An object, or, when the request has none, a value without members (find() gives nothing). Borrows from
  // the document given to parse_call.
  JsonValue params;
};

// A refusal before dispatch: the id is `null` when the request did not show one.
struct CallError {
  std::string id;
  // In which the error is to be written: the method's if it was recognised, else the header's, else v0.3.
  Version version;
  Error error;
  std::optional<Operation> operation = {};  // which the method names, where it was recognised
};

// A request whose envelope is right, whatever its method: for whoever has methods of an extension beside
// A2A's. Borrows from the document given to parse_envelope.
struct CallEnvelope {
  // As in Call.
  std::string id;
  std::string_view method;
  // Of any kind; nullopt when absent or null.
  std::optional<JsonValue> params;
  JsonValue root;

  // `params`, or a value without members where there are none.
  JsonValue params_or_empty() const;
};

// Reads an envelope. `header_version` is the resolved A2A-Version, nullopt when the request names none; v0.3
// is spoken then. Errors: kInvalidRequest (not an object, a batch, wrong "jsonrpc", bad id, a method that is
// no string).
Result<CallEnvelope, CallError> parse_envelope(JsonValue root, std::optional<Version> header_version);
// Finds the operation of A2A that the method names. Errors: kMethodNotFound, kInvalidParams (params no
// object), kVersionNotSupported (header names the other version than the method). Absent params count as {}.
Result<Call, CallError> resolve_call(CallEnvelope envelope, std::optional<Version> header_version);
// Both.
Result<Call, CallError> parse_call(JsonValue root, std::optional<Version> header_version);

// {"jsonrpc":"2.0","id":ID,"result":RESULT}; both are JSON text.
std::string result_envelope(std::string_view id, std::string_view result);
// {"jsonrpc":"2.0","id":ID,"error":{...}}. v1.0: data is an array of google.rpc details (section 9.5);
// v0.3: {"details":[...]} with the same array, left out when there is nothing beyond the code.
// `version_named`: the request had A2A-Version, which clients of v1.0 send that speak v0.3, too; they read
// the array alone.
std::string error_envelope(std::string_view id, Version version, const Error& error,
                           bool version_named = false);
// A request towards an agent.
std::string request_envelope(std::string_view id, Version version, Operation operation,
                             std::string_view params);

// The member of a request's metadata that holds service parameters (A2A-Version, A2A-Extensions) as an object
// where a transport has no header fields (v1.0.1 section 12.3).
inline constexpr std::string_view kServiceParameters = "a2a-service-parameters";

// The id that a request towards an agent is made with. One serves all of a client that has a connection for
// each.
inline constexpr std::string_view kRequestId = "1";
// The same request under another id, for connections that carry many. REQUIRES: request_envelope() has made
// it with kRequestId.
std::string with_id(std::string request, std::string_view id);

// Whether the id that was found is that one, given as JSON text: 1.0 and "1" count as 1.
bool is_id(JsonValue found, std::string_view id);
// Whether this is a JSON-RPC 2.0 response to the request of that id, given as JSON text: it has a result, or
// an error, which is an object and may lack the id or have null instead.
Answer<void> check_answer(JsonValue root, std::string_view id = kRequestId);

// An agent's answer: the `result` value, or its error as ours. Classified by reason, then code, never by HTTP
// status; what SDKs report as -32600 or -32602 with "terminal state" in the message is kUnsupportedOperation,
// as section 3.1.1 wants it. Errors besides the agent's own: what
// check_answer() finds, as kInvalidAgentResponse.
Result<JsonValue> parse_answer(JsonValue root, std::string_view id = kRequestId);

}  // namespace schemagate::a2a::wire
