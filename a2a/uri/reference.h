// URI references (RFC 3986 sections 4.1 and 5): taken apart and resolved. Every text is a reference here, and
// nothing is checked: for names that are compared, not for addresses that are called (see url.h).
//
//   uri::Reference parts = uri::parse_reference("https://h/a?b#c");   // scheme "https", path "/a", query "b"
//   uri::resolve("https://h/a/b.json", "../c.json#/d")                // "https://h/c.json#/d"
//
// Pure; safe from any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace schemagate::a2a::uri {

// The five components (section 3), each without its delimiter, as written. Borrows from the text that was
// parsed. An absent component is nullopt, an empty one is "": "a?" has a query, "a" has none.
struct Reference {
  std::optional<std::string_view> scheme = {};
  std::optional<std::string_view> authority = {};
  std::string_view path = {};
  std::optional<std::string_view> query = {};
  std::optional<std::string_view> fragment = {};
  bool operator==(const Reference&) const = default;
};

// Total: what is no scheme or authority counts as path (appendix B).
Reference parse_reference(std::string_view text);

// The text of the components (section 5.3).
std::string compose(const Reference& reference);

// `reference` resolved against `base` (section 5.2), dot segments removed. An empty or relative base is
// allowed; the result is then relative too. An empty reference gives the base without its fragment.
std::string resolve(std::string_view base, std::string_view reference);

// The text before `#`, and the text behind it: "" when there is none. Both borrow from `uri`.
std::string_view without_fragment(std::string_view uri);
std::string_view fragment_of(std::string_view uri);

}  // namespace schemagate::a2a::uri
