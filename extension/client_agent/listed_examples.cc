#include "extension/client_agent/listed_examples.h"

#include <algorithm>

#include "a2a/text/ascii.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

constexpr std::size_t kItemWordsMax = 4;

// Each part between commas, "and" and "or".
void add_items(string_view list, std::vector<std::string>& items) {
  const Utterance words(list);
  std::size_t first = 0;
  for (std::size_t at = 0; at <= words.size() && items.size() < kExamplesMax; ++at) {
    const bool is_joint = at < words.size() && lists("and or", words.text(at));
    const bool parts = at == words.size() || is_joint || (at > first && !words.follows_on(at));
    if (!parts) continue;
    while (first < at && lists("a an the", words.text(first))) ++first;
    if (at > first && at - first <= kItemWordsMax) items.emplace_back(words.span(first, at));
    first = is_joint ? at + 1 : at;
  }
}

std::optional<std::size_t> end_of(const Parse& parse, const Utterance& item, std::size_t at) {
  for (std::size_t i = 0; i < item.size(); ++i) {
    const std::size_t next = at + i;
    const bool same = parse.is_free(next) && parse.sentence()[next].meaning == item[i].meaning &&
                      (i == 0 || parse.sentence().follows_on(next));
    if (!same) return std::nullopt;
  }
  return at + item.size();
}

}  // namespace

std::vector<std::string> listed_examples(const KeyTerms& key) {
  const std::string text =
      a2a::text::lower_case(string_view(key.key->description).substr(0, kDescriptionBytesMax));
  std::vector<std::string> items;
  for (string_view label : {"such as ", ", like ", "for example ", "for instance ", "e.g. "}) {
    const auto from = text.find(label);
    if (from == std::string::npos) continue;
    const string_view rest = string_view(text).substr(from + label.size());
    add_items(rest.substr(0, rest.find_first_of(".;)'")), items);
  }
  return items;
}

std::optional<Span> find_listed_example(const Parse& parse, const KeyTerms& key) {
  std::optional<Span> found;
  for (const std::string& text : listed_examples(key)) {
    const Utterance item(text);
    const bool says = std::ranges::any_of(item.words(), [](const Word& each) {
      return !is_empty_word(each.text) && each.text.size() > 2 && !is_everyday_word(each.text);
    });
    for (std::size_t at = 0; says && at < parse.sentence().size(); ++at) {
      const auto end = end_of(parse, item, at);
      const bool is_longer = end && (!found || *end - at > found->last - found->first);
      if (is_longer) found = Span{at, *end};
    }
  }
  return found;
}

}  // namespace schemagate::client_agent
