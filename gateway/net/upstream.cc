#include "gateway/net/upstream.h"

#include <limits>
#include <optional>
#include <utility>

#include "a2a/text/ascii.h"
#include "gateway/net/upstream_call.h"
#include "gateway/net/upstream_websocket.h"

namespace schemagate::net {
namespace {

constexpr int kOk = 200;
constexpr std::chrono::hours kLongestCall{24};  // keeps the clock from overflowing

Clock::time_point after(std::chrono::milliseconds timeout) {
  return Clock::now() + std::min<std::chrono::milliseconds>(timeout, kLongestCall);
}

// An HttpResponse holds no field that belongs to the connection it came on.
void remove_transport_fields(std::vector<Header>& headers) {
  std::erase_if(headers, [](const Header& header) {
    return a2a::http::is_hop_by_hop(header.name) ||
           a2a::text::equals_ignore_case(header.name, "Content-Length") ||
           a2a::text::equals_ignore_case(header.name, "Date");
  });
}

class PulledStream final : public UpstreamStream {
 public:
  PulledStream(UpstreamAnswer answer, SharedLimit::Part held)
      : answer_(std::move(answer)), held_(std::move(held)) {}

  int status() const override { return answer_.head.status; }
  std::string_view header(std::string_view name) const override {
    return find_header(answer_.head.headers, name);
  }
  Awaitable<Result<std::string_view>> read(std::chrono::milliseconds stall_timeout) override;
  bool hold(std::size_t bytes) override {
    const std::size_t counted = counted_bytes(bytes);
    if (counted == 0) held_.give_back();
    return counted == 0 || held_.grow_to(counted);
  }
  bool is_ready() const override {
    const bool is_open = last_ && *last_ == BodyStep::kPiece;
    return !is_open || answer_.body.state() == BodyDecoder::State::kDone || !answer_.lease->pending.empty();
  }

 private:
  UpstreamAnswer answer_;
  SharedLimit::Part held_;  // by the reader
  std::string piece_;
  Result<BodyStep> last_ = BodyStep::kPiece;
};

Awaitable<Result<std::string_view>> PulledStream::read(std::chrono::milliseconds stall_timeout) {
  std::string().swap(piece_);  // an assignment would keep the memory
  if (last_ == BodyStep::kPiece) last_ = co_await read_body_piece(answer_, piece_, after(stall_timeout));
  if (last_) co_return std::string_view(piece_);
  answer_.lease = UpstreamPool::Lease();
  if (last_.error().kind == FailureKind::kTimedOut) last_.error().kind = FailureKind::kStalled;
  co_return std::unexpected(last_.error());
}

// The messages of a WebSocket: each a piece.
class MessageStream final : public UpstreamStream {
 public:
  MessageStream(std::unique_ptr<UpstreamWebSocket> socket, SharedLimit::Part held)
      : socket_(std::move(socket)), held_(std::move(held)) {}

  int status() const override { return kOk; }
  std::string_view header(std::string_view name) const override {
    return name == "Content-Type" ? kMessagesType : std::string_view();
  }
  Awaitable<Result<std::string_view>> read(std::chrono::milliseconds stall_timeout) override;

 private:
  std::unique_ptr<UpstreamWebSocket> socket_;  // nullptr: it has ended
  SharedLimit::Part held_;                     // by the message
  std::string message_;
  std::optional<Failure> failure_ = {};
};

Awaitable<Result<std::string_view>> MessageStream::read(std::chrono::milliseconds stall_timeout) {
  std::string().swap(message_);
  held_.give_back();
  if (failure_) co_return std::unexpected(*failure_);
  if (!socket_) co_return std::string_view();
  auto message = co_await socket_->receive(after(stall_timeout), held_);
  if (message && message->has_value()) {
    message_ = **std::move(message);
    co_return std::string_view(message_);
  }
  socket_ = nullptr;
  if (message) co_return std::string_view();
  failure_ = std::move(message.error());
  if (failure_->kind == FailureKind::kTimedOut)
    failure_ = Failure{FailureKind::kStalled, "sent nothing for too long"};
  co_return std::unexpected(*failure_);
}

class PooledClient final : public UpstreamClient {
 public:
  PooledClient(Executor executor, UpstreamLimits limits, SharedLimit memory)
      : pool_(std::make_shared<UpstreamPool>(std::move(executor), limits)), memory_(std::move(memory)) {}

