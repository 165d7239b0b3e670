#include "gateway/access/token_cache.h"

#include <utility>

namespace schemagate::access {

VerifiedToken TokenCache::find(const Digest& digest) const {
  return state_.with([&](const State& state) {
    const auto found = state.tokens.find(digest);
    return found == state.tokens.end() ? VerifiedToken() : found->second;
  });
}

void TokenCache::keep(const Digest& digest, VerifiedToken token) {
  state_.with([&](State& state) {
    const bool is_new = state.tokens.insert_or_assign(digest, std::move(token)).second;
    if (is_new) state.order.push_back(digest);
    while (state.order.size() > tokens_max_) {
      state.tokens.erase(state.order.front());
      state.order.pop_front();
    }
  });
}

void TokenCache::forget(const Digest& digest) {
  state_.with([&](State& state) { state.tokens.erase(digest); });
}

std::size_t TokenCache::size() const {
  return state_.with([](const State& state) { return state.tokens.size(); });
}

}  // namespace schemagate::access
