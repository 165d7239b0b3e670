#include "a2a/client/card.h"

#include <algorithm>
#include <array>
#include <vector>

#include "a2a/http/field_names.h"
#include "a2a/http/grammar.h"
#include "a2a/uri/reference.h"
#include "a2a/wire/card_interfaces.h"

namespace schemagate::a2a::client {
namespace {

constexpr std::string_view kWellKnown = "/.well-known/agent-card.json";
constexpr std::string_view kLegacyWellKnown = "/.well-known/agent.json";

std::string_view text_of(JsonValue object, std::string_view member) {
  auto value = object.find(member);
  return value ? value->string().value_or("") : "";
}

// The path without its last slashes: "" for the root.
std::string_view trimmed_path(std::string_view path) {
  while (path.ends_with('/')) path.remove_suffix(1);
  return path;
}

uri::Url at(const uri::Url& base, std::string_view path) {
  uri::Url url = base;
  url.path = path;
  url.query.clear();
  return url;
}

std::vector<uri::Url> candidates(const uri::Url& url) {
  if (url.path.ends_with(".json")) return {url};
  std::vector<uri::Url> result;
  for (auto name : {kWellKnown, kLegacyWellKnown}) {
    if (auto path = trimmed_path(url.path); !path.empty())
      result.push_back(at(url, std::string(path) + std::string(name)));
    result.push_back(at(url, name));
  }
  return result;
}

std::unexpected<Failure> refused(const uri::Url& url, const http::Response& answer) {
  std::string where = url.text() + ": ";
  std::string status = "HTTP " + std::to_string(answer.status);
  if (answer.status == 401 || answer.status == 403)
    return failed(Cause::kAgent, where + what_is_denied(answer), answer.status);
  if (answer.status >= 300 && answer.status < 400) {
    return failed(
        Cause::kProtocol,
        where + status + " to " + std::string(answer.header("Location")) + "; redirects are not followed",
        answer.status);
  }
  if (const std::string said = said_in(answer); !said.empty()) status += ": " + said;
  return failed(Cause::kProtocol, where + status, answer.status);
}

bool looks_like_card(JsonValue root) {
  auto interfaces = root.find("supportedInterfaces");
  return !text_of(root, "name").empty() &&
         (!text_of(root, "url").empty() || (interfaces && interfaces->is_array()));
}

Outcome<FetchedCard> check(const uri::Url& url, http::Response answer, const FetchOptions& options) {
  if (answer.status == 304 && !options.etag.empty()) return FetchedCard{{}, url.text(), options.etag, true};
  if (answer.status != 200) return refused(url, answer);
  const std::string type = http::media_type(answer.header("Content-Type"));
  if (!http::is_json(type)) {
    return failed(Cause::kProtocol, url.text() + ": content type \"" + type + "\", expected application/json",
                  200);
  }
  JsonDocument document;
  auto root = document.parse(answer.body, card_limits(options.card_bytes_max));
  if (!root) return failed(Cause::kProtocol, url.text() + ": " + root.error().message, 200);
  if (!looks_like_card(*root)) {
    return failed(
        Cause::kProtocol,
        url.text() + ": not an agent card (expected an object with name and url or supportedInterfaces)",
        200);
  }
  return FetchedCard{std::move(answer.body), url.text(), std::string(answer.header("ETag")), false};
}

Outcome<FetchedCard> fetch_at(const uri::Url& url, const FetchOptions& options, const std::stop_token& stop) {
  OutgoingRequest request{.url = url,
                          .headers = options.headers,
                          .timeouts = options.timeouts,
                          .body_bytes_max = options.card_bytes_max,
                          .tls = options.tls};
  http::set_header(request.headers, "Accept", "application/json, application/a2a+json");
  if (!options.etag.empty()) http::set_header(request.headers, "If-None-Match", options.etag);
  auto answer = perform(request, stop);
  if (!answer) return std::unexpected(answer.error());
  return check(url, *std::move(answer), options);
}

// What of a card's interfaces can be called.
std::vector<wire::DeclaredInterface> callable_interfaces(JsonValue card, const uri::Url& base) {
  auto interfaces = wire::declared_interfaces(card);
  std::erase_if(interfaces, [&base](const wire::DeclaredInterface& declared) {
    return declared.url.empty() || !resolve(base, declared.url);
  });
  return interfaces;
}

bool is_below(std::string_view path, std::string_view other) {
  return path.starts_with(std::string(other) + "/");
}

// Whether the card belongs to the agent at `url`: one of its interfaces is at, below or above that path.
bool covers(const FetchedCard& card, const uri::Url& url) {
  const std::string_view path = trimmed_path(url.path);
  if (path.empty() || card.not_modified) return true;
  JsonDocument document;
  const auto root = document.parse(card.text, card_limits(card.text.size()));
  if (!root) return false;
  const auto urls = wire::declared_urls(*root);
  return std::ranges::any_of(urls, [path, &card](std::string_view declared) {
    const std::string target = uri::resolve(card.url, declared);
    const std::string_view called = trimmed_path(uri::parse_reference(target).path);
    return called == path || is_below(called, path) || is_below(path, called);
  });
}

// Where the card's own agent is: perhaps it was meant.
std::string first_interface(const FetchedCard& card) {
  JsonDocument document;
  const auto root = document.parse(card.text, card_limits(card.text.size()));
  const auto urls = root ? wire::declared_urls(*root) : std::vector<std::string_view>();
  return urls.empty() ? "" : uri::resolve(card.url, urls.front());
}

Failure not_of(const uri::Url& url, const FetchedCard& card) {
  std::string message = card.url + ": the card of another agent, none of whose interfaces is at ";
  message += trimmed_path(url.path);
  if (const std::string there = first_interface(card); !there.empty())
    message.append("; the first of them is at ").append(there);
  return failed(Cause::kProtocol, std::move(message)).error();
}

bool ends_search(const Failure& failure) {
  using enum Cause;
  return failure.cause != kProtocol && failure.cause != kAgent;
}

// What is told when nothing was found: the first answer that was more than "not found".
Failure most_telling(const std::vector<Failure>& failures) {
  for (const Failure& failure : failures) {
    if (failure.http_status != 404) return failure;
  }
  Failure failure = failures.front();
  failure.error.message = "no agent card (" + std::to_string(failures.size()) + " addresses tried): ";
  failure.error.message += failures.front().error.message;
  return failure;
}

}  // namespace

Outcome<FetchedCard> fetch_card(std::string_view url, const FetchOptions& options,
                                const std::stop_token& stop) {
  auto base = parse_url(url);
  if (!base) return std::unexpected(base.error());
  std::vector<Failure> failures;
  for (const uri::Url& candidate : candidates(*base)) {
    auto card = fetch_at(candidate, options, stop);
    if (!card) {
      if (ends_search(card.error())) return card;
      failures.push_back(card.error());
      continue;
    }
    bool own = candidate.path == base->path ||
               candidate.path.starts_with(std::string(trimmed_path(base->path)) + "/.well");
    if (own || covers(*card, *base)) return card;
    failures.push_back(not_of(*base, *card));
  }
  return std::unexpected(most_telling(failures));
}

Outcome<AgentInterface> select_interface(JsonValue card, std::string_view card_url,
                                         std::optional<wire::Version> version) {
  auto base = parse_url(card_url);
  if (!base) return std::unexpected(base.error());
  const auto interfaces = callable_interfaces(card, *base);
  const auto* chosen = wire::choose_interface(interfaces, version);
  if (!chosen) {
    return failed(
        Cause::kProtocol,
        "the card offers no JSONRPC or HTTP+JSON interface of A2A 1.0 or 0.3 at an http or https URL");
  }
  return AgentInterface{.url = resolve(*base, chosen->url)->text(),
                        .version = version.value_or(chosen->version.value_or(wire::Version::kV1_0)),
                        .tenant = chosen->tenant,
                        .streaming = wire::declares_streaming(card),
                        .binding = chosen->binding};
}

JsonLimits card_limits(std::size_t bytes_max) {
  return {.bytes_max = bytes_max, .depth_max = 64, .values_max = 1 << 18};
}

}  // namespace schemagate::a2a::client
