// What an id may be that a client sends: of a message, a context, a task or a push notification config. They
// are kept, some for long, passed on to agents and written into logs, so that there is one rule for all, in
// every operation, binding and version. Control characters are characters like others: they stay in their
// place wherever the id is written, but for HTTP+JSON, where no path may hold any. Pure; thread-safe.
#pragma once

#include <cstddef>
#include <string_view>

namespace schemagate::a2a::wire {

// Code points, so four times as many bytes at most.
inline constexpr std::size_t kIdCharactersMax = 256;

// What is wrong with the id, to be said behind its name; empty: nothing. That an id is missing is for those
// to say who need one.
std::string_view id_fault(std::string_view id);

}  // namespace schemagate::a2a::wire
