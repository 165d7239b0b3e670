// Any bytes as "METHOD target": what a path names can be written as a path again and names the same; every
// query is read or refused with the parameter's name.
#include <algorithm>
#include <string>

#include "a2a/wire/rest.h"
#include "property.h"

namespace schemagate {

namespace {

using a2a::wire::Operation;
using a2a::wire::RestCall;
using a2a::wire::Version;

std::string escaped(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    out.append(1, '%').append(1, kDigits[byte >> 4U]).append(1, kDigits[byte & 0xFU]);
  }
  return out;
}

std::string task_path(const RestCall& call) {
  const std::string task = "/tasks/" + escaped(call.task_id);
  switch (call.operation) {
    case Operation::kCancel:
      return task + ":cancel";
    case Operation::kSubscribe:
      return task + ":subscribe";
    case Operation::kPushCreate:
    case Operation::kPushList:
      return task + "/pushNotificationConfigs";
    case Operation::kPushGet:
    case Operation::kPushDelete:
      return task + "/pushNotificationConfigs/" + escaped(call.config_id);
    default:
      return task;
  }
}

std::string path_of(const RestCall& call) {
  std::string prefix = call.version == Version::kV0_3 ? "/v1" : "";
  if (!call.tenant.empty()) prefix = "/" + escaped(call.tenant);
  switch (call.operation) {
    case Operation::kSend:
      return prefix + "/message:send";
    case Operation::kStream:
      return prefix + "/message:stream";
    case Operation::kList:
      return prefix + "/tasks";
    case Operation::kExtendedCard:
      return prefix + (call.version == Version::kV0_3 ? "/card" : "/extendedAgentCard");
    default:
      return prefix + task_path(call);
  }
}

void check_path(std::string_view method, std::string_view path) {
  const auto call = a2a::wire::parse_rest_call(method, path);
  if (!call) {
    const int status = call.error().status;
    fuzz::require(status == 400 || status == 404 || status == 405, "a miss has a status");
    fuzz::require((status == 405) == !call.error().allowed.empty(), "405 says what is allowed");
    return;
  }
  fuzz::require(call->tenant.empty() || call->version == Version::kV1_0, "v0.3 has no tenants");
  const auto again = a2a::wire::parse_rest_call(method, path_of(*call));
  fuzz::require(again && *again == *call, "a path that is written names the same");
}

void check_query(std::string_view query) {
  const RestCall call{Version::kV1_0, Operation::kList};
  const auto list = a2a::wire::decode_list_tasks_query(call, query);
  fuzz::require(list || list.error().violations.size() == 1, "a refused query names the parameter");
  const auto get = a2a::wire::decode_get_task_query(call, query);
  fuzz::require(!get || !get->history_length || *get->history_length >= 0, "a length is not negative");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  const std::size_t blank = std::min(text.find(' '), text.size());
  const std::string_view target = text.substr(std::min(blank + 1, text.size()));
  const std::size_t mark = std::min(target.find('?'), target.size());
  check_path(text.substr(0, blank), target.substr(0, mark));
  check_query(target.substr(std::min(mark + 1, target.size())));
  return 0;
}

}  // namespace schemagate
