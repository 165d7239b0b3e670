// What one message asks for, by the contracts and templates of the examples. No agent and no ledger in here.
#include "gateway/task/message_meaning.h"

#include <gmock/gmock.h>

#include "a2a/model/metadata.h"
#include "gateway/config/load.h"

namespace schemagate {
namespace {

using a2a::ErrorCode;
using a2a::Message;
using a2a::Part;
using a2a::PartKind;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr std::string_view kFlight =
    R"({"origin":"PEK","destination":"SHA","departure_date":"2026-05-04","other":"window seat"})";

AgentConfig example(const std::string& file) {
  auto loaded = load_config(SCHEMAGATE_SOURCE_DIR "/examples/" + file);
  EXPECT_TRUE(loaded.config) << file;
  return loaded.config ? std::move(loaded.config->agents.front()) : AgentConfig();
}

Part json_part(std::string_view json, const std::string& label = "") {
  Part part{.kind = PartKind::kData, .content = std::string(json), .media_type = "application/json"};
  if (!label.empty()) a2a::set_mime_type(part, "application/json;schema=" + label);
  return part;
}

std::string envelope(std::string_view schema_id, std::string_view payload) {
  return R"({"schema_id":")" + std::string(schema_id) + R"(","payload":)" + std::string(payload) + "}";
}

// Keeps what it is told, in texts of its own.
class Told final : public PayloadObserver {
 public:
  void on_payload(const ObservedPayload& payload) override {
    verdicts.emplace_back(payload.accepted ? "accepted" : payload.refusal);
    payloads.emplace_back(payload.payload);
    about.push_back(std::string(payload.agent) + ' ' + std::string(payload.schema_id) + ' ' +
                    std::string(payload.scenario));
    for (const std::string_view fragment : payload.fragments) fragments.emplace_back(fragment);
  }

  std::vector<std::string> verdicts;
  std::vector<std::string> payloads;
  std::vector<std::string> about;
  std::vector<std::string> fragments;
};

class MessageMeaningTest : public testing::Test {
 protected:
  void use(AgentConfig config) {
    context_.agent = std::make_shared<const AgentSnapshot>(
        AgentSnapshot{.configuration = std::make_shared<const AgentConfig>(std::move(config))});
  }
  MessageMeaning read(std::vector<Part> parts, PayloadObserver* observer = nullptr) {
    message_.parts = std::move(parts);
    return read_message(context_, message_, nullptr, {document_, observer});
  }
  StructuredTask accepted(std::vector<Part> parts) {
    auto meaning = read(std::move(parts), &told_);
    if (auto* task = std::get_if<StructuredTask>(&meaning)) return std::move(*task);
    ADD_FAILURE() << "no structured input";
    return {};
  }
  a2a::Error refused(std::vector<Part> parts) {
    auto meaning = read(std::move(parts), &told_);
    if (auto* error = std::get_if<a2a::Error>(&meaning)) return std::move(*error);
    ADD_FAILURE() << "not refused";
    return {};
  }

