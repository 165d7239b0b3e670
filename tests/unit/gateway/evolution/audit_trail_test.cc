// What is kept of decisions, and who an owner is.
#include "gateway/evolution/audit_trail.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gateway/access/principal.h"
#include "gateway/evolution/evolving_agent.h"

namespace schemagate {
namespace {

using a2a::JsonTree;
using evolution::Event;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

TEST(AuditTrail, KeepsDecisionsWithCountsAndWithoutRows) {
  EXPECT_FALSE(AuditTrail::is_decision({0, "flight", "assigned", {}}));
  EXPECT_TRUE(AuditTrail::is_decision({0, "flight", "patch", {}}));
  AuditTrail trail;
  trail.add(Event{0, "flight", "needs_approval", {{"members", {1, 2, 3}}, {"reason", "mode"}}}, "alice");
  const JsonTree& line = trail.lines().front();
  EXPECT_EQ(line["fragments"], 3);
  EXPECT_EQ(line["by"], "alice");
  EXPECT_FALSE(line.contains("members"));
}

TEST(AuditTrail, IsBoundedAndComesBackAsItWas) {
  AuditTrail trail;
  for (std::size_t i = 0; i < AuditTrail::kLinesMax + 5; ++i)
    trail.add(Event{0, "flight", "triggered", {{"cluster", i}}}, "");
  EXPECT_THAT(trail.lines(), SizeIs(AuditTrail::kLinesMax));
  EXPECT_EQ(trail.lines().front()["cluster"], 5);
  EXPECT_EQ(AuditTrail::read(trail.write()).lines(), trail.lines());
  EXPECT_THAT(AuditTrail::read(JsonTree("x")).lines(), SizeIs(0));
}

TEST(AuditTrail, ForgetsAClient) {
  AuditTrail trail;
  trail.add(Event{0, "flight", "patch", {{"client", "c1"}}}, "");
  trail.add(Event{0, "flight", "patch", {{"client", "c2"}}}, "");
  trail.erase("c1");
  EXPECT_THAT(a2a::dump_tree(trail.write()), Not(HasSubstr("c1")));
  EXPECT_THAT(trail.lines(), SizeIs(1));
}

TEST(SubjectOf, IsTheLastPartOfAnOwner) {
  EXPECT_EQ(subject_of(authenticated("key", {.subject = "alice", .tenant = "acme"}).owner), "alice");
  EXPECT_EQ(subject_of(authenticated("https://a:1", {.subject = "a:b"}).owner), "a:b");
  for (const std::string other : {"anonymous", "", "3:ab", ":", "99999999999999999999:a", "1:"})
    EXPECT_EQ(subject_of(other), other);
}

}  // namespace
}  // namespace schemagate
