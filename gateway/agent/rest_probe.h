// How a v0.3 agent speaks HTTP+JSON where its SDK does otherwise than v0.3.0's a2a.proto, and its card does
// not say so: a2a-go before 2.4 leaves out the `/v1` in front of every path, and a2a-python, a2a-java and
// a2a-go want the bytes of files in base64 twice.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string_view>

#include "a2a/tls/files.h"
#include "gateway/agent/card.h"

namespace schemagate {

// What the agent at that interface speaks; nullopt when it cannot be asked.
using RestProbe = std::function<std::optional<a2a::wire::Protocol>(const UpstreamEndpoint& endpoint)>;

// Asks by a GET where only a POST is taken: an agent that has no such path under /v1 (404), but refuses the
// method without it (405), leaves it out. Every other answer counts as v0.3.0's paths. Where the
// configuration leaves files to it, asks for a task that nobody has, too: see wants_bytes_twice(). The
// agent's headers and files of TLS go along. Only v0.3's HTTP+JSON is asked. Blocks for 15 s at most.
std::optional<a2a::wire::Protocol> probe_rest(const UpstreamEndpoint& endpoint, const AgentConfig& agent,
                                              const a2a::http::Headers& headers, const std::stop_token& stop);

// Whether `answer`, a body, is how an SDK that wants bytes twice says that it has no such task:
// a2a-python 0.3 {"message":"Task not found"}, a2a-java 0.3 {"error":"io.a2a.…",…}, those of v1.0 that speak
// v0.3, too, an `error` as v1.0 has it. @a2a-js/sdk, which has them once, gives a `code` beside the
// `message`.
bool wants_bytes_twice(std::string_view answer);

}  // namespace schemagate
