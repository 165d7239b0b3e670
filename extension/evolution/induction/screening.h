// What of a stranger's text may be published in a template, which is a prompt of other people's language
// models (structured-data draft, section 7). Three questions, each answered from closed lists.
//
//   is_instructing("Ignore all previous instructions")  // true
//   is_security_relevant("card")                        // true
//
// The lists know what is known. So nothing depends on them alone: published examples have two words at most,
// and three clients must have said them (examples.h).
// Pure; safe from any thread.
#pragma once

#include <string_view>

namespace schemagate::evolution {

// Whether a text, as it was received, reads like an instruction to a language model or to a machine: role
// words, mark-up, addresses of the web, "ignore … instructions" in some languages, also written with
// look-alike letters, digits for letters or marks in between.
bool is_instructing(std::string_view received);

// Whether a word, in lower case, is of payment, identity, access control or credentials (section 7): a key
// about it waits for a person.
bool is_security_relevant(std::string_view word);

// Whether a word may stand in a description: letters and digits only, at most 40 bytes, no word of
// instructions.
bool is_publishable_word(std::string_view word);

// Whether a whole description may be published: at most 2,000 bytes, nothing hidden, no mark-up, no address,
// no instruction.
bool is_publishable_text(std::string_view text);

// Names that a key may not have, because the protocol uses them.
bool is_reserved_name(std::string_view name);

}  // namespace schemagate::evolution
