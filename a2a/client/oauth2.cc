#include "a2a/client/oauth2.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <nlohmann/json.hpp>
#include <utility>

#include "a2a/client/http.h"
#include "a2a/http/grammar.h"
#include "a2a/json/tree.h"
#include "a2a/text/ascii.h"
#include "a2a/text/base64.h"
#include "a2a/uri/loopback.h"
#include "a2a/uri/percent.h"
#include "a2a/uri/url.h"

namespace schemagate::a2a::client {
namespace {

using std::chrono::seconds;

constexpr std::size_t kAnswerBytesMax = 64 << 10;
constexpr std::size_t kDepthMax = 16;
constexpr int kOk = 200;
constexpr int kFirstServerError = 500;
constexpr std::size_t kErrorCodeBytesMax = 64;
constexpr seconds kLongestLifetime{365 * 24 * 3600};
constexpr seconds kLongestInterval{60};
constexpr std::string_view kDiscoveryPath = "/.well-known/openid-configuration";

// A form (application/x-www-form-urlencoded).
class Form {
 public:
  // An empty value is left out.
  Form& add(std::string_view name, std::string_view value) {
    if (value.empty()) return *this;
    if (!text_.empty()) text_ += '&';
    text_.append(name).append(1, '=').append(uri::percent_encoded(value));
    return *this;
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text.append(text.empty() ? "" : " ").append(word);
  return text;
}

Outcome<JsonTree> read_object(std::string_view body, int status) {
  auto tree = parse_tree(body, {.bytes_max = kAnswerBytesMax, .depth_max = kDepthMax});
  if (!tree || !tree->is_object())
    return failed(
        Cause::kProtocol,
        "the authorization server answers with HTTP " + std::to_string(status) + " and no JSON object",
        status);
  return *std::move(tree);
}

// The code of an error, which others have written: nothing but what such codes are made of.
std::string error_code(const JsonTree& answer) {
  const std::string* code = find_string(answer, "error");
  const auto is_usual = [](char c) { return text::is_letter_or_digit(c) || c == '_' || c == '-'; };
  if (code == nullptr || code->size() > kErrorCodeBytesMax || !std::ranges::all_of(*code, is_usual))
    return "";
  return *code;
}

std::unexpected<Failure> refused(const JsonTree& answer, int status) {
  const std::string code = error_code(answer);
  return failed(
      Cause::kAgent,
      "the authorization server refuses it: " + (code.empty() ? "HTTP " + std::to_string(status) : code),
      status);
}

// Seconds of a member; nullopt: it is none, or no sensible number.
std::optional<seconds> read_seconds(const JsonTree& answer, const char* name, seconds longest) {
  const JsonTree* member = find_member(answer, name);
  if (member == nullptr || !member->is_number()) return std::nullopt;
  const double value = member->get<double>();
  if (!(value >= 0)) return std::nullopt;
  return seconds(static_cast<std::int64_t>(std::min(value, static_cast<double>(longest.count()))));
}

// Why nothing can be sent; the URL itself is no secret.
std::unexpected<Failure> unsafe(std::string_view url) {
  return failed(Cause::kArgument, std::string(url) + " is neither https nor of this machine");
}

// Sends the form with the client's own credentials.
Outcome<http::Response> post(const TokenEndpoint& endpoint, std::string_view url, Form form,
                             const std::stop_token& stop) {
  const auto parsed = uri::parse_url(url);
  if (!parsed || !is_safe_token_url(url)) return unsafe(url);
  OutgoingRequest request{
      .method = "POST",
      .url = *parsed,
      .headers = {{"Content-Type", "application/x-www-form-urlencoded"}, {"Accept", "application/json"}},
      .timeouts = {.connect = endpoint.timeout, .silence = endpoint.timeout, .total = endpoint.timeout},
      .body_bytes_max = kAnswerBytesMax,
      .tls = endpoint.tls};
  if (endpoint.client_secret.empty() || endpoint.secret_in_form) {
    form.add("client_id", endpoint.client_id).add("client_secret", endpoint.client_secret);
  } else {
    request.headers.push_back(
        {"Authorization", "Basic " + text::to_base64(uri::percent_encoded(endpoint.client_id) + ":" +
                                                     uri::percent_encoded(endpoint.client_secret))});
  }
  request.body = form.take();
  return perform(request, stop);
}

Outcome<AccessToken> ask(const TokenEndpoint& endpoint, Form form, const std::stop_token& stop) {
  form.add("scope", joined(endpoint.scopes))
      .add("audience", endpoint.audience)
      .add("resource", endpoint.resource);
  const auto answer = post(endpoint, endpoint.url, std::move(form), stop);
  if (!answer) return std::unexpected(answer.error());
  return read_token_answer(answer->status, answer->body);
}

// false: the stop came first.
bool pause_for(seconds time, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any wake;
  std::unique_lock lock(mutex);
  return !wake.wait_for(lock, stop, time, [&stop] { return stop.stop_requested(); });
}

std::string text_of(const JsonTree& object, const char* name) {
  const std::string* text = find_string(object, name);
  return text == nullptr ? "" : *text;
}

Outcome<DeviceLogin> read_login(const JsonTree& answer) {
  DeviceLogin login{.device_code = text_of(answer, "device_code"),
                    .user_code = text_of(answer, "user_code"),
                    .verification_url = text_of(answer, "verification_uri"),
                    .complete_url = text_of(answer, "verification_uri_complete")};
  if (login.device_code.empty() || login.user_code.empty() || login.verification_url.empty())
    return failed(Cause::kProtocol, "the authorization server gives no code to log in with", kOk);
  login.lifetime = read_seconds(answer, "expires_in", kLongestLifetime).value_or(login.lifetime);
  login.interval =
      std::max(seconds(1), read_seconds(answer, "interval", kLongestInterval).value_or(login.interval));
  return login;
}

// What the server says while it waits for the user (RFC 8628 section 3.5).
bool goes_on(const JsonTree& answer, seconds& interval) {
  const std::string code = error_code(answer);
  if (code == "slow_down") interval = std::min(kLongestInterval, interval + seconds(5));
  return code == "slow_down" || code == "authorization_pending";
}

}  // namespace

bool is_safe_token_url(std::string_view url) {
  const auto parsed = uri::parse_url(url);
  return parsed && (parsed->tls || uri::is_this_machine(parsed->host));
}

Outcome<AccessToken> read_token_answer(int status, std::string_view body) {
  const auto answer = read_object(body, status);
  if (!answer && status >= kFirstServerError)
    return failed(Cause::kProtocol, "the authorization server answers HTTP " + std::to_string(status),
                  status);
  if (!answer) return std::unexpected(answer.error());
  if (status != kOk) return refused(*answer, status);
  const std::string* token = find_string(*answer, "access_token");
  if (token == nullptr || token->empty())
    return failed(Cause::kProtocol, "the authorization server gives no access_token", status);
  if (!text::equals_ignore_case(text_of(*answer, "token_type"), "bearer"))
    return failed(Cause::kProtocol, "the authorization server gives a token of a type that is not Bearer",
                  status);
  if (token->size() > kAccessTokenBytesMax || !http::is_field_value(*token) || token->contains(' '))
    return failed(Cause::kProtocol, "the authorization server gives a token that no header could hold",
                  status);
  return AccessToken{*token, read_seconds(*answer, "expires_in", kLongestLifetime)};
}

Outcome<AccessToken> fetch_token(const TokenEndpoint& endpoint, const std::stop_token& stop) {
  Form form;
  form.add("grant_type", "client_credentials");
  return ask(endpoint, std::move(form), stop);
}

Outcome<AccessToken> exchange_token(const TokenEndpoint& endpoint, std::string_view subject,
                                    const std::stop_token& stop) {
  constexpr std::string_view kAccessTokenType = "urn:ietf:params:oauth:token-type:access_token";
  Form form;
  form.add("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange")
      .add("subject_token", subject)
      .add("subject_token_type", kAccessTokenType)
      .add("requested_token_type", kAccessTokenType);
  return ask(endpoint, std::move(form), stop);
}

Outcome<DeviceLogin> begin_login(const TokenEndpoint& endpoint, std::string_view url,
                                 const std::stop_token& stop) {
  Form form;
  form.add("client_id", endpoint.client_secret.empty() || endpoint.secret_in_form ? "" : endpoint.client_id)
      .add("scope", joined(endpoint.scopes))
      .add("audience", endpoint.audience)
      .add("resource", endpoint.resource);
  const auto answer = post(endpoint, url, std::move(form), stop);
  if (!answer) return std::unexpected(answer.error());
  const auto object = read_object(answer->body, answer->status);
  if (!object) return std::unexpected(object.error());
  if (answer->status != kOk) return refused(*object, answer->status);
  return read_login(*object);
}

Outcome<AccessToken> wait_for_login(const TokenEndpoint& endpoint, const DeviceLogin& login,
                                    const std::stop_token& stop) {
  seconds interval = login.interval;
  for (seconds waited{0}; waited < login.lifetime; waited += interval) {
    if (!pause_for(interval, stop)) return failed(Cause::kCanceled, "canceled");
    Form form;
    form.add("grant_type", "urn:ietf:params:oauth:grant-type:device_code")
        .add("device_code", login.device_code);
    const auto answer = post(endpoint, endpoint.url, std::move(form), stop);
    if (!answer) return std::unexpected(answer.error());
    const auto object = read_object(answer->body, answer->status);
    if (answer->status == kOk || !object || !goes_on(*object, interval))
      return read_token_answer(answer->status, answer->body);
  }
  return failed(Cause::kAgent, "nobody has agreed to the login in time");
}

Outcome<IssuerEndpoints> discover_issuer(std::string_view issuer, const tls::Files& tls,
                                         const std::stop_token& stop) {
  std::string url(issuer);
  while (url.ends_with('/')) url.pop_back();
  url += kDiscoveryPath;
  const auto parsed = uri::parse_url(url);
  if (!parsed || !is_safe_token_url(url)) return unsafe(issuer);
  const auto answer = perform({.url = *parsed,
                               .headers = {{"Accept", "application/json"}},
                               .timeouts = {.total = seconds(10)},
                               .body_bytes_max = kAnswerBytesMax,
                               .tls = tls},
                              stop);
  if (!answer) return std::unexpected(answer.error());
  const auto document = read_object(answer->body, answer->status);
  if (!document || answer->status != kOk)
    return failed(Cause::kProtocol, url + " is no OpenID configuration", answer->status);
  if (text_of(*document, "issuer") != issuer) return failed(Cause::kProtocol, url + " is of another issuer");
  IssuerEndpoints endpoints{text_of(*document, "token_endpoint"),
                            text_of(*document, "device_authorization_endpoint")};
  if (!is_safe_token_url(endpoints.token_url))
    return failed(Cause::kProtocol, url + " names no token_endpoint with https");
  return endpoints;
}

}  // namespace schemagate::a2a::client
