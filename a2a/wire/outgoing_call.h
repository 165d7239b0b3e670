// A call towards an agent as HTTP carries it, in either binding and version, and what its answer says.
//
//   const Protocol protocol{Binding::kHttpJson, Version::kV1_0};
//   OutgoingCall call = get_call(protocol, {.id = "t1"});         // GET, path "/tasks/t1", no body
//   std::string target = request_target("/a2a?key=1", call);      // "/a2a/tasks/t1?key=1"
//   Result<JsonValue> task = read_answer(protocol, 200, *root);   // or the agent's error
//
// Pure functions, safe from any thread.
#pragma once

#include <string>
#include <string_view>

#include "a2a/error.h"
#include "a2a/json/document.h"
#include "a2a/model/task.h"
#include "a2a/wire/jsonrpc.h"
#include "a2a/wire/version.h"
#include "a2a/wire/wire_format.h"

namespace schemagate::a2a::wire {

// What carries the operations (v1.0.1 sections 9 and 11); gRPC is not spoken.
enum class Binding { kJsonRpc, kHttpJson };

// The binding's name in cards of either version: "JSONRPC" or "HTTP+JSON".
std::string_view name(Binding binding);

// What an interface of an agent speaks.
struct Protocol {
  Binding binding = Binding::kJsonRpc;
  Version version = Version::kV1_0;
  // v0.3 over HTTP+JSON as a2a-go before 2.4 speaks it: on v1.0's paths, with v1.0's errors and v0.3's own
  // JSON.
  bool without_v1 = false;
  // v0.3 over HTTP+JSON: it wants files in base64 twice (WireFormat::with_bytes_twice).
  bool bytes_twice = false;
  bool operator==(const Protocol&) const = default;

  WireFormat format() const;
};

// What is sent to the interface's URL, besides its headers.
struct OutgoingCall {
  std::string method = "POST";
  // Behind the interface's URL, with its query; empty in JSON-RPC.
  std::string path = {};
  // JSON; empty: none.
  std::string body = {};
  bool operator==(const OutgoingCall&) const = default;
};

// The request target for an interface whose URL has `base` as its path and query: the call's path behind that
// path, both queries together.
std::string request_target(std::string_view base, const OutgoingCall& call);

// In HTTP+JSON a tenant becomes the first segment of the path, and ids are percent-encoded (section 11.5).
// `operation`: kSend or kStream. Its tenant is taken out of the request then, and nothing else.
OutgoingCall send_call(const Protocol& protocol, Operation operation, SendRequest& request);
OutgoingCall get_call(const Protocol& protocol, const GetTaskRequest& request);
// v1.0 only. The context, page size and page token of the request; nothing else of it is asked for.
OutgoingCall list_call(const Protocol& protocol, const ListTasksRequest& request);
// `operation`: kCancel or kSubscribe. In HTTP+JSON v1.0 subscribes with GET and v0.3 with POST, as their
// SDKs do.
OutgoingCall task_call(const Protocol& protocol, Operation operation, const TaskIdRequest& request);
// For the extended card. `tenant` empty: none.
OutgoingCall card_call(const Protocol& protocol, const std::string& tenant);

// The value that an answer with this HTTP status holds: JSON-RPC's `result`, or the body of HTTP+JSON.
// Errors: the agent's own (never classified by the HTTP status), or kInvalidAgentResponse for what is
// neither, in JSON-RPC also for an answer to another request than that with `id`.
Result<JsonValue> read_answer(const Protocol& protocol, int http_status, JsonValue root,
                              std::string_view id = kRequestId);
// The same for the data of an event, whose name is `event`. HTTP+JSON defines no error here: what the event's
// name says, or an `error` member, is one.
Result<JsonValue> read_event(const Protocol& protocol, std::string_view event, JsonValue root,
                             std::string_view id = kRequestId);

}  // namespace schemagate::a2a::wire
