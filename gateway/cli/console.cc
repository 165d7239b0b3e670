#include "gateway/cli/console.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>

#include "a2a/client/credentials.h"
#include "a2a/json/document.h"
#include "a2a/text/ascii.h"
#include "a2a/uri/loopback.h"
#include "a2a/wire/version.h"
#include "extension/json_schema/nearest_name.h"
#include "gateway/cli/printable.h"

namespace schemagate::cli {
namespace {

using a2a::client::Outcome;
using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr milliseconds kCardTimeout{15'000};

Outcome<a2a::http::Headers> parse_headers(const std::vector<std::string>& lines) {
  a2a::http::Headers headers;
  for (const std::string& line : lines) {
    auto colon = line.find(':');
    if (colon == std::string::npos)
      return failed(a2a::client::Cause::kArgument, "--header: expected \"Name: value\"");
    auto value = std::min(line.find_first_not_of(' ', colon + 1), line.size());
    headers.emplace_back(line.substr(0, colon), line.substr(value));
  }
  return headers;
}

std::optional<a2a::wire::Version> version_of(const AgentOptions& options) {
  auto version = a2a::wire::parse_version(options.version);
  return version ? std::optional(*version) : std::nullopt;
}

// Of `host`, `host:port` and what follows it.
std::string_view host_of(std::string_view url) {
  if (url.starts_with('[')) return url.substr(0, std::min(url.find(']'), url.size() - 1) + 1);
  return url.substr(0, url.find_first_of(":/?"));
}

bool is_this_machine(std::string_view host) {
  return a2a::uri::is_this_machine(host) || host.ends_with(".localhost") || host == "[::1]";
}

milliseconds whole_timeout(const AgentOptions& options) {
  return milliseconds(static_cast<milliseconds::rep>(options.timeout_s * 1000));
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Those of the command line go before those of the environment.
Outcome<a2a::client::Credentials> credentials_of(const AgentOptions& options, bool may_ask_environment) {
  a2a::client::Credentials given{.token = options.token, .api_key = options.api_key};
  if (!options.token_file.empty()) {
    auto token = read_secret_file("--token-file", options.token_file);
    if (!token) return std::unexpected(token.error());
    given.token = *std::move(token);
  }
  if (may_ask_environment && given.api_key.empty()) given.api_key = variable("SCHEMAGATE_API_KEY");
  if (given.token.empty() && options.login.issuer.empty() && may_ask_environment)
    given.token = variable("SCHEMAGATE_TOKEN");
  if (!given.token.empty()) return given;
  auto token =
      fetch_own_token(may_ask_environment ? with_environment(options.login) : options.login, options.tls);
  if (!token) return std::unexpected(token.error());
  given.token = *std::move(token);
  return given;
}

// What is sent, as the card wants it; where there is none yet, a key goes as X-API-Key.
Outcome<a2a::http::Headers> call_headers(const AgentOptions& options, const std::string& card_text,
                                         const a2a::client::Credentials& given) {
  auto headers = parse_headers(options.headers);
  if (!headers) return headers;
  const std::string_view text = card_text.empty() ? std::string_view("{}") : card_text;
  a2a::JsonDocument document;
  const auto card = document.parse(text, a2a::client::card_limits());
  if (!card) return failed(a2a::client::Cause::kProtocol, "the agent's card: " + card.error().message);
  auto presented = a2a::client::present(given, *card, *headers);
  if (!presented) return presented;
  headers->insert(headers->end(), presented->begin(), presented->end());
  return headers;
}

// A card may be for those who are known.
Outcome<a2a::client::FetchOptions> fetch_options(const AgentOptions& options,
                                                 const a2a::client::Credentials& given) {
  auto headers = call_headers(options, "", given);
  if (!headers) return std::unexpected(headers.error());
  a2a::client::FetchOptions fetch{.headers = *std::move(headers)};
  fetch.tls = options.tls;
  fetch.timeouts.total = std::min(kCardTimeout, whole_timeout(options));
  return fetch;
}

}  // namespace

Outcome<a2a::http::Headers> headers_without_card(const AgentOptions& options) {
  const auto given = credentials_of(options, true);
  if (!given) return std::unexpected(given.error());
  return call_headers(options, "", *given);
}

void expect_one_of(CLI::Option& option, std::vector<std::string> values) {
  std::string listed;
  std::string shown;
  for (std::size_t i = 0; i < values.size(); ++i) {
    listed += (i == 0 ? "" : i + 1 == values.size() ? " or " : ", ") + values[i];
    shown += (i == 0 ? "" : "|") + values[i];
  }
  option.option_text(shown);
  option.check([values = std::move(values), listed](const std::string& found) -> std::string {
    if (std::ranges::find(values, found) != values.end()) return "";
    const std::vector<std::string_view> names(values.begin(), values.end());
    const auto nearest = json_schema::nearest_name(found, names);
    return "expected " + listed + ", found \"" + printable_line(found) + "\"" +
           (nearest ? "; did you mean \"" + std::string(*nearest) + "\"?" : "");
  });
}

void add_output_option(CLI::App& command, Output& output) {
  const auto take = [&output](const std::string& name) {
    output = name == "json" ? Output::kJson : Output::kText;
  };
  expect_one_of(*command.add_option_function<std::string>(
                    "-o,--output", take, "text (default) or json: exactly one JSON document, errors too"),
                {"text", "json"});
}

void add_agent_options(CLI::App& command, AgentOptions& options) {
  command.add_option("URL", options.url, "The agent, or its card (a URL that ends in .json)")->required();
  expect_one_of(
      *command.add_option("--version", options.version, "Speak this A2A version, whatever the card prefers"),
      {"0.3", "1.0"});
  command.add_option("--extension", options.extensions, "Activate the extension of this URI; repeatable")
      ->allow_extra_args(false);
  add_call_options(command, options);
}

void add_call_options(CLI::App& command, AgentOptions& options) {
  command.add_option("--header", options.headers, "Send \"Name: value\" with every request; repeatable")
      ->allow_extra_args(false);
  auto* token = command.add_option("--token", options.token, "Send this bearer token (or SCHEMAGATE_TOKEN)");
  command.add_option("--token-file", options.token_file, "The same from a file: others do not see it in ps")
      ->excludes(token);
  command.add_option("--api-key", options.api_key,
                     "Send this key where the card wants it (or SCHEMAGATE_API_KEY)");
  add_login_options(command, options.login);
  add_tls_options(command, options.tls);
  command.add_option("--timeout", options.timeout_s, "Seconds for everything together (300)")
      ->check(CLI::Range(0.001, 1e6));
  add_output_option(command, options.output);
}

void add_tls_options(CLI::App& command, a2a::tls::Files& tls) {
  command.add_option("--ca", tls.ca, "PEM file: https agents are trusted by its authorities alone")
      ->type_name("FILE")
      ->envname("SCHEMAGATE_CA");
  CLI::Option* certificate =
      command.add_option("--cert", tls.certificate, "PEM file: the certificate to show to the agent")
          ->type_name("FILE")
          ->envname("SCHEMAGATE_CERT");
  CLI::Option* key = command.add_option("--key", tls.key, "PEM file: its key, without a passphrase")
                         ->type_name("FILE")
                         ->envname("SCHEMAGATE_KEY");
  certificate->needs(key);
  key->needs(certificate);
}

AgentConnection::AgentConnection(a2a::client::Discovered found, a2a::client::ClientOptions options,
                                 Clock::time_point deadline, milliseconds stated)
    : found_(std::move(found)), options_(std::move(options)), deadline_(deadline), stated_(stated) {}

Outcome<AgentConnection> AgentConnection::find(const AgentOptions& options) {
  auto deadline = Clock::now() + whole_timeout(options);
  const auto given = credentials_of(options, true);
  if (!given) return std::unexpected(given.error());
  auto fetch = fetch_options(options, *given);
  if (!fetch) return std::unexpected(fetch.error());
  auto found = a2a::client::discover(with_scheme(options.url), *fetch, version_of(options));
  if (!found) return std::unexpected(found.error());
  auto headers = call_headers(options, found->card.text, *given);
  if (!headers) return std::unexpected(headers.error());
  a2a::client::ClientOptions client{
      .headers = *std::move(headers), .extensions = options.extensions, .tls = options.tls};
  client.timeouts.silence = milliseconds(0);
  return AgentConnection(*std::move(found), std::move(client), deadline, whole_timeout(options));
}

Outcome<AgentConnection> AgentConnection::known(a2a::client::Discovered found, const AgentOptions& options) {
  // The agent is one of a registry: what the environment holds is not for it.
  const auto given = credentials_of(options, false);
  if (!given) return std::unexpected(given.error());
  auto headers = call_headers(options, found.card.text, *given);
  if (!headers) return std::unexpected(headers.error());
  a2a::client::ClientOptions client{
      .headers = *std::move(headers), .extensions = options.extensions, .tls = options.tls};
  client.timeouts.silence = milliseconds(0);
  return AgentConnection(std::move(found), std::move(client), Clock::now() + whole_timeout(options),
                         whole_timeout(options));
}

milliseconds AgentConnection::time_left() const {
  auto left = std::chrono::duration_cast<milliseconds>(deadline_ - Clock::now());
  return std::max(left, milliseconds(1));
}

AgentConnection AgentConnection::with_time(milliseconds time) const {
  return AgentConnection(found_, options_, Clock::now() + time, stated_);
}

a2a::client::Client AgentConnection::client() const {
  a2a::client::ClientOptions options = options_;
  options.timeouts.total = time_left();
  options.timeouts.stated = stated_;
  return a2a::client::Client(found_.interface, std::move(options));
}

std::string with_scheme(const std::string& url) {
  if (url.contains("://")) return url;
  const std::string_view host = host_of(url);
  if (is_this_machine(host)) return "http://" + url;
  const bool is_host =
      host.contains('.') || url.substr(host.size()).starts_with(':') || host.starts_with('[');
  return is_host && !host.empty() ? "https://" + url : url;
}

Outcome<a2a::client::FetchedCard> fetch_card(const AgentOptions& options) {
  const auto given = credentials_of(options, true);
  if (!given) return std::unexpected(given.error());
  auto fetch = fetch_options(options, *given);
  if (!fetch) return std::unexpected(fetch.error());
  return a2a::client::fetch_card(with_scheme(options.url), *fetch);
}

}  // namespace schemagate::cli
