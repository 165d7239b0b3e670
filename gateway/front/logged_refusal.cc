#include "gateway/front/logged_refusal.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "a2a/text/ascii.h"
#include "extension/object_schemas/mode.h"
#include "extension/object_schemas/structured_input.h"
#include "extension/schema_interaction/negotiation.h"
#include "gateway/agent/agent_error.h"

namespace schemagate {
namespace {

bool is_of_keyword(char c) {
  return c == '$' || a2a::text::is_letter(c);
}

// The members of requests, in both versions and in our extensions.
constexpr std::array<std::string_view, 46> kMembers{"acceptedOutputModes",
                                                    "authentication",
                                                    "blocking",
                                                    "bytes",
                                                    "configuration",
                                                    "contextId",
                                                    "credentials",
                                                    "data",
                                                    "extensions",
                                                    "file",
                                                    "filename",
                                                    "historyLength",
                                                    "id",
                                                    "includeArtifacts",
                                                    "jsonrpc",
                                                    "kind",
                                                    "lastUpdatedAfter",
                                                    "mediaType",
                                                    "message",
                                                    "messageId",
                                                    "metadata",
                                                    "method",
                                                    "mimeType",
                                                    "name",
                                                    "pageSize",
                                                    "pageToken",
                                                    "params",
                                                    "parts",
                                                    "preferred_language",
                                                    "pushNotificationConfig",
                                                    "raw",
                                                    "referenceTaskIds",
                                                    "returnImmediately",
                                                    "role",
                                                    "scenario",
                                                    "schema_id",
                                                    "scheme",
                                                    "schemes",
                                                    "status",
                                                    "statusTimestampAfter",
                                                    "taskId",
                                                    "taskPushNotificationConfig",
                                                    "tenant",
                                                    "text",
                                                    "token",
                                                    "url"};

bool is_index(std::string_view text) {
  return text.empty() || (text.starts_with('[') && text.ends_with(']') &&
                          a2a::text::is_all_digits(text.substr(1, text.size() - 2)));
}

// "message.parts[0].data" of "message.parts[0].data.Ada".
std::string_view known_part_of(std::string_view path) {
  std::size_t known = 0;
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    const std::string_view step = path.substr(begin, end - begin);
    const std::size_t bracket = std::min(step.find('['), step.size());
    const bool is_known = std::ranges::find(kMembers, step.substr(0, bracket)) != kMembers.end();
    if (!is_known || !is_index(step.substr(bracket))) break;
    known = end;
    begin = end + 1;
  }
  return path.substr(0, known);
}

// What JSON-RPC knows by its number only; empty: a code that says itself what was wrong.
std::string_view reason_of(a2a::ErrorCode code) {
  switch (code) {
    using enum a2a::ErrorCode;
    case kParse:
      return "PARSE_ERROR";
    case kInvalidRequest:
      return "INVALID_REQUEST";
    case kMethodNotFound:
      return "METHOD_NOT_FOUND";
    case kInvalidParams:
      return "INVALID_PARAMS";
    default:
      return a2a::identity(code).reason;
  }
}

}  // namespace

LoggedRefusal logged_refusal(const a2a::Error& error) {
  const auto is_ours = [](const a2a::ErrorInfo& info) {
    // An agent may name any domain.
    if (!has_form_of_reason(info.reason)) return false;
    return info.domain == object_schemas::kExtensionUri || info.domain == schema_interaction::kExtensionUri ||
           info.domain == a2a::kOwnErrorDomain;
  };
  const auto info = std::ranges::find_if(error.infos, is_ours);
  if (info == error.infos.end()) return {};
  LoggedRefusal logged;
  logged.reason = info->reason;
  if (info->reason != object_schemas::kInvalidInput) return logged;
  for (const auto& [name, value] : info->metadata) {
    if (name == "schema") logged.schema = value;
  }
  if (error.violations.empty()) return logged;
  const std::string_view said = error.violations.front().description;
  const std::string_view first = said.substr(0, said.find(':'));
  if (std::ranges::all_of(first, is_of_keyword)) logged.keyword = first;
  return logged;
}

LoggedRefusal logged_refusal_of_ours(const a2a::Error& error) {
  LoggedRefusal logged = logged_refusal(error);
  if (!logged.reason.empty()) return logged;
  logged.reason = reason_of(error.code);
  if (!error.violations.empty()) logged.field = known_part_of(error.violations.front().field);
  // The reader's own words, with the line and the column.
  if (error.code == a2a::ErrorCode::kParse) logged.cause = error.message;
  return logged;
}

}  // namespace schemagate
