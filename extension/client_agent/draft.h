// A mapping while it is made: what each key has so far. Private to the room; one thread at a time.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "extension/client_agent/key_matchers.h"
#include "extension/client_agent/key_value.h"
#include "extension/client_agent/parse.h"

namespace schemagate::client_agent {

// Borrows the parse and the keys.
class Draft {
 public:
  Draft(Parse& parse, const std::vector<KeyTerms>& keys) : parse_(parse), keys_(keys), found_(keys.size()) {}

  Parse& parse() { return parse_; }
  const Parse& parse() const { return parse_; }
  const Utterance& sentence() const { return parse_.sentence(); }
  const std::vector<KeyTerms>& keys() const { return keys_; }
  const KeyTerms& key(std::size_t index) const { return keys_[index]; }
  const std::optional<Match>& found(std::size_t index) const { return found_[index]; }
  const std::vector<HeardFor>& heard() const { return heard_; }

  // Where the evidence of what was found stands; nullopt without one.
  std::optional<Span> place(std::size_t index) const;

  // Nothing was given to the key, and nothing heard for it.
  bool is_open(std::size_t index) const;
  // The open keys of a kind, in the template's order.
  std::vector<std::size_t> open(KeyKind kind) const;

  // `words` are taken, and are the evidence.
  void give(std::size_t index, std::string value, double confidence, Span words);
  void give(std::size_t index, Match match) { found_[index] = std::move(match); }
  // The words stay for `other`.
  void hear(std::size_t index, Span words, std::string why);
  // The same for a key that may have a value: it loses it, and its words are said as heard, too. `words` may
  // be empty then.
  void doubt(std::size_t index, Span words, std::string why);

 private:
  Parse& parse_;
  const std::vector<KeyTerms>& keys_;
  std::vector<std::optional<Match>> found_;
  std::vector<HeardFor> heard_;
};

// "not Monday", "instead of Monday": what stands at `first` is not wanted.
bool is_refused(const Utterance& sentence, std::size_t first);
// "no wait, make it three", "sorry, on Sunday": what stands at `first` replaces what was said before; the
// first word of what says so, nullopt when nothing does.
std::optional<std::size_t> correction_before(const Utterance& sentence, std::size_t first);

// "…, no wait, make it three": a bare number that replaces the one which ends at word `from`.
struct BareCorrection {
  Span words;  // from what says so
  double value = 0;
  bool is_of_another = false;  // another number stands between, which it may replace as well
};
std::optional<BareCorrection> bare_correction(const Utterance& sentence, const Parse& parse,
                                              std::size_t from);

// Each reads its kinds of keys; those that were given something already are left alone.
void map_wordings(Draft& draft);  // before all others
void map_contacts(Draft& draft);
void map_moments(Draft& draft, std::chrono::sys_days today);
void map_dates(Draft& draft, std::chrono::sys_days today);
void map_times(Draft& draft);
void map_amounts(Draft& draft);
void map_counts(Draft& draft);
void map_lone_number(Draft& draft);     // the only one, for the only count that has to be said
void map_pairs_of_words(Draft& draft);  // of switches, before their words are taken for a choice
void map_choices(Draft& draft);
void map_qualities(Draft& draft);  // of switches, by a quality alone
void map_switches(Draft& draft);
void map_addresses(Draft& draft);
void map_lower_titles(Draft& draft);
void map_known_kinds(Draft& draft);
void map_sorts(Draft& draft);
void map_names(Draft& draft);  // with addresses and titles
void map_goods(Draft& draft);  // what is sent, before any other thing or text
void map_things(Draft& draft);
void map_texts(Draft& draft);
// "yesterday", for a day that is required and still open when everything else is read.
void hear_days_gone(Draft& draft, std::chrono::sys_days today);

}  // namespace schemagate::client_agent
