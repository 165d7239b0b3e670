// Credentials that a client has, as an agent's card wants them presented (A2A v1.0.1 sections 4.5 and 7.3,
// v0.3.0 section 4). Pure; safe from any thread.
//
//   auto headers = client::present({.token = token}, *card);   // Authorization: Bearer …
//   if (!headers) return report(headers.error());              // "the agent asks for an API key in …"
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "a2a/client/failure.h"
#include "a2a/http/message.h"
#include "a2a/json/document.h"

namespace schemagate::a2a::client {

// Empty: the client has none of that kind.
struct Credentials {
  std::string token = {};  // RFC 6750
  std::string api_key = {};
};

// One scheme of a card that its requirements name, in the words of a reader.
struct WantedScheme {
  enum class Kind { kApiKey, kToken, kOther };
  std::string name;
  Kind kind = Kind::kOther;
  std::string header = {};  // of an API key; empty: it goes elsewhere
  std::string issuer =
      {};  // of a token: the OpenID Connect issuer that gives it, as the card says; empty: it does not
};

// The schemes of which the card asks for one, in its order; empty when the card asks for none, or is content
// with none. Reads the members of both versions. Combinations of several schemes count as their first.
std::vector<WantedScheme> wanted_schemes(JsonValue card);

// The header fields that present `credentials`: a token as Authorization, a key in the field that the card
// names, or X-API-Key. `sent`: what is sent anyway; a scheme whose field is among it is served. Errors:
// kArgument for a key that the card wants elsewhere than in a field, or in one that is no key's
// (a2a/http/field_names.h), and where the card asks for credentials and nothing fits: it says which are
// missing.
Outcome<http::Headers> present(const Credentials& credentials, JsonValue card,
                               const http::Headers& sent = {});

}  // namespace schemagate::a2a::client