  CallContext context_;
  Message message_{.message_id = "m-1", .context_id = "c-1", .role = a2a::Role::kUser};
  a2a::JsonDocument document_;
  Told told_;
};

class LabelsOfAMessage : public MessageMeaningTest {
 protected:
  LabelsOfAMessage() { use(example("gateway.yaml")); }
};

TEST_F(LabelsOfAMessage, TextAndPlainDataAreUpToTheAgent) {
  EXPECT_TRUE(std::holds_alternative<UpToAgent>(read({{.content = "Lion or tiger?"}})));
  EXPECT_TRUE(std::holds_alternative<UpToAgent>(read({json_part(R"({"a":1})")})));
}

TEST_F(LabelsOfAMessage, ALabelledPartThatFitsIsAnInput) {
  const StructuredTask task = accepted({json_part(R"({"a":"Lion","b":"Tiger"})", "fightComparison")});
  EXPECT_EQ(task.input.schema, "fightComparison");
  EXPECT_EQ(task.input.title, "Who would win in a fight between Lion and Tiger?");
  EXPECT_EQ(task.for_agent.parts.at(0).content, R"({"a":"Lion","b":"Tiger"})");
  EXPECT_THAT(task.for_agent.parts.at(0).metadata.text, Not(HasSubstr("schema=")));
}

TEST_F(LabelsOfAMessage, ALabelledPartThatDoesNotFitIsRefused) {
  const a2a::Error error = refused({json_part(R"({"a":"Lion"})", "fightComparison")});
  EXPECT_EQ(error.code, ErrorCode::kInvalidParams);
  EXPECT_THAT(error.message, HasSubstr("data.b is required"));
}

TEST_F(LabelsOfAMessage, ARefusalMayBeAMessage) {
  AgentConfig config = example("gateway.yaml");
  config.refusals_as_messages = true;
  use(std::move(config));
  const auto meaning = read({json_part(R"({"a":"Lion"})", "fightComparison")});
  ASSERT_TRUE(std::holds_alternative<OwnAnswer>(meaning));
  const Message& answer = std::get<OwnAnswer>(meaning).message;
  EXPECT_EQ(answer.role, a2a::Role::kAgent);
  EXPECT_EQ(answer.context_id, "c-1");
  ASSERT_EQ(answer.parts.size(), 2U);
  EXPECT_THAT(answer.parts[0].content, HasSubstr("data.b is required"));
  EXPECT_EQ(answer.parts[1].kind, PartKind::kData);
  EXPECT_THAT(answer.parts[1].content, HasSubstr("data.b"));
  EXPECT_TRUE(std::holds_alternative<StructuredTask>(
      read({json_part(R"({"a":"Lion","b":"Tiger"})", "fightComparison")})));
}

class PayloadsOfAMessage : public MessageMeaningTest {
 protected:
  PayloadsOfAMessage() { use(example("flight_booking/gateway.yaml")); }
};

TEST_F(PayloadsOfAMessage, APayloadThatFitsIsAnInputWithItsDefaults) {
  const StructuredTask task = accepted({json_part(envelope("flight_booking_v1", kFlight))});
  EXPECT_EQ(task.input.schema, "flight_booking_v1");
  EXPECT_EQ(task.input.title, "A flight from PEK to SHA on 2026-05-04");
  const std::string& taken = task.for_agent.parts.at(0).content;
  EXPECT_THAT(taken,
              testing::AllOf(HasSubstr(R"("cabin_class":"economy")"), HasSubstr(R"("passenger_count":1)"),
                             HasSubstr(R"("other":"window seat")"), Not(HasSubstr("schema_id"))));
  EXPECT_EQ(task.for_agent.parts.size(), 1U);
}

TEST_F(PayloadsOfAMessage, AnObserverIsToldWhatWasAccepted) {
  (void)accepted({{.content = "see:"}, json_part(envelope("flight_booking_v1", kFlight))});
  EXPECT_THAT(told_.verdicts, ElementsAre("accepted"));
  EXPECT_THAT(told_.about, ElementsAre("flight flight_booking_v1 flight_booking"));
  EXPECT_THAT(told_.fragments, ElementsAre("window seat"));
  EXPECT_THAT(told_.payloads.at(0), Not(HasSubstr("economy"))) << "as it was checked";
}

TEST_F(PayloadsOfAMessage, AnObserverIsToldWhatWasRefused) {
  const a2a::Error error =
      refused({{.content = "see:"}, json_part(envelope("flight_booking_v1", R"({"origin":"PEK"})"))});
  EXPECT_THAT(error.message, HasSubstr("data.payload.destination is required"));
  EXPECT_THAT(told_.verdicts, ElementsAre(error.message));
  EXPECT_THAT(told_.about, ElementsAre("flight flight_booking_v1 flight_booking"));
  EXPECT_THAT(told_.payloads, ElementsAre(R"({"origin":"PEK"})"));
}

TEST_F(PayloadsOfAMessage, NobodyNeedObserve) {
  EXPECT_TRUE(
      std::holds_alternative<StructuredTask>(read({json_part(envelope("flight_booking_v1", kFlight))})));
  EXPECT_TRUE(std::holds_alternative<a2a::Error>(read({json_part(envelope("flight_booking_v1", "{}"))})));
}

TEST_F(PayloadsOfAMessage, OnlyPayloadsOfTemplatesAreObserved) {
  (void)refused({json_part("{}", "flight_booking_result")});
  (void)refused({json_part("{}", "nothing_v1")});
  EXPECT_THAT(told_.verdicts, IsEmpty());
}

TEST_F(PayloadsOfAMessage, WhatIsRefusedForBeingNoInputIsNotObserved) {
  AgentConfig config = example("flight_booking/gateway.yaml");
  config.contract.accept = {.text = false, .data = false};
  use(std::move(config));
  (void)refused({json_part(R"({"a":1})")});
  EXPECT_THAT(told_.verdicts, IsEmpty());
}

TEST_F(PayloadsOfAMessage, ALabelledPartIsAPayloadWithoutItsEnvelope) {
  const StructuredTask task = accepted({json_part(kFlight, "flight_booking_v1")});
  EXPECT_THAT(task.for_agent.parts.at(0).content, HasSubstr(R"("cabin_class":"economy")"));
}

TEST_F(PayloadsOfAMessage, WhatAPromptHasNoPlaceForGoesBesideIt) {
  AgentConfig config = example("flight_booking/gateway.yaml");
  for (auto& skill : config.contract.skills) {
    skill.input_mapping = object_schemas::InputMapping::kTemplate;
    skill.prompt = *object_schemas::Template::parse("Fly {}");
  }
  use(std::move(config));
  const StructuredTask task = accepted({json_part(envelope("flight_booking_v1", kFlight))});
  ASSERT_EQ(task.for_agent.parts.size(), 2U);
  EXPECT_THAT(task.for_agent.parts[0].content,
              testing::AllOf(testing::StartsWith("Fly {"), Not(HasSubstr("window seat"))));
  EXPECT_THAT(task.for_agent.parts[1].content, HasSubstr("window seat"));
}

// A key that has evolved, or that the prompt was never written for, is no less said than `other`.
TEST_F(PayloadsOfAMessage, KeysThatAPromptLeavesOutGoBesideIt) {
  AgentConfig config = example("flight_booking/gateway.yaml");
  for (auto& skill : config.contract.skills) {
    skill.input_mapping = object_schemas::InputMapping::kTemplate;
    skill.prompt = *object_schemas::Template::parse("Fly from {origin} to {destination}");
  }
  use(std::move(config));
  const StructuredTask task = accepted({json_part(envelope("flight_booking_v1", kFlight))});
  ASSERT_EQ(task.for_agent.parts.size(), 3U);
  const std::string& beside = task.for_agent.parts[1].content;
  EXPECT_THAT(beside, HasSubstr(R"([{"field":"departure_date","meaning":)"));
  EXPECT_THAT(beside, HasSubstr(R"("value":"2026-05-04"})"));
  EXPECT_THAT(beside, Not(HasSubstr("cabin_class"))) << "it has its default";
  EXPECT_THAT(beside, Not(HasSubstr("SHA"))) << "the prompt has it";
  EXPECT_THAT(task.for_agent.parts[2].content, HasSubstr("window seat"));
}

TEST_F(PayloadsOfAMessage, ATemplateThatIsAskedForIsAnswered) {
  const auto meaning =
      read({json_part(R"({"method":"get_schema_template","params":{"scenario":"flight_booking"}})")});
  ASSERT_TRUE(std::holds_alternative<OwnAnswer>(meaning));
  const Message& answer = std::get<OwnAnswer>(meaning).message;
  EXPECT_EQ(answer.parts.at(0).content,
            context_.agent->templates().find_scenario("flight_booking")->renditions[0].text);
  EXPECT_EQ(answer.extensions.size(), 1U);
}

TEST_F(PayloadsOfAMessage, AnIdThatNoTemplateHasIsRefusedWhereTheExtensionIsActivated) {
  EXPECT_TRUE(std::holds_alternative<UpToAgent>(read({json_part(envelope("car_rental_v1", "{}"))})));
  context_.templates_activated = true;
  const a2a::Error error = refused({json_part(envelope("car_rental_v1", "{}"))});
  EXPECT_EQ(error.code, ErrorCode::kInvalidParams);
  EXPECT_THAT(error.message, HasSubstr("car_rental_v1"));
}

}  // namespace
}  // namespace schemagate
