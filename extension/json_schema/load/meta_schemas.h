// The meta-schemas of the three drafts, built in: the normative content, without titles and comments.
#pragma once

#include <string_view>

namespace schemagate::json_schema {

// The text registered for `uri` (without fragment), empty when it is no built-in meta-schema.
std::string_view built_in_document(std::string_view uri);

}  // namespace schemagate::json_schema
