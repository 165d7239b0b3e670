#include "gateway/front/message_exchange.h"

#include <algorithm>
#include <utility>

#include "a2a/http/grammar.h"
#include "a2a/json/document.h"
#include "a2a/wire/jsonrpc.h"

namespace schemagate {
namespace {

using net::Awaitable;

// Between two looks at whether the client is gone, or the end has come.
constexpr std::chrono::milliseconds kLook{250};
constexpr int kFirstServerError = 500;

// {"error":"…"} as an answer to the call.
std::string error_message(const net::HttpResponse& response, std::string_view call_id) {
  a2a::JsonDocument document;
  const auto root = document.parse(response.body);
  const auto text = root ? root->find("error") : std::nullopt;
  const auto why = text ? text->string() : std::nullopt;
  const auto code =
      response.status >= kFirstServerError ? a2a::ErrorCode::kInternal : a2a::ErrorCode::kInvalidRequest;
  return a2a::wire::error_envelope(call_id, a2a::wire::Version::kV1_0,
                                   {code, std::string(why.value_or("refused"))});
}

// The pipeline refuses some before it reads them, and so without their id.
void add_id(std::string& message, std::string_view call_id) {
  constexpr std::string_view kWithout = R"({"jsonrpc":"2.0","id":null,)";
  constexpr std::string_view kNull = "null";
  if (message.starts_with(kWithout))
    message.replace(kWithout.size() - kNull.size() - 1, kNull.size(), call_id);
}

bool is_jsonrpc(std::string_view body) {
  return body.starts_with(R"({"jsonrpc":)");
}

}  // namespace

Awaitable<void> MessageExchange::respond(net::HttpResponse response) {
  const bool is_stream =
      a2a::http::media_type(a2a::http::find_header(response.headers, "Content-Type")) == "text/event-stream";
  if (is_stream) {
    (void)co_await write(response.body);
    co_return;
  }
  std::string message =
      is_jsonrpc(response.body) ? std::move(response.body) : error_message(response, call_id_);
  add_id(message, call_id_);
  a2a::wire::join_lines(message);
  (void)co_await sink_.send(std::move(message));
}

Awaitable<bool> MessageExchange::begin_stream(net::HttpResponse) {
  sink_.stream_begins();
  co_return !sink_.is_gone();
}

// What keeps an idle HTTP connection open is no event, and so no message.
Awaitable<bool> MessageExchange::write(std::string_view bytes) {
  events_.feed(bytes);
  for (;;) {
    auto event = events_.next();
    if (!event) co_return false;
    if (!event->has_value()) co_return !sink_.is_gone();
    std::string message = std::move((*event)->data);
    const bool sent = co_await sink_.send(std::move(message));
    if (!sent) co_return false;
  }
}

Awaitable<net::Exchange::Wake> MessageExchange::wait(const net::Signal& signal,
                                                     std::chrono::milliseconds timeout) {
  const auto end = std::chrono::steady_clock::now() + timeout;
  for (;;) {
    if (sink_.is_gone()) co_return Wake::kClientGone;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    if (left.count() <= 0 || sink_.draining()) co_return Wake::kTimeout;
    const auto look = std::min(kLook, left);
    const bool woken = co_await signal.wait(look);
    if (woken) co_return Wake::kSignal;
  }
}

}  // namespace schemagate
