// Getting the template of a scenario from an agent (section 3.2, step 3, and Figures 6 and 7 of the
// structured-data draft).
//
//   const a2a::client::Client client(offer.interface);
//   auto negotiated = negotiate(client, offer, "en");  // Outcome<NegotiatedSchema>
//
// template_call() and read_negotiated_schema() are pure; all functions are safe from any thread.
#pragma once

#include <stop_token>
#include <string>
#include <string_view>

#include "a2a/client/client.h"
#include "extension/client_agent/mapping.h"
#include "extension/client_agent/registry.h"

namespace schemagate::client_agent {

// What is asked: Figure 6 as a JSON-RPC method, and as a path for agents that speak HTTP+JSON only.
// `language` (BCP 47) may be empty.
a2a::client::ExtensionCall template_call(const Offer& offer, std::string_view language);

// The template that an agent has answered with: with the schema that the card has under its schema_id, else
// with the one that follows from the template. Keys on trial have no default. Errors: kInvalidParams for what
// is no template; kInvalidAgentResponse for another scenario than asked for, and for a template that is none
// of those whose digests the card has: it was altered on the way (section 7). A card without digests vouches
// for nothing; then anything is taken.
a2a::Result<NegotiatedSchema> read_negotiated_schema(const Offer& offer, std::string_view template_text);

// Both together. Blocks until the answer is there, the client's timeouts are over, or `stop` is requested.
// Errors: those of the call; kProtocol for those of read_negotiated_schema().
a2a::client::Outcome<NegotiatedSchema> negotiate(const a2a::client::Client& client, const Offer& offer,
                                                 std::string_view language, const std::stop_token& stop = {});

}  // namespace schemagate::client_agent
