#include "gateway/cli/admin_call.h"

#include <cstdlib>

#include "a2a/client/card.h"
#include "a2a/client/url.h"
#include "a2a/json/document.h"
#include "a2a/json/text.h"
#include "a2a/uri/percent.h"
#include "gateway/cli/show.h"

namespace schemagate::cli {
namespace {

using a2a::client::Outcome;

constexpr std::string_view kDefaultAdmin = "http://127.0.0.1:15000";

std::string admin_url(const AdminCall& call) {
  std::string url = call.call.url;
  if (url.empty()) {
    const char* variable = std::getenv("SCHEMAGATE_ADMIN");
    url = variable != nullptr && *variable != '\0' ? variable : kDefaultAdmin;
  }
  url = with_scheme(url);
  while (url.ends_with('/')) url.pop_back();
  return url + "/evolution/" + call.verb;
}

std::string query_of(const AdminCall& call) {
  std::string query;
  const auto add = [&query](std::string_view name, const std::string& value) {
    if (name.empty() || value.empty()) return;
    query += (query.empty() ? "?" : "&") + std::string(name) + "=" + a2a::uri::percent_encoded(value);
  };
  add("agent", call.agent);
  add("scenario", call.scenario);
  add("wishes", call.wishes);
  add(call.subject_member, call.subject);
  return query;
}

std::string body_of(const AdminCall& call) {
  std::string body = "{";
  const auto add = [&body](std::string_view name, const std::string& value) {
    if (!name.empty() && !value.empty()) a2a::append_string_member(body, name, value);
  };
  add("agent", call.agent);
  add("scenario", call.scenario);
  add(call.subject_member, call.subject);
  add("sample", call.sample);
  add("name", call.name);
  add("description", call.description);
  if (!call.values.empty()) a2a::append_raw_member(body, "values", json_array(call.values));
  if (!call.flag_member.empty()) a2a::append_raw_member(body, call.flag_member, call.flag ? "true" : "false");
  return body + "}";
}

Outcome<a2a::http::Response> perform(const AdminCall& call) {
  a2a::client::OutgoingRequest request;
  auto url = a2a::client::parse_url(admin_url(call) + (call.posts ? "" : query_of(call)));
  if (!url) return std::unexpected(url.error());
  request.url = *std::move(url);
  auto headers = headers_without_card(call.call);
  if (!headers) return std::unexpected(headers.error());
  request.headers = *std::move(headers);
  if (call.posts) {
    request.method = "POST";
    request.body = body_of(call);
    request.headers.push_back({"Content-Type", "application/json"});
  }
  request.tls = call.call.tls;
  request.timeouts.total = std::chrono::milliseconds(static_cast<std::int64_t>(call.call.timeout_s * 1e3));
  return a2a::client::perform(request);
}

std::unexpected<a2a::client::Failure> refused(const a2a::http::Response& response) {
  using a2a::client::Cause;
  a2a::JsonDocument document;
  const auto answer = document.parse(response.body);
  const auto error = answer ? answer->find("error") : std::nullopt;
  const auto text = error ? error->string() : std::nullopt;
  if (!text) {
    return a2a::client::failed(Cause::kProtocol, "the answer is none of a gateway's admin listener",
                               response.status);
  }
  return a2a::client::failed(Cause::kAgent, std::string(*text), response.status);
}

}  // namespace

Outcome<std::string> call_admin(const AdminCall& call) {
  auto response = perform(call);
  if (!response) return std::unexpected(response.error());
  a2a::JsonDocument document;
  if (response->status != 200 || !document.parse(response->body, a2a::client::card_limits()))
    return refused(*response);
  return std::move(response->body);
}

}  // namespace schemagate::cli
