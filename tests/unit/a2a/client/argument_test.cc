// What callers give that must not reach an agent: nobody is there, so an attempt to send would give another
// cause.
#include <gmock/gmock.h>

#include "a2a/client/client.h"

namespace schemagate::a2a::client {
namespace {

class Argument : public testing::TestWithParam<wire::Protocol> {
 protected:
  static SendRequest hello() {
    SendRequest request;
    request.message = {.message_id = "m", .role = Role::kUser, .parts = {{.content = "hello"}}};
    return request;
  }
  static SendRequest with_part(Part part) {
    SendRequest request = hello();
    request.message.parts = {std::move(part)};
    return request;
  }
  // Why it is not sent; "sent" when it was tried.
  std::string problem(const SendRequest& request) const {
    const auto sent = client_.send(request);
    const auto streamed = client_.stream(request, [](const StreamEvent&) { return true; });
    EXPECT_EQ(said(sent), said(streamed));
    return said(sent);
  }
  static std::string said(const auto& outcome) {
    EXPECT_FALSE(outcome);
    if (outcome || outcome.error().cause != Cause::kArgument) return "sent";
    return outcome.error().error.message;
  }
  Client client_ =
      Client({.url = "http://127.0.0.1:1/", .version = GetParam().version, .binding = GetParam().binding});
};

INSTANTIATE_TEST_SUITE_P(All, Argument,
                         testing::Values(wire::Protocol{wire::Binding::kJsonRpc, wire::Version::kV1_0, false},
                                         wire::Protocol{wire::Binding::kJsonRpc, wire::Version::kV0_3, false},
                                         wire::Protocol{wire::Binding::kHttpJson, wire::Version::kV1_0,
                                                        false}));

TEST_P(Argument, DataIsOneJsonValue) {
  for (const char* text : {R"({}},{"kind":"text","text":"x")", "{not json", "", "{} {}", "1,2"}) {
    EXPECT_THAT(problem(with_part({.kind = PartKind::kData, .content = text})),
                testing::StartsWith("message.parts[0].data: "))
        << text;
  }
  for (const char* text : {"{}", "null", "[1]", " 7 ", R"("x")"})
    EXPECT_EQ(problem(with_part({.kind = PartKind::kData, .content = text})), "sent") << text;
  EXPECT_EQ(problem(with_part({.content = "{not json"})), "sent") << "a text";
}

TEST_P(Argument, MetadataIsAnObject) {
  for (const char* text : {R"({"not json"})", "[]", "7", R"({"a":1},"b":{})"}) {
    EXPECT_THAT(problem(with_part({.content = "x", .metadata = {text}})),
                testing::StartsWith("message.parts[0].metadata: "));
    SendRequest request = hello();
    request.message.metadata = {text};
    EXPECT_THAT(problem(request), testing::StartsWith("message.metadata: "));
    request = hello();
    request.metadata = {text};
    EXPECT_THAT(problem(request), testing::StartsWith("metadata: "));
    request = hello();
    request.configuration.push_notification_config = {text};
    EXPECT_THAT(problem(request), testing::StartsWith("configuration.push_notification_config: "));
  }
  EXPECT_EQ(problem(with_part({.content = "x", .metadata = {R"({"a":1})"}})), "sent");
}

TEST_P(Argument, AMessageHasIdRoleAndParts) {
  EXPECT_EQ(problem(hello()), "sent");
  EXPECT_EQ(problem({}), "message.message_id is empty");
  SendRequest request = hello();
  request.message.role = Role::kUnspecified;
  EXPECT_EQ(problem(request), "message.role is not specified");
  request = hello();
  request.message.parts.clear();
  EXPECT_EQ(problem(request), "message.parts is empty");
}

TEST_P(Argument, ATaskHasAnId) {
  const std::string expected = "the task's id is empty";
  EXPECT_EQ(said(client_.get("")), expected);
  EXPECT_EQ(said(client_.cancel("")), expected);
  EXPECT_EQ(said(client_.subscribe("", [](const StreamEvent&) { return true; })), expected);
}

TEST_P(Argument, EventsGoToAFunction) {
  EXPECT_EQ(said(client_.stream(hello(), nullptr)), "no function takes the events");
  EXPECT_EQ(said(client_.subscribe("t", nullptr)), "no function takes the events");
}

TEST(ArgumentOfExtension, HasParametersThatAreJson) {
  const Client client({.url = "http://127.0.0.1:1/"});
  for (const char* text : {R"({},"id":"2")", "7", "{"}) {
    const auto called = client.call({.method = "m", .params = text});
    ASSERT_FALSE(called);
    EXPECT_EQ(called.error().cause, Cause::kArgument) << text;
  }
}

}  // namespace
}  // namespace schemagate::a2a::client
