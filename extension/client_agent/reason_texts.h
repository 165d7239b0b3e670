// What a sentence gives as its reason: "for a check-up", "about my test results". Private to the room. Pure.
#pragma once

#include <vector>

#include "extension/client_agent/draft.h"

namespace schemagate::client_agent {

// A part of the sentence that a free text may be.
struct Fragment {
  Span words;
  double score = 0;
};

// With how sure each is; of the words that no key has taken.
std::vector<Fragment> reasons_in(const Parse& parse, const KeyTerms& key);
// "…, blood test, …": the only part of the sentence that nobody has taken a word of and that asks for
// nothing; none where there are several.
std::vector<Fragment> lone_reason(const Draft& draft);

}  // namespace schemagate::client_agent
