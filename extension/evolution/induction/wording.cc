#include "extension/evolution/induction/wording.h"

#include <algorithm>
#include <set>
#include <utility>

#include "a2a/json/text.h"
#include "a2a/text/ascii.h"
#include "extension/evolution/induction/screening.h"
#include "extension/schema_interaction/key_name.h"

namespace schemagate::evolution {
namespace {

constexpr std::size_t kNameBytesMin = 2;
constexpr std::size_t kNameBytesMax = 40;

bool is_key_name(std::string_view name) {
  return name.size() >= kNameBytesMin && name.size() <= kNameBytesMax &&
         schema_interaction::is_snake_case(name) && !is_reserved_name(name);
}

// " by the window " of "By the  Window", so that whole words are found in it.
std::string lowered_words(std::string_view text) {
  std::string words = " ";
  for (const char each : text) {
    const char c = a2a::text::lower(each);
    if (c != ' ' || words.back() != ' ') words += c;
  }
  return words.back() == ' ' ? words : words + ' ';
}

template <class Each>
bool every_word(const std::string& words, Each test) {
  for (std::size_t at = 1; at < words.size();) {
    const std::size_t end = words.find(' ', at);
    if (!test(words.substr(at, end - at))) return false;
    at = end + 1;
  }
  return true;
}

bool is_value(const std::string& value) {
  const std::string words = lowered_words(value);
  return words.size() > 2 && value.size() <= kWordedValueBytesMax && words != " none " &&
         every_word(words, is_publishable_word) && !is_instructing(value);
}

std::string stems_of(const std::string& words, const Stemmer& stemmer) {
  std::string stems = " ";
  every_word(words, [&](const std::string& word) {
    stems += stemmer.stem(word) + " ";
    return true;
  });
  return stems;
}

// As it was spelled, or by its stems.
bool says(const Reading& reading, const std::string& words, const std::string& stems) {
  std::string spelled = " ";
  std::string stemmed = " ";
  for (std::size_t i = 0; i < reading.tokens.size(); ++i) {
    const Token& token = reading.tokens[i];
    spelled += lowered_words(token.kind == TokenKind::kName ? token.spelled : token.text).substr(1);
    stemmed += reading.stems[i] + " ";
  }
  return spelled.contains(words) || stemmed.contains(stems);
}

bool is_said(const std::string& value, const Readings& readings, const Publicity& publicity,
             const Stemmer& stemmer) {
  const std::string words = lowered_words(value);
  const std::string stems = stems_of(words, stemmer);
  std::size_t texts = 0;
  std::set<ClientNumber> clients;
  for (const Reading& reading : readings.all) {
    if (!says(reading, words, stems)) continue;
    ++texts;
    clients.insert(reading.client);
  }
  return texts >= kTextsOfAValueMin && clients.size() >= publicity.clients_min;
}

auto refuse_values(std::string why) {
  return a2a::fail(a2a::ErrorCode::kInvalidRequest, "values: " + std::move(why));
}

}  // namespace

a2a::Result<Candidate> worded(const Candidate& candidate, const Wording& wording) {
  Candidate made = candidate;
  if (!wording.name.empty()) {
    if (!is_key_name(wording.name)) {
      return a2a::fail(a2a::ErrorCode::kInvalidRequest,
                       "name: expected a free name of 2 to 40 characters, lower case with _ between words");
    }
    made.name = wording.name;
  }
  if (wording.meaning.empty()) return made;
  made.meaning = wording.meaning;
  while (made.meaning.ends_with('.') || made.meaning.ends_with(' ')) made.meaning.pop_back();
  const bool fits = !made.meaning.empty() && made.meaning.size() <= kMeaningBytesMax &&
                    !is_instructing(wording.meaning) && is_publishable_text(describe(made));
  if (fits) return made;
  return a2a::fail(a2a::ErrorCode::kInvalidRequest,
                   "description: expected a sentence of at most 400 bytes, without mark-up, addresses or "
                   "instructions");
}

a2a::Result<Candidate> revalued(const Candidate& candidate, const std::vector<std::string>& values,
                                const Readings& readings, const Publicity& publicity,
                                const Stemmer& stemmer) {
  if (candidate.type != schema_interaction::KeyType::kString) return refuse_values("only a string lists any");
  if (values.empty() || values.size() > kWordedValuesMax) return refuse_values("expected one to ten");
  for (const std::string& value : values) {
    if (!is_value(value))
      return refuse_values("expected plain words of at most 40 bytes, no instruction, and not none");
    if (!is_said(value, readings, publicity, stemmer))
      return refuse_values("too few have said " + value + " in this wish");
  }
  Candidate made = candidate;
  made.values = values;
  made.default_value = "\"none\"";
  std::erase_if(made.examples, [&values](const Example& each) {
    return std::ranges::none_of(
        values, [&each](const std::string& value) { return each.value == a2a::in_quotes(value); });
  });
  if (!is_publishable_text(describe(made))) return refuse_values("the description would be unsafe");
  return made;
}

}  // namespace schemagate::evolution