  Awaitable<Result<HttpResponse>> fetch(const Url& url, UpstreamRequest request,
                                        std::chrono::milliseconds timeout) override;
  Awaitable<Result<std::unique_ptr<UpstreamStream>>> open(const Url& url, UpstreamRequest request,
                                                          std::chrono::milliseconds timeout) override;

 private:
  Awaitable<Result<HttpResponse>> read_whole(UpstreamAnswer& answer, SharedLimit::Part& held,
                                             Clock::time_point deadline) const;
  Awaitable<Result<HttpResponse>> fetch_message(const Url& url, UpstreamRequest request,
                                                Clock::time_point deadline);
  Awaitable<Result<std::unique_ptr<UpstreamStream>>> open_messages(const Url& url, UpstreamRequest request,
                                                                   Clock::time_point deadline);

  std::shared_ptr<UpstreamPool> pool_;
  const SharedLimit memory_;
};

Awaitable<Result<HttpResponse>> PooledClient::fetch(const Url& url, UpstreamRequest request,
                                                    std::chrono::milliseconds timeout) {
  const Clock::time_point deadline = after(timeout);
  if (request.websocket) co_return co_await fetch_message(url, std::move(request), deadline);
  std::uint64_t body_max = pool_->limits().body_bytes_max;
  UpstreamAnswer answer;
  Result<void> called = co_await call_upstream(pool_, url, request, body_max, deadline, answer);
  if (!called) co_return std::unexpected(called.error());
  SharedLimit::Part held = memory_.part_of(request.holder);
  co_return co_await read_whole(answer, held, deadline);
}

// One message answers: what else comes is for nobody.
Awaitable<Result<HttpResponse>> PooledClient::fetch_message(const Url& url, UpstreamRequest request,
                                                            Clock::time_point deadline) {
  SharedLimit::Part held = memory_.part_of(request.holder);
  auto opening = co_await open_websocket(pool_, url, std::move(request), deadline);
  if (!opening) co_return std::unexpected(std::move(opening.error()));
  if (!opening->socket) co_return co_await read_whole(opening->refusal, held, deadline);
  auto message = co_await opening->socket->receive(deadline, held);
  if (!message) co_return std::unexpected(std::move(message.error()));
  if (!message->has_value())
    co_return failed(FailureKind::kClosed, "closed the connection before it answered");
  HttpResponse response;
  response.status = kOk;
  response.body = **std::move(message);
  co_return response;
}

Awaitable<Result<HttpResponse>> PooledClient::read_whole(UpstreamAnswer& answer, SharedLimit::Part& held,
                                                         Clock::time_point deadline) const {
  HttpResponse response = std::move(answer.head);
  Result<BodyStep> step = BodyStep::kPiece;
  while (step == BodyStep::kPiece) {
    step = co_await read_body_piece(answer, response.body, deadline, &held);
  }
  if (!step) co_return std::unexpected(step.error());
  remove_transport_fields(response.headers);
  co_return response;
}

Awaitable<Result<std::unique_ptr<UpstreamStream>>> PooledClient::open(const Url& url, UpstreamRequest request,
                                                                      std::chrono::milliseconds timeout) {
  constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();
  if (request.websocket) co_return co_await open_messages(url, std::move(request), after(timeout));
  UpstreamAnswer answer;
  Result<void> called = co_await call_upstream(pool_, url, request, kNoLimit, after(timeout), answer);
  if (!called) co_return std::unexpected(called.error());
  answer.head.headers.shrink_to_fit();
  std::unique_ptr<UpstreamStream> stream =
      std::make_unique<PulledStream>(std::move(answer), memory_.part_of(request.holder));
  co_return stream;
}

Awaitable<Result<std::unique_ptr<UpstreamStream>>> PooledClient::open_messages(const Url& url,
                                                                               UpstreamRequest request,
                                                                               Clock::time_point deadline) {
  SharedLimit::Part held = memory_.part_of(request.holder);
  auto opening = co_await open_websocket(pool_, url, std::move(request), deadline);
  if (!opening) co_return std::unexpected(std::move(opening.error()));
  std::unique_ptr<UpstreamStream> stream;
  if (opening->socket) {
    stream = std::make_unique<MessageStream>(std::move(opening->socket), std::move(held));
  } else {
    stream = std::make_unique<PulledStream>(std::move(opening->refusal), std::move(held));
  }
  co_return stream;
}

}  // namespace

std::unique_ptr<UpstreamClient> make_upstream_client(Executor executor, UpstreamLimits limits,
                                                     SharedLimit memory) {
  return std::make_unique<PooledClient>(std::move(executor), limits, std::move(memory));
}

}  // namespace schemagate::net
