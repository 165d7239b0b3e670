// What a sentence is for: only a request is mapped to be sent.
#include "extension/client_agent/intent.h"

#include <gtest/gtest.h>

#include "negotiated_schemas.h"

namespace schemagate::client_agent {
namespace {

Purpose purpose(const NegotiatedSchema& negotiated, std::string_view sentence) {
  return read_intent(Utterance(sentence), negotiated.schema).intent.purpose;
}

struct IntentRow {
  std::string_view sentence;
  Purpose purpose;
};

TEST(Intent, IsARequestInManyForms) {
  for (const std::string_view sentence :
       {"Book me a flight to Rome.", "I need to get to Rome.", "Could you get me to Rome?",
        "I'd like to fly to Rome.", "Would you mind flying me to Rome?",
        "Is it possible to book a flight to Rome?", "Let's fly to Rome.",
        "A flight to Rome tomorrow, please.", "I was wondering if you could book me a flight.",
        "Do you think you could book us a flight?", "Any chance of a flight to Rome?",
        "I could do with a flight.", "I'm in a hurry, please send me to Rome.",
        "We are three and need to be in Rome on Friday."}) {
    EXPECT_EQ(purpose(flight(), sentence), Purpose::kRequest) << sentence;
  }
}

TEST(Intent, IsNoneWhereItWaitsOrIsNotWanted) {
  for (const IntentRow& row : std::initializer_list<IntentRow>{
           {"Once I get my visa I'll book a flight to Rome.", Purpose::kPossibility},
           {"Let me check with my wife before I book the flight.", Purpose::kPossibility},
           {"We could use a flight to Rome if the price is right.", Purpose::kPossibility},
           {"No more flights to Rome, thanks.", Purpose::kRefusal},
           {"Nobody needs to fly to Rome on Friday.", Purpose::kRefusal},
           {"The flight is fine, so nobody has to come on Friday.", Purpose::kRefusal},
           {"I want my money back for the flight to Rome.", Purpose::kCancellation},
           {"Let's check in on Friday and fly to Rome.", Purpose::kRequest},
           {"I could do with a flight to Rome if possible.", Purpose::kRequest}})
    EXPECT_EQ(purpose(flight(), row.sentence), row.purpose) << row.sentence;
}

TEST(Intent, IsNoneWhereItIsDeniedOrHasBeen) {
  constexpr std::string_view kKeys =
      R"({"key_name":"plate","key_type":"string","required":true,"semantic_description":"Number plate, such as AB12 CDE.",
          "constraints":{"pattern":"^[A-Z]{2}[0-9]{2} [A-Z]{3}$"}},
         {"key_name":"job","key_type":"string","required":true,"semantic_description":"What is done.",
          "constraints":{"enum":["service","inspection"]}},
         {"key_name":"drop_off","key_type":"string","required":true,"semantic_description":"Day on which the car is brought.",
          "constraints":{"format":"date"}})";
  const auto garage = one_key(std::string(kKeys));
  for (const std::string_view said : {"AB12 CDE was serviced on Monday and still makes a noise.",
                                      "I won't bring AB12 CDE in on Friday for the inspection.",
                                      "Not interested in a service for AB12 CDE on Friday, thanks.",
                                      "Give me back the money for the service of AB12 CDE on Friday."})
    EXPECT_FALSE(mapped(garage, std::string(said)).is_complete()) << said;
  EXPECT_TRUE(mapped(garage, "AB12 CDE needs a service on Friday.").is_complete());
}

TEST(Intent, OfSomebodyElsesJourneyIsNone) {
  const auto told =
      mapped(flight(), "My sister is flying from Beijing to Shanghai tomorrow in business class.");
  EXPECT_NE(told.intent.purpose, Purpose::kRequest);
  const auto asked =
      mapped(flight(), "My sister needs a flight from Beijing to Shanghai tomorrow in business class.");
  EXPECT_EQ(asked.intent.purpose, Purpose::kRequest);
}

