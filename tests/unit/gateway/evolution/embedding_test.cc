// An embeddings endpoint that does what it should, and everything else that one may do.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <nlohmann/json.hpp>

#include "gateway/evolution/embedding_client.h"
#include "gateway/evolution/embedding_exchange.h"

namespace schemagate {
namespace {

using a2a::JsonTree;
using std::chrono::seconds;
using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

EmbeddingConfig config() {
  return {
      .url = a2a::uri::parse_url("https://e.example/v1/embeddings").value(), .model = "m", .dimensions = 3};
}

class StandingClock final : public Clock {
 public:
  MonotonicTime monotonic() const override { return now; }
  std::chrono::system_clock::time_point utc() const override { return {}; }
  MonotonicTime now{seconds(1'000'000)};
};

JsonTree element(std::size_t index, JsonTree embedding) {
  return {{"object", "embedding"}, {"index", index}, {"embedding", std::move(embedding)}};
}

std::string answer_of(std::vector<JsonTree> elements) {
  return a2a::dump_tree(JsonTree{{"object", "list"}, {"data", std::move(elements)}});
}

std::string problem_of(std::string_view body, std::size_t texts = 1) {
  const auto read = read_embeddings(body, texts, 3);
  return read ? "" : read.error().message;
}

TEST(EmbeddingExchange, AsksForAllTextsAtOnce) {
  EmbeddingConfig asking = config();
  const std::vector<std::string> texts = {"window seat", "he said \"now\""};
  EXPECT_EQ(embeddings_request(asking, texts),
            R"({"model":"m","encoding_format":"float","input":["window seat","he said \"now\""]})");
  asking.send_dimensions = true;
  EXPECT_THAT(embeddings_request(asking, texts), HasSubstr(R"("dimensions":3)"));
}

TEST(EmbeddingExchange, ReadsVectorsByTheirIndex) {
  const auto read = read_embeddings(answer_of({element(1, {0, 1, 0}), element(0, {1, 0, 0})}), 2, 3);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ((*read)[0], evolution::pack(std::vector<float>{1, 0, 0}));
  EXPECT_EQ((*read)[1], evolution::pack(std::vector<float>{0, 1, 0}));
}

TEST(EmbeddingExchange, RefusesWhatIsNoWholeAnswer) {
  EXPECT_THAT(problem_of("no json"), HasSubstr("no JSON"));
  EXPECT_THAT(problem_of(R"({"data":[{"index":0,"embedding":[NaN,1,2]}]})"), HasSubstr("no JSON"));
  EXPECT_THAT(problem_of("{}"), HasSubstr("no array data"));
  EXPECT_THAT(problem_of(R"({"data":{}})"), HasSubstr("no array data"));
  EXPECT_THAT(problem_of(answer_of({})), HasSubstr("0 vectors instead of 1"));
  EXPECT_THAT(problem_of(answer_of({element(0, {1, 0, 0}), element(1, {1, 0, 0})})),
              HasSubstr("2 vectors instead of 1"));
  EXPECT_THAT(problem_of(answer_of({element(0, {1, 0, 0}), element(0, {1, 0, 0})}), 2),
              HasSubstr("indexes 0 to 1"));
  EXPECT_THAT(problem_of(answer_of({element(7, {1, 0, 0})})), HasSubstr("indexes 0 to 0"));
  EXPECT_THAT(problem_of(R"({"data":[{"embedding":[1,0,0]}]})"), HasSubstr("indexes"));
  EXPECT_THAT(problem_of(R"({"data":[{"index":-1,"embedding":[1,0,0]}]})"), HasSubstr("indexes"));
  EXPECT_THAT(problem_of(answer_of({element(0, {1, 0})})), HasSubstr("2 numbers instead of 3"));
  EXPECT_THAT(problem_of(answer_of({element(0, {1, 0, 0, 0})})), HasSubstr("4 numbers instead of 3"));
  EXPECT_THAT(problem_of(answer_of({element(0, {1, "0", 0})})), HasSubstr("no number"));
  EXPECT_THAT(problem_of(answer_of({element(0, "AAAA")})), HasSubstr("no array embedding"));
  EXPECT_THAT(problem_of(std::string(answer_bytes_max(1, 3) + 1, ' ')), HasSubstr("beyond its bounds"));
  std::string wide = R"({"data":[],"more":[0)";
  for (int i = 0; i < 3000; ++i) wide += ",0";
  EXPECT_THAT(problem_of(wide + "]}"), HasSubstr("beyond its bounds"));
}

