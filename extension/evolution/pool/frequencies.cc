#include "extension/evolution/pool/frequencies.h"

#include <cmath>

namespace schemagate::evolution {
namespace {

constexpr std::uint32_t kFragmentsMax = 100'000;

}  // namespace

void Frequencies::add(const std::vector<std::uint64_t>& features) {
  if (counts_.empty()) counts_.resize(kCounters);
  if (fragments_ == kFragmentsMax) {
    for (std::uint32_t& count : counts_) count /= 2;
    fragments_ /= 2;
  }
  ++fragments_;
  for (const std::uint64_t feature : features) ++counts_[place(feature)];
}

double Frequencies::inverse(std::uint64_t feature) const {
  return std::log((1.0 + fragments_) / (1.0 + std::min(count(feature), fragments_))) + 1;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> Frequencies::entries() const {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> all;
  for (std::uint32_t at = 0; at < counts_.size(); ++at) {
    if (counts_[at] != 0) all.emplace_back(at, counts_[at]);
  }
  return all;
}

void Frequencies::restore(std::uint32_t fragments,
                          const std::vector<std::pair<std::uint32_t, std::uint32_t>>& entries) {
  fragments_ = fragments;
  counts_.assign(fragments == 0 ? 0 : kCounters, 0);
  for (const auto& [at, count] : entries) {
    if (at < counts_.size()) counts_[at] = count;
  }
}

}  // namespace schemagate::evolution
