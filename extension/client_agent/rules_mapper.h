// Maps a sentence to keys without a model, from what the template says of itself: values, ranges and mapping
// examples of the semantic descriptions, dates, numbers and places. Deterministic: the same sentence on the
// same day gives the same mapping. English.
//
//   map_by_rules(negotiated, {"two tickets to Rome tomorrow", today}).keys
#pragma once

#include "extension/client_agent/mapping.h"

namespace schemagate::client_agent {

// Pure. A sentence that says nothing gives an empty mapping.
Mapping map_by_rules(const NegotiatedSchema& negotiated, const Request& request);

// The same as a Mapper. Never fails; safe from any thread.
class RulesMapper final : public Mapper {
 public:
  a2a::client::Outcome<Mapping> map(const NegotiatedSchema& negotiated, const Request& request) override;
};

}  // namespace schemagate::client_agent
