// `structured_errors: message`: refusals of structured input as messages of the agent.
#include <gmock/gmock.h>

#include "tests/integration/gateway/schema_scenarios.h"

namespace schemagate {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class RefusalMessages : public testing::TestWithParam<Dialect> {
 protected:
  static Json as_messages(const ScriptedAgent& agent) {
    Json changes = scenarios(agent);
    for (const char* name : {"fight", "flight"}) changes["agents"][name]["structured_errors"] = "message";
    return changes;
  }
  // The error in the message's data.
  Json refusal_in(const Json& said) const {
    EXPECT_EQ(said.value("role", ""), mine_.agent()) << said;
    EXPECT_NE(said.value("messageId", ""), "");
    EXPECT_FALSE(said.contains("status"));
    const Json error = said["parts"][1]["data"]["error"];
    EXPECT_EQ(said["parts"][0]["text"], error["message"]);
    EXPECT_EQ(agent_.call_count(), 0U);
    return error;
  }
  static std::vector<std::string> reasons_in(const Json& error) {
    return reasons_of({{"data", error["details"]}});
  }

  const Dialect mine_ = GetParam();
  ScriptedAgent agent_;
  const RunningGateway gateway_{agent_, as_messages(agent_)};
  const GatewayClient client_ = gateway_.client(mine_);
};

INSTANTIATE_TEST_SUITE_P(Clients, RefusalMessages, testing::Values(v0_3(), v1_0()), name_of_dialect);

TEST_P(RefusalMessages, SayWhatIsWrongWithTheSameDetails) {
  const Json said = client_.send(comparison(mine_, {{"a", "Lion"}}));
  EXPECT_EQ(first_text(said), "Structured input invalid for schema fightComparison: data.b is required");
  const Json error = refusal_in(said);
  EXPECT_EQ(error["status"], "INVALID_ARGUMENT");
  EXPECT_THAT(reasons_in(error), ElementsAre("INVALID_PARAMS", "STRUCTURED_INPUT_INVALID"));
  EXPECT_THAT(error.dump(), HasSubstr("message.parts[0].data.b"));
  EXPECT_THAT(said["extensions"], ElementsAre(kSchemasUri));
}

TEST_P(RefusalMessages, ComeForEveryKindOfRefusal) {
  const Json nope = mine_.message(mine_.user(), "m-2", Json::array({mine_.flagged_part("nope", {{"a", 1}})}));
  EXPECT_THAT(reasons_in(refusal_in(client_.send(nope))),
              ElementsAre("CONTENT_TYPE_NOT_SUPPORTED", "SCHEMA_NOT_DECLARED"));
  const GatewayClient flight = gateway_.client(mine_, "/flight");
  const Json unknown = payload_message(mine_, {{"schema_id", "nope"}, {"payload", Json::object()}});
  EXPECT_THAT(reasons_in(refusal_in(flight.send(unknown))),
              ElementsAre("INVALID_PARAMS", "UNKNOWN_SCHEMA_ID"));
}

TEST_P(RefusalMessages, ComeOnStreamsToo) {
  const std::vector<Json> events = client_.stream(comparison(mine_, {{"a", "Lion"}})).rest();
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(mine_.kind_of(events[0]), "message");
  refusal_in(mine_.unwrap(events[0]));
}

//
TEST_P(RefusalMessages, AreTextForAClientThatTakesNoJson) {
  Json params = mine_.send_params(comparison(mine_, {{"a", "Lion"}}));
  params["configuration"]["acceptedOutputModes"] = Json::array({"text/plain"});
  const Json said = mine_.unwrap(client_.call(mine_.send, params)["result"]);
  EXPECT_THAT(Json::parse(said["parts"][1]["text"].get<std::string>()).dump(), HasSubstr("data.b"));
}

// Only structured input is refused so: what breaks the protocol is an error.
TEST_P(RefusalMessages, AreForStructuredInputOnly) {
  Json message = user_text(mine_, "hello");
  message["taskId"] = "unknown";
  EXPECT_EQ(client_.send_error(message)["code"], -32001);
}

}  // namespace
}  // namespace schemagate
