// The table of operations: everything that the gateway does for a client at an agent, one row each. JSON-RPC
// methods, paths of HTTP+JSON, push notification configs and streams are all found here.
//
// To add a JSON-RPC method of an extension: one row in operations.cc, and the function that performs it,
// which gets the method's params as they came and returns an ExtensionResult. Rules allow it by the name that
// rule_operations() has (gateway/config/read_rules.h).
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "a2a/wire/jsonrpc.h"
#include "a2a/wire/rest.h"
#include "a2a/wire/wire_format.h"
#include "gateway/agent/fronted_agent.h"
#include "gateway/front/operation_values.h"
#include "gateway/front/performers.h"

namespace schemagate {

// Where the parameters of a call stand in JSON-RPC.
struct JsonRpcParams {
  a2a::wire::Version version;
  a2a::JsonValue params;  // an object, or without members; for an extension's method of any kind
};

// Where they stand in HTTP+JSON.
struct RestParams {
  const a2a::wire::RestCall& call;     // ids of the path
  a2a::wire::WireFormat format;        // of the body
  std::string_view query;              // without the question mark
  std::optional<a2a::JsonValue> body;  // there where the row has `rest_body`
};

// What has to be configured for an operation to be offered.
enum class Offer {
  kAlways,
  kWithPushNotifications,
  kWithTemplates,
  kWithEvolution,
};

struct OperationRow {
  // Of A2A, which gives it its names and paths (a2a/wire); nullopt: an extension's.
  std::optional<a2a::wire::Operation> operation = {};
  std::string_view extension_method = {};  // its name in JSON-RPC, the same in both versions

  bool starts_run = false;    // a message, which an agent is to work on
  bool reads_tasks = false;   // the answer is as large as what is read; its parameters borrow nothing
  bool streaming = false;     // the result is StreamedMessage or StreamedTask
  bool needs_context = true;  // false: answered from the agent's snapshot alone
  Offer offer = Offer::kAlways;

  // Write the parameters to `out`, which holds nothing of use before. Errors: kInvalidParams.
  a2a::Result<void> (*decode_jsonrpc)(const JsonRpcParams& source, OperationParams& out);
  a2a::Result<void> (*decode_rest)(const RestParams& source, OperationParams& out) = nullptr;  // A2A's only
  bool rest_body = false;  // the request has a body in HTTP+JSON, if an empty one

  Performer perform;

  // Not answered while the agent's card is missing. What is kept here is shown in any case.
  bool needs_agent() const { return needs_context && !reads_tasks; }
  // In JSON-RPC, also for logs. Empty where the version has no such method.
  std::string_view name(a2a::wire::Version version) const;
};

std::span<const OperationRow> operations();
const OperationRow& row_of(a2a::wire::Operation operation);
// nullptr when no extension has such a method, or the agent does not offer it.
const OperationRow* find_extension_row(std::string_view method, const AgentSnapshot& agent);

// Errors: that of an operation which the agent's configuration does not offer.
a2a::Result<void> check_offered(const OperationRow& row, const AgentSnapshot& agent);

}  // namespace schemagate
