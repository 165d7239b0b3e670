// Language tags (BCP 47) of templates and of who asks for them (section 4.2 and Figure 6 of the draft).
//
//   const std::vector<std::string> tags{"en", "zh-CN"};
//   look_up_language("zh-TW", tags)  // 1: better another Chinese than English
//
// Pure; safe from any thread.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace schemagate::schema_interaction {

// Subtags of one to eight letters and digits with hyphens between them, the first of letters; at most 35
// bytes (RFC 5646 section 2.1 and 4.4.1).
bool is_language_tag(std::string_view text);

// Whether one of the tags is `tag` but for letter case.
bool has_language(std::span<const std::string> tags, std::string_view tag);

// Which of the tags a speaker of `preferred` is answered in (RFC 4647 section 3.4, lookup): the one that is
// equal but for letter case, else to a shorter and shorter part of `preferred`: zh-Hant-TW, zh-Hant, zh. When
// there is none, the first that begins with such a part (section 3.3.1): zh-CN for zh, and for zh-TW. The
// first of all when that is none either. `tags` is not empty.
std::size_t look_up_language(std::string_view preferred, std::span<const std::string> tags);

}  // namespace schemagate::schema_interaction
