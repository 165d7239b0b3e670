// Yes or no by a quality alone: "direct please" for direct flights only, "one of us is vegan" for a vegan
// menu.
#include <algorithm>

#include "extension/client_agent/draft.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

// The meaning of the quality that is all that a description asks for: "Direct flights only"; empty without
// one.
std::string only_quality(const KeyTerms& key) {
  const string_view text = string_view(key.key->description).substr(0, kDescriptionBytesMax);
  const Utterance head(text.substr(0, text.find_first_of(".;(,")));
  if (head.size() < 2 || head.size() > 4) return "";
  const bool ends = head.text(head.size() - 1) == "only";
  const std::size_t first = head.text(0) == "only" ? 1 : 0;
  if (!ends && first == 0) return "";
  const auto word = head.text(first);
  return is_empty_word(word) || is_everyday_word(word) ? "" : head[first].meaning;
}

// "vegan" of vegan_menu: who is so wants that.
std::string quality_of_guest(const KeyTerms& key) {
  const Utterance name(key.key->name);
  const bool is_for_guest =
      name.size() == 2 && lists("menu meal meals food option options space place access", name.text(1));
  return is_for_guest && !is_empty_word(name.text(0)) ? name[0].meaning : "";
}

class QualityReader {
 public:
  explicit QualityReader(Draft& draft) : draft_(draft), parse_(draft.parse()), sentence_(draft.sentence()) {}

  void map(std::size_t key) {
    const std::string only = only_quality(draft_.key(key));
    const std::string of_guest = quality_of_guest(draft_.key(key));
    for (std::size_t at = 0; at < sentence_.size(); ++at) {
      if (!parse_.is_free(at)) continue;
      const bool is_alone = sentence_[at].meaning == only && stands_alone(at);
      const bool is_somebody = sentence_[at].meaning == of_guest && somebody_is(at);
      if (!is_alone && !is_somebody) continue;
      const bool is_denied =
          at > 0 && lists("not no non", sentence_.text(at - 1)) && sentence_.follows_on(at);
      if (is_somebody && (is_denied || parse_.is_negated(at, 6))) continue;
      return draft_.give(key, is_denied ? "false" : "true", 0.8, {at, at + 1});
    }
  }

 private:
  bool stands_alone(std::size_t at) const {
    const std::size_t first = at > 0 && lists("not no", sentence_.text(at - 1)) ? at - 1 : at;
    const bool begins = first == 0 || !sentence_.follows_on(first);
    const std::size_t next = at + 1;
    return begins && (next >= sentence_.size() || !sentence_.follows_on(next) ||
                      lists("please pls only preferred preferably if", sentence_.text(next)));
  }
  // "one of us is vegan", "he's in a wheelchair"
  bool somebody_is(std::size_t at) const {
    std::size_t verb = at;
    while (verb > 0 && sentence_.follows_on(verb) && lists("a an in strictly both", sentence_.text(verb - 1)))
      --verb;
    if (verb == 0 || !lists("is are am i'm we're he's she's they're", sentence_.text(verb - 1))) return false;
    const Span clause = parse_.clause_of(at);
    for (std::size_t each = clause.first; each < verb; ++each) {
      if (lists("nobody none no neither if whether", sentence_.text(each))) return false;
    }
    const std::size_t next = at + 1;
    return next >= sentence_.size() || !sentence_.follows_on(next) ||
           lists("and so but too", sentence_.text(next));
  }

  Draft& draft_;
  const Parse& parse_;
  const Utterance& sentence_;
};

}  // namespace

void map_qualities(Draft& draft) {
  for (const std::size_t key : draft.open(KeyKind::kSwitch)) QualityReader(draft).map(key);
}

}  // namespace schemagate::client_agent
