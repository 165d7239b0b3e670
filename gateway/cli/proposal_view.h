// What `ask` is about to send, for readers and for scripts. Everything in it came from outside and goes
// through printable.h.
#pragma once

#include <iosfwd>
#include <string>

#include "extension/client_agent/mapping.h"
#include "extension/client_agent/registry.h"

namespace schemagate::cli {

struct ProposedRequest {
  const client_agent::Offer& offer;
  const client_agent::NegotiatedSchema& negotiated;
  const client_agent::Proposal& proposal;
};

// Agent, scenario, and a line per key: value, confidence and the words that say so.
void show_proposal(std::ostream& out, const ProposedRequest& proposed);

// {"agent":…,"url":…,"scenario":…,"request":{"schema_id":…,"payload":…},"keys":[…],"implied":[…],"missing":[…],
// "notes":[…],"sent":…} and, when that is not empty, "result".
std::string proposal_json(const ProposedRequest& proposed, bool is_sent, const std::string& result);

}  // namespace schemagate::cli
