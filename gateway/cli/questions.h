// Asks the user for what a sentence did not say: one question a key.
#pragma once

#include <iosfwd>

#include "extension/client_agent/mapping.h"
#include "gateway/cli/console.h"

namespace schemagate::cli {

// A line for each missing key: what it is, and what was heard that may be meant.
void explain_missing(std::ostream& out, const client_agent::NegotiatedSchema& negotiated,
                     const client_agent::Proposal& proposal);

// Asks for each missing key in turn, with its description, its choices and what was heard that may be meant,
// and puts the answer into the proposal: read as the rules read a sentence, else as it was typed where that
// fits the key. An answer that does not fit is told why and asked for again, three times at most. Stops at an
// empty line or the end of the input; what was not answered stays missing. Relative dates count from `today`.
// Questions go to console.err.
void ask_for_missing(const Console& console, const client_agent::NegotiatedSchema& negotiated,
                     std::chrono::sys_days today, client_agent::Proposal& proposal);

}  // namespace schemagate::cli
