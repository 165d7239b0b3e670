#include "gateway/net/failure.h"

#include <gtest/gtest.h>

#include <set>

namespace schemagate::net {
namespace {

TEST(FailureKind, HasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (int kind = 0; kind <= static_cast<int>(FailureKind::kCancelled); ++kind) {
    names.insert(name(static_cast<FailureKind>(kind)));
  }
  EXPECT_EQ(names.size(), 13U);
  EXPECT_EQ(name(FailureKind::kInvalid), "invalid");
  EXPECT_EQ(name(FailureKind::kTimedOut), "timed_out");
  EXPECT_EQ(name(FailureKind::kCancelled), "cancelled");
}

TEST(Failure, IsAnErrorOfAnyResult) {
  const Result<int> result = failed(FailureKind::kClosed, "closed the connection");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, FailureKind::kClosed);
  EXPECT_EQ(result.error().detail, "closed the connection");
}

}  // namespace
}  // namespace schemagate::net
