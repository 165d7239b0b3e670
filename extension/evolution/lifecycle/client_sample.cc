#include "extension/evolution/lifecycle/client_sample.h"

#include <cmath>
#include <iterator>
#include <utility>

namespace schemagate::evolution {

std::uint64_t client_hash(std::string_view client) {
  std::uint64_t value = 0xcbf29ce484222325U;
  for (const char c : client) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31);
}

void ClientSample::add(std::uint64_t client) {
  kept_.insert(client);
  if (kept_.size() <= kKept) return;
  kept_.erase(std::prev(kept_.end()));
  exact_ = false;
}

bool ClientSample::covers(std::uint64_t client) const {
  return exact_ || client <= *kept_.rbegin();
}

std::size_t ClientSample::count() const {
  if (exact_) return kept_.size();
  const double highest = std::ldexp(static_cast<double>(*kept_.rbegin()), -64);
  return static_cast<std::size_t>(std::llround(static_cast<double>(kKept - 1) / highest));
}

void ClientSample::restore(std::set<std::uint64_t> kept, bool exact) {
  kept_ = std::move(kept);
  exact_ = exact || kept_.empty();
}

}  // namespace schemagate::evolution
