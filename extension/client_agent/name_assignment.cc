#include "extension/client_agent/name_assignment.h"

#include <utility>

namespace schemagate::client_agent {
namespace {

constexpr std::size_t kNothing = static_cast<std::size_t>(-1);

struct Best {
  double total = 0;
  std::vector<std::size_t> chosen;  // by key
};

// `used`: the names that earlier keys have.
Best best_from(const Scores& scores, double least, std::vector<bool> used, std::vector<std::size_t> chosen) {
  const std::size_t key = chosen.size();
  if (key == scores.size()) return {0, std::move(chosen)};
  Best best{-1, {}};
  for (std::size_t name = 0; name <= used.size(); ++name) {
    const bool is_none = name == used.size();
    if (!is_none && (used[name] || scores[key][name] < least)) continue;
    if (!is_none) used[name] = true;
    auto with = chosen;
    with.push_back(is_none ? kNothing : name);
    Best rest = best_from(scores, least, used, std::move(with));
    if (!is_none) {
      rest.total += scores[key][name];
      used[name] = false;
    }
    if (rest.total > best.total) best = std::move(rest);
  }
  return best;
}

}  // namespace

std::vector<Assigned> best_assignment(Scores scores, double least) {
  std::vector<Assigned> assigned;
  const std::vector<bool> unused(scores.empty() ? 0 : scores[0].size(), false);
  const Best best = best_from(scores, least, unused, {});
  for (std::size_t key = 0; key < best.chosen.size(); ++key) {
    const std::size_t name = best.chosen[key];
    if (name == kNothing) continue;
    const double kept = std::exchange(scores[key][name], 0);
    assigned.push_back({key, name, best.total - best_from(scores, least, unused, {}).total});
    scores[key][name] = kept;
  }
  return assigned;
}

}  // namespace schemagate::client_agent
