// The LLM mapper against a chat endpoint on the loopback that misbehaves as scripted.
#include "extension/client_agent/llm_mapper.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <httplib.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "extension/schema_interaction/template_reader.h"
#include "extension/schema_interaction/template_schema.h"
#include "raw_server.h"

namespace schemagate::client_agent {
namespace {

using a2a::JsonTree;
using a2a::client::Cause;
using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::Not;

constexpr auto kSentence =
    "Book me a flight from Beijing to Shanghai next Monday, business class, and I prefer a window seat";
constexpr auto kKey = "sk-secret-42";

struct Scripted {
  int status = 200;
  std::string body = {};
  std::string retry_after = {};
};

// Answers with these in turn, the last one again and again.
class ChatEndpoint {
 public:
  explicit ChatEndpoint(std::vector<Scripted> answers) : answers_(std::move(answers)) {
    server_.Post("/v1/chat/completions",
                 [this](const httplib::Request& request, httplib::Response& response) {
                   std::lock_guard lock(mutex_);
                   const Scripted& answer = answers_[std::min(bodies_.size(), answers_.size() - 1)];
                   bodies_.push_back(request.body);
                   authorization_ = request.get_header_value("Authorization");
                   response.status = answer.status;
                   if (!answer.retry_after.empty()) response.set_header("Retry-After", answer.retry_after);
                   if (answer.status == 307) response.set_header("Location", "/elsewhere");
                   response.set_content(answer.body, "application/json");
                 });
    port_ = server_.bind_to_any_port("127.0.0.1");
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    while (!server_.is_running()) std::this_thread::yield();
  }
  ~ChatEndpoint() {
    server_.stop();
    thread_.join();
  }
  ChatEndpoint(const ChatEndpoint&) = delete;
  ChatEndpoint& operator=(const ChatEndpoint&) = delete;

  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/v1"; }
  std::vector<std::string> bodies() const {
    std::lock_guard lock(mutex_);
    return bodies_;
  }
  std::string authorization() const {
    std::lock_guard lock(mutex_);
    return authorization_;
  }

