#include "gateway/access/issuer_keys.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "a2a/client/http.h"
#include "a2a/json/tree.h"
#include "a2a/uri/url.h"

namespace schemagate::access {
namespace {

using a2a::ErrorCode;
using a2a::Result;
using std::chrono::seconds;

constexpr std::string_view kDiscoveryPath = "/.well-known/openid-configuration";
constexpr int kOk = 200;
constexpr a2a::client::Timeouts kTimeouts{.connect = seconds(5), .silence = seconds(5), .total = seconds(10)};

std::unexpected<a2a::Error> failed(std::string message) {
  return a2a::fail(ErrorCode::kInvalidAgentResponse, std::move(message));
}

Result<std::string> read_key_file(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return failed(path.string() + " is no file");
  if (std::filesystem::file_size(path, error) > kTokenKeysBytesMax || error)
    return failed(path.string() + " is too large");
  std::ifstream file(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (!file) return failed(path.string() + " cannot be read");
  return text;
}

Result<std::string> fetch(const std::string& url, const std::stop_token& stop) {
  if (!is_safe_key_url(url)) return failed(url + " is neither https nor of this machine");
  const auto parsed = a2a::uri::parse_url(url);
  if (!parsed) return failed(parsed.error().message);
  const a2a::client::OutgoingRequest request{.url = *parsed,
                                             .headers = {{"Accept", "application/json"}},
                                             .timeouts = kTimeouts,
                                             .body_bytes_max = kTokenKeysBytesMax};
  auto answer = a2a::client::perform(request, stop);
  if (!answer) return failed(url + ": " + answer.error().error.message);
  if (answer->status != kOk) return failed(url + " answers HTTP " + std::to_string(answer->status));
  return std::move(answer->body);
}

Result<std::string> discover(const std::string& issuer, const std::stop_token& stop) {
  std::string base = issuer;
  while (base.ends_with('/')) base.pop_back();
  auto document = fetch(base.append(kDiscoveryPath), stop);
  if (!document) return document;
  const auto tree = a2a::parse_tree(*document, {.bytes_max = kTokenKeysBytesMax, .depth_max = 16});
  if (!tree) return failed(base + " is no JSON: " + tree.error().message);
  const std::string* named = a2a::find_string(*tree, "issuer");
  if (named == nullptr || *named != issuer) return failed(base + " is of another issuer");
  const std::string* keys = a2a::find_string(*tree, "jwks_uri");
  if (keys == nullptr) return failed(base + " names no jwks_uri");
  return *keys;
}

}  // namespace

bool is_safe_key_url(std::string_view url) {
  const auto parsed = a2a::uri::parse_url(url);
  if (!parsed) return false;
  return parsed->tls || parsed->host == "localhost" || parsed->host == "::1" ||
         (parsed->host.starts_with("127.") && std::ranges::count(parsed->host, '.') == 3 &&
          parsed->host.find_first_not_of("0123456789.") == std::string::npos);
}

Result<std::string> fetch_key_set(const KeySource& source, const std::string& issuer,
                                  const std::stop_token& stop) {
  if (const auto* file = std::get_if<KeyFile>(&source)) return read_key_file(file->path);
  if (const auto* named = std::get_if<KeySetUrl>(&source)) return fetch(named->url, stop);
  const auto url = discover(issuer, stop);
  return url ? fetch(*url, stop) : url;
}

IssuerKeys::IssuerKeys(IssuerKeysOptions options, const Clock& clock, const Log& log)
    : options_(std::move(options)), clock_(clock), log_(log) {
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

IssuerKeys::~IssuerKeys() {
  thread_.request_stop();
}

std::shared_ptr<const TokenKeys> IssuerKeys::current() const {
  return state_.with([](const State& state) { return state.keys; });
}

void IssuerKeys::ask_for_new() {
  const MonotonicTime now = clock_.monotonic();
  const bool asks = state_.with([&](State& state) {
    if (state.asked_at && now - *state.asked_at < options_.ask_pause) return false;
    state.asked_at = now;
    return state.is_asked = true;
  });
  if (asks) wake_.notify_all();
}

void IssuerKeys::run(const std::stop_token& stop) {
  std::chrono::milliseconds retry = options_.retry_pause;
  while (!stop.stop_requested()) {
    state_.with([](State& state) { state.is_asked = false; });
    const bool has_read = read(stop);
    const auto pause = has_read ? options_.refresh : std::min(retry, options_.refresh);
    retry = has_read ? options_.retry_pause : std::min(retry * 2, options_.refresh);
    state_.wait(wake_, stop, pause, [](const State& state) { return state.is_asked; });
  }
}

bool IssuerKeys::read(const std::stop_token& stop) {
  auto text = options_.fetch(stop);
  if (!text) {
    if (!stop.stop_requested()) tell(text.error().message);
    return false;
  }
  const bool is_known = state_.with([&](State& state) {
    const bool is_same = state.keys != nullptr && state.text == *text;
    if (is_same) state.told.clear();
    return is_same;
  });
  if (is_known) return true;
  auto keys = parse_token_keys(*text);
  if (!keys) {
    tell(keys.error().message);
    return false;
  }
  keep(*std::move(text), *std::move(keys));
  return true;
}

void IssuerKeys::keep(std::string text, TokenKeys keys) {
  const std::size_t count = keys.size();
  auto shared = std::make_shared<const TokenKeys>(std::move(keys));
  state_.with([&](State& state) {
    state.keys = std::move(shared);
    state.text = std::move(text);
    state.told.clear();
    generation_.fetch_add(1, std::memory_order_release);
  });
  log_.write(LogLevel::kInfo, "issuer_keys", {{"issuer", options_.issuer}, {"keys", std::to_string(count)}});
}

void IssuerKeys::tell(const std::string& cause) {
  const bool is_new = state_.with([&](State& state) { return std::exchange(state.told, cause) != cause; });
  if (!is_new) return;
  log_.write(LogLevel::kWarn, "issuer_keys_failed", {{"issuer", options_.issuer}, {"cause", cause}});
}

}  // namespace schemagate::access
