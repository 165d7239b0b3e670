#include "gateway/net/upstream.h"

#include <limits>
#include <utility>

#include "a2a/text/ascii.h"
#include "gateway/net/upstream_call.h"

namespace schemagate::net {
namespace {

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
  explicit PulledStream(UpstreamAnswer answer) : answer_(std::move(answer)) {}

  int status() const override { return answer_.head.status; }
  std::string_view header(std::string_view name) const override {
    return find_header(answer_.head.headers, name);
  }
  Awaitable<Result<std::string_view>> read(std::chrono::milliseconds stall_timeout) override;

 private:
  UpstreamAnswer answer_;
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

class PooledClient final : public UpstreamClient {
 public:
  PooledClient(Executor executor, UpstreamLimits limits, SharedLimit memory)
      : pool_(std::make_shared<UpstreamPool>(std::move(executor), limits)), memory_(std::move(memory)) {}

  Awaitable<Result<HttpResponse>> fetch(const Url& url, UpstreamRequest request,
                                        std::chrono::milliseconds timeout) override;
  Awaitable<Result<std::unique_ptr<UpstreamStream>>> open(const Url& url, UpstreamRequest request,
                                                          std::chrono::milliseconds timeout) override;

 private:
  std::shared_ptr<UpstreamPool> pool_;
  const SharedLimit memory_;
};

Awaitable<Result<HttpResponse>> PooledClient::fetch(const Url& url, UpstreamRequest request,
                                                    std::chrono::milliseconds timeout) {
  Clock::time_point deadline = after(timeout);
  std::uint64_t body_max = pool_->limits().body_bytes_max;
  Result<UpstreamAnswer> answer = co_await call_upstream(pool_, url, request, body_max, deadline);
  if (!answer) co_return std::unexpected(answer.error());
  HttpResponse response = std::move(answer->head);
  SharedLimit::Part held = memory_.part_of(request.holder);
  Result<BodyStep> step = BodyStep::kPiece;
  while (step == BodyStep::kPiece) {
    step = co_await read_body_piece(*answer, response.body, deadline);
    if (!held.grow_to(counted_bytes(response.body)))
      co_return failed(FailureKind::kOverloaded, "sent more than the gateway has memory for at the moment");
  }
  if (!step) co_return std::unexpected(step.error());
  remove_transport_fields(response.headers);
  co_return response;
}

Awaitable<Result<std::unique_ptr<UpstreamStream>>> PooledClient::open(const Url& url, UpstreamRequest request,
                                                                      std::chrono::milliseconds timeout) {
  constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();
  Result<UpstreamAnswer> answer = co_await call_upstream(pool_, url, request, kNoLimit, after(timeout));
  if (!answer) co_return std::unexpected(answer.error());
  answer->head.headers.shrink_to_fit();
  std::unique_ptr<UpstreamStream> stream = std::make_unique<PulledStream>(std::move(*answer));
  co_return stream;
}

}  // namespace

std::unique_ptr<UpstreamClient> make_upstream_client(Executor executor, UpstreamLimits limits,
                                                     SharedLimit memory) {
  return std::make_unique<PooledClient>(std::move(executor), limits, std::move(memory));
}

}  // namespace schemagate::net
