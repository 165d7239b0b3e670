// Why a request gets no further, as a value: the binding, or the plain form below, makes an HTTP answer of
// it.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/error.h"
#include "gateway/net/failure.h"
#include "gateway/net/http.h"

namespace schemagate {

struct Refusal {
  a2a::Error error;
  std::optional<int> http_status = {};    // absent: the one that the binding has for the error
  std::vector<net::Header> headers = {};  // Allow, Retry-After, WWW-Authenticate
  bool concerns_url = false;              // nothing is at the URL: the plain form in every binding
};

// The status of whoever is known and may not.
inline constexpr int kForbidden = 403;

// What a step of the pipeline returns that only checks, or fills in what was asked of it.
using Step = a2a::Result<void, Refusal>;

// 404, in the plain form.
Refusal nothing_here(std::string message);
// 405. `allowed`: the methods for the field Allow (RFC 9110 section 10.2.1).
Refusal method_not_allowed(std::string allowed);
// 429 with Retry-After: the caller has used up what it may ask for.
Refusal too_many(std::string_view message, std::chrono::seconds wait);
// Of an unavailable() whose message, or answer, finds no room.
inline constexpr std::string_view kMemoryTaken =
    "the gateway holds as much as it may (limits.memory); try again in a moment";
// 503 with Retry-After: what is missing comes by itself.
Refusal unavailable(std::string_view message);
// The same where the agent is what is missing, with the code that a call which does not reach it has.
Refusal agent_unreachable(std::string_view message);

// How a proxy says in HTTP that a call to the agent has not come back (RFC 9110 section 15.6): 502, 504 where
// it took too long, 503 with Retry-After where there was no room for it. Other failures: as it is. A2A has a
// status for an answer that is wrong, and none for one that is missing.
Refusal with_gateway_status(Refusal refusal, net::FailureKind failure);

// The form of an answer that belongs to no call: {"error":MESSAGE}. The status is 500 where none is given.
net::HttpResponse plain_answer(const Refusal& refusal);

}  // namespace schemagate
