// A cluster's fragments, read once for all rules: their tokens and stems, how many of them have each stem,
// how many hold a placeholder. Counts are of different texts of different clients, and of nothing that reads
// like an instruction.
//
// A value. Borrows nothing.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "extension/evolution/induction/reading.h"
#include "extension/evolution/pool/pool.h"
#include "extension/evolution/settings.h"
#include "extension/evolution/text/stemmer.h"
#include "extension/evolution/text/tokens.h"

namespace schemagate::evolution {

struct Word {
  std::string stem;
  std::string spelled;    // as most often
  std::size_t count = 0;  // readings
  std::set<ClientNumber> clients;
  double share = 0;  // of the readings
  double idf = 0;
  double lift = 0;  // share here over share in the pool
};

struct Readings {
  std::vector<Reading> all;
  std::vector<Word> words;  // content words, the most frequent first
  const Word* find(std::string_view stem) const;
  double share(TokenKind kind) const;
  double share_of_questions() const;
  // Of "for <num>" that no content word follows.
  double share_of_for_number() const;
  bool empty() const { return all.empty(); }
  // Whether more than a quarter of them are of payment, identity and the like (screening.h).
  bool touch_security() const;
};

struct ReadingOptions {
  TokenOptions tokens;
  bool counting_only = true;  // leave out what clients said that do not count yet

  static ReadingOptions of(const Settings& settings);
};

Readings read(const std::deque<Fragment>& fragments, const Frequencies& frequencies, const Stemmer& stemmer,
              const ReadingOptions& options);

}  // namespace schemagate::evolution
