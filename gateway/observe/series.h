// Numbers that belong to label values: how often requests for this agent and this operation ended like that.
//
//   SeriesTable requests(1);
//   requests.at({"flight", "SendMessage", "ok"}).add(0);  // on the core that has the request
//   requests.add_to(sums);                                // wherever somebody asks
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace schemagate {

using LabelValues = std::initializer_list<std::string_view>;
// By label values, in their order: the numbers of several tables, added up column by column.
using SeriesSums = std::map<std::vector<std::string>, std::vector<std::uint64_t>>;

// One thread adds; any may read meanwhile.
class Series {
 public:
  Series(std::vector<std::string> values, std::size_t columns, const Series* next)
      : values_(std::move(values)), numbers_(columns), next_(next) {}

  // Without a locked instruction, as nobody else adds.
  void add(std::size_t column, std::uint64_t amount = 1) {
    auto& number = numbers_[column];
    number.store(number.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
  }
  void add_to(SeriesSums& sums) const;
  const Series* next() const { return next_; }

 private:
  const std::vector<std::string> values_;
  std::vector<std::atomic<std::uint64_t>> numbers_;
  const Series* const next_;
};

// at() and what it returns belong to one thread; any may call add_to() meanwhile. No locks. However many
// different values it is given, it grows no further than its limit: what is new then, and each text of more
// than 128 bytes, is counted as "other".
class SeriesTable {
 public:
  static constexpr std::size_t kSeriesMax = 2'000;
  static constexpr std::size_t kValueBytesMax = 128;

  explicit SeriesTable(std::size_t columns = 1, std::size_t series_max = kSeriesMax)
      : columns_(columns), series_max_(series_max) {}

  // Always as many values.
  Series& at(LabelValues values);
  // The same where something short stands for them: `values()`, called when the key is new, has to give the
  // same for the same key alone. Never an empty key.
  template <class Values>
  Series& at(const std::string& key, Values&& values) {
    const auto found = series_.find(key);
    return found != series_.end() ? *found->second : insert(key, std::forward<Values>(values)());
  }
  void add_to(SeriesSums& sums) const;

 private:
  Series& insert(const std::string& key, std::vector<std::string> values);

  const std::size_t columns_;
  const std::size_t series_max_;
  std::string key_ = {};  // of at(), which allocates nothing for a series that is there
  std::unordered_map<std::string, std::unique_ptr<Series>> series_ = {};
  std::atomic<const Series*> last_ = nullptr;  // each names the one before it: for readers
};

}  // namespace schemagate
