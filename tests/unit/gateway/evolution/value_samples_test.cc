// Values that people judge: redacted, few, each once.
#include "gateway/evolution/value_samples.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace schemagate {
namespace {

void offer(ValueSamples& samples, const std::string& payload, const std::string& client = "c1",
           const std::string& key = "seat") {
  a2a::JsonDocument document;
  samples.offer("flight", key, client, document.parse(payload).value(), 1000);
}

// SD-80: what a judge of alignment looks at.
TEST(Samples, HoldAValueWithTheWordsBesideIt) {
  ValueSamples samples;
  offer(samples, R"({"seat":"window","other":["by the wing","mail bob@example.com"]})");
  ASSERT_EQ(samples.all().size(), 1U);
  EXPECT_EQ(samples.all()[0].value, "\"window\"");
  EXPECT_THAT(samples.all()[0].other, testing::HasSubstr("by the wing"));
  EXPECT_THAT(samples.all()[0].other, testing::Not(testing::HasSubstr("bob@example.com")));
  offer(samples, R"({"seat":"call +49 151 23456789 now"})");
  EXPECT_THAT(samples.all()[1].value, testing::Not(testing::HasSubstr("23456789")));
  offer(samples, R"({"other":"window"})");
  offer(samples, R"({"seat":null})");
  EXPECT_EQ(samples.all().size(), 2U) << "nothing to judge";
}

TEST(Samples, AreBoundedAndOfAllValues) {
  ValueSamples samples;
  for (int i = 0; i < 10'000; ++i) offer(samples, R"({"seat":)" + std::to_string(i) + "}");
  ASSERT_EQ(samples.all().size(), ValueSamples::kOfKeyMax);
  int late = 0;
  for (const ValueSample& each : samples.all()) late += std::stoi(each.value) >= 5'000 ? 1 : 0;
  EXPECT_GT(late, 2) << "not the first ones alone";
  EXPECT_LT(late, 18) << "not the last ones alone";
  for (int key = 0; key < 100; ++key) {
    const std::string name = "k" + std::to_string(key);
    for (int i = 0; i < 20; ++i) offer(samples, "{\"" + name + "\":1}", "c1", name);
  }
  EXPECT_EQ(samples.all().size(), ValueSamples::kAllMax);
}

TEST(Samples, AreJudgedOnceAndErasedWithTheirClient) {
  ValueSamples samples;
  offer(samples, R"({"seat":"window"})", "c1");
  offer(samples, R"({"seat":"aisle"})", "c2");
  EXPECT_FALSE(samples.take("s1", "flight", "meal"));
  EXPECT_EQ(samples.take("s1", "flight", "seat")->value, "\"window\"");
  EXPECT_FALSE(samples.take("s1", "flight", "seat"));
  samples.erase("c2");
  EXPECT_TRUE(samples.all().empty());
}

TEST(Samples, ThatNobodyHasWrittenAreLeftOut) {
  for (const std::string text : {"7", "{}", R"({"count":"x","offered":7,"kept":{}})",
                                 R"({"kept":[7,{},{"id":"s1"},{"id":7,"value":7}]})"}) {
    const ValueSamples read = ValueSamples::read(a2a::parse_tree(text).value());
    EXPECT_TRUE(read.all().empty()) << text;
  }
  a2a::JsonTree many{{"kept", a2a::JsonTree::array()}};
  for (std::size_t i = 0; i < ValueSamples::kAllMax + 10; ++i)
    many["kept"].push_back({{"id", "s1"}, {"value", "1"}});
  EXPECT_EQ(ValueSamples::read(many).all().size(), ValueSamples::kAllMax);
}

TEST(Samples, OfKeysThatLeftTheTrialMakeRoom) {
  ValueSamples samples;
  for (int key = 0; key < 100; ++key) {
    const std::string name = "k" + std::to_string(key);
    for (int i = 0; i < 20; ++i) offer(samples, "{\"" + name + "\":1}", "c1", name);
  }
  offer(samples, R"({"seat":"window"})");
  ASSERT_EQ(samples.all().size(), ValueSamples::kAllMax) << "nothing more is taken";
  samples.keep([](std::string_view scenario, std::string_view key) {
    return scenario == "flight" && (key == "k7" || key == "seat");
  });
  EXPECT_EQ(samples.all().size(), ValueSamples::kOfKeyMax);
  offer(samples, R"({"seat":"window"})");
  ASSERT_EQ(samples.all().size(), ValueSamples::kOfKeyMax + 1);
  EXPECT_EQ(samples.all().back().key, "seat");
}

}  // namespace
}  // namespace schemagate
