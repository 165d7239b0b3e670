// What a description lists as examples without saying what they mean: "e.g. headache, blood test", "like
// glass or china". Private to the room. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "extension/client_agent/parse.h"

namespace schemagate::client_agent {

// The items of the lists, in lower case, at most kExamplesMax.
std::vector<std::string> listed_examples(const KeyTerms& key);

// Where one of them stands in free words of the sentence, the longest first; nullopt: nowhere.
std::optional<Span> find_listed_example(const Parse& parse, const KeyTerms& key);

}  // namespace schemagate::client_agent
