#include "gateway/observe/metrics_text.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace schemagate {
namespace {

TEST(MetricsTextTest, WritesAMetricWithItsSamples) {
  MetricsText text;
  text.begin("x_total", MetricType::kCounter, "Some things.");
  text.add(17, {{"agent", "fight"}, {"outcome", "ok"}});
  text.begin("x_seconds", MetricType::kGauge, "When.");
  text.add(1'795'000'000.25);
  EXPECT_EQ(text.take(),
            "# HELP x_total Some things.\n# TYPE x_total counter\n"
            "x_total{agent=\"fight\",outcome=\"ok\"} 17\n"
            "# HELP x_seconds When.\n# TYPE x_seconds gauge\nx_seconds 1795000000.25\n");
}

TEST(MetricsTextTest, KeepsLabelsInsideTheirQuotes) {
  MetricsText text;
  text.begin("x", MetricType::kGauge, "A number.");
  text.add(1, {{"schema", "a\"} 2\nx{b=\"\\"}});
  EXPECT_EQ(text.take(), "# HELP x A number.\n# TYPE x gauge\nx{schema=\"a\\\"} 2\\nx{b=\\\"\\\\\"} 1\n");
}

TEST(MetricsTextTest, LeavesOutLabelsWithoutAValue) {
  MetricsText text;
  text.begin("x", MetricType::kGauge, "A number.");
  text.add(1, {{"a", ""}, {"b", "2"}, {"c", ""}});
  text.add(2, {{"a", ""}});
  EXPECT_EQ(text.take(), "# HELP x A number.\n# TYPE x gauge\nx{b=\"2\"} 1\nx 2\n");
}

TEST(MetricsTextTest, WritesOneColumnOfSeries) {
  MetricsText text;
  text.begin("x_total", MetricType::kCounter, "Some things.");
  text.add_series({{{"fight", "ok"}, {1, 2}}, {{"", "ok"}, {3, 4}}}, {"agent", "outcome"}, 1);
  EXPECT_EQ(text.take(),
            "# HELP x_total Some things.\n# TYPE x_total counter\n"
            "x_total{outcome=\"ok\"} 4\nx_total{agent=\"fight\",outcome=\"ok\"} 2\n");
}

TEST(MetricsTextTest, WritesTimesInBucketsThatHoldThoseBelowThem) {
  constexpr std::array kBuckets{TimeBucket{5'000, "0.005"}, TimeBucket{1'000'000, "1"}};
  MetricsText text;
  text.begin("x_seconds", MetricType::kHistogram, "Times.");
  text.add_times({{{"fight"}, {3, 0, 2, 7'500'000, 99}}}, {"agent"}, kBuckets);
  EXPECT_EQ(text.take(),
            "# HELP x_seconds Times.\n# TYPE x_seconds histogram\n"
            "x_seconds_bucket{agent=\"fight\",le=\"0.005\"} 3\n"
            "x_seconds_bucket{agent=\"fight\",le=\"1\"} 3\n"
            "x_seconds_bucket{agent=\"fight\",le=\"+Inf\"} 5\n"
            "x_seconds_sum{agent=\"fight\"} 7.5\n"
            "x_seconds_count{agent=\"fight\"} 5\n");
}

}  // namespace
}  // namespace schemagate
