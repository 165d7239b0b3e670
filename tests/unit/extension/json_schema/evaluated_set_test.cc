#include "extension/json_schema/evaluate/evaluated_set.h"

#include <gtest/gtest.h>

namespace schemagate::json_schema {
namespace {

// The first position that is not set; `children` when all are.
std::size_t first_open(const EvaluatedSet& set, std::size_t children) {
  std::size_t position = 0;
  while (position < children && set.test(position)) ++position;
  return position;
}

TEST(EvaluatedSet, HoldsTheFirstChildrenOnly) {
  for (const std::size_t count : {0u, 1u, 63u, 64u, 65u, 128u, 129u, 199u}) {
    EvaluatedSet set(200);
    set.set_first(count);
    EXPECT_EQ(first_open(set, 200), count);
    for (std::size_t i = count; i < 200; ++i) EXPECT_FALSE(set.test(i)) << count << ' ' << i;
  }
}

TEST(EvaluatedSet, HoldsAsManyChildrenAsThereAre) {
  for (const std::size_t children : {EvaluatedSet::kInline, EvaluatedSet::kInline + 1}) {
    EvaluatedSet set(children);
    set.set(children - 1);
    EXPECT_TRUE(set.test(children - 1));
    EXPECT_FALSE(set.test(children - 2));
  }
}

TEST(EvaluatedSet, TakesWhatAnotherHolds) {
  EvaluatedSet set(130);
  EvaluatedSet other(130);
  set.set(0);
  other.set(129);
  set.merge(other);
  EXPECT_TRUE(set.test(0));
  EXPECT_TRUE(set.test(129));
  EXPECT_FALSE(set.test(64));
}

}  // namespace
}  // namespace schemagate::json_schema
