// The HTTP+JSON binding (A2A v1.0.1 section 11; the annotations of v0.3.0's a2a.proto): what a method, a path
// and a query ask for, and the body of an error. Bodies are the codec's.
//
//   auto call = parse_rest_call("GET", "/tasks/t1");   // {kV1_0, kGet, "t1"}
//   if (!call) return answer(call.error().status, call.error().allowed);
//   auto request = decode_get_task_query(*call, "historyLength=2");
//
// Pure functions, safe from any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "a2a/error.h"
#include "a2a/model/push.h"
#include "a2a/model/task.h"
#include "a2a/wire/jsonrpc.h"
#include "a2a/wire/version.h"
#include "a2a/wire/wire_format.h"

namespace schemagate::a2a::wire {

// A call as its method and path name it.
struct RestCall {
  // The path decides: v0.3's begin with /v1.
  Version version;
  Operation operation;
  // Percent-decoded, as the others; empty where the operation has none.
  std::string task_id = {};
  // Of a push notification config.
  std::string config_id = {};
  // v1.0 only.
  std::string tenant = {};
  bool operator==(const RestCall&) const = default;
};

// Why a method and a path name no call.
struct RestMiss {
  // 400: the path is not percent-encoded; 404: nothing is there; 405: see `allowed`.
  int status;
  // The methods that are taken there, as in Allow: "GET, POST".
  std::string allowed = {};
};

// `path` is what follows the interface's URL, with its first slash and without the query. Segments are
// percent-decoded after they have been told apart, then a verb is split off at the last colon. GET and POST
// both subscribe (A2A#1574). A first segment that v1.0 does not name is a tenant's; no tenant is called "v1".
Result<RestCall, RestMiss> parse_rest_call(std::string_view method, std::string_view path);

// Whether a client may have such ids (client_id.h). Errors: kInvalidParams naming the one of them that is
// wrong.
Result<void> check_ids(const RestCall& call);

// Parameters of a call without a body, from its path and `query` (section 11.5: names in camelCase,
// enumerators by name, booleans as true and false, instants in ISO 8601; unknown names are ignored).
// Errors: kInvalidParams naming the parameter that is malformed, given twice or out of its range.
// v0.3's historyLength of 0 is none at all.
Result<GetTaskRequest> decode_get_task_query(const RestCall& call, std::string_view query);
Result<ListTasksRequest> decode_list_tasks_query(const RestCall& call, std::string_view query);
Result<PushConfigRequest> decode_push_list_query(const RestCall& call, std::string_view query);

// How values are spelled in this binding.
constexpr WireFormat rest_format(Version version) {
  return version == Version::kV1_0 ? WireFormat(version) : WireFormat::v0_3_proto_json();
}

// v1.0: {"error":{"code":STATUS,"status":…,"message":…,"details":[…]}} (section 11.6), STATUS being that of
// HTTP. v0.3 defines no shape; {"code":…,"message":…,"data":{"error":CLASS,"details":[…]}} with JSON-RPC's
// code is what its SDKs read, but for those that leave /v1 out (see Protocol): they read v1.0's. CLASS is the
// name that a2a-java has for the code. The first of the details is A2A's own ErrorInfo, whatever the code:
// "INVALID_PARAMS". `version_named`: the request had A2A-Version, which clients of v1.0 send that speak v0.3,
// too (a2a-go 2): they read v1.0's `error`, which stands beside the other members then.
std::string rest_error_body(WireFormat format, const Error& error, int http_status,
                            bool version_named = false);

// The error that an agent's body is, in whichever shape: v1.0's, its SDKs' bare one of v0.3, that of a2a-java
// 0.3, or application/problem+json (v1.0.0). nullopt when it is none of them.
std::optional<Error> read_rest_error(JsonValue body);

}  // namespace schemagate::a2a::wire
