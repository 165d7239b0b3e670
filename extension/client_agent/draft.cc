#include "extension/client_agent/draft.h"

#include <algorithm>

#include "extension/client_agent/dates.h"
#include "extension/client_agent/numbers.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {

bool Draft::is_open(std::size_t index) const {
  return !found_[index] && std::ranges::find(heard_, keys_[index].key->name, &HeardFor::key) == heard_.end();
}

std::vector<std::size_t> Draft::open(KeyKind kind) const {
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    const bool is_other = keys_[i].key->name == schema_interaction::kOther;
    if (!is_other && keys_[i].profile.kind == kind && is_open(i)) indices.push_back(i);
  }
  return indices;
}

std::optional<Span> Draft::place(std::size_t index) const {
  if (!found_[index] || found_[index]->evidence.empty()) return std::nullopt;
  const std::string_view evidence = found_[index]->evidence;
  const Utterance words(evidence);
  for (std::size_t at = 0; at + words.size() <= sentence().size(); ++at) {
    if (!parse_.is_free(at) && sentence().span(at, at + words.size()) == evidence)
      return Span{at, at + words.size()};
  }
  return std::nullopt;
}

void Draft::give(std::size_t index, std::string value, double confidence, Span words) {
  found_[index] = Match{std::move(value), confidence, parse_.text(words)};
  parse_.take(words);
}

void Draft::hear(std::size_t index, Span words, std::string why) {
  heard_.push_back({keys_[index].key->name, parse_.text(words), std::move(why)});
  parse_.reserve(words);
}

void Draft::doubt(std::size_t index, Span words, std::string why) {
  if (found_[index]) {
    heard_.push_back({keys_[index].key->name, found_[index]->evidence, why});
    found_[index].reset();
  }
  if (words.first < words.last) hear(index, words, std::move(why));
}

bool is_refused(const Utterance& sentence, std::size_t first) {
  std::size_t at = first;
  while (at > 0 &&
         lists("on at from to for in the a an by of with this like dr mr mrs ms", sentence.text(at - 1)) &&
         sentence.follows_on(at)) {
    if (sentence.text(at - 1) == "of" && at > 1 && sentence.text(at - 2) == "instead") return true;
    --at;
  }
  if (at == 0 || !sentence.follows_on(at)) return false;
  const auto before = sentence.text(at - 1);
  if (before == "than" && at > 1) return lists("rather other", sentence.text(at - 2));
  return lists("not except avoid neither nor", before);
}

std::optional<std::size_t> correction_before(const Utterance& sentence, std::size_t first) {
  std::size_t at = first;
  const std::size_t reach = 6;
  std::optional<std::size_t> cue;
  for (std::size_t back = 1; back <= std::min(reach, at); ++back) {
    const auto word = sentence.text(at - back);
    const auto next = sentence.text(at - back + 1);
    const bool corrects = lists("sorry actually correction scratch wait hang", word) ||
                          (word == "make" && lists("it that", next)) || (word == "i" && next == "mean") ||
                          (word == "no" && !sentence.follows_on(at - back + 1)) ||
                          (word == "or" && next == "rather") || (word == "better" && next == "still");
    const bool fills = lists(
        "on at for from to in the a an it that no not oh rather mean i make wait sorry actually please of or "
        "better still until till let's lets say change by",
        word);
    if (corrects) cue = at - back;
    if (!corrects && !fills) break;
  }
  return cue;
}

std::optional<BareCorrection> bare_correction(const Utterance& sentence, const Parse& parse,
                                              std::size_t from) {
  bool has_another = false;
  const auto dates = find_dates(sentence, {});
  for (std::size_t at = from; at < sentence.size(); ++at) {
    const auto number = number_at(sentence, at);
    const bool is_of_date = std::ranges::any_of(dates, [at](const DateMention& date) {
      return date.first <= at && at < date.last && date.last > at + 1;
    });
    if (!number || is_of_date) continue;
    const std::size_t end = at + number->words;
    const auto cue = parse.is_free(at) ? correction_before(sentence, at) : std::nullopt;
    const bool is_bare = end >= sentence.size() || !sentence.follows_on(end) ||
                         (is_empty_word(sentence.text(end)) && sentence.text(end) != "may");
    if (cue && *cue >= from && is_bare) return BareCorrection{{*cue, end}, number->value, has_another};
    has_another = true;
    at = end - 1;
  }
  return std::nullopt;
}

}  // namespace schemagate::client_agent
