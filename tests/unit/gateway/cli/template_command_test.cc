#include <gmock/gmock.h>

#include "gateway/cli/commands.h"
#include "tests/unit/gateway/cli/streams.h"

namespace schemagate::cli {
namespace {

using testing::HasSubstr;

class TemplateTry : public testing::Test {
 protected:
  int run(std::vector<std::string> arguments) {
    arguments.insert(
        arguments.begin(),
        {"template", "try", SCHEMAGATE_SOURCE_DIR "/agent_cards/flight/templates/flight_booking_v1.json"});
    arguments.insert(arguments.end(), {"--today", "2026-04-30"});
    return run_client(std::move(arguments), streams_.console);
  }
  Streams streams_;
};

TEST_F(TemplateTry, ShowsWhatBecomesOfEachSentence) {
  EXPECT_EQ(run({"Book a flight from Beijing to Shanghai", "How much is a flight to Rome?"}), kDone);
  const std::string out = streams_.out.str();
  EXPECT_THAT(out, HasSubstr("\"Book a flight from Beijing to Shanghai\"\n  origin "));
  EXPECT_THAT(out, HasSubstr("departure_date   MISSING"));
  EXPECT_THAT(out, HasSubstr("\"How much is a flight to Rome?\"\n  nothing would be sent: the sentence "));
}

TEST_F(TemplateTry, KnowsKindsByTheirFormat) {
  const std::string file = write_file("formats.json", R"({"schema_id":"v_1","scenario":"table","keys":[
    {"key_name":"when_for","key_type":"string","required":true,"semantic_description":"For when.",
     "constraints":{"format":"date"}},
    {"key_name":"reach","key_type":"string","required":true,"semantic_description":"Where to answer.",
     "constraints":{"format":"email"}}]})");
  EXPECT_EQ(run_client({"template", "try", file, "A table on 12 May, answer to ada@mail.example"},
                       streams_.console),
            kDone);
  EXPECT_THAT(streams_.out.str(), testing::AllOf(HasSubstr("-05-12"), HasSubstr("ada@mail.example")));
}

TEST_F(TemplateTry, ScoresAFileAndSaysWhatIsConfused) {
  const std::string file = write_file("cases.json", R"({"cases":[
    {"id":"one","utterance":"Book a flight from Oslo to Bergen tomorrow","action":true,
     "payload":{"origin":"Oslo","destination":"Bergen","departure_date":"2026-05-01","cabin_class":"economy","passenger_count":1}},
    {"id":"two","utterance":"Book a flight from Oslo to Bergen tomorrow","action":true,
     "payload":{"origin":"Bergen","destination":"Oslo","departure_date":"2026-05-01"},
     "accept":{"cabin_class":["economy"],"passenger_count":[1]}}]})");
  EXPECT_EQ(run({"--file", file}), kRefused);
  const std::string out = streams_.out.str();
  EXPECT_THAT(out, HasSubstr("two  wrong  \"Book a flight from Oslo to Bergen tomorrow\"\n"));
  EXPECT_THAT(out, HasSubstr("1 of 2 right, 0 stopped, 0 missing, 1 wrong and confident\n"));
  EXPECT_THAT(out, HasSubstr("origin  0 missing, 1 wrong; took what is for destination 1 times"));
}

TEST_F(TemplateTry, SaysWhatItCannotUse) {
  EXPECT_EQ(run({}), kUsage);
  EXPECT_THAT(streams_.err.str(), HasSubstr("give sentences to try, or --file"));
  EXPECT_EQ(run({"--file", write_file("none.json", "{}")}), kUsage);
  EXPECT_THAT(streams_.err.str(), HasSubstr("/cases: expected a list"));
  Streams other;
  EXPECT_EQ(run_client({"template", "try", write_file("t.json", R"({"keys":[]})"), "hi"}, other.console),
            kUsage);
  EXPECT_NE(other.err.str(), "");
}

}  // namespace
}  // namespace schemagate::cli
