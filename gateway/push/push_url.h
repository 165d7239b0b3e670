// Whose URLs the gateway sends push notifications to, as far as the URL tells. The addresses behind a name
// are checked when it connects (push_sender). Pure; safe from any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "a2a/error.h"
#include "a2a/model/push.h"
#include "a2a/uri/url.h"
#include "gateway/push/address_guard.h"

namespace schemagate::push {

struct PushRules {
  AddressGuard guard = {};
  std::vector<std::string> hosts = {};  // lower case: whatever addresses they have, they are allowed
  bool plain_http = false;              // http beside https
  std::string ca_file = {};             // whose authorities receivers are trusted by; empty: the system's

  bool names_host(std::string_view host) const;
};

// Refused: what a2a::uri::parse_url() refuses; http unless it is allowed; a fragment; a port below 1024
// that is not 80 or 443; an address that the guard does not allow, also in the forms that C libraries take
// for one (0x7f.1, 2130706433); names that are local by their definition, "localhost" before all. Errors:
// kInvalidParams for `url`.
a2a::Result<a2a::uri::Url> check_push_url(std::string_view text, const PushRules& rules);

// The same for the URL; and what goes into headers must fit into one: no control characters, at most 4 KiB
// each, an id of at most 128 bytes. Errors: kInvalidParams for a member of the config.
a2a::Result<void> check_push_config(const a2a::PushConfig& config, const PushRules& rules);

}  // namespace schemagate::push
