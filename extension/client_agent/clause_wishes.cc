// Wishes and orders; and the words of the template.
#include <algorithm>

#include "extension/client_agent/clause_signs.h"
#include "extension/client_agent/description.h"
#include "extension/client_agent/intent_words.h"
#include "extension/client_agent/vocabulary.h"

namespace schemagate::client_agent {

using std::string_view;

namespace {

void add_words(std::set<std::string, std::less<>>& words, string_view text) {
  for (std::string& meaning : meanings_of(text)) words.insert(std::move(meaning));
}

}  // namespace

ClauseReader::ClauseReader(const Utterance& sentence, const schema_interaction::SchemaTemplate& schema)
    : sentence_(sentence) {
  add_words(scenario_, schema.scenario);
  for (const auto& key : schema.keys) {
    add_words(key_names_, key.name);
    add_words(vocabulary_, string_view(key.description).substr(0, kDescriptionBytesMax));
  }
  vocabulary_.insert(scenario_.begin(), scenario_.end());
  vocabulary_.insert(key_names_.begin(), key_names_.end());
}

// "I want", "need", "would like", "I'd rather".
std::optional<Sign> ClauseReader::wish_in(std::size_t at, std::size_t end) const {
  const bool is_order = is(at, "a an one two three four five six") && has(at, end, "please pls");
  if (is_order) return Sign{Purpose::kRequest, at, std::min(end, at + 2)};
  for (std::size_t next = at; next < end; ++next) {
    const auto after = wish_at(next, at);
    if (!after) continue;
    // "We could use a cleaner if the price is right"
    const bool on_terms = word(next) == "could" && has(next, sentence_.size(), "if") &&
                          !has(next, sentence_.size(), "possible");
    if (on_terms) return Sign{Purpose::kPossibility, at, std::min(end, *after + 1)};
    if (word(*after) == "not") return refused_wish(next, *after, end);
    const bool is_answer =
        at > 0 && is(at - 1, "no nope nah") && word(next - 1) == "just";  // "No, I just wanted …"
    if (word(next) == "wanted" && (is_told(next, end) || is_answer))
      return Sign{Purpose::kPast, at, next + 1};
    if (doubts_before(next, at)) return Sign{Purpose::kRefusal, at, std::min(end, next + 1)};
    std::size_t object = *after;
    while (object < end && is(object, "to you a an the please also really very much be just")) ++object;
    const bool is_music =
        word(object) == "hear" && !is(object + 1, "about of from back if whether how what when");
    if (asks_to_do(object)) return Sign{Purpose::kRequest, next, object + 4};
    if (is(object, kInquiries) && word(object) != "check" && !is_music && !is_verb_of_template(object)) {
      const bool cancels = is(object, "cancel change reschedule postpone");
      return Sign{cancels ? Purpose::kCancellation : Purpose::kQuestion, next, std::min(end, object + 1)};
    }
    if (word(object) == "question" || (word(object) == "find" && word(object + 1) == "out"))
      return Sign{Purpose::kQuestion, next, object + 1};
    if (matter_at(object, end)) return Sign{Purpose::kOtherMatter, next, std::min(end, object + 3)};
    return Sign{Purpose::kRequest, next, std::min(end, *after + 1)};
  }
  return std::nullopt;
}

// "I'd rather not fly": the thing itself is refused; "I'd prefer not to sit there" is a wish about how.
std::optional<Sign> ClauseReader::refused_wish(std::size_t wish, std::size_t negation,
                                               std::size_t end) const {
  std::size_t verb = negation + 1;
  if (word(verb) == "to") ++verb;
  if (!is_action(verb) || is(verb, "take get do go come make")) return std::nullopt;
  return Sign{Purpose::kRefusal, wish, std::min(end, verb + 1)};
}

// "I don't think we need …"
bool ClauseReader::doubts_before(std::size_t at, std::size_t begin) const {
  for (std::size_t back = begin; back < at; ++back) {
    if (is(back, "doubt") ||
        (is(back, "think believe suppose") && back > begin && is(back - 1, "don't not dont")))
      return true;
  }
  return false;
}

// "I wanted to … last week but …"
bool ClauseReader::is_told(std::size_t at, std::size_t end) const {
  for (; at + 1 < end; ++at) {
    if (word(at) == "last" && is(at + 1, "week month year time night summer winter")) return true;
  }
  return false;
}

// The word behind what says that somebody wants something.
std::optional<std::size_t> ClauseReader::wish_at(std::size_t at, std::size_t begin) const {
  const bool negated = at > begin && is(at - 1, "don't dont not doesn't didn't wouldn't never no");
  if (negated) return std::nullopt;
  if (is(at, "would i'd we'd he'd she'd they'd he'd") &&
      is(at + 1, "like love prefer rather appreciate be really")) {
    if (word(at + 1) == "be" && !is(at + 2, "grateful glad happy interested delighted nice great lovely"))
      return std::nullopt;
    return at + 2;
  }
  if (is(at, "i'll we'll") && is(at + 1, "take have book need go")) return at + 2;
  const bool comes = is(at, "i'd we'd i'll we'll") && is(at + 1, "come bring drop pop");
  if (comes && at == begin && has_day(at, sentence_.size())) return at + 2;
  if (is(at, "let's lets"))
    return word(at + 1) == "say" ||
                   (word(at + 1) == "see" && (is(at + 2, kQuestionWords) || word(at + 2) == "if"))
               ? std::nullopt
               : std::optional(at + 1);
  if (is(at, "someone somebody") && is(at + 1, "should must") && word(at + 2) != "have" && at == begin)
    return at + 2;
  if (word(at) == "has" && word(at + 1) == "to" && is(at + 2, "go be come get")) return at + 3;
  if (word(at) == "let" && is(at + 1, "me us") && is(at + 2, "have book get")) return at + 3;
  if (word(at) == "have" && word(at + 1) == "to" &&
      (at == begin || is(at - 1, "i we they he she i'll we'll")))
    return at + 2;
  if (word(at) == "hoping" && word(at + 1) == "you" && is(at + 2, "could can would")) return at + 3;
  if (is(at, "looking hoping trying calling ringing writing"))
    return is(at + 1, "for to forward") && word(at + 1) != "forward" ? std::optional(at + 2) : std::nullopt;
  if (word(at) == "wanted" && word(at + 1) != "to" && at + 1 < sentence_.size() &&
      sentence_.follows_on(at + 1))
    return std::nullopt;
  if (word(at) == "interested" && word(at + 1) == "in") return at + 2;
  if (word(at) == "could" && word(at + 1) == "do" && word(at + 2) == "with") return at + 3;
  if (word(at) == "could" && word(at + 1) == "use" && is(at + 2, "a an some")) return at + 2;
  const bool is_noun = at > begin && is(at - 1, "no the in of any special every");
  if (is(at, kWants) && !is_noun) return at + 1;
  return std::nullopt;
}

// The thing that is asked for is no business of this template.
bool ClauseReader::matter_at(std::size_t at, std::size_t end) const {
  at = std::max<std::size_t>(at, 1);
  while (at < end &&
         is(at, "a an the my our your some me us to book reserve get order have make buy you for i need"))
    ++at;
  if (word(at) == "money" && word(at + 1) == "back") return true;
  const bool is_back = word(at + 1) == "back" && is(at - 1, "my our") &&
                       !vocabulary_.contains(meaning_of("back")) &&
                       !vocabulary_.contains(meaning_of("return"));
  if (is_back) return true;
  for (std::size_t next = at; next < std::min(end, at + 2) && sentence_.follows_on(next); ++next) {
    const std::string& meaning = sentence_[next].meaning;
    const auto practises = [this, next](const std::string& known) {
      return known.starts_with(word(next)) && word(next).size() >= 5;  // "dentist" where there is dentistry
    };
    const bool is_table = word(next) == "table" && (vocabulary_.contains(meaning_of("restaurant")) ||
                                                    vocabulary_.contains(meaning_of("meal")));
    if (is_table || std::ranges::any_of(vocabulary_, practises)) return false;
    if (vocabulary_.contains(meaning) || is(next, "for with at in on from to of")) return false;
    if (is(next, kOtherMatters) || is(next, kServices)) return true;
  }
  return false;
}

std::optional<Sign> ClauseReader::imperative_at(std::size_t at, std::size_t end) const {
  // "…, and please remind him by text": beside a request, of somebody else
  const bool is_of_third = at > 0 && is(at, "remind tell inform notify") && is(at + 1, "him her them") &&
                           (sentence_.follows_on(at) || word(at - 1) == "please" || word(at - 1) == "and");
  if (is_of_third) return std::nullopt;
  if (word(at) == "tell" || (word(at) == "let" && word(at + 2) == "know") ||
      is(at, "explain remind inform advise"))
    return Sign{Purpose::kQuestion, at, std::min(end, at + 3)};
  if (is(at, "thank thanks")) return Sign{Purpose::kStatement, at, std::min(end, at + 2)};
  const bool is_base = !word(at).ends_with("ing") && !word(at).ends_with("ed") &&
                       word(at).find_first_of("0123456789") == string_view::npos;
  const bool is_ordered =
      is_base && is_of_scenario(at) && is(at + 1, "some a an any me us");  // "Play some music"
  const bool is_verb = is(at, kRequestVerbs) || is_ordered ||
                       (is_base && is_verb_of_template(at) && is_bare(at, end)) ||
                       (at == 0 && is_base && vocabulary_.contains(sentence_[at].meaning) &&
                        is_bare(at, end) && !is(at, "is are was do does did have has can could"));
  if (!is_verb) return std::nullopt;
  const bool is_own = scenario_.contains(sentence_[at].meaning) &&
                      !is(at, "book reserve order rent hire request buy schedule arrange");
  if (!is_own && matter_at(at + 1, end)) return Sign{Purpose::kOtherMatter, at, std::min(end, at + 4)};
  return Sign{Purpose::kRequest, at, std::min(end, at + 1)};
}

// "blur the background", but not "filter: cool" or "background blur on".
bool ClauseReader::is_bare(std::size_t at, std::size_t end) const {
  return at + 1 < end &&
         (is(at + 1, "the my our this that it them his her their all everything me us up down") ||
          (sentence_[at + 1].is_capital && sentence_.follows_on(at + 1)));
}

}  // namespace schemagate::client_agent