// agent_cards/TEMPLATES.md says so.
TEST(Intent, LearnsItsVerbsFromTheNameOfTheScenario) {
  const auto purpose_at = [](std::string scenario, std::string_view sentence) {
    schema_interaction::SchemaTemplate schema;
    schema.scenario = std::move(scenario);
    schema_interaction::Key& key = schema.keys.emplace_back();
    key.name = "parcel";
    key.description = "Number of the parcel.";
    return read_intent(Utterance(sentence), schema);
  };
  for (const std::string_view sentence :
       {"Trace my parcel AB-123456", "Could you trace AB-123456 for me?", "Please trace my parcel."}) {
    const IntentReading taught = purpose_at("trace_parcel", sentence);
    EXPECT_TRUE(taught.intent.is_request() && taught.is_explicit) << sentence;
    const IntentReading noun = purpose_at("parcel_position", sentence);
    EXPECT_FALSE(noun.intent.is_request() && noun.is_explicit) << sentence;
  }
  EXPECT_EQ(purpose_at("trace_parcel", "Don't trace my parcel").intent.purpose, Purpose::kRefusal);
  EXPECT_TRUE(purpose_at("return_parcel", "Return my parcel AB-123456").intent.is_request());
  EXPECT_EQ(purpose_at("trace_parcel", "Return my parcel AB-123456").intent.purpose, Purpose::kCancellation);
  for (const std::string_view sentence :
       {"Where is my parcel?", "Tell me where my parcel is", "Could you tell me where my parcel is?",
        "I want to know where my parcel is"}) {
    EXPECT_EQ(purpose_at("trace_parcel", sentence).intent.purpose, Purpose::kQuestion) << sentence;
  }
}

TEST(Intent, IsNoRequestInMoreForms) {
  constexpr IntentRow kRows[] = {
      {"Do not book a flight to Rome.", Purpose::kRefusal},
      {"Please don't send me to Rome.", Purpose::kRefusal},
      {"I don't want to fly to Rome.", Purpose::kRefusal},
      {"I'd rather not fly to Rome.", Purpose::kRefusal},
      {"I don't think we need a flight.", Purpose::kRefusal},
      {"No flight for us tomorrow, thanks.", Purpose::kRefusal},
      {"Cancel my flight to Rome.", Purpose::kCancellation},
      {"I want to cancel my booking.", Purpose::kCancellation},
      {"Move my flight to Friday.", Purpose::kCancellation},
      {"Please call off my flight.", Purpose::kCancellation},
      {"Call the flight to Rome off.", Purpose::kCancellation},
      {"What does a flight to Rome cost?", Purpose::kQuestion},
      {"Is there a flight to Rome?", Purpose::kQuestion},
      {"Could you tell me when the flight leaves?", Purpose::kQuestion},
      {"I'd like to know how long it takes.", Purpose::kQuestion},
      {"Should I fly to Rome?", Purpose::kQuestion},
      {"I flew to Rome last month.", Purpose::kPast},
      {"We booked a flight to Rome yesterday.", Purpose::kPast},
      {"I might need a flight to Rome.", Purpose::kPossibility},
      {"We may fly to Rome in summer.", Purpose::kPossibility},
      {"If I flew to Rome, would I be late?", Purpose::kPossibility},
      {"Maybe a flight to Rome.", Purpose::kPossibility},
      {"The weather in Rome is lovely.", Purpose::kStatement},
      {"Thank you for the flight.", Purpose::kStatement},
      {"Please send me the invoice.", Purpose::kOtherMatter},
      {"Book me a hotel in Rome.", Purpose::kOtherMatter},
  };
  for (const auto& [sentence, wanted] : kRows) EXPECT_EQ(purpose(flight(), sentence), wanted) << sentence;
}

