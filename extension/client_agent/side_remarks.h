// What is told beside a request: "my sister lives in Oslo", "last time we paid 45 euros". Its names, numbers
// and days are no values of the request. Private to the room. Pure.
#pragma once

#include <vector>

#include "extension/client_agent/parse.h"

namespace schemagate::client_agent {

struct SideRemark {
  Span words;  // a sentence, or what a joint such as ", and my …" parts from it
  Aside aside = Aside::kTold;
};

// Only where another sentence stands beside it; nothing that wishes, orders, asks or corrects. `looks_back`:
// some key asks for what has been, so that the past is no side remark.
std::vector<SideRemark> side_remarks(const Utterance& sentence, bool looks_back);

}  // namespace schemagate::client_agent
