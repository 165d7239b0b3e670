// Natural language of strangers, made fit to be handed on as data (section 7 of the draft: what stands under
// "other" is input like any other, and may try to instruct whoever reads it).
//
//   clean_text("\x1b[2Jwindow\nseat", 100)  // "window seat"
//
// Pure; safe from any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/json/document.h"

namespace schemagate::schema_interaction {

// On one line: terminal escape sequences, control, bidirectional and invisible characters taken out, white
// space as one blank, bytes that are not UTF-8 as U+FFFD; at most `bytes_max` bytes, cut between characters
// with "…" at the end.
std::string clean_text(std::string_view text, std::size_t bytes_max);

// The texts of a kOther value, cleaned, without those that hold nothing: at most 32 of at most 4 KiB each.
// `value` is a string or an array; what is no string in it is passed over.
std::vector<std::string> read_fragments(a2a::JsonValue value);

// As the value of kOther (section 4.3), JSON: a string when there is one, else an array.
std::string write_fragments(const std::vector<std::string>& fragments);

// Whether a fragment says something that a schema could cover: it is not blank, and not just "none".
bool is_meaningful(std::string_view fragment);

}  // namespace schemagate::schema_interaction
