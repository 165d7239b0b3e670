// A language model's words for a proposed key, and what of them may be used: a suggestion to the person who
// decides, checked as strictly as the gateway checks it again. Type and `required` are the rules'; no key
// that is there is changed. Pure; safe from any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "a2a/error.h"
#include "a2a/json/tree.h"
#include "extension/client_agent/chat.h"
#include "extension/evolution/induction/wording.h"

namespace schemagate::cli {

inline constexpr std::size_t kWishesAsked = 20;  // shown to the model at most

// The question about a proposal, as `evolve proposals` gives it with so many wishes: these stand in it,
// redacted, as a JSON array that is said to be data, beside the keys that are there.
std::vector<client_agent::ChatMessage> polish_question(const a2a::JsonTree& proposal);
// The answer as it is wanted, for endpoints that keep to one; what comes is checked all the same.
client_agent::AnswerShape polish_shape(const a2a::JsonTree& proposal);

struct Polish {
  evolution::Wording wording;  // its values are empty: those of the rules stay
  std::string same_as;         // the key that is there and means the same; empty: none does
};
// What the model's text says, {"name":…,"type":…,"values":[…],"same_as":…,"description":…}, fenced or between
// prose, too; values and same_as may be missing. Errors, with what is wrong, and the rules' words stand then:
// kInvalidAgentResponse for what has another shape, another type than the proposal's, a value that fewer than
// two of the wishes shown have, or a key that is not there; those of evolution::worded().
a2a::Result<Polish> read_polish(const a2a::JsonTree& proposal, std::string_view text);

}  // namespace schemagate::cli
