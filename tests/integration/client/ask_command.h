// The command `ask` with two agents that offer a template each: flights and photos.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "a2a/json/text.h"
#include "a2a/signature/card.h"
#include "a2a/signature/digest.h"
#include "command_line.h"
#include "extension/schema_interaction/template_reader.h"
#include "extension/schema_interaction/template_schema.h"
#include "scripted_agent.h"
#include "tests/unit/gateway/store/temporary_folder.h"

namespace schemagate {

inline constexpr std::string_view kExtension =
    "https://datatracker.ietf.org/doc/html/draft-zhou-structured-data-schema-interaction-00";
inline constexpr auto kFlightSentence =
    "Book me a flight from Beijing to Shanghai next Monday, business class, and I prefer a window seat";
inline constexpr auto kPhotoSentence =
    "Please retouch this photo: smooth the skin, whiten teeth, make the background blurry, and add a vintage "
    "filter. "
    "Also, I want my eyes to look bigger.";
inline constexpr auto kBooked =
    R"({"task":{"id":"t-1","contextId":"c-1","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[
      {"artifactId":"r","parts":[{"data":{"booking_id":"BK-20260430-001"},"mediaType":"application/json"}]}]}})";

inline schema_interaction::AuthoredTemplate authored_of(const std::string& path) {
  std::ifstream file(SCHEMAGATE_SOURCE_DIR "/agent_cards/" + path);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  return schema_interaction::read_authored_template(a2a::parse_tree(text).value()).authored.value();
}

inline a2a::signature::PrivateKey owner_key() {
  std::ostringstream pem;
  pem << std::ifstream(SCHEMAGATE_SOURCE_DIR "/tests/unit/a2a/signature/data/p256.pem").rdbuf();
  return a2a::signature::PrivateKey::from_pem("key", pem.str()).value();
}

// An agent that offers one scenario and books whatever comes.
class TemplateAgent {
 public:
  TemplateAgent(const std::string& name, const std::string& path,
                a2a::wire::Version version = a2a::wire::Version::kV1_0)
      : authored_(authored_of(path)), template_(schema_interaction::write_template(authored_.schema)) {
    const a2a::JsonTree params = {
        {"methods", a2a::JsonTree::array({"get_schema_template"})},
        {"scenarios", a2a::JsonTree::array({authored_.schema.scenario})},
        {"templateDigests",
         {{authored_.schema.schema_id, {{"en", a2a::signature::digest_of(template_).value()}}}}}};
    const a2a::JsonTree schema = schema_interaction::to_json_schema(authored_);
    members_ = R"("capabilities":{"extensions":[{"uri":")" + std::string(kExtension) + R"(","params":)" +
               a2a::dump_tree(params) + "}]}";
    schemas_ = R"(,"schemas":{")" + authored_.schema.schema_id + "\":" + a2a::dump_tree(schema) + "}}";
    const auto interface = version == a2a::wire::Version::kV1_0
                               ? R"("supportedInterfaces":[{"url":"/rpc","protocolBinding":"JSONRPC",)"
                                 R"("protocolVersion":"1.0"}])"
                               : R"("url":"/rpc","protocolVersion":"0.3.0")";
    publish(name, interface);
    agent_.result("get_schema_template", a2a::dump_tree(template_));
    agent_.result("SendMessage", kBooked);
  }

  void publish(const std::string& name, const std::string& interface) {
    std::string card = "{";
    a2a::append_string_member(card, "name", name);
    card += "," + std::string(interface) + "," + members_ + schemas_;
    card_ = a2a::parse_tree(card).value();
    agent_.page("/.well-known/agent-card.json", {card});
  }

  // Publishes the card as it is, signed.
  void sign(const a2a::signature::PrivateKey& key) {
    ASSERT_TRUE(a2a::signature::sign_card(card_, key, ""));
    show();
  }
  // Gives another template and vouches for it in the card, whose signatures stay.
  void alter_template() {
    template_["keys"][0]["semantic_description"] = "Your card number.";
    a2a::JsonTree& params = card_["capabilities"]["extensions"][0]["params"];
    params["templateDigests"][authored_.schema.schema_id]["en"] =
        a2a::signature::digest_of(template_).value();
    show();
    agent_.result("get_schema_template", a2a::dump_tree(template_));
  }

  ScriptedAgent& agent() { return agent_; }
  const a2a::JsonTree& card() const { return card_; }
  const a2a::JsonTree& template_tree() const { return template_; }
  std::size_t sent() const {
    std::size_t count = 0;
    for (const auto& request : agent_.seen()) count += request.body.contains("SendMessage") ? 1 : 0;
    return count;
  }

 private:
  void show() { agent_.page("/.well-known/agent-card.json", {a2a::dump_tree(card_)}); }

  ScriptedAgent agent_;
  schema_interaction::AuthoredTemplate authored_;
  a2a::JsonTree template_;
  a2a::JsonTree card_;
  std::string members_;
  std::string schemas_;
};

class AskCommand : public testing::Test {
 protected:
  Finished ask(std::vector<std::string> arguments, const std::string& input = "", bool can_ask = false) {
    const std::string registry = write("registry.json", registry_.empty() ? both() : registry_);
    arguments.insert(arguments.begin(), "ask");
    arguments.insert(arguments.end(), {"--registry", registry, "--today", "2026-04-30"});
    std::istringstream in(input);
    std::ostringstream out;
    std::ostringstream err;
    const cli::Console console{in, out, err, false, can_ask};
    const int exit_code = cli::run_client(std::move(arguments), console);
    return {exit_code, out.str(), err.str()};
  }

  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_.file(name), std::ios::binary) << text;
    return folder_.file(name);
  }

  std::string both() {
    return R"({"agents":[")" + flight_.agent().url() + R"(",")" + photo_.agent().url() + "\"]}";
  }

  TemplateAgent flight_{"Flights", "flight/templates/flight_booking_v1.json"};
  TemplateAgent photo_{"Photos", "photo/templates/photo_retouch_v2.json"};
  std::string registry_;
  TemporaryFolder folder_;
};

}  // namespace schemagate
