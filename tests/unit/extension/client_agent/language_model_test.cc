// What an endpoint's answers mean. The exchange itself is in tests/integration/client/llm_mapper_test.cc.
#include "extension/client_agent/language_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace schemagate::client_agent {
namespace {

using a2a::client::Cause;
using a2a::http::Response;
using std::chrono::milliseconds;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

TEST(LanguageModel, TellsFromTheStatusWhatToDoNext) {
  const auto step = [](int status) { return next_step({.status = status}); };
  EXPECT_EQ(step(200), NextStep::kUseAnswer);
  for (const int status : {400, 422, 501}) EXPECT_EQ(step(status), NextStep::kSimplifyRequest) << status;
  for (const int status : {429, 500, 502, 503, 599}) EXPECT_EQ(step(status), NextStep::kRetryLater) << status;
  for (const int status : {201, 204, 301, 401, 403, 404, 428, 430, 499, 600}) {
    EXPECT_EQ(step(status), NextStep::kGiveUp) << status;
  }
}

TEST(LanguageModel, WaitsAsLongAsTheEndpointAsks) {
  const milliseconds own{500};
  EXPECT_EQ(retry_delay({.status = 429, .headers = {{"Retry-After", "3"}}}, own), milliseconds(3'000));
  EXPECT_EQ(retry_delay({.status = 429, .headers = {{"Retry-After", "0"}}}, own), milliseconds(0));
  EXPECT_EQ(retry_delay({.status = 429}, own), own);
  EXPECT_EQ(retry_delay({.status = 429, .headers = {{"Retry-After", "Fri, 31 Dec 2027 23:59:59 GMT"}}}, own),
            own);
}

TEST(LanguageModel, LeavesNothingOfAKeyInItsWords) {
  EXPECT_EQ(redacted("key sk-1 is wrong: sk-1", "sk-1"), "key *** is wrong: ***");
  EXPECT_EQ(redacted("nothing to hide", ""), "nothing to hide");
  EXPECT_EQ(redacted("two\nlines\x1b[2J", "k9"), "two lines");
  // A key across the place where a long text is cut.
  const std::string words = redacted(std::string(298, 'a') + "sk-secret", "sk-secret");
  EXPECT_LE(words.size(), 300U);
  EXPECT_THAT(words, Not(HasSubstr("sk")));
}

TEST(LanguageModel, SaysWhyAnAnswerIsNoGoodInTheEndpointsWords) {
  const auto failure = failure_of({.status = 401, .body = R"({"error":{"message":"bad key k9"}})"}, "k9");
  EXPECT_EQ(failure.cause, Cause::kAgent);
  EXPECT_EQ(failure.http_status, 401);
  EXPECT_EQ(failure.error.message, "the model's endpoint answered HTTP 401: bad key ***");
  EXPECT_THAT(failure_of({.status = 403, .body = R"({"error":"no"})"}, "").error.message,
              EndsWith("403: no"));
  EXPECT_THAT(failure_of({.status = 500, .body = "<html>"}, "").error.message, EndsWith("HTTP 500"));
}

TEST(LanguageModel, TellsARefusalFromAnEndpointThatIsNone) {
  for (const int status : {400, 401, 403, 422, 429}) {
    EXPECT_EQ(failure_of({.status = status}, "").cause, Cause::kAgent) << status;
  }
  for (const int status : {302, 404, 500, 503}) {
    EXPECT_EQ(failure_of({.status = status}, "").cause, Cause::kProtocol) << status;
  }
  EXPECT_THAT(failure_of({.status = 302, .headers = {{"Location", "http://b"}}}, "").error.message,
              EndsWith("302, a redirect, which is not followed"));
}

TEST(LanguageModel, FindsThePathOfCompletions) {
  for (const std::string url : {"http://127.0.0.1:1/v1", "http://127.0.0.1:1/v1/", "http://127.0.0.1:1/v1//",
                                "http://127.0.0.1:1/v1/chat/completions"}) {
    EXPECT_EQ(completions_url({.url = url, .model = "m", .key = ""})->path, "/v1/chat/completions") << url;
  }
  EXPECT_EQ(completions_url({.url = "nowhere", .model = "m", .key = ""}).error().cause, Cause::kArgument);
}

TEST(LanguageModel, SendsAKeyOverTlsOrToThisMachineOnly) {
  for (const std::string url : {"https://model.example/v1", "http://localhost/v1", "http://127.0.0.1/v1",
                                "http://127.8.8.8:99/v1", "http://[::1]/v1"}) {
    EXPECT_TRUE(completions_url({.url = url, .model = "m", .key = "k"})) << url;
  }
  for (const std::string url : {"http://model.example/v1", "http://127.0.0.1.example/v1",
                                "http://10.0.0.1/v1", "http://localhost.example/v1"}) {
    const auto refused = completions_url({.url = url, .model = "m", .key = "k"});
    ASSERT_FALSE(refused) << url;
    EXPECT_EQ(refused.error().cause, Cause::kArgument);
    EXPECT_TRUE(completions_url({.url = url, .model = "m", .key = ""})) << url;
  }
}

}  // namespace
}  // namespace schemagate::client_agent
