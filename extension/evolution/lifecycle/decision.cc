#include "extension/evolution/lifecycle/decision.h"

#include <algorithm>
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
  std::string_view too_low;  // the rule that says so

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

Judgement judge(const Figures& figures, const Settings& settings) {
  const std::array<Measured, 3> all = {{{figures.present, figures.payloads, 15, 5, "usage_too_low"},
                                        {figures.aligned, figures.judged, 80, 60, "alignment_too_low"},
                                        {figures.typed, figures.received, 90, 70, "type_too_low"}}};
  const bool exact = settings.decision == Decision::kExact;
  if (figures.payloads == 0) return {Verdict::kHold, "too_few_payloads"};
  if (!exact && figures.payloads < settings.minimum_payloads) return {Verdict::kHold, "too_few_payloads"};
  if (!exact && figures.clients < settings.minimum_payload_clients)
    return {Verdict::kHold, "too_few_clients"};
  const auto* const short_of = std::ranges::find_if(
      all, [exact](const Measured& each) { return exact ? each.falls_short() : each.surely_falls_short(); });
  if (short_of != all.end()) return {Verdict::kDeprecate, short_of->too_low};
  const bool below =
      std::ranges::any_of(all, [](const Measured& each) { return each.is_known() && !each.reaches(); });
  if (below) return {Verdict::kExtend, "between_limits"};
  if (!std::ranges::all_of(all, &Measured::is_known)) return {Verdict::kHold, "not_judged"};
  const bool sure =
      exact || std::ranges::all_of(all, [](const Measured& each) { return each.surely_reaches(); });
  return sure ? Judgement{Verdict::kPromote, "limits_reached"} : Judgement{Verdict::kHold, "not_sure"};
}

}  // namespace schemagate::evolution
