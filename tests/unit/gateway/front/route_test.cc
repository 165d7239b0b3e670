#include "gateway/front/route.h"

#include <gtest/gtest.h>

#include <string_view>

namespace schemagate {
namespace {

struct Expected {
  std::string_view target;
  RouteKind kind;
  std::string_view agent = {};
  std::string_view version = {};
};

void expect(const Expected& expected) {
  const Route route = parse_target(expected.target);
  EXPECT_EQ(route.kind, expected.kind) << expected.target;
  EXPECT_EQ(route.version, expected.version) << expected.target;
  if (expected.kind == RouteKind::kNone) return;
  EXPECT_EQ(route.agent, expected.agent) << expected.target;
}

TEST(Route, FindsAnAgentWithAndWithoutASlashAtTheEnd) {
  expect({"/fight", RouteKind::kJsonRpc, "fight"});
  expect({"/fight/", RouteKind::kJsonRpc, "fight"});
  expect({"/", RouteKind::kJsonRpc, ""});
  expect({"/fight?x=1", RouteKind::kJsonRpc, "fight"});
}

TEST(Route, FindsCardsUnderBothNames) {
  expect({"/.well-known/agent-card.json", RouteKind::kCard, ""});
  expect({"/.well-known/agent.json", RouteKind::kCard, ""});
  expect({"/fight/.well-known/agent-card.json", RouteKind::kCard, "fight"});
  expect({"/fight/.well-known/agent.json?A2A-Version=0.3", RouteKind::kCard, "fight", "0.3"});
  expect({"/fight/.well-known/other.json", RouteKind::kNone});
  expect({"/a/b/.well-known/agent-card.json", RouteKind::kNone});
}

TEST(Route, FindsHealth) {
  expect({"/healthz", RouteKind::kHealth});
  expect({"/healthz?full", RouteKind::kHealth});
  expect({"/healthz/", RouteKind::kJsonRpc, "healthz"});
}

TEST(Route, FindsContextsAtTheOriginOnly) {
  expect({"/contexts/r1-2?aud=weather&sig=x", RouteKind::kContext});
  expect({"/contexts/", RouteKind::kJsonRpc, "contexts"});
  expect({"/contexts/a/b", RouteKind::kNone});
  expect({"/fight/contexts/a", RouteKind::kNone});
}

TEST(Route, FindsSchemaTemplates) {
  expect({"/schemaTemplates", RouteKind::kTemplates, ""});
  expect({"/flight/schemaTemplates/", RouteKind::kTemplates, "flight"});
  expect({"/flight/schemaTemplates/a%20b?A2A-Version=0.3", RouteKind::kTemplates, "flight", "0.3"});
  const Route route = parse_target("/flight/schemaTemplates/a%20b?x&preferredLanguage=zh-CN");
  EXPECT_EQ(route.scenario, "a%20b");
  EXPECT_EQ(route.preferred_language, "zh-CN");
  expect({"/flight/schemaTemplates/a/b", RouteKind::kNone});
  expect({"/a/b/schemaTemplates", RouteKind::kNone});
  expect({"/flight/schemaTemplatesX", RouteKind::kNone});
}

TEST(Route, FindsTheKeysAtTheOriginOnly) {
  expect({"/.well-known/jwks.json", RouteKind::kKeySet});
  expect({"/.well-known/jwks.json?x", RouteKind::kKeySet});
  expect({"/fight/.well-known/jwks.json", RouteKind::kNone});
}

TEST(Route, ReadsTheVersionFromTheQuery) {
  expect({"/fight?A2A-Version=1.0", RouteKind::kJsonRpc, "fight", "1.0"});
  expect({"/fight?x=1&A2A-Version=0.3&y", RouteKind::kJsonRpc, "fight", "0.3"});
  expect({"/fight?A2A-Version", RouteKind::kJsonRpc, "fight"});
  expect({"/fight?a2a-version=1.0", RouteKind::kJsonRpc, "fight"});
  expect({"/fight?&&=&A2A-Version=", RouteKind::kJsonRpc, "fight"});
}

TEST(Route, DecodesNothing) {
  expect({"/fi%67ht", RouteKind::kJsonRpc, "fi%67ht"});
  expect({"/a%2Fb", RouteKind::kJsonRpc, "a%2Fb"});
  expect({"/fight?A2A-Version=1%2E0", RouteKind::kJsonRpc, "fight", "1%2E0"});
}

TEST(Route, EverythingElseIsNothing) {
  for (const std::string_view target :
       {"", "*", "fight", "/a/b", "//", "//a", "/a//", "?A2A-Version=1.0", "http://x/fight"}) {
    EXPECT_EQ(parse_target(target).kind, RouteKind::kNone) << target;
  }
}

}  // namespace
}  // namespace schemagate
