// What a clause of a sentence is a sign of (intent.h): a request, a refusal, a question. Private to the room.
// Pure.
#pragma once

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "extension/client_agent/mapping.h"
#include "extension/client_agent/utterance.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {

// Words [first, last) say it.
struct Sign {
  Purpose purpose = Purpose::kStatement;
  std::size_t first = 0;
  std::size_t last = 0;
};

// Borrows the sentence; of the template only words are kept. Each position is an index into the sentence's
// words.
class ClauseReader {
 public:
  ClauseReader(const Utterance& sentence, const schema_interaction::SchemaTemplate& schema);

  std::optional<Sign> cancellation_in(std::size_t at, std::size_t end) const;
  // "Don't book …", "I don't need a table", "no need to come".
  std::optional<Sign> refusal_at(std::size_t at, std::size_t end) const;
  // "Don't locate my parcel": whatever the verb, unless a key is called so ("don't blur it").
  std::optional<Sign> negated_order_at(std::size_t at, std::size_t end) const;
  // "That's all I need, thanks": from `at` to the end of its sentence.
  std::optional<Sign> closing_at(std::size_t at, std::size_t end) const;
  // "Actually no, forget it", "we're not coming after all": what was asked for is taken back; to the end of
  // its sentence.
  std::optional<Sign> withdrawal_at(std::size_t at, std::size_t end) const;
  std::optional<Sign> possibility_in(std::size_t at, std::size_t end) const;
  std::optional<Sign> question_at(std::size_t at, std::size_t end, bool asks, bool begins) const;
  // "I want", "need", "would like", "I'd rather".
  std::optional<Sign> wish_in(std::size_t at, std::size_t end) const;
  std::optional<Sign> imperative_at(std::size_t at, std::size_t end) const;

  std::string_view word(std::size_t at) const { return sentence_.text(at); }
  bool is(std::size_t at, std::string_view list) const { return lists(list, word(at)); }
  bool digit_at(std::size_t at) const;
  bool has(std::size_t at, std::size_t end, std::string_view list) const;
  bool has_day(std::size_t at, std::size_t end) const;
  bool is_of_scenario(std::size_t at) const { return scenario_.contains(sentence_[at].meaning); }

 private:
  using Words = std::set<std::string, std::less<>>;

  bool only_closes(std::size_t at, std::size_t end) const;
  bool forgets(std::size_t at, std::size_t end) const;
  bool leaves_off(std::size_t at, std::size_t end) const;
  bool changes_mind(std::size_t at, std::size_t end) const;
  // "… off the list", "… from your calendar".
  bool takes_off_list(std::size_t at, std::size_t end) const;
  bool is_negated(std::size_t at, std::size_t begin) const;
  bool names_booking(std::size_t at, std::size_t end) const;
  // "my eye test": something of the template.
  bool names_any(std::size_t at, std::size_t end) const;
  bool is_action(std::size_t at) const;
  // "a table", "to book": the thing itself, not one of its features.
  bool refuses_object(std::size_t at, std::size_t end) const;
  // "Could you book …", "would you mind …", "is it possible to …".
  std::optional<Sign> polite_question_at(std::size_t at, std::size_t end) const;
  // What is asked for is one thing of mine or one day, not what is done in general.
  bool asks_to_do(std::size_t at) const;
  bool is_specific(std::size_t at, std::size_t end) const;
  bool is_verb_of_template(std::size_t at) const;
  // "I'd rather not fly": the thing itself is refused; "I'd prefer not to sit there" is a wish about how.
  std::optional<Sign> refused_wish(std::size_t wish, std::size_t negation, std::size_t end) const;
  // "I don't think we need …"
  bool doubts_before(std::size_t at, std::size_t begin) const;
  // "I wanted to … last week but …"
  bool is_told(std::size_t at, std::size_t end) const;
  // The word behind what says that somebody wants something.
  std::optional<std::size_t> wish_at(std::size_t at, std::size_t begin) const;
  // The thing that is asked for is no business of this template.
  bool matter_at(std::size_t at, std::size_t end) const;
  // "blur the background", but not "filter: cool" or "background blur on".
  bool is_bare(std::size_t at, std::size_t end) const;
  template <class Test>
  static bool names(std::size_t at, std::size_t end, Test is_it) {
    for (std::size_t next = at; next < std::min(end, at + 3); ++next) {
      if (is_it(next)) return true;
    }
    return false;
  }

  const Utterance& sentence_;
  Words scenario_;
  Words key_names_;
  Words vocabulary_;
};

}  // namespace schemagate::client_agent
