#include "gateway/agent/agent_problem.h"

#include <algorithm>
#include <utility>

#include "a2a/text/ascii.h"
#include "a2a/text/utf8.h"

namespace schemagate {
namespace {

using Kind = AgentProblem::Kind;
using a2a::client::Cause;
using a2a::client::Failure;

constexpr std::size_t kShownBytesMax = 512 - a2a::text::kEllipsis.size();
constexpr int kFirstUnfitStatus = 300;

std::string shown_status(int status) {
  return " (HTTP " + std::to_string(status) + ")";
}

std::string shown_failure(const Failure& failure) {
  if (!failure.reason.empty()) return "the agent " + failure.reason;
  switch (failure.cause) {
    case Cause::kUnreachable:
    case Cause::kTls:
      return "the agent cannot be reached";
    case Cause::kTimeout:
      return "the agent does not answer in time";
    case Cause::kAgent:
      return "the agent does not show its card" + shown_status(failure.http_status);
    case Cause::kProtocol:
      if (failure.http_status >= kFirstUnfitStatus)
        return "the agent has no card where it should be" + shown_status(failure.http_status);
      return "what the agent gives as its card is none";
    case Cause::kArgument:
    case Cause::kCanceled:
      break;
  }
  return "the agent's card was not asked for";
}

// Of a card, which says what it likes.
std::string printable(const std::string& text) {
  std::string out = a2a::text::shortened(text, kShownBytesMax);
  std::ranges::replace_if(out, a2a::text::is_control, '?');
  return out;
}

}  // namespace

std::string_view name(Kind kind) {
  switch (kind) {
    case Kind::kStarting:
      return "starting";
    case Kind::kUnreachable:
      return "unreachable";
    case Kind::kNoToken:
      return "no_token";
    case Kind::kUnusable:
      return "unusable";
  }
  std::unreachable();
}

AgentProblem card_not_read() {
  std::string text = "the agent's card has not been read yet";
  return {Kind::kStarting, text, text};
}

AgentProblem card_not_fetched(const Failure& failure) {
  const bool silent = failure.cause == Cause::kUnreachable || failure.cause == Cause::kTls ||
                      failure.cause == Cause::kTimeout;
  return {silent ? Kind::kUnreachable : Kind::kUnusable, failure.error.message, shown_failure(failure)};
}

AgentProblem card_not_told(const net::Failure& failure) {
  const bool is_unusable = failure.kind == net::FailureKind::kTooLarge;
  const std::string text = "the agent " + failure.detail;
  return {is_unusable ? Kind::kUnusable : Kind::kUnreachable, text, printable(text)};
}

AgentProblem token_not_got(std::string cause, std::string_view shown) {
  return {Kind::kNoToken, "no token for the agent: " + cause,
          "the gateway has no token for the agent: " + std::string(shown)};
}

AgentProblem card_not_usable(const a2a::Error& error) {
  return {Kind::kUnusable, error.message, printable("the agent's card cannot be served: " + error.message)};
}

}  // namespace schemagate
