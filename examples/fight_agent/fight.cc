#include "examples/fight_agent/fight.h"

#include <cmath>
#include <cstdint>

namespace fight {
namespace {

constexpr std::string_view kSeparator = " vs ";

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n?.!\"";
  const auto begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

// FNV-1a of the name on a small scale: arbitrary, but the same everywhere.
std::uint32_t strength(std::string_view name) {
  std::uint32_t hash = 2'166'136'261U;
  for (const char letter : name) hash = (hash ^ static_cast<unsigned char>(letter)) * 16'777'619U;
  return hash % 52;
}

}  // namespace

std::optional<Fight> read_fight(std::string_view text) {
  const auto separator = text.find(kSeparator);
  if (separator == std::string_view::npos) return std::nullopt;
  Fight fight{std::string(trimmed(text.substr(0, separator))),
              std::string(trimmed(text.substr(separator + kSeparator.size())))};
  if (fight.a.empty() || fight.b.empty()) return std::nullopt;
  return fight;
}

Outcome judge(const Fight& fight) {
  const double a = strength(fight.a);
  const double b = strength(fight.b);
  const std::string& winner = a >= b ? fight.a : fight.b;
  const std::string& loser = a >= b ? fight.b : fight.a;
  const double margin = std::abs(a - b) / (a + b + 1);
  return {winner, std::round((0.5 + 0.49 * margin) * 100) / 100,
          winner + " is stronger than " + loser + " on this agent's private scale."};
}

}  // namespace fight
