// One spelling for texts that say the same: compatibility forms, accents, invisible characters and digits of
// other scripts are folded away, so that nobody hides a text behind them. The case stays: it tells names.
//
//   fold("Ｗｉｎｄｏｗ se\u200bát")  // "Window seat"
//
// Pure; safe from any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace schemagate::evolution {

// Of a fragment: what is beyond is cut off.
inline constexpr std::size_t kFragmentCharactersMax = 512;

// NFKC without marks, controls and characters that are not seen; digits as ASCII; white space as one blank;
// at most kFragmentCharactersMax code points. Bytes that are not UTF-8 become U+FFFD.
std::string fold(std::string_view text);

// Unicode's simple case folding of a folded text.
std::string lower_case(std::string_view folded);

// Letters of Cyrillic and Greek that look like Latin ones as those; for comparing with words that must not
// pass, never for storing.
std::string latin_look(std::string_view lower);

}  // namespace schemagate::evolution
