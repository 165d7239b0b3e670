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
using testing::AllOf;
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

Evidence window_evidence() {
  return {{{"fragments", 2}, {"clients", 2}, {"heat", 20.0}},
          {{7, 100, "window seat"}, {8, 200, "a window"}}};
}

// A decision keeps what it stands on, and passes it on when its cluster is gone.
TEST(AuditTrail, KeepsTheEvidenceOfADecision) {
  AuditTrail trail;
  trail.add(Event{0, "flight", "queued", {{"cluster", 1}}}, "", window_evidence());
  trail.add(Event{0, "flight", "dequeued", {{"cluster", 1}, {"reason", "cold"}}}, "");
  trail.add(Event{0, "hotel", "dequeued", {{"cluster", 1}}}, "");
  const JsonTree& gone = trail.lines()[1];
  EXPECT_EQ(gone["evidence"]["clients"], 2);
  EXPECT_EQ(gone["wishes"].size(), 2U);
  EXPECT_FALSE(trail.lines()[2].contains("evidence")) << "another scenario's cluster";
  EXPECT_EQ(AuditTrail::read(trail.write()).lines(), trail.lines());
}

TEST(AuditTrail, ForgetsWishesWithTheirClientAndWhenTheyAreOld) {
  AuditTrail trail;
  trail.add(Event{0, "flight", "patch", {{"cluster", 1}}}, "", window_evidence());
  trail.erase("nobody", 7);
  EXPECT_THAT(a2a::dump_tree(trail.write()), AllOf(Not(HasSubstr("window seat")), HasSubstr("a window")));
  EXPECT_FALSE(trail.forget_wishes_before(200));
  EXPECT_TRUE(trail.forget_wishes_before(201));
  EXPECT_THAT(a2a::dump_tree(trail.write()), Not(HasSubstr("a window")));
  EXPECT_THAT(trail.lines(), SizeIs(1)) << "the decision stays";
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
