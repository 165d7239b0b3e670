// Words without their endings (Snowball's English), so that "seats" and "seat" are one. A stem need not be a
// word.
//
//   Stemmer stemmer;
//   stemmer.stem("vegetarians")  // "vegetarian"
//
// Threads: one stemmer, one thread at a time.
#pragma once

#include <memory>
#include <string>
#include <string_view>

struct sb_stemmer;

namespace schemagate::evolution {

class Stemmer {
 public:
  Stemmer();

  // `lower_word` is in lower case, in UTF-8. Placeholders stay what they are.
  std::string stem(std::string_view lower_word) const;

 private:
  struct Free {
    void operator()(sb_stemmer* stemmer) const;
  };
  std::unique_ptr<sb_stemmer, Free> stemmer_;
};

}  // namespace schemagate::evolution
