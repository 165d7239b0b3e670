#include "ask_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <streambuf>
#include <thread>

#include "a2a/signature/key_set.h"
#include "raw_server.h"

namespace schemagate {
namespace {

using a2a::JsonTree;
using a2a::wire::Version;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// SD-5, SD-6, SD-10, SD-42, SD-43: the draft's section 5.1 in one command.
TEST_F(AskCommand, BooksTheDraftsFlight) {
  const auto result = ask({kFlightSentence, "--yes"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const auto request = flight_.agent().last();
  EXPECT_THAT(
      request.body,
      HasSubstr(R"("data":{"schema_id":"flight_booking_v1","payload":{"origin":"PEK","destination":"SHA",)"
                R"("departure_date":"2026-05-04","cabin_class":"business","passenger_count":1,)"
                R"("other":"window seat"}})"));
  EXPECT_EQ(request.header("A2A-Extensions"), kExtension);
  EXPECT_THAT(request.body, HasSubstr(R"("extensions":[")" + std::string(kExtension)));
  EXPECT_THAT(result.out, AllOf(HasSubstr("agent     Flights"), HasSubstr("BK-20260430-001"),
                                HasSubstr(R"(cabin_class      "business"  0.95  "business class")"),
                                HasSubstr("passenger_count  1  default")));
  EXPECT_THAT(photo_.agent().seen(), testing::SizeIs(1));  // its card
}

// SD-97, X-26: Figure 6 as a method.
TEST_F(AskCommand, NegotiatesInTheLanguageThatIsAskedFor) {
  ask({kFlightSentence, "--yes", "--language", "en-US"});
  bool asked = false;
  for (const auto& request : flight_.agent().seen()) {
    asked = asked ||
            request.body.contains(R"("method":"get_schema_template","params":{"scenario":"flight_booking",)"
                                  R"("preferred_language":"en-US"})");
  }
  EXPECT_TRUE(asked);
}

// SD-47, X-62: the photo as a part of the same message.
TEST_F(AskCommand, SendsThePhotoAlong) {
  const std::string photo = write("me.jpg", "\xff\xd8jpeg");
  const auto result = ask({kPhotoSentence, "--yes", "--file", photo});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(
      photo_.agent().last().body,
      AllOf(HasSubstr(R"("raw":"/9hqcGVn")"),
            HasSubstr(R"("payload":{"skin_smoothing":7,"teeth_whitening":true,"background_blur":true,)"
                      R"("filter_style":"vintage","eye_enlargement":false,)"
                      R"("other":"increase eye size proportionally"}})")));
}

// SD-12: nothing suits, the user is told, nobody hears of it.
TEST_F(AskCommand, SaysThatNothingSuits) {
  const auto result = ask({"Help me order a large iced latte", "--yes"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("no agent of the registry is sure to be meant; nearest: --agent"));
  EXPECT_THAT(flight_.agent().seen(), testing::SizeIs(1));
  EXPECT_THAT(photo_.agent().seen(), testing::SizeIs(1));
}

TEST_F(AskCommand, SaysWhichAgentsAreDown) {
  registry_ = R"(["http://127.0.0.1:1"])";
  const auto result = ask({kFlightSentence, "--yes"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(
      result.err,
      HasSubstr(
          "no agent of the registry can be asked (down: http://127.0.0.1:1): start one, or give another "
          "--registry; nothing was sent"));
}

// "Do not book": whoever reads the sentence to the end sends nothing, --yes or not.
TEST_F(AskCommand, SendsNothingThatIsNotAskedFor) {
  const auto result = ask({"Do not book a flight from Beijing to Shanghai next Monday", "--yes"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("the sentence says not to do it (\"Do not book a\"); nothing was sent"));
  EXPECT_EQ(flight_.sent(), 0U);
}

TEST_F(AskCommand, SendsNothingThatTheSentenceDoesNotAskFor) {
  for (const std::string sentence : {"Do not book a flight from Beijing to Shanghai next Monday",
                                     "Cancel my flight from Beijing to Shanghai next Monday",
                                     "How much is a flight from Beijing to Shanghai next Monday?"}) {
    const auto result = ask({sentence, "--yes", "--scenario", "flight_booking"});
    EXPECT_EQ(result.exit_code, 2) << sentence;
    EXPECT_THAT(result.err, AllOf(HasSubstr("the sentence "), HasSubstr("; nothing was sent"))) << sentence;
    const auto json = ask({sentence, "--yes", "--scenario", "flight_booking", "-o", "json"});
    EXPECT_THAT(json.out, AllOf(HasSubstr(R"("no_request":"the sentence )"), HasSubstr(R"("sent":false)")));
  }
  EXPECT_EQ(flight_.sent(), 0U);
}

TEST_F(AskCommand, AsksForWhatIsMissingOneQuestionAKey) {
  const auto result =
      ask({"Book me a flight from Beijing to Shanghai, business class"}, "next Monday\ny\n", true);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("departure_date: "));
  EXPECT_THAT(result.err, HasSubstr("departure_date? "));
  EXPECT_THAT(result.out, HasSubstr("departure_date   \"2026-05-04\"  1.00  \"next Monday\""));
  EXPECT_THAT(flight_.agent().last().body, HasSubstr(R"("departure_date":"2026-05-04")"));
  const auto piped = ask({"Book me a flight from Beijing to Shanghai", "--interactive", "--yes"}, "5 May\n");
  EXPECT_EQ(piped.exit_code, 0) << piped.err;
  EXPECT_THAT(flight_.agent().last().body, HasSubstr(R"("departure_date":"2026-05-05")"));
}

// Without anybody who looks at it, what may be half understood goes nowhere.
TEST_F(AskCommand, LeavesItToTheUserWhereWordsAreNotUnderstood) {
  const std::string sentence = "Book me a flight from Beijing to Shanghai with a samovar";
  const auto alone = ask({sentence, "--yes"});
  EXPECT_EQ(alone.exit_code, 2);
  EXPECT_THAT(alone.err, AllOf(HasSubstr("(\"samovar\")"), HasSubstr("; nothing was sent")));
  EXPECT_THAT(alone.err, HasSubstr("; the sentence does not say: departure_date; nothing was sent\n"
                                   "departure_date: Departure date in ISO 8601"));
  EXPECT_EQ(flight_.sent(), 0U);
  const auto result = ask({sentence}, "next Monday\ny\n", true);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("note      too much of the sentence is not understood"));
  EXPECT_THAT(flight_.agent().last().body, HasSubstr(R"("departure_date":"2026-05-04")"));
}

TEST_F(AskCommand, AsksAgainWhereAnAnswerDoesNotFit) {
  const auto result =
      ask({"Book me a flight from Beijing to Shanghai"}, "whenever\nsoon\n2026-05-04\ny\n", true);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("that does not fit: "));
  EXPECT_EQ(flight_.sent(), 1U);
  const auto never = ask({"Book me a flight from Beijing to Shanghai"}, "a\nb\nc\nd\n", true);
  EXPECT_EQ(never.exit_code, 2);
  EXPECT_THAT(never.err, HasSubstr("the sentence does not say: departure_date; nothing was sent"));
  EXPECT_EQ(ask({"Book me a flight from Beijing to Shanghai"}, "\n", true).exit_code, 2);
  EXPECT_EQ(ask({"Book me a flight from Beijing to Shanghai", "--yes"}, "2026-05-04\n").exit_code, 2);
  EXPECT_EQ(flight_.sent(), 1U);
}

TEST_F(AskCommand, ReadsTheSentenceFromItsInput) {
  const auto result = ask({"-", "--yes"}, std::string(kFlightSentence) + "\n");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(flight_.agent().last().body, HasSubstr("PEK"));
}

TEST_F(AskCommand, NamesTheAgentsWhereOneIsAskedForThatIsNotThere) {
  const auto result = ask({kFlightSentence, "--yes", "--agent", "Flihgts"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("no agent of the registry has --agent \"Flihgts\"; did you mean "
                                    "\"Flights\"? There are --agent \"Flights\" "
                                    "--scenario \"flight_booking\", or --agent \"Photos\""));
}

TEST_F(AskCommand, SendsNothingUnlessSomebodyAgrees) {
  const auto alone = ask({kFlightSentence});
  EXPECT_EQ(alone.exit_code, 2);
  EXPECT_THAT(alone.out, HasSubstr("business class"));
  EXPECT_THAT(alone.err, HasSubstr("add --yes to send what is shown; nothing was sent"));
  const auto no = ask({kFlightSentence}, "n\n", true);
  EXPECT_EQ(no.exit_code, 0);
  EXPECT_EQ(ask({kFlightSentence}, "", true).exit_code, 0);
  EXPECT_EQ(flight_.sent(), 0U);
  const auto yes = ask({kFlightSentence}, "y\n", true);
  EXPECT_EQ(yes.exit_code, 0);
  EXPECT_THAT(yes.err, HasSubstr("Send this? [y/N]"));
  EXPECT_EQ(flight_.sent(), 1U);
}

// SD-14
TEST_F(AskCommand, NamesWhatTheSentenceDoesNotSay) {
  const auto result = ask({"a flight to Shanghai", "--yes"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("the sentence does not say: origin, departure_date; nothing was sent\n"
                                    "origin: Departure city"));
  EXPECT_THAT(result.err, HasSubstr("\ndeparture_date: Departure date"));
  EXPECT_THAT(result.out, HasSubstr("MISSING"));
  EXPECT_EQ(flight_.sent(), 0U);
}

// The agent would take the default, one passenger.
TEST_F(AskCommand, SendsNoDefaultForWhatItIsNotSureOf) {
  const std::string sentence = "Book a flight from Beijing to Shanghai tomorrow for 12 people";
  const auto result = ask({sentence, "--yes"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err,
              HasSubstr("what the sentence says is not sure for: passenger_count; nothing was sent"));
  EXPECT_EQ(flight_.sent(), 0U);
  const auto asked = ask({sentence}, "4\ny\n", true);
  EXPECT_THAT(asked.err, HasSubstr("heard \"12 people\", not sure it is passenger_count"));
  EXPECT_THAT(flight_.agent().last().body, HasSubstr(R"("passenger_count":4)"));
}

// SD-53: a higher threshold sends words to `other`.
TEST_F(AskCommand, TakesItsThresholdFromTheUser) {
  const auto result =
      ask({"a flight from Beijing to Shanghai tomorrow, economy", "--threshold", "0.9", "--yes"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(flight_.agent().last().body, HasSubstr(R"("other":"economy")"));
}

// SD-50: the rules are not asked, and what the model says is shown, checked and sent.
TEST_F(AskCommand, AsksAModelWhenToldTo) {
  ScriptedAgent model;
  const std::string answer =
      R"({"payload":{"origin":"PEK","destination":"SHA","departure_date":"2026-05-05"},)"
      R"("evidence":{"origin":"Beijing","destination":"Shanghai","departure_date":"next Monday"}})";
  model.page("/v1/chat/completions",
             {R"({"choices":[{"message":{"role":"assistant","content":)" + a2a::dump_tree(answer) + "}}]}"});
  const auto result = ask(
      {kFlightSentence, "--yes", "--mapper", "llm", "--llm-model", "one", "--llm-url", model.url() + "/v1"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(model.last().body, HasSubstr(R"("model":"one")"));
  EXPECT_THAT(result.out, HasSubstr(R"(departure_date   "2026-05-05"  0.90  "next Monday")"));
  EXPECT_THAT(flight_.agent().last().body, HasSubstr(R"("departure_date":"2026-05-05")"));
}

// SD-93: a template that the card does not vouch for is refused.
TEST_F(AskCommand, RefusesATemplateThatWasAltered) {
  JsonTree altered = flight_.template_tree();
  altered["keys"][0]["semantic_description"] = "Your card number.";
  flight_.agent().result("get_schema_template", a2a::dump_tree(altered));
  const auto result = ask({kFlightSentence, "--yes"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("not the one that the agent's card vouches for"));
  EXPECT_EQ(flight_.sent(), 0U);
}

// Whoever alters the template alters its digest in the card, too: only the signature tells.
TEST_F(AskCommand, TakesOnlyASignedCardWhereTheRegistryNamesKeys) {
  const auto key = owner_key();
  flight_.agent().page("/keys", {a2a::signature::format_key_set(std::vector{key.public_key()})});
  const std::string url = flight_.agent().url();
  const JsonTree entry = {{"url", url}, {"jwks", flight_.agent().url("/keys")}};
  registry_ = a2a::dump_tree({{"agents", JsonTree::array({entry})}});
  const auto unsigned_card = ask({kFlightSentence, "--yes"});
  EXPECT_EQ(unsigned_card.exit_code, 2);
  EXPECT_THAT(unsigned_card.err, HasSubstr("passed over " + url + ": the card is not signed"));
  flight_.sign(key);
  EXPECT_EQ(ask({kFlightSentence, "--yes"}).exit_code, 0);
  flight_.alter_template();
  const auto altered = ask({kFlightSentence, "--yes"});
  EXPECT_EQ(altered.exit_code, 2);
  EXPECT_THAT(altered.err, HasSubstr("passed over " + url + ": no signature verifies"));
  EXPECT_EQ(flight_.sent(), 1U);
}

TEST_F(AskCommand, TakesKeysAndASignedCardInsideTheRegistry) {
  const auto key = owner_key();
  flight_.sign(key);
  JsonTree entry = {{"url", flight_.agent().url()}, {"card", flight_.card()}};
  entry["jwks"] = a2a::parse_tree(a2a::signature::format_key_set(std::vector{key.public_key()})).value();
  registry_ = a2a::dump_tree({{"agents", JsonTree::array({entry})}});
  EXPECT_EQ(ask({kFlightSentence, "--yes"}).exit_code, 0);
  entry["card"]["name"] = "Somebody else";
  registry_ = a2a::dump_tree({{"agents", JsonTree::array({entry})}});
  EXPECT_EQ(ask({kFlightSentence, "--yes"}).exit_code, 2);
}

TEST_F(AskCommand, SaysThatTheKeysOfTheRegistryAreNone) {
  flight_.sign(owner_key());
  flight_.agent().page("/keys", {R"({"keys":[]})"});
  const JsonTree entry = {{"url", flight_.agent().url()}, {"jwks", flight_.agent().url("/keys")}};
  registry_ = a2a::dump_tree({{"agents", JsonTree::array({entry})}});
  const auto result = ask({kFlightSentence, "--yes"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr(": the keys that the registry names: "));
}

TEST_F(AskCommand, SpeaksTheVersionAndBindingOfTheAgent) {
  TemplateAgent old("Old flights", "flight/templates/flight_booking_v1.json", Version::kV0_3);
  old.agent().result("message/send",
                     R"({"kind":"task","id":"t-3","contextId":"c","status":{"state":"completed"}})");
  registry_ = "[\"" + old.agent().url() + "\"]";
  const auto result = ask({kFlightSentence, "--yes"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(old.agent().last().header("X-A2A-Extensions"), kExtension);
  EXPECT_THAT(result.out, HasSubstr("task t-3  completed"));
}

// Where an agent has no JSON-RPC the template is a resource.
TEST_F(AskCommand, GetsTheTemplateOverRest) {
  flight_.publish(
      "Flights",
      R"("supportedInterfaces":[{"url":"/api","protocolBinding":"HTTP+JSON","protocolVersion":"1.0"}])");
  flight_.agent().page("/api/schemaTemplates/flight_booking", {a2a::dump_tree(flight_.template_tree())});
  flight_.agent().page("/api/message:send", {kBooked});
  const auto result = ask({kFlightSentence, "--yes"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(flight_.agent().last().path, "/api/message:send");
}

TEST_F(AskCommand, PassesOverWhatItCannotUse) {
  ScriptedAgent plain;
  plain.card(Version::kV1_0);
  registry_ = R"({"agents":[")" + plain.url() + R"(","http://127.0.0.1:1",{"card":{}},")" +
              flight_.agent().url() + "\"]}";
  const auto result = ask({kFlightSentence, "--yes"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("passed over " + plain.url() + ": knows nothing of schema negotiation"),
                    HasSubstr("could not ask http://127.0.0.1:1: ")));
}

// --timeout is for everything together, also for a registry of agents that never answer.
TEST_F(AskCommand, WaitsForNobodyBeyondItsTime) {
  const RawServer silent({""}, AfterBytes::kHold);
  const std::string entry = "\"" + silent.url() + "\",";
  registry_ = "[" + entry + entry + entry + "\"" + flight_.agent().url() + "\"]";
  const auto result = ask({kFlightSentence, "--yes", "--timeout", "0.2"});
  EXPECT_EQ(result.exit_code, 5) << result.err;
  EXPECT_THAT(result.err, HasSubstr("nothing was sent"));
  EXPECT_EQ(run({"ask", kFlightSentence, "--registry", silent.url(), "--timeout", "0.2"}).exit_code, 5);
}

// Agrees after having thought for longer than --timeout.
class SlowReader : public std::streambuf {
 protected:
  int_type underflow() override {
    if (at_ == text_.size()) return traits_type::eof();
    if (at_ == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1'550));
    setg(&text_[at_], &text_[at_], &text_[at_] + 1);
    ++at_;
    return traits_type::to_int_type(*gptr());
  }

 private:
  std::string text_ = "y\ny\n";
  std::size_t at_ = 0;
};

TEST_F(AskCommand, GivesTheUserTimeToThink) {
  const auto task = [](const std::string& state) {
    return R"({"id":"t-1","contextId":"c","status":{"state":")" + state + "\"}}";
  };
  flight_.agent().result("SendMessage", R"({"task":)" + task("TASK_STATE_WORKING") + "}");
  flight_.agent().result("GetTask", task("TASK_STATE_COMPLETED"));
  SlowReader reader;
  std::istream in(&reader);
  std::ostringstream out;
  std::ostringstream err;
  const int exit_code =
      cli::run_client({"ask", kFlightSentence, "--today", "2026-04-30", "--timeout", "1.5", "--then",
                       kFlightSentence, "--registry", write("registry.json", both())},
                      {in, out, err, false, true});
  EXPECT_EQ(exit_code, 0) << err.str();
  EXPECT_EQ(flight_.sent(), 2U) << "each sentence has its own --timeout";
}

// SD-11: the registry says who offers a scenario.
TEST_F(AskCommand, AsksWhichOneWhenSeveralSuit) {
  TemplateAgent second("Other flights", "flight/templates/flight_booking_v1.json");
  registry_ = "[\"" + flight_.agent().url() + "\",\"" + second.agent().url() + "\"]";
  const auto tied = ask({kFlightSentence, "--yes"});
  EXPECT_EQ(tied.exit_code, 2);
  EXPECT_THAT(
      tied.err,
      HasSubstr(
          R"(--agent "Flights" --scenario "flight_booking", or --agent "Other flights" --scenario "flight_booking")"));
  EXPECT_EQ(ask({kFlightSentence, "--yes", "--agent", "Other flights"}).exit_code, 0);
  EXPECT_EQ(flight_.sent(), 0U);
  EXPECT_EQ(second.sent(), 1U);
}

TEST_F(AskCommand, ChoosesByUrlBetweenAgentsOfOneName) {
  TemplateAgent second("Flights", "flight/templates/flight_booking_v1.json");
  registry_ = "[\"" + flight_.agent().url() + "\",\"" + second.agent().url() + "\"]";
  for (const bool by_name : {false, true}) {
    const auto tied =
        by_name ? ask({kFlightSentence, "--yes", "--agent", "Flights"}) : ask({kFlightSentence});
    EXPECT_EQ(tied.exit_code, 2);
    EXPECT_THAT(tied.err, HasSubstr("--agent \"" + flight_.agent().url() +
                                    "\" --scenario \"flight_booking\", or --agent \"" + second.agent().url() +
                                    "\" --scenario \"flight_booking\""));
  }
  EXPECT_EQ(ask({kFlightSentence, "--yes", "--agent", second.agent().url() + "/"}).exit_code, 0);
  EXPECT_EQ(flight_.sent(), 0U);
  EXPECT_EQ(second.sent(), 1U);
  EXPECT_THAT(ask({kFlightSentence, "--agent", "http://127.0.0.1:1"}).err,
              HasSubstr("no agent of the registry has --agent \"http://127.0.0.1:1\""));
}

TEST_F(AskCommand, ReadsARegistryOverHttpWithCardsInside) {
  ScriptedAgent registry;
  registry.page("/agents.json", {both()});
  const auto result = run(
      {"ask", kFlightSentence, "--yes", "--today", "2026-04-30", "--registry", registry.url("/agents.json")});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(run({"ask", kFlightSentence, "--registry", registry.url("/nothing")}).exit_code, 3);
}

TEST_F(AskCommand, RefusesARegistryThatIsNone) {
  for (const std::string text : {"{}", "[5]", "[{}]", "no json", R"([{"card":5,"url":"http://a"}])"}) {
    registry_ = text;
    EXPECT_EQ(ask({kFlightSentence, "--yes"}).exit_code, 2) << text;
  }
}

TEST_F(AskCommand, PrintsOneJsonDocument) {
  const auto sent = ask({kFlightSentence, "--yes", "-o", "json"});
  const auto document = a2a::parse_tree(sent.out);
  ASSERT_TRUE(document) << sent.out;
  EXPECT_EQ((*document)["sent"], true);
  EXPECT_EQ((*document)["request"]["schema_id"], "flight_booking_v1");
  EXPECT_EQ((*document)["keys"][3]["evidence"], "business class");
  EXPECT_EQ((*document)["result"]["task"]["id"], "t-1");
  const auto unsent = ask({"a flight to Shanghai", "-o", "json"});
  EXPECT_EQ(unsent.exit_code, 2);
  EXPECT_EQ(a2a::parse_tree(unsent.out).value()["sent"], false);
  EXPECT_EQ(a2a::parse_tree(unsent.out).value()["missing"][0], "origin");
  const auto nothing = ask({"iced latte", "-o", "json"});
  EXPECT_TRUE(a2a::parse_tree(nothing.out)) << nothing.out;
}

// What the agent says of itself never reaches the terminal as it is.
TEST_F(AskCommand, KeepsEscapeSequencesAwayFromTheTerminal) {
  flight_.publish(
      "Fl\x1b[2Jights",
      R"("supportedInterfaces":[{"url":"/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}])");
  flight_.agent().result(
      "SendMessage",
      R"({"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"\u001b[31mred"}]}})");
  const auto result = ask({std::string(kFlightSentence) + " \x1b[5m", "--yes"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out + result.err, Not(HasSubstr("\x1b")));
}

TEST_F(AskCommand, TellsWhatTheAgentRefuses) {
  flight_.agent().on("SendMessage",
                     {{R"({"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no seats"}})"}});
  const auto result = ask({kFlightSentence, "--yes"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("no seats"));
}

TEST_F(AskCommand, RefusesHostileTemplates) {
  for (const std::string& text :
       {std::string("[]"), std::string("{}"),
        R"({"schema_id":"x","scenario":"flight_booking","keys":[]})" + std::string(),
        "\"" + std::string(1 << 20, 'a') + "\"", std::string(R"({"schema_id":5})")}) {
    flight_.agent().result("get_schema_template", text);
    EXPECT_EQ(ask({kFlightSentence, "--yes"}).exit_code, 3) << text.substr(0, 80);
  }
  EXPECT_EQ(flight_.sent(), 0U);
}

TEST_F(AskCommand, RefusesWrongOptions) {
  EXPECT_EQ(ask({kFlightSentence, "--threshold", "2"}).exit_code, 2);
  EXPECT_EQ(ask({kFlightSentence, "--mapper", "magic"}).exit_code, 2);
  EXPECT_EQ(run({"ask", "x", "--registry", "/nowhere/at/all"}).exit_code, 2);
  EXPECT_EQ(run({"ask", kFlightSentence, "--registry", "/dev/null", "--today", "tomorrow"}).exit_code, 2);
  EXPECT_EQ(ask({std::string(20'000, 'a')}).exit_code, 2);
}

}  // namespace
}  // namespace schemagate
