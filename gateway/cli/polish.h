// A language model's words for a proposed key, and what of them may be used: a suggestion to the person who
// decides, checked as strictly as the gateway checks it again. Type, values and `required` are the rules'.
// Pure; safe from any thread.
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

// The question about a proposal, as `evolve proposals` gives it: the redacted wishes stand in it as a JSON
// array that is said to be data.
std::vector<client_agent::ChatMessage> polish_question(const a2a::JsonTree& proposal);
// The answer as it is wanted, for endpoints that keep to one; what comes is checked all the same.
client_agent::AnswerShape polish_shape(const a2a::JsonTree& proposal);

// What the model's text says, {"name":…,"type":…,"description":…}, fenced or between prose, too. Errors, with
// what is wrong, and the rules' words stand then: kInvalidAgentResponse for what has another shape, or
// another type than the proposal's; those of evolution::worded().
a2a::Result<evolution::Wording> read_polish(const a2a::JsonTree& proposal, std::string_view text);

}  // namespace schemagate::cli
