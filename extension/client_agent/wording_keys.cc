// What is to be written somewhere, letter by letter: an inscription, the text of a card. It is taken before
// anything else is read, for it may hold names, days and numbers.
#include <algorithm>
#include <array>

#include "a2a/text/ascii.h"
#include "extension/client_agent/draft.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

constexpr std::size_t kQuotedWordsMax = 24;
constexpr auto kQuotes = std::to_array<std::pair<string_view, string_view>>(
    {{"\"", "\""}, {"'", "'"}, {"\u201c", "\u201d"}, {"\u2018", "\u2019"}});

struct Wording {
  Span words;
  std::string text;
};

// Up to the sign that closes it, with the punctuation before that sign.
std::optional<Wording> quoted_at(const Utterance& sentence, std::size_t first) {
  for (const auto& [opening, closing] : kQuotes) {
    if (!sentence[first].separator.ends_with(opening)) continue;
    const std::size_t end = std::min(sentence.size(), first + kQuotedWordsMax);
    for (std::size_t last = first + 1; last <= end; ++last) {
      const auto behind = sentence.behind(last - 1);
      const auto at = behind.find(closing);
      if (at == string_view::npos) continue;
      return Wording{{first, last},
                     std::string(sentence.span(first, last)) + std::string(behind.substr(0, at))};
    }
  }
  return std::nullopt;
}

class WordingMapper {
 public:
  explicit WordingMapper(Draft& draft) : draft_(draft), sentence_(draft.sentence()) {}

  void map(std::size_t key) {
    auto found = behind_cue(draft_.key(key));
    if (!found) found = only_quote();
    if (!found) found = named();
    if (!found) return;
    draft_.give(key, json_text(found->text), 0.85, found->words);
    take_lead(found->words.first);
  }

 private:
  string_view word(std::size_t at) const { return sentence_.text(at); }

  // "the card should say: Get well soon", "with the text 'For Ada'": behind a word of the key.
  std::optional<Wording> behind_cue(const KeyTerms& key) const {
    std::optional<std::size_t> cue;
    for (std::size_t at = 0; at < sentence_.size(); ++at) {
      if (cue && draft_.parse().is_free(at)) {
        if (auto quoted = quoted_at(sentence_, at)) return quoted;
        if (sentence_[at].separator.ends_with(':')) return up_to_end(at);
      }
      const bool says = lists("say says saying reads reading writes", word(at));
      if (says || key.profile.name_cues.contains(sentence_[at].meaning)) cue = at;
    }
    return std::nullopt;
  }
  Wording up_to_end(std::size_t first) const {
    std::size_t last = first + 1;
    while (last < sentence_.size() && sentence_[last].sentence == sentence_[first].sentence) ++last;
    return {{first, last}, draft_.parse().text({first, last})};
  }

  // 'Engrave "Forever yours" on my watch', where no key asks for a title, which is quoted, too.
  std::optional<Wording> only_quote() const {
    const bool has_title = std::ranges::any_of(
        draft_.keys(), [](const KeyTerms& key) { return key.profile.kind == KeyKind::kTitle; });
    std::optional<Wording> only;
    for (std::size_t at = 0; !has_title && at < sentence_.size(); ++at) {
      auto quoted = quoted_at(sentence_, at);
      if (!quoted) continue;
      if (only) return std::nullopt;
      at = quoted->words.last - 1;
      only = std::move(quoted);
    }
    return only;
  }

  // "Engrave the names Lea and Paul on …", "put the date 12.06.2021 on …".
  std::optional<Wording> named() const {
    for (std::size_t at = 1; at + 1 < sentence_.size(); ++at) {
      const std::size_t first = at + 1;
      const bool is_label = lists("name names initials words date", word(at)) && word(at - 1) == "the" &&
                            sentence_.follows_on(first) && is_written(first);
      std::size_t last = first;
      while (is_label && last < sentence_.size() && (last == first || sentence_.follows_on(last)) &&
             (is_written(last) || (lists("and &", word(last)) && is_written(last + 1))))
        ++last;
      const bool ends = last > first && lists("on onto in into inside", word(last));
      if (ends) return Wording{{first, last}, draft_.parse().text({first, last})};
    }
    return std::nullopt;
  }
  bool is_written(std::size_t at) const {
    return at < sentence_.size() &&
           (sentence_[at].is_capital || a2a::text::is_digit(sentence_.text(at).front()));
  }

  // "with the text", "that reads": what only leads to it.
  void take_lead(std::size_t first) {
    std::size_t at = first;
    while (at > 0 && draft_.parse().is_free(at - 1) &&
           lists("with the text words wording inscription engraving caption name names initials date saying "
                 "says say reading reads read should that it",
                 word(at - 1)))
      --at;
    draft_.parse().take({at, first});
  }

  Draft& draft_;
  const Utterance& sentence_;
};

}  // namespace

void map_wordings(Draft& draft) {
  for (const std::size_t key : draft.open(KeyKind::kFreeText)) {
    if (draft.key(key).profile.is_wording) WordingMapper(draft).map(key);
  }
}

}  // namespace schemagate::client_agent
