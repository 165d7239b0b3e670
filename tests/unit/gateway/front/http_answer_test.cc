#include "gateway/front/http_answer.h"

#include <gtest/gtest.h>

#include "gateway/front/refusal.h"

namespace schemagate {
namespace {

using a2a::wire::Version;

std::string header(const net::HttpResponse& answer, std::string_view name) {
  return std::string(net::find_header(answer.headers, name));
}

TEST(ContentTypeOfARequest, IsJsonInEverySpelling) {
  for (const char* type :
       {"application/json", "Application/JSON; charset=utf-8", "application/json ;x=y",
        "application/a2a+json", "APPLICATION/A2A+JSON;v=1", "application/json; charset=\"UTF-8\""}) {
    EXPECT_TRUE(is_utf8_json(type)) << type;
  }
  for (const char* type : {"", "text/plain", "application/jsonx", "application/json2;", "json", "text/json",
                           "application/json, text/plain", "multipart/form-data; x=application/json",
                           "application/json; charset=utf-16", "application/json;v=1;Charset=\"utf-7\""}) {
    EXPECT_FALSE(is_utf8_json(type)) << type;
  }
}

TEST(ContentEncodingOfARequest, IsNone) {
  for (const char* encoding : {"", "identity", "Identity"}) EXPECT_TRUE(is_plain(encoding)) << encoding;
  for (const char* encoding : {"gzip", "br", "identity, gzip", "x"})
    EXPECT_FALSE(is_plain(encoding)) << encoding;
}

TEST(AcceptOfARequest, TakesEventsAloneWhereItNamesNothingElse) {
  for (const std::string_view accept :
       {"text/event-stream", "Text/Event-Stream;q=0.9", "text/event-stream,", ", text/event-stream"})
    EXPECT_TRUE(takes_events_alone(accept)) << accept;
  for (const std::string_view accept :
       {"", ",", "*/*", "application/json", "application/json, text/event-stream", "text/event-stream, */*"})
    EXPECT_FALSE(takes_events_alone(accept)) << accept;
}

TEST(HttpAnswer, PlainErrorsQuoteTheirMessage) {
  const net::HttpResponse answer = plain_error(404, "no \"x\"\n");
  EXPECT_EQ(answer.status, 404);
  EXPECT_EQ(answer.body, R"({"error":"no \"x\"\n"})");
  EXPECT_EQ(header(answer, "Content-Type"), "application/json");
}

TEST(HttpAnswer, SaysWhichMethodsAreAllowed) {
  const net::HttpResponse answer = plain_answer(method_not_allowed("GET, HEAD"));
  EXPECT_EQ(answer.status, 405);
  EXPECT_EQ(header(answer, "Allow"), "GET, HEAD");
}

TEST(HttpAnswer, SaysWhenToComeBack) {
  const net::HttpResponse answer = plain_answer(unavailable("not yet"));
  EXPECT_EQ(answer.status, 503);
  EXPECT_EQ(header(answer, "Retry-After"), "5");
}

TEST(TemplateAnswer, NamesItsLanguageAndDigest) {
  const net::HttpResponse answer = template_answer("{}", "sha-256:abc", "zh-CN", "", true);
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, "{}");
  EXPECT_EQ(header(answer, "ETag"), "\"sha-256:abc\"");
  EXPECT_EQ(header(answer, "Content-Language"), "zh-CN");
  EXPECT_EQ(header(answer, "Cache-Control"), "public, max-age=60");
  EXPECT_EQ(template_answer("{}", "sha-256:abc", "zh-CN", "\"sha-256:abc\"", true).status, 304);
  const net::HttpResponse own = template_answer("{}", "sha-256:abc", "", "", false);
  EXPECT_EQ(header(own, "Content-Language"), "");
  EXPECT_EQ(header(own, "Cache-Control"), "private, max-age=60");
}

TEST(CardAnswer, IsTheCardUnlessTheClientHasIt) {
  const std::string etag = "\"abc\"";
  for (const char* known : {"", "\"ab\"", "abc", "\"x\", \"y\"", "W/\"ab\"", ","}) {
    const net::HttpResponse answer = card_answer("{}", etag, known);
    EXPECT_EQ(answer.status, 200) << known;
    EXPECT_EQ(answer.body, "{}");
    EXPECT_EQ(header(answer, "Content-Type"), "application/json");
  }
  for (const char* known : {"\"abc\"", "W/\"abc\"", "*", "\"x\", \"abc\"", "\"x\" , W/\"abc\" "}) {
    const net::HttpResponse answer = card_answer("{}", etag, known);
    EXPECT_EQ(answer.status, 304) << known;
    EXPECT_EQ(answer.body, "");
    EXPECT_EQ(header(answer, "ETag"), etag);
    EXPECT_EQ(header(answer, "Vary"), "A2A-Version");
    EXPECT_NE(header(answer, "Cache-Control"), "");
  }
}

TEST(EventStreamHead, KeepsIntermediariesFromHoldingEventsBack) {
  const net::HttpResponse head = event_stream_head({}, Version::kV1_0);
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(header(head, "Content-Type"), "text/event-stream");
  EXPECT_EQ(header(head, "Cache-Control"), "no-cache");
  EXPECT_EQ(header(head, "X-Accel-Buffering"), "no");
  EXPECT_EQ(header(head, "A2A-Extensions"), "");
}

}  // namespace
}  // namespace schemagate
