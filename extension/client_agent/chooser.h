// Which words of a sentence stand for a value of a key with listed values (choice_keys.cc gives it). Private
// to the room.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "extension/client_agent/choice_phrases.h"
#include "extension/client_agent/parse.h"

namespace schemagate::client_agent {

inline constexpr std::size_t kRefusalReach = 3;

// A value that stands in the sentence.
struct Named {
  std::string_view value;
  Span words;
  double weight = 0;
  double confidence = 0;
  bool is_negated = false;
  std::size_t size = 1;  // words that stand for the value
};

// A value as it may be written apart or together: the stem of all its words, and the stem of each.
struct Form {
  std::string joined;
  std::vector<std::string> stems;
};

// Borrows parse and key.
class Chooser {
 public:
  Chooser(const Parse& parse, const KeyTerms& key, std::size_t index, Meanings labels, Meanings others);

  std::size_t index() const { return index_; }

  std::vector<Named> named() const;

  // The words of a value in another order, near together: "pick up my glasses" for glasses_pickup.
  void add_scattered(std::vector<Named>& found) const;
  std::size_t scattered_end(std::size_t at, const Phrase& phrase) const;

  // "no filter", where the key has a value for that.
  std::optional<Named> refused() const;

  // An everyday word that is a value, too: "small", wherever it stands.
  std::optional<Span> everyday() const;

  // "wash and iron", where one value is explained by "wash" and another one is called "iron only".
  std::optional<Span> rival_of(const Named& chosen) const;

  // "video call" for video
  bool says_all(const Utterance& value, Span words) const;

  // A word that only an explanation of this key has, where a default would pass over it.
  std::optional<Span> hint() const;

 private:
  // "care" has the stem of "car", and "for" may have that of anything.
  bool is_chance(std::size_t at, const Phrase& phrase) const;

  // "Rose Miller" is no rose.
  bool is_part_of_name(std::size_t at, const Phrase& phrase) const;

  // "branch" of "my branch is Altona", "the Altona branch": says what the name is.
  bool is_label(std::size_t at) const;

  // "improv" for improvisation, where no other value begins so.
  bool abbreviates(std::size_t at, const Phrase& phrase) const;

  bool practises(std::size_t at, const Phrase& phrase) const;

  // "bed bugs" for bedbugs, "dishwasher" for dish_washer: how many words of the sentence say it in another
  // spacing; 0: none do.
  std::size_t respaced(std::size_t at, const Phrase& phrase) const;
  const Form& form_of_phrase(const Phrase& phrase) const;

  bool is_cue(std::size_t at) const;

  // "iphone" for phone.
  bool ends_with_value(std::size_t at, const Phrase& phrase) const;

  // "haircut" for cut, where the template speaks of hair.
  bool is_compound(std::size_t at, const Phrase& phrase) const;

  // "Reserve …", "to book …": what is done, not what is chosen.
  bool ends_file_name(std::size_t at) const;
  bool is_verb(std::size_t at) const;

  std::optional<Named> mention_at(std::size_t at, const Phrase& phrase) const;

  // With a word of the key beside it a value is certain; alone it may mean something else: "a business trip".
  double confidence_of(Span words, const Phrase& phrase) const;

  // "the light in the hall", "our light keeps …": no word of how something is.
  bool is_noun_in_place(Span words) const;

  // "a small car", "something large": what the word belongs to is what the template is about.
  bool describes_thing(Span words) const;

  // "a single without breakfast", "one seat in first": an article before, and nothing that it could belong
  // to.
  bool stands_alone(Span words) const;

  Meanings labels_;  // the names of keys that hold names
  Meanings others_;  // the names of all the other keys
  const Parse& parse_;
  const Utterance& sentence_;
  const KeyTerms& key_;
  std::size_t index_;
  std::vector<std::string> cues_;
  std::vector<Phrase> phrases_;
  std::vector<Form> forms_;  // of the phrases that are values by their names
};

}  // namespace schemagate::client_agent
