// What an operator may ask the evolution or decide in it, and the answers. Values.
#pragma once

#include <string>

#include "a2a/error.h"
#include "a2a/json/tree.h"
#include "gateway/evolution/embedding_client.h"
#include "gateway/evolution/evolving_agent.h"

namespace schemagate {

struct Question {
  enum class Verb {
    kStatus,
    kPool,
    kProposals,
    kExplain,
    kAudit,
    kSamples,
    kApprove,
    kReject,
    kWithdraw,  // takes back what is approved
    kErase,
    kVerdict
  };

  Verb verb = Verb::kStatus;
  std::string agent = {};     // empty: all; kApprove, kReject, kWithdraw, kVerdict and kExplain: the only one
  std::string scenario = {};  // empty: all
  std::string subject = {};   // a patch's id, a key (kExplain, kVerdict) or a client (kErase)
  bool flag = false;          // kVerdict: the value means what was said; kErase: opt out, too
  std::string by = {};        // who asks; empty: nobody is known
  std::string sample = {};    // kVerdict: the id of the value that it is about; empty: of any
  evolution::Wording wording = {};    // kApprove: what the key is called
  std::size_t wishes = kWishesShown;  // kProposals: of each
};

// The parts of answers that concern one agent, at that moment. Wishes are shown redacted, a few of them.
// `embedding`: nullptr where there is none but the built-in.
a2a::JsonTree describe_status(const EvolvingAgent& agent, const EmbeddingClient* embedding,
                              evolution::Instant now);
a2a::JsonTree describe_pool(const EvolvingAgent& agent, const std::string& scenario, evolution::Instant now);
// `wishes` of each; with more than the usual number, "template_keys", too: what the key could be the same as.
a2a::JsonTree describe_proposals(const EvolvingAgent& agent, std::size_t wishes);
// Values of keys on trial that wait for a verdict, with what the key means and the words beside it.
a2a::JsonTree describe_samples(const EvolvingAgent& agent, const std::string& scenario);
// A line of the audit trail, with its evidence: counts, the rule that fired, wishes.
a2a::JsonTree describe_decision(const a2a::JsonTree& line);
// What led to a patch or a key: the stages with their evidence, the key's state and figures. null: neither is
// known.
a2a::JsonTree explain(const EvolvingAgent& agent, const std::string& patch_or_key, evolution::Instant now);

}  // namespace schemagate
