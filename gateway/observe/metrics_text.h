// What a monitoring system reads: Prometheus's text format, version 0.0.4.
//
//   MetricsText text;
//   text.begin("schemagate_requests_total", MetricType::kCounter, "Requests that were answered.");
//   text.add(17, {{"agent", "flight"}, {"outcome", "ok"}});
//   answer(kMetricsMediaType, text.take());
//
// Pure.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "gateway/observe/series.h"

namespace schemagate {

inline constexpr std::string_view kMetricsMediaType = "text/plain; version=0.0.4; charset=utf-8";

enum class MetricType : std::uint8_t { kCounter, kGauge, kHistogram };

struct MetricLabel {
  std::string_view name;
  std::string_view value;  // empty: as if the label were not there
};
using MetricLabels = std::initializer_list<MetricLabel>;
using LabelNames = std::initializer_list<std::string_view>;

// An upper bound of a bucket: in microseconds, as times are measured, and in seconds, as they are told.
struct TimeBucket {
  std::uint64_t microseconds;
  std::string_view seconds;
};

class MetricsText {
 public:
  // A metric; its samples follow. `help` is a sentence on one line, without a backslash.
  void begin(std::string_view name, MetricType type, std::string_view help);
  void add(std::integral auto value, const MetricLabels& labels = {}) {
    add_text(std::to_string(value), labels);
  }
  void add(double value, const MetricLabels& labels = {});
  // One sample for each of `sums`: its number in that column. `names` are those of the values, in their
  // order.
  void add_series(const SeriesSums& sums, LabelNames names, std::size_t column);
  // Times by the buckets that the first columns are, the last of them for what is beyond all bounds; behind
  // them stands the column with the sum in microseconds.
  void add_times(const SeriesSums& sums, LabelNames names, std::span<const TimeBucket> buckets);

  std::string take() { return std::move(text_); }

 private:
  void add_text(std::string_view value, const MetricLabels& labels);
  void begin_sample(std::string_view suffix);
  void append_label(std::string_view name, std::string_view value);
  void append_labels(LabelNames names, const std::vector<std::string>& values);
  void end_sample(std::string_view value);

  std::string text_;
  std::string name_;  // of the metric that has begun
  bool has_labels_ = false;
};

}  // namespace schemagate
