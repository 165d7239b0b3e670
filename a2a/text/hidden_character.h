// Characters that a reader of a text does not see, or that make it look like another one: what is taken out
// of the texts of strangers before they are shown on a terminal, in a log or to a language model.
//
//   text::is_hidden_character(U'\u202e')   // true: RIGHT-TO-LEFT OVERRIDE
//   text::is_hidden_character(U'ä')        // false
//
// Pure; safe from any thread.
#pragma once

namespace schemagate::a2a::text {

// Controls (C0 with tab and line feed, DEL, C1), bidirectional and invisible formatting, line separators,
// tags. The zero-width joiner is none: words and emoji are spelled with it.
constexpr bool is_hidden_character(char32_t code) {
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return true;
  if (code == 0xad || code == 0x61c || code == 0x180e || code == 0xfeff) return true;
  if (code >= 0x200b && code <= 0x200f && code != 0x200d) return true;
  if ((code >= 0x2028 && code <= 0x202e) || (code >= 0x2060 && code <= 0x206f)) return true;
  return (code >= 0xfff9 && code <= 0xfffb) || (code >= 0xe0000 && code <= 0xe007f);
}

}  // namespace schemagate::a2a::text
