// What `ask` is about to send, for readers and for scripts. Everything in it came from outside and goes
// through printable.h.
#pragma once

#include <iosfwd>
#include <string>

#include "extension/client_agent/mapping.h"
#include "extension/client_agent/registry.h"
#include "gateway/cli/evolving_template.h"

namespace schemagate::cli {

struct ProposedRequest {
  const client_agent::Offer& offer;
  const client_agent::NegotiatedSchema& negotiated;
  const client_agent::Proposal& proposal;
  TemplateNews news = {};
};

// A line for each key that the template has learnt or dropped, and for each patch that was not taken.
void show_news(std::ostream& out, const TemplateNews& news);

// Agent, scenario, and a line per key: value, confidence and the words that say so.
void show_proposal(std::ostream& out, const ProposedRequest& proposed);

// A line per key: value, confidence and the words that say so; then what was heard, and notes.
void show_keys(std::ostream& out, const schema_interaction::SchemaTemplate& schema,
               const client_agent::Proposal& proposal);

// The members "payload" to "notes" of proposal_json(), without braces.
std::string keys_of_proposal_json(const client_agent::Proposal& proposal);

// `heard "Paris", not sure it is city: two places are as likely`.
std::string about_heard(const client_agent::HeardFor& heard);

// {"agent":…,"url":…,"scenario":…,"request":{"schema_id":…,"payload":…},"keys":[…],"implied":[…],"missing":[…],
// "heard":[{"key":…,"words":…,"why":…}],"notes":[…],"sent":…}, for a sentence that is no request "no_request"
// with the reason, of a template with news "learnt":[{"key":…,"type":…,"description":…,"until":…}],
// "dropped":[…] and "refused_patches":[…], and, when that is not empty, "result".
std::string proposal_json(const ProposedRequest& proposed, bool is_sent, const std::string& result);

}  // namespace schemagate::cli
