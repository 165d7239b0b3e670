#include <algorithm>
#include <nlohmann/json.hpp>

#include "a2a/text/ascii.h"
#include "extension/client_agent/dates.h"
#include "extension/client_agent/draft.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

constexpr std::size_t kPhoneDigitsMin = 6;
constexpr std::size_t kPhoneWordsMax = 8;

// Digits, with separators that join parts of a number: "030/5557788".
std::size_t digits_in(string_view word) {
  const bool is_part =
      std::ranges::all_of(word, [](char c) { return a2a::text::is_digit(c) || c == '/' || c == '-'; });
  const bool is_date = word.size() == 10 && word[4] == '-' && word[7] == '-';
  return is_part && !is_date ? static_cast<std::size_t>(std::ranges::count_if(word, a2a::text::is_digit)) : 0;
}

bool joins_digits(string_view gap) {
  return std::ranges::all_of(gap, [](char c) { return string_view(" -/()").contains(c); });
}

bool is_in_date(const std::vector<DateMention>& dates, std::size_t at) {
  return std::ranges::any_of(dates,
                             [at](const DateMention& date) { return date.first <= at && at < date.last; });
}

std::optional<Span> find_phone(const Draft& draft) {
  const std::vector<DateMention> dates = find_dates(draft.sentence(), {});
  const Utterance& sentence = draft.sentence();
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    std::size_t digits = 0;
    std::size_t end = at;
    while (end < sentence.size() && end < at + kPhoneWordsMax && draft.parse().is_free(end) &&
           !is_in_date(dates, end)) {
      const std::size_t more = digits_in(sentence.text(end));
      if (more == 0 || (end > at && !joins_digits(sentence[end].separator))) break;
      digits += more;
      ++end;
    }
    const bool is_money = lists("euro euros eur dollars pounds", sentence.text(end));
    if (digits >= kPhoneDigitsMin && digits <= 16 && !is_money) return Span{at, end};
    if (end > at) at = end - 1;
  }
  return std::nullopt;
}

// "customer number 40218837", "order no. 40218837": a number of something else.
bool is_number_of_another(const Utterance& sentence, std::size_t first) {
  return first > 1 && sentence.follows_on(first) && sentence.follows_on(first - 1) &&
         lists("number no nr id", sentence.text(first - 1)) && !is_empty_word(sentence.text(first - 2)) &&
         !lists("phone telephone tel mobile cell whatsapp landline home work office contact daytime evening",
                sentence.text(first - 2));
}

// The words before a contact that only say what it is: "call me on", "my number is".
void take_lead(Draft& draft, std::size_t first) {
  const Utterance& sentence = draft.sentence();
  std::size_t at = first;
  while (at > 0 && draft.parse().is_free(at - 1) && sentence.follows_on(at) &&
         lists("call me on at under to my phone number mobile is tel telephone email mail e write reach us "
               "the ring her him please it cell by",
               sentence.text(at - 1)))
    --at;
  draft.parse().take({at, first});
}

// What a template's own pattern takes, and the words as they are written.
class CodePattern {
 public:
  explicit CodePattern(const KeyProfile& profile) : profile_(profile) {
    if (profile.pattern.empty()) return;
    const a2a::JsonTree schema = {{"type", "string"}, {"pattern", profile.pattern}};
    auto compiled = json_schema::Validator::compile(a2a::dump_tree(schema));
    if (compiled) validator_.emplace(*std::move(compiled));
  }

  // What is written, as the pattern has it: "kv21 xrt" for "KV21XRT"; nullopt: it is no such code.
  std::optional<std::string> value_of(string_view written) const {
    if (takes(written)) return std::string(written);
    if (!validator_) return std::nullopt;
    std::string capital(written);
    std::ranges::transform(capital, capital.begin(), a2a::text::upper);
    if (takes(capital)) return capital;
    std::erase(capital, ' ');
    return takes(capital) ? std::optional(capital) : std::nullopt;
  }

 private:
  bool takes(string_view written) const {
    const bool has_digit = std::ranges::any_of(written, a2a::text::is_digit);
    const bool is_code = has_digit || written.contains('.');
    if (validator_)
      return is_code && validator_->validate(a2a::JsonTree(written)) == json_schema::Verdict::kValid;
    return profile_.pattern.empty() && written.size() >= std::max<std::size_t>(4, profile_.digits_min) &&
           written.size() <= profile_.digits_max && std::ranges::all_of(written, a2a::text::is_digit);
  }

  const KeyProfile& profile_;
  std::optional<json_schema::Validator> validator_;
};

