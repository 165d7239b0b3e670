#include "extension/client_agent/coverage.h"

#include <algorithm>
#include <set>
#include <vector>

#include "extension/client_agent/intent.h"
#include "extension/client_agent/intent_words.h"
#include "extension/client_agent/leftover_words.h"
#include "extension/client_agent/numbers.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

// Of the words that a complete request may leave unexplained: a wish or a remark beside it.
constexpr double kShareMax = 0.25;

// What anybody says beside a request, whatever it is for.
constexpr string_view kRemarks =
    "assistant siri alexa bot ask people person persons lunch dinner breakfast morning afternoon evening "
    "today "
    "tomorrow tonight again "
    "before after back course possible included needed wanted arranged soon asap way enough pls plz thx ta "
    "regards hallo hiya bye folks guys sir madam sorry actually noon midday late early still next u chance "
    "out down off over away around along round extra big more "
    "appt poss obvs sb btw cos haha lol gonna wanna somewhere because between "
    "through version "
    "another ahead whatever ready later upcoming visiting visit intend intending plan planning planned "
    "hoping area "
    "mentioned found earlier selected discussed suggested suitable perfect ideal appreciate interested how "
    "when whose "
    "shortly soon recently try trying tried search searching locating headed heading grab "
    "live stay "
    "staying ones watch watching enjoy listen hear play playing shown showing eat drink dine sleep available "
    "online now "
    "where though someplace nearby able think instead night whole convenient personal attempt transportation "
    "options spot they they're he's she's him it'd whether once together specifically requiring attend "
    "attending wait oops required tbc approx approximately roughly circa deadline shoot times thing things "
    "tell sometime work works suit suits town city location";

std::set<std::string, std::less<>> heard_words(const Draft& draft) {
  std::set<std::string, std::less<>> words;
  for (const HeardFor& heard : draft.heard()) {
    const Utterance phrase(heard.words);
    for (const Word& word : phrase.words()) words.insert(word.text);
  }
  return words;
}

// "picking it up", "she leaves it"
bool is_form_of_request(string_view word) {
  if (is_request_verb(word)) return true;
  const auto said = meaning_of(word);
  for (string_view rest = kRequestVerbs; !rest.empty();) {
    const auto end = std::min(rest.find(' '), rest.size());
    if (meaning_of(rest.substr(0, end)) == said) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

bool is_plain(string_view word) {
  return is_everyday_word(word) || lists(kWants, word) || is_form_of_request(word) || is_occasion(word) ||
         lists(kPraise, word) || lists(kOpeners, word) || lists(kBookingNouns, word) ||
         lists(kRemarks, word) || lists(kCustomerVerbs, word);
}

// "a bus that departs at five", "a place which serves Thai food": between the thing and what some key took,
// the verb says nothing of its own.
bool only_joins(const Draft& draft, std::size_t at) {
  const Parse& parse = draft.parse();
  const Utterance& sentence = draft.sentence();
  if (at == 0 || !lists("that which who", sentence.text(at - 1)) || !sentence.follows_on(at)) return false;
  std::size_t next = at + 1;
  while (next < sentence.size() && sentence.follows_on(next) && parse.is_free(next) &&
         !parse.is_content(next))
    ++next;
  return next < sentence.size() && sentence.follows_on(next) && !parse.is_free(next);
}

bool is_figure(const Utterance& sentence, std::size_t at) {
  const bool has_digit = sentence.text(at).find_first_of("0123456789") != string_view::npos;
  return has_digit || (number_at(sentence, at) && sentence.text(at) != "one");
}

std::vector<std::size_t> unexplained(const Draft& draft) {
  const Parse& parse = draft.parse();
  const Utterance& sentence = draft.sentence();
  const auto heard = heard_words(draft);
  std::vector<std::size_t> words;
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    const auto word = sentence.text(at);
    const bool is_reason = opens_reason(sentence.text(parse.clause_of(at).first));
    const bool is_subject = at > 1 && is_companion(word) && lists("can could may", sentence.text(at - 2));
    if (!parse.is_free(at) || heard.contains(word) || is_reason || is_subject) continue;
    const bool says =
        parse.is_content(at) && !parse.is_of_template(at) && !is_plain(word) && !only_joins(draft, at);
    if (says || (is_figure(sentence, at) && !is_corrected_number(draft, at))) words.push_back(at);
  }
  return words;
}

bool is_asked_for(const Draft& draft, std::size_t index) {
  const auto& key = *draft.key(index).key;
  if (key.name == schema_interaction::kOther) return false;
  const auto& found = draft.found(index);
  if (found && found->confidence >= kConfidenceThreshold) return false;
  return key.required || (key.default_value && !draft.is_open(index));
}

bool is_complete(const Draft& draft) {
  for (std::size_t i = 0; i < draft.keys().size(); ++i) {
    if (is_asked_for(draft, i)) return false;
  }
  return true;
}

std::string text_of(const Utterance& sentence, const std::vector<std::size_t>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::size_t last = i;
    while (last + 1 < words.size() && words[last + 1] == words[last] + 1) ++last;
    text += (text.empty() ? "" : " \u2026 ") + std::string(sentence.span(words[i], words[last] + 1));
    i = last;
  }
  return text;
}

// "no rush", "no 5": what nobody has understood is refused, and may be any key's.
std::vector<std::size_t> refused_words(const Draft& draft) {
  const Parse& parse = draft.parse();
  const Utterance& sentence = draft.sentence();
  std::vector<std::size_t> words;
  for (std::size_t at = 0; at + 1 < sentence.size(); ++at) {
    const bool is_correction = lists("no not oops", sentence.text(at)) &&
                               lists("wait sorry actually rather hang correction", sentence.text(at + 1));
    const bool is_refusal = !is_correction && parse.is_free(at) && is_negation(sentence.text(at)) &&
                            parse.is_free(at + 1) && sentence[at].sentence == sentence[at + 1].sentence;
    if (is_refusal && (parse.is_content(at + 1) || is_figure(sentence, at + 1))) {
      words.push_back(at);
      words.push_back(at + 1);
    }
  }
  return words;
}

}  // namespace

bool is_corrected_number(const Draft& draft, std::size_t at) {
  constexpr std::size_t kReach = 5;
  const Parse& parse = draft.parse();
  const Utterance& sentence = draft.sentence();
  const auto number = number_at(sentence, at);
  std::size_t next = at + (number ? number->words : 0);
  if (number && parse.is_of_template(std::min(next, sentence.size() - 1))) ++next;
  bool corrects = false;
  for (const std::size_t end = next + kReach; number && next < std::min(end, sentence.size()); ++next) {
    if (!parse.is_free(next) && number_at(sentence, next)) return corrects;
    corrects = corrects || lists("no wait sorry actually rather make", sentence.text(next));
    if (!lists("no not wait sorry actually rather make it that or i mean oh", sentence.text(next)))
      return false;
  }
  return false;
}

std::optional<std::string> unsettling_words(const Draft& draft) {
  if (const auto refused = refused_words(draft); !refused.empty()) return text_of(draft.sentence(), refused);
  const auto words = unexplained(draft);
  if (words.empty()) return std::nullopt;
  const auto taken = std::ranges::count(draft.parse().taken(), true);
  const double left = static_cast<double>(words.size());
  const double share = left / (left + static_cast<double>(taken));
  if (is_complete(draft) && share <= kShareMax) return std::nullopt;
  return text_of(draft.sentence(), words);
}

}  // namespace schemagate::client_agent
