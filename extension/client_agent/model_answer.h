// Reading what a language model answered. Nothing in it is trusted: values are checked, evidence is looked
// for in the sentence, log-probabilities count only where they fit the text.
//
//   auto completion = read_completion(answer.body);
//   const ModelMapping read = read_mapping(*completion, negotiated, request);
//   if (!read.problem.empty()) ask_again_with(read.problem);
//
// Pure; safe from any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/client/failure.h"
#include "a2a/json/document.h"
#include "extension/client_agent/mapping.h"

namespace schemagate::client_agent {

// A piece of the answer, and how sure the model was of it.
struct Token {
  std::string text;
  double log_probability = 0;  // natural; 0 or less
};

// The text of a chat completion. Owns it.
struct Completion {
  std::string content;
  std::vector<Token> tokens;  // joined they are `content`, else there are none
};

// Reads the body of a completion. Errors: kProtocol for what is none and for an answer that was cut off at a
// length; kAgent for a refusal, a content filter, and an error object that came with status 200, each with
// the endpoint's words as they are: they are not to be shown but by redacted().
a2a::client::Outcome<Completion> read_completion(std::string_view body);

// The first JSON object in a model's text: whole, fenced or between prose. It views into `text`, so that a
// value's place in that is known, and lives as long as both. nullopt: there is none.
std::optional<a2a::JsonValue> find_object(a2a::JsonDocument& document, std::string_view text);

// A mapping, and what is wrong with it in the validator's words.
struct ModelMapping {
  Mapping mapping;
  std::string problem = {};  // empty: nothing
  bool is_usable = true;     // false: the mapping is empty; the problem says why
};

// Finds the JSON in the text and makes a mapping of it. Nulls count as
// absent; keys that the template does not have become `other` when the sentence says their words, and are
// dropped with a note otherwise. A required key that is absent is a problem of a usable mapping.
//
// Confidence of a key: the probability of its value's tokens, 0.9 without any; half of that when the evidence
// does not stand in the sentence letter by letter (case and blanks apart). A default without evidence is
// not asked for and is left out.
ModelMapping read_mapping(const Completion& completion, const NegotiatedSchema& negotiated,
                          const Request& request);

}  // namespace schemagate::client_agent
