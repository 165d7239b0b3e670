#include "extension/evolution/text/stemmer.h"

#include <libstemmer.h>

#include <cstddef>

namespace schemagate::evolution {

void Stemmer::Free::operator()(sb_stemmer* stemmer) const {
  sb_stemmer_delete(stemmer);
}

Stemmer::Stemmer() : stemmer_(sb_stemmer_new("english", "UTF_8")) {}

std::string Stemmer::stem(std::string_view lower_word) const {
  // Null when memory is short.
  if (!stemmer_ || lower_word.starts_with('<')) return std::string(lower_word);
  const auto* text = reinterpret_cast<const sb_symbol*>(lower_word.data());
  const sb_symbol* stem = sb_stemmer_stem(stemmer_.get(), text, static_cast<int>(lower_word.size()));
  if (stem == nullptr) return std::string(lower_word);
  const int size = sb_stemmer_length(stemmer_.get());
  return {reinterpret_cast<const char*>(stem), static_cast<std::size_t>(size)};
}

}  // namespace schemagate::evolution
