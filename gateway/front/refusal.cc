#include "gateway/front/refusal.h"

#include <utility>

#include "gateway/front/http_answer.h"

namespace schemagate {
namespace {

constexpr int kNotFound = 404;
constexpr int kMethodNotAllowed = 405;
constexpr int kTooManyRequests = 429;
constexpr int kInternalError = 500;
constexpr int kBadGateway = 502;
constexpr int kUnavailable = 503;
constexpr int kGatewayTimeout = 504;

net::Header retry_soon() {
  return {"Retry-After", "5"};
}

}  // namespace

Refusal nothing_here(std::string message) {
  return {.error = {a2a::ErrorCode::kMethodNotFound, std::move(message)},
          .http_status = kNotFound,
          .concerns_url = true};
}

Refusal method_not_allowed(std::string allowed) {
  return {.error = {a2a::ErrorCode::kInvalidRequest, "this address takes " + allowed},
          .http_status = kMethodNotAllowed,
          .headers = {{"Allow", std::move(allowed)}}};
}

Refusal too_many(std::string_view message, std::chrono::seconds wait) {
  return {.error = {.code = a2a::ErrorCode::kInternal,
                    .message = std::string(message),
                    .infos = {{"RESOURCE_EXHAUSTED", std::string(a2a::kOwnErrorDomain), {}}}},
          .http_status = kTooManyRequests,
          .headers = {{"Retry-After", std::to_string(wait.count())}}};
}

Refusal unavailable(std::string_view message) {
  return {.error = {a2a::ErrorCode::kInternal, std::string(message)},
          .http_status = kUnavailable,
          .headers = {retry_soon()}};
}

Refusal agent_unreachable(std::string_view message) {
  Refusal refusal = unavailable(message);
  refusal.error.code = a2a::ErrorCode::kInvalidAgentResponse;
  return refusal;
}

Refusal with_gateway_status(Refusal refusal, net::FailureKind failure) {
  switch (failure) {
    using enum net::FailureKind;
    case kUnresolved:
    case kUnreachable:
    case kClosed:
    case kUntrusted:
    case kHandshake:
      refusal.http_status = kBadGateway;
      break;
    case kTimedOut:
    case kStalled:
      refusal.http_status = kGatewayTimeout;
      break;
    case kOverloaded:
      refusal.http_status = kUnavailable;
      refusal.headers.push_back(retry_soon());
      break;
    case kInvalid:
    case kLocal:
    case kMalformed:
    case kTooLarge:
    case kCancelled:
      break;
  }
  return refusal;
}

net::HttpResponse plain_answer(const Refusal& refusal) {
  net::HttpResponse answer = plain_error(refusal.http_status.value_or(kInternalError), refusal.error.message);
  answer.headers.insert(answer.headers.end(), refusal.headers.begin(), refusal.headers.end());
  return answer;
}

}  // namespace schemagate
