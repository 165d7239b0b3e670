// Which hosts of URLs are this machine. Pure; safe from any thread.
#pragma once

#include <string_view>

namespace schemagate::a2a::uri {

// Whether a URL with that host (an IPv6 address without brackets) stays on this machine: localhost,
// 127.0.0.0/8 as four numbers, ::1. A name that only begins like an address does not.
bool is_this_machine(std::string_view host);

}  // namespace schemagate::a2a::uri
