#include "gateway/observe/metrics_text.h"

#include <array>
#include <charconv>
#include <utility>

namespace schemagate {
namespace {

constexpr double kMicroseconds = 1e6;

std::string_view type_name(MetricType type) {
  switch (type) {
    case MetricType::kCounter:
      return "counter";
    case MetricType::kGauge:
      return "gauge";
    case MetricType::kHistogram:
      return "histogram";
  }
  std::unreachable();
}

// Shortest, and never for the locale.
std::string number_text(double value) {
  std::array<char, 32> digits{};
  const auto written = std::to_chars(digits.begin(), digits.end(), value);
  return {digits.begin(), written.ptr};
}

void append_escaped(std::string& text, std::string_view value) {
  for (const char c : value) {
    if (c == '\\' || c == '"') text += '\\';
    if (c == '\n') {
      text += "\\n";
    } else {
      text += c;
    }
  }
}

}  // namespace

void MetricsText::begin(std::string_view name, MetricType type, std::string_view help) {
  name_ = name;
  text_.append("# HELP ").append(name).append(" ").append(help).append("\n# TYPE ");
  text_.append(name).append(" ").append(type_name(type)).append("\n");
}

void MetricsText::add(double value, const MetricLabels& labels) {
  add_text(number_text(value), labels);
}

void MetricsText::add_text(std::string_view value, const MetricLabels& labels) {
  begin_sample("");
  for (const MetricLabel& each : labels) append_label(each.name, each.value);
  end_sample(value);
}

void MetricsText::add_series(const SeriesSums& sums, LabelNames names, std::size_t column) {
  for (const auto& [values, numbers] : sums) {
    begin_sample("");
    append_labels(names, values);
    end_sample(std::to_string(numbers.at(column)));
  }
}

// What a bucket says counts everything below its bound.
void MetricsText::add_times(const SeriesSums& sums, LabelNames names, std::span<const TimeBucket> buckets) {
  for (const auto& [values, numbers] : sums) {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i <= buckets.size(); ++i) {
      count += numbers.at(i);
      begin_sample("_bucket");
      append_labels(names, values);
      append_label("le", i < buckets.size() ? buckets[i].seconds : "+Inf");
      end_sample(std::to_string(count));
    }
    begin_sample("_sum");
    append_labels(names, values);
    end_sample(number_text(static_cast<double>(numbers.at(buckets.size() + 1)) / kMicroseconds));
    begin_sample("_count");
    append_labels(names, values);
    end_sample(std::to_string(count));
  }
}

void MetricsText::begin_sample(std::string_view suffix) {
  text_.append(name_).append(suffix);
  has_labels_ = false;
}

void MetricsText::append_label(std::string_view name, std::string_view value) {
  if (value.empty()) return;
  text_ += std::exchange(has_labels_, true) ? ',' : '{';
  text_.append(name).append("=\"");
  append_escaped(text_, value);
  text_ += '"';
}

void MetricsText::append_labels(LabelNames names, const std::vector<std::string>& values) {
  std::size_t i = 0;
  for (const std::string_view name : names) append_label(name, values.at(i++));
}

void MetricsText::end_sample(std::string_view value) {
  if (has_labels_) text_ += '}';
  text_.append(" ").append(value).append("\n");
}

}  // namespace schemagate