 private:
  httplib::Server server_;
  int port_ = 0;
  mutable std::mutex mutex_;  // guards what follows
  std::vector<Scripted> answers_;
  std::vector<std::string> bodies_;
  std::string authorization_;
  std::thread thread_;
};

NegotiatedSchema flight_schema() {
  std::ifstream file(SCHEMAGATE_SOURCE_DIR "/agent_cards/flight/templates/flight_booking_v1.json");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const auto authored =
      schema_interaction::read_authored_template(a2a::parse_tree(text).value()).authored.value();
  return {authored.schema, a2a::dump_tree(schema_interaction::to_json_schema(authored))};
}

Request draft_request() {
  return {kSentence, std::chrono::year(2026) / std::chrono::April / 30};
}

constexpr auto kGood =
    R"({"payload":{"origin":"PEK","destination":"SHA","departure_date":"2026-05-04","cabin_class":"business",)"
    R"("other":"window seat"},"evidence":{"origin":"Beijing","destination":"Shanghai",)"
    R"("departure_date":"next Monday","cabin_class":"business class"}})";
// Figure 4.
constexpr auto kFigureFour =
    R"({"origin":"PEK","destination":"SHA","departure_date":"2026-05-04","cabin_class":"business",)"
    R"("passenger_count":1,"other":"window seat"})";

// A chat completion with that text; `more` is further members of the choice, each with a comma in front.
std::string says(const std::string& content, const std::string& more = "") {
  return R"({"choices":[{"message":{"role":"assistant","content":)" + a2a::dump_tree(JsonTree(content)) +
         "}" + more + "}]}";
}

std::string with(const std::string& from, const std::string& to) {
  std::string text = kGood;
  text.replace(text.find(from), from.size(), to);
  return text;
}

// The whole text as one token but for the cabin, whose token has that probability.
std::string with_tokens(double probability) {
  const std::string text = kGood;
  const std::string value = R"("business")";
  const auto at = text.find(value);
  JsonTree tokens = JsonTree::array({{{"token", text.substr(0, at)}, {"logprob", 0}},
                                     {{"token", value}, {"logprob", std::log(probability)}},
                                     {{"token", text.substr(at + value.size())}, {"logprob", 0}}});
  return says(text, R"(,"logprobs":{"content":)" + a2a::dump_tree(tokens) + "}");
}

std::string error(const std::string& message) {
  return R"({"error":{"message":")" + message + "\"}}";
}

struct Heard {
  a2a::client::Outcome<Mapping> outcome;
  std::vector<milliseconds> pauses;
};

Heard ask_at(const std::string& url, RetryPolicy retry_policy = {}) {
  Heard heard{Mapping{}, {}};
  ModelClock clock = real_clock();
  clock.sleep = [&heard](milliseconds pause) { heard.pauses.push_back(pause); };
  LlmMapper mapper({url, "m-1", kKey}, retry_policy, clock);
  heard.outcome = mapper.map(flight_schema(), draft_request());
  return heard;
}

struct Behaviour {
  std::string_view name;
  std::vector<Scripted> answers;
  std::string payload;  // what is proposed in the end; empty: the mapper fails
  std::size_t questions = 1;
  Cause cause = Cause::kProtocol;
  std::string_view message = {};  // part of the failure's
};

void PrintTo(const Behaviour& behaviour, std::ostream* out) {
  *out << behaviour.name;
}

std::string without_cabin(const std::string& other) {
  return R"({"origin":"PEK","destination":"SHA","departure_date":"2026-05-04","cabin_class":"economy",)"
         R"("passenger_count":1,"other":)" +
         other + "}";
}

// What was half understood keeps its key from getting the default, too.
const std::string kUnsure = R"({"origin":"PEK","destination":"SHA","departure_date":"2026-05-04",)"
                            R"("passenger_count":1,"other":["window seat","business class"]})";

std::vector<Behaviour> downgrades() {
  return {
      {"EnforcesTheSchema", {{200, says(kGood)}}, kFigureFour},
      {"KnowsNoJsonSchema", {{400, error("response_format")}, {200, says(kGood)}}, kFigureFour, 2},
      {"KnowsNoJsonObjectEither", {{400, "{}"}, {422, "{}"}, {200, says(kGood)}}, kFigureFour, 3},
      {"KnowsNoLogProbabilities",
       {{400, error("logprobs is not supported")}, {200, says(kGood)}},
       kFigureFour,
       2},
      {"KnowsNothing", {{400, "x"}, {400, "x"}, {400, "x"}, {200, says(kGood)}}, kFigureFour, 4},
      {"HasNotImplementedIt", {{501, ""}, {200, says(kGood)}}, kFigureFour, 2},
      {"RefusesEverything", {{400, error("no")}}, "", 4, Cause::kAgent, "HTTP 400: no"},
      {"DoesNotEnforceAndIsRepaired",
       {{200, says(with("\"PEK\"", "5"))}, {200, says(kGood)}},
       kFigureFour,
       2},
      {"IsRefusedWithinTheRepair",
       {{200, says("{")}, {400, error("logprobs")}, {200, says(kGood)}},
       kFigureFour,
       3},
  };
}

std::vector<Behaviour> shapes() {
  const std::string payload = JsonTree::parse(kGood)["payload"].dump();
  return {
      {"FencesItsJson", {{200, says("```json\n" + std::string(kGood) + "\n```")}}, kFigureFour},
      {"FencesWithoutALanguage", {{200, says("```\n" + std::string(kGood) + "\n```")}}, kFigureFour},
      {"WrapsJsonInProse", {{200, says("Sure: " + std::string(kGood) + " Anything else?")}}, kFigureFour},
      {"ThinksAloud", {{200, says("<think>{maybe}</think>" + std::string(kGood))}}, kFigureFour},
      {"AnswersInParts",
       {{200,
         R"({"choices":[{"message":{"content":[{"type":"text","text":)" + JsonTree(kGood).dump() + "}]}}]}"}},
       kFigureFour},
      {"GivesAWrongTypeTwice", {{200, says(with("\"PEK\"", "5"))}}, "", 2, Cause::kProtocol, "does not fit"},
      {"GivesAValueOutsideTheEnum",
       {{200, says(with("\"business\"", "\"ultra\""))}},
       "",
       2,
       Cause::kProtocol,
       "ultra"},
      {"GivesAnArray", {{200, says("[1]")}, {200, says(kGood)}}, kFigureFour, 2},
      {"GivesNoJsonTwice",
       {{200, says("I'd rather chat.")}},
       "",
       2,
       Cause::kProtocol,
       "expected one JSON object"},
      {"GivesAPayloadThatIsNone", {{200, says(R"({"payload":"PEK"})")}, {200, says(kGood)}}, kFigureFour, 2},
      {"AddsAKeyInTheUsersWords",
       {{200, says(with(R"("other":"window seat")", R"("seat":"window seat")"))}},
       kFigureFour},
      {"AddsAKeyOfItsOwn", {{200, says(with(R"("other")", R"("colour":"red","other")"))}}, kFigureFour},
      {"WritesNullForWhatIsAbsent",
       {{200, says(with(R"("other")", R"("passenger_count":null,"other")"))}},
       kFigureFour},
      {"WritesDefaultsOut", {{200, says(with(R"("other")", R"("passenger_count":1,"other")"))}}, kFigureFour},
      {"WishesInAnArray", {{200, says(with("\"window seat\"", "[\"window seat\"]"))}}, kFigureFour},
      {"WishesANumber", {{200, says(with("\"window seat\"", "7"))}, {200, says(kGood)}}, kFigureFour, 2},
      {"ForgetsARequiredKeyAndIsRepaired",
       {{200, says(with(R"("origin":"PEK",)", ""))}, {200, says(kGood)}},
       kFigureFour,
       2},
      {"ForgetsARequiredKeyTwice",
       {{200, says(with(R"("origin":"PEK",)", ""))}},
       R"({"destination":"SHA","departure_date":"2026-05-04","cabin_class":"business","passenger_count":1,)"
       R"("other":"window seat"})",
       2},
      {"FailsWithinTheRepairOfAForgottenKey",
       {{200, says(with(R"("origin":"PEK",)", ""))}, {404, ""}},
       R"({"destination":"SHA","departure_date":"2026-05-04","cabin_class":"business","passenger_count":1,)"
       R"("other":"window seat"})",
       2},
      {"NamesAKeyTwice",
       {{200, says(R"({"payload":{"origin":"PEK","origin":"SHA"}})")}, {200, says(kGood)}},
       kFigureFour,
       2},
      {"GivesNoEvidence",
       {{200, says(payload)}},
       R"({"cabin_class":"economy","passenger_count":1,"other":"window seat"})"},
  };
}

std::vector<Behaviour> confidences() {
  return {
      {"IsSureByItsTokens", {{200, with_tokens(0.99)}}, kFigureFour},
      {"IsUnsureByItsTokens", {{200, with_tokens(0.4)}}, kUnsure},  // SD-53
      {"IsAtTheThreshold", {{200, with_tokens(0.6000001)}}, kFigureFour},
      {"InventsItsEvidence",
       {{200, says(with("\"business class\"", "\"in style\""))}},
       without_cabin("\"window seat\"")},
      {"HasTokensOfAnotherText",
       {{200, says(kGood, R"(,"logprobs":{"content":[{"token":"x","logprob":-9}]})")}},
       kFigureFour},
      {"HasTokensWithoutNumbers",
       {{200, says(kGood, R"(,"logprobs":{"content":[{"token":"{"}]})")}},
       kFigureFour},
      {"HasNoTokens", {{200, says(kGood, R"(,"logprobs":null)")}}, kFigureFour},
      {"HasTooFewTokens",
       {{200, says(kGood, R"(,"logprobs":{"content":[{"token":"{","logprob":-9}]})")}},
       kFigureFour},
  };
}

std::vector<Behaviour> failures() {
  const std::string refusal = R"({"choices":[{"message":{"content":null,"refusal":"not this"}}]})";
  return {
      {"Refuses", {{200, refusal}}, "", 1, Cause::kAgent, "refuses: not this"},
      {"IsCutOff",
       {{200, says("{\"pay", R"(,"finish_reason":"length")")}},
       "",
       1,
       Cause::kProtocol,
       "cut off"},
      {"IsFiltered",
       {{200, says("", R"(,"finish_reason":"content_filter")")}},
       "",
       1,
       Cause::kAgent,
       "filter"},
      {"SaysNothing", {{200, says("")}}, "", 1, Cause::kProtocol, "empty"},
      {"HasNoChoices", {{200, R"({"choices":[]})"}}, "", 1, Cause::kProtocol, "no answer"},
      {"CallsATool",
       {{200, R"({"choices":[{"message":{"content":null,"tool_calls":[{}]}}]})"}},
       "",
       1,
       Cause::kProtocol,
       "empty"},
      {"IsAWebPage", {{200, "<html></html>"}}, "", 1, Cause::kProtocol, "something else than JSON"},
      {"IsBrokenJson", {{200, R"({"choices":[)"}}, "", 1, Cause::kProtocol, "something else than JSON"},
      {"FailsWithStatus200", {{200, error("model is loading")}}, "", 1, Cause::kAgent, "model is loading"},
      {"QuotesTheKey", {{401, error("wrong key sk-secret-42")}}, "", 1, Cause::kAgent, "wrong key ***"},
      {"QuotesTheKeyWithStatus200",
       {{200, error("wrong key sk-secret-42")}},
       "",
       1,
       Cause::kAgent,
       "wrong key ***"},
      {"ForbidsIt", {{403, ""}}, "", 1, Cause::kAgent, "HTTP 403"},
      {"KnowsNoSuchModel", {{404, error("no such model")}}, "", 1, Cause::kProtocol, "no such model"},
      {"Redirects", {{307, ""}}, "", 1, Cause::kProtocol, "redirect"},
      {"IsBusyOnce", {{429, "", "2"}, {200, says(kGood)}}, kFigureFour, 2},
      {"IsBusyForever", {{429, error("slow down"), "1"}}, "", 3, Cause::kAgent, "slow down"},
      {"IsBusyForAnHour", {{429, "", "3600"}}, "", 1, Cause::kAgent, "HTTP 429"},
      {"IsBusyUntilADate", {{429, "", "Wed, 21 Oct 2026 07:28:00 GMT"}, {200, says(kGood)}}, kFigureFour, 2},
      {"StumblesTwice", {{500, "oops"}, {503, ""}, {200, says(kGood)}}, kFigureFour, 3},
      {"IsBroken", {{502, "<html>"}}, "", 3, Cause::kProtocol, "HTTP 502"},
      {"IsHuge", {{200, std::string(8 << 20, ' ')}}, "", 1, Cause::kProtocol, "larger than"},
      {"NestsWithoutEnd",
       {{200, says(std::string(50'000, '{'))}},
       "",
       2,
       Cause::kProtocol,
       "expected one JSON object"},
      {"ObeysAnInjection",
       {{200,
         says(
             R"({"payload":{"origin":"PEK","destination":"SHA","departure_date":"2026-05-04","cabin_class":"first",)"
             R"("passenger_count":9},"evidence":{"origin":"Beijing","destination":"Shanghai",)"
             R"("departure_date":"next Monday"}})")}},
       R"({"origin":"PEK","destination":"SHA","departure_date":"2026-05-04","cabin_class":"economy","passenger_count":1})"},
      {"SendsEscapes", {{200, error("\\u001b[2Jred")}}, "", 1, Cause::kAgent, "endpoint: red"},
      {"QuotesTheKeyLate", {{200, error(std::string(270, 'x') + kKey)}}, "", 1, Cause::kAgent, "xxx***"},
      {"QuotesTheKeyAtTheEnd", {{200, error(std::string(290, 'x') + kKey)}}, "", 1, Cause::kAgent, "xxx…"},
  };
}

class LlmMapperAgainst : public testing::TestWithParam<Behaviour> {};

// SD-50 to SD-53: whatever the model does, the result is a payload that was checked, or a failure that says
// why.
TEST_P(LlmMapperAgainst, AnEndpointThat) {
  const Behaviour& behaviour = GetParam();
  const ChatEndpoint endpoint(behaviour.answers);
  const Heard heard = ask_at(endpoint.url());
  EXPECT_EQ(endpoint.bodies().size(), behaviour.questions);
  ASSERT_EQ(heard.outcome.has_value(), !behaviour.payload.empty())
      << (heard.outcome ? propose(flight_schema(), *heard.outcome).payload
                        : heard.outcome.error().error.message);
  if (heard.outcome) {
    EXPECT_EQ(propose(flight_schema(), *heard.outcome).payload, behaviour.payload);
    return;
  }
  EXPECT_EQ(heard.outcome.error().cause, behaviour.cause);
  EXPECT_THAT(heard.outcome.error().error.message, HasSubstr(std::string(behaviour.message)));
  EXPECT_THAT(heard.outcome.error().error.message, Not(HasSubstr("sk-")));
  EXPECT_LT(heard.outcome.error().error.message.size(), 20'000U);
}

std::string name_of(const testing::TestParamInfo<Behaviour>& info) {
  return std::string(info.param.name);
}

INSTANTIATE_TEST_SUITE_P(Downgrades, LlmMapperAgainst, testing::ValuesIn(downgrades()), name_of);
INSTANTIATE_TEST_SUITE_P(Shapes, LlmMapperAgainst, testing::ValuesIn(shapes()), name_of);
INSTANTIATE_TEST_SUITE_P(Confidences, LlmMapperAgainst, testing::ValuesIn(confidences()), name_of);
INSTANTIATE_TEST_SUITE_P(Failures, LlmMapperAgainst, testing::ValuesIn(failures()), name_of);

// SD-51, SD-52; the key travels as a header and nowhere else.
TEST(LlmMapper, AsksWithTemplateSchemaAndKey) {
  const ChatEndpoint endpoint({{400, error("response_format")}, {200, says("{")}, {200, says(kGood)}});
  ASSERT_TRUE(ask_at(endpoint.url()).outcome);
  const auto bodies = endpoint.bodies();
  ASSERT_EQ(bodies.size(), 3U);
  const auto first = a2a::parse_tree(bodies[0]).value();
  EXPECT_EQ(first["model"], "m-1");
  EXPECT_EQ(first["response_format"]["type"], "json_schema");
  for (const auto& key : flight_schema().schema.keys)
    EXPECT_THAT(first["messages"][0]["content"].get<std::string>(), HasSubstr(key.description.substr(0, 20)));
  EXPECT_EQ(a2a::parse_tree(bodies[1]).value()["response_format"]["type"], "json_object");
  const auto repair = a2a::parse_tree(bodies[2]).value()["messages"];
  ASSERT_EQ(repair.size(), 4U);
  EXPECT_THAT(repair[3]["content"].get<std::string>(), HasSubstr("expected one JSON object"));
  EXPECT_EQ(endpoint.authorization(), std::string("Bearer ") + kKey);
  for (const std::string& body : bodies) EXPECT_THAT(body, Not(HasSubstr(kKey)));
}

// The repair round says what the validator says.
TEST(LlmMapper, RepairsInTheValidatorsWords) {
  const ChatEndpoint endpoint({{200, says(with("\"business\"", "\"ultra\""))}, {200, says(kGood)}});
  ASSERT_TRUE(ask_at(endpoint.url()).outcome);
  EXPECT_THAT(endpoint.bodies().back(),
              testing::AllOf(HasSubstr("cabin_class"), HasSubstr("premium_economy")));
}

TEST(LlmMapper, WaitsAsLongAsItIsTold) {
  const ChatEndpoint endpoint({{429, "", "2"}, {503, ""}, {200, says(kGood)}});
  const Heard heard = ask_at(endpoint.url());
  EXPECT_TRUE(heard.outcome);
  EXPECT_THAT(heard.pauses, testing::ElementsAre(milliseconds(2'000), milliseconds(1'000)));
}

TEST(LlmMapper, GivesUpOnASlowEndpoint) {
  const schemagate::RawServer silent({}, schemagate::AfterBytes::kHold);
  const Heard heard = ask_at(silent.url("/v1"), {.answer = milliseconds(150)});
  ASSERT_FALSE(heard.outcome);
  EXPECT_EQ(heard.outcome.error().cause, Cause::kTimeout);
}

TEST(LlmMapper, GivesUpWhenItsWholeTimeIsOver) {
  const ChatEndpoint endpoint({{503, "", "1"}});
  const Heard heard = ask_at(endpoint.url(), {.total = milliseconds(900)});
  ASSERT_FALSE(heard.outcome);
  EXPECT_EQ(endpoint.bodies().size(), 1U);  // a pause of 1 s would not fit
}

TEST(LlmMapper, TellsOfAConnectionThatBreaks) {
  const schemagate::RawServer closing({"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"});
  EXPECT_EQ(ask_at(closing.url("/v1")).outcome.error().cause, Cause::kUnreachable);
  EXPECT_EQ(ask_at("http://127.0.0.1:1/v1").outcome.error().cause, Cause::kUnreachable);
}

}  // namespace
}  // namespace schemagate::client_agent
