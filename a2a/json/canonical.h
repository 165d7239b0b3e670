// The canonical form of JSON (RFC 8785): one text for each value, which signatures and digests are computed
// over. Pure. A tree is made with <nlohmann/json.hpp> (a2a/json/tree.h only declares it).
//
//   canonical_json(*parse_tree(R"({"b": 1.0, "a": "\u00e4"})"))   // {"a":"ä","b":1}
#pragma once

#include <string>
#include <string_view>

#include "a2a/json/tree.h"

namespace schemagate::a2a {

inline constexpr std::size_t kCanonicalDepthMax = 128;

// Members sorted by the UTF-16 code units of their names (section 3.2.3), numbers as ECMAScript writes the
// nearest double (section 3.2.2.3), strings with no more escapes than JSON asks for (section 3.2.2.2), no
// white space. An integer beyond 2^53 becomes the nearest double like any other number: two that share it
// share the form.
// Errors: kInvalidParams for text that is not UTF-8 (a lone surrogate is none), for infinity and NaN, which
// no parser gives, and for more than kCanonicalDepthMax arrays and objects inside one another.
Result<std::string> canonical_json(const JsonTree& tree);

}  // namespace schemagate::a2a
