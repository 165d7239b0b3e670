// The two scenarios of the structured-data draft on a running gateway: the agents of agent_cards/flight and
// photo, beside "fight", whose schema is offered as a template.
#pragma once

#include <string>
#include <vector>

#include "tests/integration/gateway/gateway_fixture.h"
#include "tests/unit/extension/schema_interaction/figures.h"

namespace schemagate {

inline const std::string kUri =
    "https://datatracker.ietf.org/doc/html/draft-zhou-structured-data-schema-interaction-00";
inline const std::string kAgentCards = std::string(SCHEMAGATE_SOURCE_DIR) + "/agent_cards/";

inline Json scenario_agent(const ScriptedAgent& agent, const std::string& name, const std::string& skill,
                           const std::string& schema_id, const std::string& result) {
  return {{"upstream", {{"url", agent.url()}, {"poll_interval", "20ms"}}},
          {"card", kAgentCards + name + "/card.json"},
          {"schemas", {{result, kAgentCards + name + "/schemas/" + result + ".json"}}},
          {"templates", Json::array({kAgentCards + name + "/templates"})},
          {"skills",
           {{skill,
             {{"input", Json::array({schema_id})},
              {"output", Json::array({result})},
              {"artifact_id", result}}}}}};
}

// Beside "fight", which offers its schema as a template: "flight" and "photo".
inline Json scenarios(const ScriptedAgent& agent) {
  Json flight =
      scenario_agent(agent, "flight", "flight-booking", "flight_booking_v1", "flight_booking_result");
  Json photo = scenario_agent(agent, "photo", "photo-retouch", "photo_retouch_v2", "photo_retouch_result");
  Json changes = skill_change({{"scenario", "fight comparison"}});
  changes["agents"]["flight"] = std::move(flight);
  changes["agents"]["photo"] = std::move(photo);
  return changes;
}

inline Json flight_change(const ScriptedAgent& agent, const Json& members) {
  Json changes = scenarios(agent);
  changes["agents"]["flight"]["skills"]["flight-booking"].merge_patch(members);
  return changes;
}

// The template but for the name of its response schema, which the figures do not have.
inline Json as_in_figure(Json schema_template) {
  schema_template.erase("response_schema");
  return schema_template;
}

// Figure 9 without the suggestion, which is for a later day.
inline Json booking() {
  Json data = Json::parse(schema_interaction::kFigure9);
  data.erase("schema_update_suggestion");
  return data;
}

inline Json payload_message(const Dialect& dialect, const Json& envelope, const std::string& id = "m-10") {
  Json message = dialect.message(dialect.user(), id, Json::array({dialect.data_part(envelope)}));
  if (!dialect.is_v0_3_proto()) message["extensions"] = Json::array({kUri});
  return message;
}

inline Json data_of(const Dialect& dialect, const Json& part) {
  return dialect.is_v0_3_proto() ? part["data"]["data"] : part["data"];
}

// A payload of Figure 4 with changes; null takes a key away.
inline Json flight_with(const Json& changes) {
  Json envelope = Json::parse(schema_interaction::kFigure4);
  envelope["payload"].merge_patch(changes);
  return envelope;
}

inline std::vector<std::string> fields_of(const Json& error) {
  std::vector<std::string> fields;
  for (const Json& detail : details_of(error)) {
    for (const Json& violation : detail.value("fieldViolations", Json::array()))
      fields.push_back(violation["field"]);
  }
  return fields;
}

// A gateway with the scenarios in front of an agent of v1.0.
class ScenariosTest : public testing::Test {
 protected:
  HttpMessage get(const std::string& target, const Headers& headers = {}) const {
    return flight_.request("GET", target, headers);
  }
  std::string rest_text(const std::string& more = "") const {
    return get("/flight/schemaTemplates/flight_booking" + more).body;
  }

  const Dialect v1_ = v1_0();
  ScriptedAgent agent_;
  const RunningGateway gateway_{agent_, scenarios(agent_)};
  const GatewayClient flight_ = gateway_.client(v1_, "/flight");
};

}  // namespace schemagate
