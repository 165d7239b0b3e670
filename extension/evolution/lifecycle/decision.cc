#include "extension/evolution/lifecycle/decision.h"

#include <array>
#include <cmath>

namespace schemagate::evolution {
namespace {

constexpr double kZ = 1.959963984540054;  // of 95 %

// A metric with its two limits, in percent.
struct Measured {
  std::uint64_t part;
  std::uint64_t whole;
  std::uint64_t promote;
  std::uint64_t deprecate;

  bool is_known() const { return whole > 0; }
  bool reaches() const { return is_known() && part * 100 >= promote * whole; }
  bool falls_short() const { return is_known() && part * 100 < deprecate * whole; }
  bool surely_reaches() const {
    return is_known() && wilson(part, whole).low * 100 >= static_cast<double>(promote);
  }
  bool surely_falls_short() const {
    return is_known() && wilson(part, whole).high * 100 < static_cast<double>(deprecate);
  }
};

template <class Test>
bool any(const std::array<Measured, 3>& all, Test test) {
  for (const Measured& each : all) {
    if (test(each)) return true;
  }
  return false;
}

}  // namespace

Interval wilson(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return {0, 1};
  const auto n = static_cast<double>(whole);
  const double p = static_cast<double>(part) / n;
  const double z2 = kZ * kZ;
  const double middle = (p + z2 / (2 * n)) / (1 + z2 / n);
  const double reach = kZ / (1 + z2 / n) * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n));
  return {middle - reach, middle + reach};
}

Verdict decide(const Figures& figures, const Settings& settings) {
  const std::array<Measured, 3> all = {{{figures.present, figures.payloads, 15, 5},
                                        {figures.aligned, figures.judged, 80, 60},
                                        {figures.typed, figures.present, 90, 70}}};
  const bool exact = settings.decision == Decision::kExact;
  if (figures.payloads == 0) return Verdict::kHold;
  if (!exact &&
      (figures.payloads < settings.minimum_payloads || figures.clients < settings.minimum_payload_clients)) {
    return Verdict::kHold;
  }
  const bool short_of = any(
      all, [exact](const Measured& each) { return exact ? each.falls_short() : each.surely_falls_short(); });
  if (short_of) return Verdict::kDeprecate;
  const bool below = any(all, [](const Measured& each) { return each.is_known() && !each.reaches(); });
  if (below) return Verdict::kExtend;
  const bool unsure =
      any(all, [exact](const Measured& each) { return exact ? !each.is_known() : !each.surely_reaches(); });
  return unsure ? Verdict::kHold : Verdict::kPromote;
}

}  // namespace schemagate::evolution
