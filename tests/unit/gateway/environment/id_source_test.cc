#include "gateway/environment/id_source.h"

#include <gmock/gmock.h>

#include <set>

namespace schemagate {
namespace {

TEST(RandomIds, AreVersion4Uuids) {
  RandomIds ids;
  // More than one block of random bytes gives.
  for (int i = 0; i < 1'000; ++i) {
    EXPECT_THAT(ids.next(),
                testing::MatchesRegex("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"));
  }
}

TEST(RandomIds, AreNeverTheSame) {
  RandomIds one;
  RandomIds other;
  std::set<std::string> seen;
  for (int i = 0; i < 1'000; ++i) {
    seen.insert(one.next());
    seen.insert(other.next());
  }
  EXPECT_EQ(seen.size(), 2'000U);
}

}  // namespace
}  // namespace schemagate
