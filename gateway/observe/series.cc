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

std::vector<std::string> bounded(LabelValues values) {
  std::vector<std::string> texts;
  for (const std::string_view each : values)
    texts.emplace_back(each.size() > SeriesTable::kValueBytesMax ? kOther : each);
  return texts;
}

}  // namespace

void Series::add_to(SeriesSums& sums) const {
  std::vector<std::uint64_t>& sum = sums[values_];
  sum.resize(numbers_.size());
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += numbers_[i].load(std::memory_order_relaxed);
}

Series& SeriesTable::at(LabelValues values) {
  write_key(values, key_);
  if (const auto found = series_.find(key_); found != series_.end()) return *found->second;
  if (series_.size() < series_max_) return insert(bounded(values));
  key_.clear();  // no values have this one
  if (const auto found = series_.find(key_); found != series_.end()) return *found->second;
  return insert(std::vector<std::string>(values.size(), std::string(kOther)));
}

Series& SeriesTable::insert(std::vector<std::string> values) {
  auto made = std::make_unique<Series>(std::move(values), columns_, last_.load(std::memory_order_relaxed));
  Series& series = *series_.emplace(key_, std::move(made)).first->second;
  last_.store(&series, std::memory_order_release);
  return series;
}

void SeriesTable::add_to(SeriesSums& sums) const {
  for (const Series* each = last_.load(std::memory_order_acquire); each != nullptr; each = each->next())
    each->add_to(sums);
}

}  // namespace schemagate
