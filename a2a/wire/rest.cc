#include "a2a/wire/rest.h"

#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "a2a/json/text.h"
#include "a2a/uri/percent.h"
#include "a2a/wire/client_id.h"
#include "a2a/wire/error_data.h"
#include "a2a/wire/list_tasks.h"
#include "a2a/wire/push_page.h"
#include "a2a/wire/rest_query.h"

namespace schemagate::a2a::wire {
namespace {

// v1, or a tenant, and the longest path of an operation behind it.
constexpr std::size_t kSegmentsMax = 5;
constexpr int kUnauthorized = 401;
constexpr int kForbidden = 403;
constexpr int kNotFound = 404;
constexpr int kTooManyRequests = 429;
constexpr int kUnavailable = 503;
constexpr int kGatewayTimeout = 504;
constexpr std::string_view kConfigs = "pushNotificationConfigs";

// What a method does at a place.
struct Entry {
  std::string_view method;
  Operation operation;
};
using Entries = std::span<const Entry>;

constexpr std::array kSend = {Entry{"POST", Operation::kSend}};
constexpr std::array kStream = {Entry{"POST", Operation::kStream}};
constexpr std::array kTasks = {Entry{"GET", Operation::kList}};
constexpr std::array kTask = {Entry{"GET", Operation::kGet}};
constexpr std::array kCancel = {Entry{"POST", Operation::kCancel}};
constexpr std::array kSubscribe = {Entry{"GET", Operation::kSubscribe}, Entry{"POST", Operation::kSubscribe}};
constexpr std::array kTaskConfigs = {Entry{"GET", Operation::kPushList},
                                     Entry{"POST", Operation::kPushCreate}};
constexpr std::array kTaskConfig = {Entry{"GET", Operation::kPushGet},
                                    Entry{"DELETE", Operation::kPushDelete}};
constexpr std::array kExtendedCard = {Entry{"GET", Operation::kExtendedCard}};

using Segments = std::vector<std::string>;

Result<Segments, RestMiss> split(std::string_view path) {
  Segments segments;
  while (path.starts_with('/')) {
    path.remove_prefix(1);
    const std::string_view raw = path.substr(0, path.find('/'));
    path.remove_prefix(raw.size());
    auto segment = uri::percent_decoded_name(raw);
    if (!segment) return std::unexpected(RestMiss{400});
    if (segment->empty() || segments.size() == kSegmentsMax) return std::unexpected(RestMiss{404});
    segments.push_back(*std::move(segment));
  }
  if (!path.empty() || segments.empty()) return std::unexpected(RestMiss{404});
  return segments;
}

Entries find_collection(std::string_view name, Version version) {
  if (name == "message:send") return kSend;
  if (name == "message:stream") return kStream;
  if (name == "tasks") return kTasks;
  if (name == (version == Version::kV1_0 ? "extendedAgentCard" : "card")) return kExtendedCard;
  return {};
}

// "id:cancel" and "id:subscribe"; any other colon is the id's own.
Entries find_task(std::string segment, RestCall& call) {
  const std::size_t colon = segment.rfind(':');
  const std::string verb = colon == std::string::npos ? "" : segment.substr(colon + 1);
  Entries found = kTask;
  if (verb == "cancel") found = kCancel;
  if (verb == "subscribe") found = kSubscribe;
  if (found.data() != kTask.data()) segment.erase(colon);
  call.task_id = std::move(segment);
  return call.task_id.empty() ? Entries() : found;
}

// What can be done at this place; nothing when there is no such place.
Entries find_place(std::span<std::string> segments, RestCall& call) {
  if (segments.size() == 1) return find_collection(segments[0], call.version);
  if (segments.empty() || segments[0] != "tasks") return {};
  if (segments.size() == 2) return find_task(std::move(segments[1]), call);
  if (segments[2] != kConfigs || segments.size() > 4) return {};
  call.task_id = std::move(segments[1]);
  if (segments.size() == 3) return kTaskConfigs;
  call.config_id = std::move(segments[3]);
  return kTaskConfig;
}

Entries find_tenant_place(std::span<std::string> segments, RestCall& call) {
  const Entries found = find_place(segments.subspan(1), call);
  if (!found.empty()) call.tenant = std::move(segments[0]);
  return found;
}

std::string methods_of(Entries entries) {
  std::string methods;
  for (const Entry& entry : entries) {
    if (!methods.empty()) methods += ", ";
    methods += entry.method;
  }
  return methods;
}

// Where a config's id is called "id", and the task's "taskId".
constexpr bool names_configs(Operation operation) {
  using enum Operation;
  return operation == kPushCreate || operation == kPushGet || operation == kPushList ||
         operation == kPushDelete;
}

// google.rpc.Code of an answer: the HTTP statuses 503 and 404 say more than the code that the error has.
std::string_view status_name(const ErrorIdentity& known, int http_status) {
  switch (http_status) {
    case kUnauthorized:
      return "UNAUTHENTICATED";
    case kForbidden:
      return "PERMISSION_DENIED";
    case kNotFound:
      return "NOT_FOUND";
    case kTooManyRequests:
      return "RESOURCE_EXHAUSTED";
    case kUnavailable:
      return "UNAVAILABLE";
    case kGatewayTimeout:
      return "DEADLINE_EXCEEDED";
    default:
      return known.status;
  }
}

// The member `error` of v1.0.
void append_status_error(std::string& out, const Error& error, int http_status) {
  append_member_name(out, "error");
  out += '{';
  append_raw_member(out, "code", std::to_string(http_status));
  append_string_member(out, "status", status_name(identity(error.code), http_status));
  append_string_member(out, "message", error.message);
  append_rest_details(out, Version::kV1_0, error);
  out += '}';
}

}  // namespace

Result<RestCall, RestMiss> parse_rest_call(std::string_view method, std::string_view path) {
  auto segments = split(path);
  if (!segments) return std::unexpected(segments.error());
  std::span<std::string> place = *segments;
  const bool v0_3 = place.front() == "v1";
  if (v0_3) place = place.subspan(1);
  RestCall call = {v0_3 ? Version::kV0_3 : Version::kV1_0, Operation::kGet};
  Entries entries = find_place(place, call);
  if (entries.empty() && !v0_3) entries = find_tenant_place(place, call);
  if (entries.empty()) return std::unexpected(RestMiss{404});
  for (const Entry& entry : entries) {
    if (entry.method != method) continue;
    call.operation = entry.operation;
    return call;
  }
  return std::unexpected(RestMiss{405, methods_of(entries)});
}

Result<void> check_ids(const RestCall& call) {
  FirstViolation violation;
  const auto check = [&violation](std::string_view field, std::string_view id) {
    const std::string_view fault = id_fault(id);
    if (!violation && !fault.empty()) violation = FieldViolation{std::string(field), std::string(fault)};
  };
  check(names_configs(call.operation) ? "taskId" : "id", call.task_id);
  check("id", call.config_id);
  const auto checked = checked_params(true, violation);
  if (!checked) return std::unexpected(checked.error());
  return {};
}

Result<GetTaskRequest> decode_get_task_query(const RestCall& call, std::string_view query) {
  FirstViolation violation;
  const QueryReader reader(query, violation);
  GetTaskRequest request = {
      .id = call.task_id, .history_length = reader.count("historyLength"), .tenant = call.tenant};
  reader.refuse_lookalikes({"historyLength"});
  if (call.version == Version::kV0_3 && request.history_length == 0) request.history_length.reset();
  return checked_params(std::move(request), violation);
}

Result<ListTasksRequest> decode_list_tasks_query(const RestCall& call, std::string_view query) {
  FirstViolation violation;
  const QueryReader reader(query, violation);
  ListTasksRequest request = read_list_tasks_request(reader, violation);
  request.tenant = call.tenant;
  return checked_params(std::move(request), violation);
}

Result<PushConfigRequest> decode_push_list_query(const RestCall& call, std::string_view query) {
  FirstViolation violation;
  const QueryReader reader(query, violation);
  PushConfigRequest request = {.task_id = call.task_id, .tenant = call.tenant};
  read_push_page(reader, request);
  return checked_params(std::move(request), violation);
}

std::string rest_error_body(WireFormat format, const Error& error, int http_status, bool version_named) {
  std::string out = "{";
  if (format.is_v0_3_proto_json()) {
    append_raw_member(out, "code", std::to_string(identity(error.code).jsonrpc_code));
    append_string_member(out, "message", error.message);
    append_rest_details(out, Version::kV0_3, error);
    if (!version_named) return out += '}';
  }
  append_status_error(out, error, http_status);
  return out += '}';
}

std::optional<Error> read_rest_error(JsonValue body) {
  const auto error = body.find("error");
  if (error && error->is_object()) return read_agent_error(*error);
  if (body.find("code") && body.find("message")) return read_agent_error(body);
  if (auto read = read_java_error(body)) return read;
  return read_problem(body);
}

}  // namespace schemagate::a2a::wire
