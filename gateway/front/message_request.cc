#include "gateway/front/message_request.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "a2a/http/grammar.h"
#include "a2a/text/ascii.h"

namespace schemagate {
namespace {

constexpr std::size_t kIdBytesMax = 1'024;
constexpr std::string_view kVersionField = "A2A-Version";
constexpr std::array<std::string_view, 4> kTaken{kVersionField, "A2A-Extensions", "traceparent",
                                                 "tracestate"};

std::optional<a2a::JsonValue> find(std::optional<a2a::JsonValue> value, std::string_view name) {
  return value ? value->find(name) : std::nullopt;
}

// By its name in any case.
const std::string_view* taken(std::string_view name) {
  const auto* found = std::ranges::find_if(
      kTaken, [name](std::string_view each) { return a2a::text::equals_ignore_case(each, name); });
  return found == kTaken.end() ? nullptr : found;
}

void set_header(std::vector<net::Header>& headers, std::string_view name, std::string_view value) {
  std::erase_if(headers, [name](const net::Header& header) {
    return a2a::text::equals_ignore_case(header.name, name);
  });
  headers.push_back({std::string(name), std::string(value)});
}

void take_parameters(const a2a::JsonValue& parameters, std::vector<net::Header>& headers) {
  for (const auto& [name, value] : parameters.members()) {
    const std::string_view* field = taken(name);
    const auto text = value.string();
    if (field != nullptr && text && a2a::http::is_field_value(*text)) set_header(headers, *field, *text);
  }
}

bool may_be_id(const a2a::JsonValue& id) {
  const auto kind = id.kind();
  return (kind == a2a::JsonKind::kString || kind == a2a::JsonKind::kNumber) && id.raw().size() <= kIdBytesMax;
}

}  // namespace

MessageRequest request_of(std::string message, const MessageClient& client, const a2a::JsonLimits& limits) {
  MessageRequest request;
  net::HttpRequest& http = request.http;
  http.method = "POST";
  http.target = client.target;
  http.headers = client.headers;
  http.headers.push_back({"Content-Type", "application/json"});
  http.peer = client.peer;
  a2a::JsonDocument document;
  if (const auto root = document.parse(message, limits)) {
    if (const auto id = root->find("id"); id && may_be_id(*id)) request.call_id = id->raw();
    const auto parameters = find(find(root->find("params"), "metadata"), a2a::wire::kServiceParameters);
    if (parameters) take_parameters(*parameters, http.headers);
  }
  http.body = std::move(message);
  return request;
}

}  // namespace schemagate
