// A sentence while keys are mapped: which of its words some key has taken, and where a key's words stand
// together. Private to the room; one thread at a time.
//
//   const Utterance sentence("smooth the skin, but don't blur anything");
//   Parse parse(sentence, schema);
//   if (auto found = parse.find(key_terms(key, nullptr))) parse.take(found->words);
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "extension/client_agent/description.h"
#include "extension/client_agent/key_profile.h"
#include "extension/client_agent/mapping.h"
#include "extension/client_agent/utterance.h"

namespace schemagate::client_agent {

// Words [first, last) of a sentence.
struct Span {
  std::size_t first = 0;
  std::size_t last = 0;
  bool operator==(const Span&) const = default;
};

// Words that are told beside the request (side_remarks.h).
enum class Aside : unsigned char {
  kNone,
  kTold,  // of somebody else: for no key
  kPast,  // what has been: may say what is wrong, but no name, number or day
};

// A key with what its description says, in the forms that sentences are compared with.
struct KeyTerms {
  const schema_interaction::Key* key = nullptr;  // borrowed from the template
  Hints hints;
  KeyProfile profile = {};
  std::vector<std::string> names;  // meanings of the key's name; the last one is what is done: skin_smoothing
  // Sets of meanings, none empty, that stand for the key when all are in one clause: its name, and the
  // phrases of its examples without what grades or negates.
  std::vector<std::vector<std::string>> concepts;
  std::vector<std::vector<std::string>> denials = {};  // of a switch: phrases of examples that mean no
};
// `property`: the key's part of the compiled JSON Schema; nullptr: none.
KeyTerms key_terms(const schema_interaction::Key& key, const a2a::JsonTree* property);

// The meanings of the words that a template is called by: "removal" of removal_v4.
std::vector<std::string> words_of_id(std::string_view schema_id);

// A key's words in the sentence.
struct ConceptMatch {
  Span words;
  bool is_negated = false;  // "don't blur the background"
  bool by_name = false;     // in the words of the key's name, not only in such of the same meaning
  double confidence = 0.9;
};

// Every position is an index into the sentence's words.
class Parse {
 public:
  // The sentence is borrowed and must outlive it; of the template only words are kept.
  Parse(const Utterance& sentence, const schema_interaction::SchemaTemplate& schema);

  const Utterance& sentence() const { return sentence_; }
  const std::vector<bool>& taken() const { return taken_; }
  bool is_free(std::size_t at) const {
    return at < sentence_.size() && !taken_[at] && !reserved_[at] && !is_hidden(at);
  }
  void set_aside(Span words, Aside aside);
  // From now on such words are not free, and those that are told less far away neither; kNone: all are.
  void hide(Aside aside) { hidden_ = aside; }
  // No key gets these words any more, but they are still to be said to the agent.
  void reserve(Span words);
  // All keys are mapped: what was reserved is free again.
  void release() { reserved_.assign(reserved_.size(), false); }
  // From now on no other key gets these words.
  void take(Span words);
  // Each free word of the span's clause that `is_wanted` holds for.
  template <class Test>
  void take_in_clause(Span words, Test is_wanted) {
    const Span clause = clause_of(words.first);
    for (std::size_t at = clause.first; at < clause.last; ++at) {
      if (!taken_[at] && is_wanted(at)) taken_[at] = true;
    }
  }
  // The words around `at` that belong to one part of the sentence.
  Span clause_of(std::size_t at) const;
  bool are_in_one_clause(std::size_t at, std::size_t other) const;
  std::string text(Span words) const { return std::string(sentence_.span(words.first, words.last)); }

  // Says something by itself: no empty word, light word, degree, negation, number, or word of the scenario.
  bool is_content(std::size_t at) const;
  bool is_of_scenario(std::size_t at) const { return scenario_.contains(sentence_[at].meaning); }
  // The lower-case name of a place that an example of the template has: "beijing".
  bool is_known_place(std::size_t at) const { return places_.contains(sentence_.text(at)); }
  // Stands anywhere in the template: its names and descriptions.
  bool is_of_template(std::size_t at) const { return vocabulary_.contains(sentence_[at].meaning); }
  bool is_word_of_template(std::string_view meaning) const { return vocabulary_.contains(meaning); }
  // A negation stands at most `reach` words before it in its clause.
  bool is_negated(std::size_t at, std::size_t reach) const;

  // The tightest place where a concept of the key stands in free words; the key's last name alone counts
  // where the clause says nothing else.
  std::optional<ConceptMatch> find(const KeyTerms& key) const;

 private:
  bool is_hidden(std::size_t at) const { return aside_[at] != Aside::kNone && aside_[at] <= hidden_; }
  void add_places(const schema_interaction::Key& key);
  void add_denied(std::string_view description);
  // "non-smoking", unless the template itself says "non-stop".
  bool is_denied_by_prefix(std::size_t at) const;
  std::optional<Span> find_together(Span clause, const std::vector<std::string>& meanings) const;
  bool is_joined(std::size_t at, const std::string& meaning) const;
  bool is_unneeded(std::size_t first, std::size_t last) const;
  ConceptMatch match_at(Span words, Span clause, const KeyTerms& key) const;
  std::optional<ConceptMatch> find_by_half(Span clause, const KeyTerms& key) const;
  std::optional<ConceptMatch> find_in_clause(Span clause, const KeyTerms& key) const;
  bool says_leave_alone(Span clause) const;
  bool holds_literally(Span words, const KeyTerms& key) const;

  const Utterance& sentence_;
  std::vector<bool> taken_;
  std::vector<bool> reserved_;
  std::vector<Aside> aside_;
  Aside hidden_ = Aside::kNone;
  std::set<std::string, std::less<>> scenario_;
  std::set<std::string, std::less<>> vocabulary_;
  std::set<std::string, std::less<>> places_;
  std::set<std::string, std::less<>> denied_;  // words behind a "non" of the template
};

}  // namespace schemagate::client_agent
