#include "extension/evolution/induction/likeness.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "extension/evolution/text/words.h"

namespace schemagate::evolution {
namespace {

// Found on half of a public set (README), like the shares of the induction.
constexpr double kApart = 0.5;        // two shares that far apart are of two wishes
constexpr double kHeadShare = 0.4;    // of a word that heads a cluster
constexpr double kSharedShare = 0.2;  // of the same word in the other one
constexpr double kOwnShare = 0.5;     // of a word that tells a cluster from others
constexpr double kForeignShare = 0.05;

constexpr auto kKinds = std::to_array<TokenKind>(
    {TokenKind::kNumber, TokenKind::kDate, TokenKind::kTime, TokenKind::kMoney, TokenKind::kName});
constexpr auto kThings =
    std::to_array<std::string_view>({"time", "date", "place", "duration", "distance", "price"});

bool may_head(const Word& word) {
  return !is_negation(word.spelled) && !is_function_word(word.spelled) && !is_polite_word(word.spelled) &&
         !is_vague_word(word.spelled);
}

double share_in(const Readings& readings, const Word& word) {
  const Word* found = readings.find(word.stem);
  return found == nullptr ? 0 : found->share;
}

template <class Test>
bool has_word(const Readings& readings, double share_min, Test test) {
  return std::ranges::any_of(readings.words, [&](const Word& word) {
    return word.share >= share_min && may_head(word) && test(word);
  });
}

bool has_head(const Readings& readings) {
  return has_word(readings, kHeadShare, [](const Word&) { return true; });
}

bool heads_both(const Readings& one, const Readings& other) {
  return has_word(one, kHeadShare,
                  [&other](const Word& word) { return share_in(other, word) >= kSharedShare; });
}

bool has_foreign_word(const Readings& one, const Readings& other) {
  return has_word(one, kOwnShare,
                  [&other](const Word& word) { return share_in(other, word) <= kForeignShare; });
}

bool asks_for_thing(const Reading& reading, std::string_view thing) {
  const auto& tokens = reading.tokens;
  for (std::size_t at = 0; reading.question && at < tokens.size(); ++at) {
    const std::string_view next = at + 1 < tokens.size() ? std::string_view(tokens[at + 1].text) : "";
    if (asked_thing(tokens[at].text, next) == thing) return true;
  }
  return false;
}

double share_asking_for(const Readings& readings, std::string_view thing) {
  const auto asking = std::ranges::count_if(
      readings.all, [thing](const Reading& reading) { return asks_for_thing(reading, thing); });
  return static_cast<double>(asking) / static_cast<double>(readings.all.size());
}

bool are_apart(double one, double other) {
  return std::abs(one - other) > kApart;
}

}  // namespace

bool are_alike(const Readings& one, const Readings& other) {
  if (one.empty() || other.empty()) return false;
  if (are_apart(one.share_of_questions(), other.share_of_questions())) return false;
  for (const TokenKind kind : kKinds) {
    if (are_apart(one.share(kind), other.share(kind))) return false;
  }
  for (const std::string_view thing : kThings) {
    if (are_apart(share_asking_for(one, thing), share_asking_for(other, thing))) return false;
  }
  if (one.touch_security() != other.touch_security()) return false;
  if (has_head(one) != has_head(other)) return false;
  if (has_head(one) && !heads_both(one, other) && !heads_both(other, one)) return false;
  return !(has_foreign_word(one, other) && has_foreign_word(other, one));
}

}  // namespace schemagate::evolution