// A text's own doing: it alone has no vector.
TEST(EmbeddingExchange, LeavesOutVectorsThatAreNoDirection) {
  const auto read = read_embeddings(answer_of({element(0, {0, 0, 0}), element(1, {1, nullptr, 0}),
                                               element(2, {1e300, 1, 1}), element(3, {1, 2, 3})}),
                                    4, 3);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_THAT((*read)[0], IsEmpty());
  EXPECT_THAT((*read)[1], IsEmpty());
  EXPECT_THAT((*read)[2], IsEmpty()) << "infinite as a float";
  EXPECT_THAT((*read)[3], SizeIs(3));
}

TEST(EmbeddingBreaker, OpensAfterThreeFailuresInARowForLongerAndLonger) {
  EmbeddingBreaker breaker;
  MonotonicTime now{seconds(1'000)};
  for (int i = 0; i < 2; ++i) breaker.note_failure(now, {});
  EXPECT_TRUE(breaker.lets_through(now));
  breaker.note_success();
  for (int i = 0; i < 3; ++i) breaker.note_failure(now, {});
  EXPECT_FALSE(breaker.lets_through(now + seconds(29)));
  EXPECT_TRUE(breaker.lets_through(now + seconds(30)));
  breaker.note_failure(now, {});
  EXPECT_FALSE(breaker.lets_through(now + seconds(59)));
  for (int i = 0; i < 100; ++i) breaker.note_failure(now, {});
  EXPECT_FALSE(breaker.lets_through(now + seconds(599)));
  EXPECT_TRUE(breaker.lets_through(now + seconds(600)));
  breaker.note_success();
  EXPECT_TRUE(breaker.lets_through(now));
}

TEST(EmbeddingBreaker, RestsAsLongAsItIsAskedToButNotForEver) {
  EmbeddingBreaker breaker;
  const MonotonicTime now{seconds(1'000)};
  breaker.note_failure(now, seconds(45));
  EXPECT_FALSE(breaker.lets_through(now + seconds(44)));
  EXPECT_TRUE(breaker.lets_through(now + seconds(45)));
  breaker.note_failure(now, seconds(1'000'000));
  EXPECT_TRUE(breaker.lets_through(now + seconds(600)));
}

// An endpoint in a test's hands.
class EmbeddingClientTest : public testing::Test {
 protected:
  using Answer = a2a::client::Outcome<a2a::http::Response>;

  Answer take(const EmbeddingCall& call) {
    calls_.push_back(call);
    const JsonTree body = a2a::parse_tree(call.body).value();
    if (!scripted_.empty()) {
      Answer answer = std::move(scripted_.front());
      scripted_.pop_front();
      return answer;
    }
    std::vector<JsonTree> elements;
    for (const JsonTree& text : body["input"]) {
      if (text == refused_) return a2a::http::Response{.status = 400, .body = "no " + refused_};
      elements.push_back(element(elements.size(), {text.get<std::string>().size(), 1, 0}));
    }
    return a2a::http::Response{.body = answer_of(elements)};
  }
  std::vector<evolution::ModelVector> embed(std::size_t count, std::string_view prefix = "text ") {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < count; ++i) texts.push_back(std::string(prefix) + std::to_string(i));
    return client_.embed(texts, stop_.get_token());
  }
  static std::size_t embedded(const std::vector<evolution::ModelVector>& vectors) {
    return static_cast<std::size_t>(
        std::ranges::count_if(vectors, [](const auto& each) { return !each.values.empty(); }));
  }
  void script(int status, std::string body = "", a2a::http::Headers headers = {}) {
    scripted_.push_back(
        a2a::http::Response{.status = status, .headers = std::move(headers), .body = std::move(body)});
  }

  StandingClock clock_;
  std::vector<EmbeddingCall> calls_;
  std::deque<Answer> scripted_;
  std::string refused_;
  std::stop_source stop_;
  EmbeddingClient client_{
      config(), [this](const EmbeddingCall& call, const std::stop_token&) { return take(call); }, clock_};
};

TEST_F(EmbeddingClientTest, AsksForEachTextOnceAndFewAtATime) {
  std::vector<std::string> texts(70, "window seat");
  for (int i = 0; i < 40; ++i) texts.push_back("text " + std::to_string(i));
  const auto vectors = client_.embed(texts, {});
  ASSERT_THAT(calls_, SizeIs(2)) << "41 different texts";
  EXPECT_EQ(embedded(vectors), 110U);
  EXPECT_EQ(vectors[0].values, vectors[69].values);
  EXPECT_EQ(vectors[0].model, "m");
  EXPECT_EQ(calls_[0].timeout, config().timeout);
  EXPECT_THAT(client_.embed({}, {}), IsEmpty());
  EXPECT_THAT(calls_, SizeIs(2));
  EXPECT_EQ(client_.describe()["state"], "works");
}

TEST_F(EmbeddingClientTest, LeavesWhatFailsToTheBuiltInEmbedderAndTellsWhy) {
  script(500, "the text was: secret words");
  EXPECT_EQ(embedded(embed(1)), 0U);
  EXPECT_EQ(client_.cause(), "the endpoint answered with HTTP status 500");
  EXPECT_EQ(client_.describe()["state"], "fails");
  EXPECT_EQ(embedded(embed(1)), 1U);
  EXPECT_EQ(client_.cause(), "");
  EXPECT_EQ(client_.describe()["texts_built_in"], 1);
}

TEST_F(EmbeddingClientTest, LeavesAnEndpointAloneThatKeepsFailing) {
  for (int i = 0; i < 3; ++i) {
    scripted_.emplace_back(a2a::client::failed(a2a::client::Cause::kTimeout, "no answer"));
    EXPECT_EQ(embedded(embed(2)), 0U);
  }
  EXPECT_FALSE(client_.is_in_use());
  EXPECT_EQ(client_.rests_for(), seconds(30));
  EXPECT_EQ(client_.describe()["state"], "rests");
  const std::size_t asked = calls_.size();
  EXPECT_EQ(embedded(embed(2)), 0U);
  EXPECT_THAT(calls_, SizeIs(asked)) << "nobody is asked";
  clock_.now += seconds(30);
  EXPECT_EQ(embedded(embed(2)), 2U);
  EXPECT_TRUE(client_.is_in_use());
}

TEST_F(EmbeddingClientTest, WaitsAsLongAsItIsAskedTo) {
  script(429, "", {{"Retry-After", "7"}});
  EXPECT_EQ(embedded(embed(1)), 0U);
  EXPECT_EQ(client_.rests_for(), seconds(7));
  clock_.now += seconds(7);
  EXPECT_EQ(embedded(embed(1)), 1U);
}

// Abuse: one client's text that the endpoint refuses.
TEST_F(EmbeddingClientTest, OneTextThatIsRefusedTakesNoOthersAway) {
  refused_ = "text 17";
  for (int i = 0; i < 5; ++i) EXPECT_EQ(embedded(embed(60)), 59U);
  EXPECT_TRUE(client_.is_in_use());
  // And alone it does not have the endpoint left alone.
  for (int i = 0; i < 5; ++i) EXPECT_THAT(client_.embed({refused_}, {})[0].values, IsEmpty());
  EXPECT_TRUE(client_.is_in_use());
  EXPECT_THAT(client_.cause(), Not(HasSubstr(refused_)));
}

TEST_F(EmbeddingClientTest, AsksNotMuchMoreOfOneThatRefusesEverything) {
  for (int i = 0; i < 200; ++i) script(400);
  EXPECT_EQ(embedded(embed(256)), 0U);
  EXPECT_LE(calls_.size(), 21U) << "8 requests, and 13 more to find the text";
}

TEST_F(EmbeddingClientTest, FindsOutWithFewRequestsThatEveryVectorIsWrong) {
  for (int i = 0; i < 200; ++i) script(200, answer_of({element(0, {1, 2})}));
  EXPECT_EQ(embedded(embed(32)), 0U);
  EXPECT_EQ(client_.cause(), "a vector has 2 numbers instead of 3");
  EXPECT_LE(calls_.size(), 6U);
  embed(32);
  embed(32);
  EXPECT_FALSE(client_.is_in_use());
}

TEST_F(EmbeddingClientTest, HasOneDeadlineForAllThatIsAskedTogether) {
  std::vector<EmbeddingCall> calls;
  EmbeddingClient slow(
      config(),
      [&](const EmbeddingCall& call, const std::stop_token&) {
        calls.push_back(call);
        clock_.now += seconds(2);
        return take(call);
      },
      clock_);
  std::vector<std::string> texts;
  for (int i = 0; i < 256; ++i) texts.push_back("text " + std::to_string(i));
  EXPECT_EQ(embedded(slow.embed(texts, {})), 3 * kEmbeddedTextsMax);
  ASSERT_THAT(calls, SizeIs(3));
  EXPECT_EQ(calls[2].timeout, seconds(1));
  EXPECT_EQ(slow.cause(), "the endpoint did not answer in time");
}

TEST_F(EmbeddingClientTest, AsksNobodyOnceItIsToldToStop) {
  stop_.request_stop();
  EXPECT_EQ(embedded(embed(3)), 0U);
  EXPECT_THAT(calls_, IsEmpty());
  EXPECT_EQ(client_.cause(), "");
}

}  // namespace
}  // namespace schemagate
