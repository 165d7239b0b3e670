// The stabilization decision about an experimental key (structured-data draft, section 6.2.3).
// Pure; safe from any thread.
#pragma once

#include <cstdint>
#include <string_view>

#include "extension/evolution/lifecycle/metrics.h"
#include "extension/evolution/settings.h"

namespace schemagate::evolution {

// The 95 % interval of a share (Wilson's score interval): small samples decide nothing.
struct Interval {
  double low;
  double high;
};
Interval wilson(std::uint64_t part, std::uint64_t whole);

enum class Verdict {
  kPromote,    // used, understood and well typed
  kDeprecate,  // one of the three falls short
  kExtend,     // between the two limits
  kHold,       // too little is known: too few payloads, nobody has judged a value
};
// The verdict, and which rule gave it, for people: "limits_reached", "usage_too_low", …
struct Judgement {
  Verdict verdict;
  std::string_view rule;
};
Judgement judge(const Figures& figures, const Settings& settings);

}  // namespace schemagate::evolution