// What is written without a blank from word `at` on: "IMG_2041.jpg" is two words.
Span written_together(const Utterance& sentence, std::size_t at) {
  Span words{at, at + 1};
  while (words.last < sentence.size() &&
         sentence[words.last].begin == sentence[words.last - 1].end + sentence[words.last].separator.size())
    ++words.last;
  return words;
}

struct Code {
  Span words;
  std::string value;
};

// "KV21 XRT": the words, with blanks between them, that the pattern takes; the longest first.
std::optional<Code> spaced_code_at(const Draft& draft, const CodePattern& pattern, std::size_t at) {
  const Utterance& sentence = draft.sentence();
  for (std::size_t words = 3; words > 1; --words) {
    bool is_plain = at + words <= sentence.size();
    for (std::size_t next = at; is_plain && next < at + words; ++next)
      is_plain = draft.parse().is_free(next) && (next == at || sentence[next].separator.empty());
    auto value = is_plain ? pattern.value_of(sentence.span(at, at + words)) : std::nullopt;
    if (value) return Code{{at, at + words}, *std::move(value)};
  }
  return std::nullopt;
}

// The longest beginning of words written together that the pattern takes.
std::optional<Code> code_at(const Draft& draft, const CodePattern& pattern, std::size_t at) {
  if (auto code = spaced_code_at(draft, pattern, at)) return code;
  Span words = written_together(draft.sentence(), at);
  for (; words.last > at && draft.parse().is_free(at); --words.last) {
    if (auto value = pattern.value_of(draft.sentence().span(at, words.last)))
      return Code{words, *std::move(value)};
  }
  return std::nullopt;
}

// "card 40218873", "policy KF-200318": the one word that a pattern takes.
void map_code(Draft& draft, std::size_t key) {
  const Utterance& sentence = draft.sentence();
  const KeyProfile& profile = draft.key(key).profile;
  const CodePattern pattern(profile);
  std::optional<Code> found;
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    auto code = code_at(draft, pattern, at);
    if (!code) continue;
    if (found) return draft.hear(key, code->words, "two numbers are as likely");
    at = code->words.last - 1;
    found = std::move(code);
  }
  if (!found) return;
  std::size_t lead = found->words.first;
  while (lead > 0 && draft.parse().is_free(lead - 1) && sentence.follows_on(lead) &&
         (lists("no number nr is my the id", sentence.text(lead - 1)) ||
          profile.name_cues.contains(sentence[lead - 1].meaning)))
    --lead;
  draft.give(key, json_text(found->value), 0.9, found->words);
  draft.parse().take({lead, found->words.first});
}

// "https://…", with its scheme; "www.example.com" is heard.
void map_uri(Draft& draft, std::size_t key) {
  const Utterance& sentence = draft.sentence();
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    const auto text = sentence.text(at);
    const bool is_whole = text.starts_with("http://") || text.starts_with("https://");
    if (!draft.parse().is_free(at) || (!is_whole && !text.starts_with("www."))) continue;
    if (!is_whole) return draft.hear(key, {at, at + 1}, "no scheme");
    draft.give(key, json_text(sentence.span(at, at + 1)), 0.95, {at, at + 1});
    return;
  }
}

}  // namespace

void map_contacts(Draft& draft) {
  const Utterance& sentence = draft.sentence();
  for (const std::size_t key : draft.open(KeyKind::kUri)) map_uri(draft, key);
  for (const std::size_t key : draft.open(KeyKind::kCode)) map_code(draft, key);
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    if (!sentence.text(at).contains('@')) continue;
    auto keys = draft.open(KeyKind::kEmail);
    if (keys.empty()) keys = draft.open(KeyKind::kContact);
    if (keys.empty()) continue;
    draft.give(keys.front(), json_text(sentence.span(at, at + 1)), 0.95, {at, at + 1});
    take_lead(draft, at);
  }
  auto keys = draft.open(KeyKind::kPhone);
  if (keys.empty()) keys = draft.open(KeyKind::kContact);
  const auto phone = keys.empty() ? std::nullopt : find_phone(draft);
  if (!phone) return;
  if (is_number_of_another(sentence, phone->first))
    return draft.hear(keys.front(), *phone, "a number of something else");
  const bool has_plus = sentence[phone->first].separator.ends_with('+');
  const std::string number = (has_plus ? "+" : "") + draft.parse().text(*phone);
  draft.give(keys.front(), json_text(number), 0.9, *phone);
  take_lead(draft, phone->first);
}

}  // namespace schemagate::client_agent
