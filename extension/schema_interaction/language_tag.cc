#include "extension/schema_interaction/language_tag.h"

#include <algorithm>

#include "a2a/text/ascii.h"

namespace schemagate::schema_interaction {
namespace {

constexpr std::size_t kTagBytesMax = 35;
constexpr std::size_t kSubtagBytesMax = 8;

// Whether the tag has all of the range's subtags in front. A single letter is no language.
bool is_within(std::string_view tag, std::string_view range) {
  return range.size() > 1 && tag.size() > range.size() && tag[range.size()] == '-' &&
         a2a::text::equals_ignore_case(tag.substr(0, range.size()), range);
}

// Without the last subtag, and without a single letter before it, which only introduces what follows.
std::string_view shortened_tag(std::string_view tag) {
  const std::size_t hyphen = tag.rfind('-');
  if (hyphen == tag.npos) return {};
  tag = tag.substr(0, hyphen);
  if (tag.size() >= 2 && tag[tag.size() - 2] == '-') tag.remove_suffix(2);
  return tag;
}

}  // namespace

bool is_language_tag(std::string_view text) {
  if (text.size() > kTagBytesMax) return false;
  bool first = true;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::string_view subtag = text.substr(begin, text.find('-', begin) - begin);
    const bool spelled = first ? std::ranges::all_of(subtag, a2a::text::is_letter)
                               : std::ranges::all_of(subtag, a2a::text::is_letter_or_digit);
    if (subtag.empty() || subtag.size() > kSubtagBytesMax || !spelled) return false;
    begin += subtag.size() + 1;
    first = false;
  }
  return true;
}

bool has_language(std::span<const std::string> tags, std::string_view tag) {
  return std::ranges::any_of(
      tags, [tag](const std::string& known) { return a2a::text::equals_ignore_case(known, tag); });
}

std::size_t look_up_language(std::string_view preferred, std::span<const std::string> tags) {
  if (preferred.size() > kTagBytesMax) return 0;
  for (const auto& fits : {a2a::text::equals_ignore_case, is_within}) {
    for (std::string_view range = preferred; !range.empty(); range = shortened_tag(range)) {
      const auto found =
          std::ranges::find_if(tags, [&fits, range](std::string_view tag) { return fits(tag, range); });
      if (found != tags.end()) return static_cast<std::size_t>(found - tags.begin());
    }
  }
  return 0;
}

}  // namespace schemagate::schema_interaction