// What ends a conversation asks for nothing, whatever words of a request are in it.
TEST(Intent, AConversationThatEndsAsksForNothing) {
  for (const std::string_view sentence :
       {"That's all I need, thanks.", "No, that is all I need.", "Thank you that's all for today",
        "Nope, that's it.", "Great, thanks, that will be all for now.", "Hold off on that.",
        "No, hold off on that for now.", "Put that on hold.", "Never mind that, please.",
        "Leave it for now."}) {
    EXPECT_FALSE(mapped(photo(), std::string(sentence)).intent.is_request()) << sentence;
    EXPECT_FALSE(read_intent(Utterance(sentence), flight().schema).intent.is_request()) << sentence;
  }
  for (const std::string_view sentence :
       {"Book me a flight to Rome, that's all.", "I need a flight to Rome. That is all I need.",
        "Put me on a flight to Rome."}) {
    EXPECT_EQ(purpose(flight(), sentence), Purpose::kRequest) << sentence;
  }
}

TEST(Intent, ARequestMayBeTakenBackInTheEnd) {
  for (const std::string_view ending :
       {"Actually no, forget it.", "On second thought, don't.", "Sorry, please ignore this.",
        "Forget what I said.", "Actually we've changed our minds, don't do it.",
        "Never mind, I'll do it myself.", "Scratch all that.", "Oh wait, please don't book it after all.",
        "We're not coming after all.", "I don't need it any more, thanks.", "Please hold off on that.",
        "Ignore my last message."}) {
    EXPECT_EQ(purpose(flight(), std::string("Book me a flight to Rome on Monday. ").append(ending)),
              Purpose::kRefusal)
        << ending;
    EXPECT_EQ(purpose(flight(), std::string("Rome on Monday, two of us. ").append(ending)), Purpose::kRefusal)
        << ending;
  }
  EXPECT_EQ(purpose(flight(), "Book me a flight to Rome, actually no, forget it"), Purpose::kRefusal);
  for (const std::string_view sentence :
       {"Forget it, book me a flight to Oslo instead.", "Book me a flight to Rome. Forget the window seat.",
        "Book me a flight to Rome. Don't book it with a stop.",
        "Never mind the price, book me a flight to Rome.",
        "I want a flight to Rome on Monday. I've changed my mind, make it Sunday.",
        "Book me a flight to Rome. We're not coming by car.", "Never mind that. I need a flight to Rome."}) {
    EXPECT_EQ(purpose(flight(), sentence), Purpose::kRequest) << sentence;
  }
}

TEST(Intent, SaysWithWhichWords) {
  EXPECT_EQ(read_intent(Utterance("Call off my flight to Rome."), flight().schema).intent.evidence,
            "Call off my");
  EXPECT_EQ(read_intent(Utterance("Hello, please do not book a flight."), flight().schema).intent.evidence,
            "do not book a");
}

// How it is to be done is a wish, not the end of it.
TEST(Intent, LetsARequestHaveConditions) {
  for (const std::string_view sentence :
       {"Book me a flight to Rome, but don't put me in the last row.", "Fly me to Rome if possible.",
        "Book a flight to Rome; I may be late.", "Not from Paris, from Rome: a flight to Oslo.",
        "I stayed in Rome last year and would like to fly there again."}) {
    EXPECT_EQ(purpose(flight(), sentence), Purpose::kRequest) << sentence;
  }
}

TEST(Intent, OfAFragmentFollowsFromWhatItSaysForTheTemplate) {
  EXPECT_TRUE(mapped(flight(), "Paris to Rome, tomorrow").intent.is_request());
  EXPECT_EQ(mapped(flight(), "lovely weather").intent.purpose, Purpose::kStatement);
  EXPECT_EQ(mapped(photo(), "Can you fix my bike?").intent.purpose, Purpose::kOtherMatter)
      << "nothing has to be said, so something must be";
}

TEST(Intent, KeepsARefusalFromBeingComplete) {
  const Proposal proposal = mapped(flight(), "Do not book a flight from Paris to Rome tomorrow");
  EXPECT_TRUE(proposal.missing.empty());
  EXPECT_FALSE(proposal.is_complete());
}

}  // namespace
}  // namespace schemagate::client_agent
