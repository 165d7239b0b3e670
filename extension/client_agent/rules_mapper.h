// Maps a sentence to keys without a model, from what the template says of itself: values, ranges and mapping
// examples of the semantic descriptions, dates, numbers and places. Deterministic. English.
#pragma once

#include "extension/client_agent/mapping.h"

namespace schemagate::client_agent {

// Pure.
Mapping map_by_rules(const NegotiatedSchema& negotiated, const Request& request);

class RulesMapper final : public Mapper {
 public:
  a2a::client::Outcome<Mapping> map(const NegotiatedSchema& negotiated, const Request& request) override;
};

}  // namespace schemagate::client_agent
