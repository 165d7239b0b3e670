#include "gateway/observe/series.h"

#include <utility>

namespace schemagate {
namespace {

constexpr std::string_view kOther = "other";

// Nothing of ours holds a NUL; texts from elsewhere that do can share a series, and no more.
void write_key(LabelValues values, std::string& key) {
  key.clear();
  for (const std::string_view each : values) {
    key += each.size() > SeriesTable::kValueBytesMax ? kOther : each;
    key += '\0';
  }
}

}  // namespace

void Series::add_to(SeriesSums& sums) const {
  std::vector<std::uint64_t>& sum = sums[values_];
  sum.resize(numbers_.size());
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += numbers_[i].load(std::memory_order_relaxed);
}

Series& SeriesTable::at(LabelValues values) {
  write_key(values, key_);
  return at(key_, [values] { return std::vector<std::string>(values.begin(), values.end()); });
}

Series& SeriesTable::insert(const std::string& key, std::vector<std::string> values) {
  const bool is_full = series_.size() >= series_max_;
  if (is_full && !key.empty())  // no values have an empty key
    return at(std::string(),
              [&values] { return std::vector<std::string>(values.size(), std::string(kOther)); });
  for (std::string& each : values) {
    if (each.size() > kValueBytesMax) each = kOther;
  }
  auto made = std::make_unique<Series>(std::move(values), columns_, last_.load(std::memory_order_relaxed));
  Series& series = *series_.emplace(key, std::move(made)).first->second;
  last_.store(&series, std::memory_order_release);
  return series;
}

void SeriesTable::add_to(SeriesSums& sums) const {
  for (const Series* each = last_.load(std::memory_order_acquire); each != nullptr; each = each->next())
    each->add_to(sums);
}

}  // namespace schemagate
