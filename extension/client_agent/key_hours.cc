#include "extension/client_agent/key_hours.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "extension/client_agent/utterance.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

std::optional<int> clock_in(string_view word) {
  int hour = 0;
  int minute = 0;
  const bool ok =
      !word.starts_with("hh") && std::sscanf(std::string(word).c_str(), "%d:%d", &hour, &minute) == 2;
  return ok && hour >= 0 && hour <= 24 && minute >= 0 && minute < 60 ? std::optional(60 * hour + minute)
                                                                     : std::nullopt;
}

// Two periods with a pause between them, or all that either allows.
Hours united(const Hours& one, const Hours& other) {
  const bool is_behind = other.opening > one.closing && one.pause == one.resumption;
  if (is_behind) return {one.opening, other.closing, one.closing, other.opening};
  return {std::min(one.opening, other.opening), std::max(one.closing, other.closing)};
}

}  // namespace

std::optional<Hours> hours_in(string_view description) {
  const Utterance text(description.substr(0, description.find("example")));
  std::vector<std::pair<std::size_t, int>> clocks;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const string_view word = text.text(at);
    for (const string_view part :
         {word.substr(0, word.find('-')), word.substr(std::min(word.find('-'), word.size()))}) {
      if (const auto minutes = clock_in(part.substr(part.starts_with('-') ? 1 : 0)))
        clocks.emplace_back(at, *minutes);
    }
  }
  std::optional<Hours> hours;
  for (std::size_t i = 0; i + 1 < clocks.size(); ++i) {
    const auto [place, from] = clocks[i];
    const auto [next, to] = clocks[i + 1];
    const bool is_joined = next - place < 2 || lists("to until till and", text.text(next - 1));
    const bool is_period = clocks.size() == 2 || (is_joined && next - place <= 2);
    if (!is_period || from >= to || to - from > 20 * 60) continue;
    const Hours period{from, to};
    hours = hours ? united(*hours, period) : period;
    ++i;
  }
  return hours;
}

}  // namespace schemagate::client_agent
