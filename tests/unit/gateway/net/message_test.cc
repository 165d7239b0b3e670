// Heads in and heads out, URLs.
#include <gtest/gtest.h>

#include "gateway/net/connection_limiter.h"
#include "gateway/net/framing_guard.h"
#include "gateway/net/message_writer.h"

namespace schemagate::net {
namespace {

constexpr std::size_t kHeadFields = 100;

TEST(RequestHead, IsTakenApart) {
  HttpRequest request;
  ASSERT_TRUE(read_request_head("GET /a?b HTTP/1.1\r\nHost: h\r\nX:  v%0d \r\nContent-Length: 9\r\n\r\n",
                                kHeadFields, request));
  EXPECT_EQ(request.method, "GET");
  EXPECT_EQ(request.target, "/a?b");
  EXPECT_EQ(request.headers.size(), 3U);
  EXPECT_EQ(request.header("x"), "v%0d");
}

TEST(RequestHead, KeepsPathAndQueryOfAnAbsoluteTarget) {
  for (auto [target, kept] : {std::pair{"http://h/a?b", "/a?b"}, {"http://h", "/"}, {"HTTP://h?b", "/?b"}}) {
    HttpRequest request;
    std::string head = "GET " + std::string(target) + " HTTP/1.1\r\nHost: h\r\n\r\n";
    ASSERT_TRUE(read_request_head(head, kHeadFields, request)) << target;
    EXPECT_EQ(request.target, kept);
  }
}

TEST(ResponseHead, IsTakenApart) {
  HttpResponse response;
  ASSERT_TRUE(read_response_head("HTTP/1.1 404 Not Found\r\nX: v\r\n\r\n", kHeadFields, false, response));
  EXPECT_EQ(response.status, 404);
  EXPECT_EQ(find_header(response.headers, "X"), "v");
}

TEST(MessageWriter, WritesTheDateOfTheSecond) {
  DateLine date;
  EXPECT_EQ(date.at(0), "Date: Thu, 01 Jan 1970 00:00:00 GMT\r\n");
  EXPECT_EQ(date.at(1'700'000'000), "Date: Tue, 14 Nov 2023 22:13:20 GMT\r\n");
}

TEST(MessageWriter, WritesAnswerHeads) {
  HttpResponse response{.status = 404, .headers = {{"A", "b"}, {"date", "x"}, {"Keep-Alive", "x"}}};
  std::string out = "old";
  EXPECT_TRUE(write_answer_head(out, response, {.length = 7, .keep_alive = false}, ""));
  EXPECT_EQ(out, "HTTP/1.1 404 Not Found\r\nContent-Length: 7\r\nConnection: close\r\nA: b\r\n\r\n");
  EXPECT_TRUE(write_answer_head(out, {}, {.form = BodyForm::kChunked}, ""));
  EXPECT_EQ(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
  EXPECT_TRUE(write_answer_head(out, {}, {.form = BodyForm::kNone, .http_1_0 = true}, ""));
  EXPECT_EQ(out, "HTTP/1.1 200 OK\r\nConnection: keep-alive\r\n\r\n");
}

TEST(MessageWriter, RefusesWhatWouldBreakTheFraming) {
  std::string out;
  EXPECT_FALSE(write_answer_head(out, {.status = 100}, {}, ""));
  EXPECT_FALSE(write_answer_head(out, {.status = 600}, {}, ""));
  EXPECT_FALSE(write_answer_head(out, {.headers = {{"A b", "c"}}}, {}, ""));
  EXPECT_FALSE(write_answer_head(out, {.headers = {{"A", "b\nc"}}}, {}, ""));
  Url url{.host = "h", .path = "/a"};
  EXPECT_FALSE(write_request_head(out, url, {.method = "GE T"}));
  EXPECT_FALSE(write_request_head(out, url, {.headers = {{"A", "b\r"}}}));
  url.path = "/a\r\nX: y";
  EXPECT_FALSE(write_request_head(out, url, {}));
}

TEST(MessageWriter, WritesRequestHeads) {
  Url url{.host = "h", .port = 8080, .path = "/a", .query = "?b"};
  std::string out;
  EXPECT_TRUE(write_request_head(out, url, {.method = "GET", .headers = {{"A", "b"}, {"host", "x"}}}));
  EXPECT_EQ(out, "GET /a?b HTTP/1.1\r\nHost: h:8080\r\nA: b\r\n\r\n");
  EXPECT_TRUE(write_request_head(out, url, {.body = "hi"}));
  EXPECT_EQ(out, "POST /a?b HTTP/1.1\r\nHost: h:8080\r\nContent-Length: 2\r\n\r\n");
}

TEST(Url, IsTakenApart) {
  auto url = parse_url("HTTP://Example.org:8080/a/b?c#d");
  ASSERT_TRUE(url);
  EXPECT_EQ(url->host, "Example.org");
  EXPECT_EQ(url->port, 8080);
  EXPECT_EQ(url->target(), "/a/b?c");
  EXPECT_EQ(url->authority(), "Example.org:8080");
}

TEST(Url, FillsInPortAndPath) {
  auto url = parse_url("http://h?c");
  ASSERT_TRUE(url);
  EXPECT_EQ(url->port, 80);
  EXPECT_EQ(url->target(), "/?c");
}

TEST(Url, TakesAddressesOfBothFamilies) {
  EXPECT_EQ(parse_url("http://127.0.0.1:1/")->host, "127.0.0.1");
  EXPECT_EQ(parse_url("http://[09:afAF:1.2.3.4]")->host, "09:afAF:1.2.3.4");
  auto url = parse_url("http://[::1]:81/");
  ASSERT_TRUE(url);
  EXPECT_EQ(url->host, "::1");
  EXPECT_EQ(url->authority(), "[::1]:81");
  EXPECT_EQ(url->port, 81);
}

TEST(Url, RefusesEverythingElse) {
  for (std::string_view text : {"",
                                "/a",
                                "h:80",
                                "ftp://h/",
                                "http:/h",
                                "http://",
                                "http:///a",
                                "http://u@h/",
                                "http://u:p@h/",
                                "http://h:0/",
                                "http://h:65536/",
                                "http://h:8o/",
                                "http://h:+80/",
                                "http://[::1/",
                                "http://[]/",
                                "http://[::g]/",
                                "http://[G]/",
                                "http://[`]/",
                                "http://[@]/",
                                "http://[/]/",
                                "http://[;]/",
                                "http://[::1]a/",
                                "http://a b/",
                                "http://h/a b",
                                "http://h/\r\nX: y",
                                "http://h\\a/",
                                "http://h%2f/",
                                "http://\xc3\xa4/"}) {
    auto url = parse_url(text);
    ASSERT_FALSE(url) << text;
    EXPECT_EQ(url.error().kind, FailureKind::kInvalid) << text;
  }
}

TEST(Url, TellsHttpsFromHttp) {
  EXPECT_TRUE(parse_url("https://h/")->tls);
}

TEST(Headers, OfOneConnectionAreRemoved) {
  std::vector<Header> headers = {{"Connection", "X-One, host , content-length"},
                                 {"x-one", "1"},
                                 {"X-Two", "2"},
                                 {"Host", "h"},
                                 {"Content-Length", "5"},
                                 {"TE", "x"},
                                 {"connection", "X-Three"},
                                 {"X-Three", "3"}};
  for (const char* name : {"Trailer", "Upgrade", "Keep-Alive", "Proxy-Connection", "Transfer-Encoding",
                           "Proxy-Authenticate", "Proxy-Authorization"}) {
    headers.push_back({name, "x"});
  }
  remove_hop_fields(headers);
  std::vector<std::string> left;
  for (const Header& header : headers) left.push_back(header.name);
  EXPECT_EQ(left, (std::vector<std::string>{"X-Two", "Host", "Content-Length"}));
}

TEST(MessageWriter, WritesStatusesFrom200To599) {
  std::string out;
  for (auto [status, line] : {std::pair{200, "HTTP/1.1 200 OK\r\n"},
                              {201, "HTTP/1.1 201 Created\r\n"},
                              {503, "HTTP/1.1 503 Service Unavailable\r\n"}}) {
    EXPECT_TRUE(write_answer_head(out, {.status = status}, {}, ""));
    EXPECT_TRUE(out.starts_with(line)) << out;
  }
  EXPECT_TRUE(write_answer_head(out, {.status = 599}, {}, ""));
  EXPECT_FALSE(write_answer_head(out, {.status = 199}, {}, ""));
}

TEST(MessageWriter, WritesTheDateOnceAndItsOwn) {
  std::string out;
  const HttpResponse response{.headers = {{"Date", "theirs"}, {"Content-Length", "9"}, {"X-Date", "kept"}}};
  EXPECT_TRUE(write_answer_head(out, response, {.form = BodyForm::kUntilClose, .keep_alive = false},
                                "Date: ours\r\n"));
  EXPECT_EQ(out, "HTTP/1.1 200 OK\r\nDate: ours\r\nConnection: close\r\nX-Date: kept\r\n\r\n");
}

TEST(MessageWriter, NeedNotTellHttp10ThatItCloses) {
  std::string out;
  EXPECT_TRUE(write_answer_head(
      out, {}, {.length = 18'446'744'073'709'551'615U, .http_1_0 = true, .keep_alive = false}, ""));
  EXPECT_EQ(out, "HTTP/1.1 200 OK\r\nContent-Length: 18446744073709551615\r\nConnection: close\r\n\r\n");
}

TEST(MessageWriter, DeclaresTheLengthOfEveryRequestThatMayHaveABody) {
  const Url url{.host = "h", .path = "/"};
  auto length_in = [&url](std::string method, std::string body) {
    std::string out;
    EXPECT_TRUE(write_request_head(out, url, {.method = std::move(method), .body = std::move(body)}));
    const std::size_t at = out.find("Content-Length: ");
    return at == std::string::npos ? std::string() : out.substr(at + 16, out.find('\r', at) - at - 16);
  };
  EXPECT_EQ(length_in("GET", ""), "");
  EXPECT_EQ(length_in("HEAD", ""), "");
  EXPECT_EQ(length_in("DELETE", ""), "0");
  EXPECT_EQ(length_in("POST", ""), "0");
  EXPECT_EQ(length_in("GET", "x"), "1");
}

TEST(MessageWriter, PutsTheTargetOfTheRequestInThePlaceOfTheUrls) {
  const Url url{.host = "h", .path = "/rpc"};
  std::string out;
  EXPECT_TRUE(write_request_head(out, url, {.method = "GET", .target = "/tasks/1?a=b"}));
  EXPECT_TRUE(out.starts_with("GET /tasks/1?a=b HTTP/1.1\r\n")) << out;
  for (const char* target : {"tasks", "/a b", "/a\x7f", "*"}) {
    EXPECT_FALSE(write_request_head(out, url, {.method = "GET", .target = target})) << target;
  }
  EXPECT_TRUE(write_request_head(out, url, {.method = "GET", .target = "/!~"}))
      << "the first and last visible ones";
}

TEST(MessageWriter, LetsNothingControlTheConnectionToAnAgent) {
  const Url url{.host = "h", .path = "/"};
  std::string out;
  const UpstreamRequest request{
      .method = "GET",
      .headers = {
          {"Connection", "close"}, {"Transfer-Encoding", "chunked"}, {"content-length", "9"}, {"X", "kept"}}};
  EXPECT_TRUE(write_request_head(out, url, request));
  EXPECT_EQ(out, "GET / HTTP/1.1\r\nHost: h\r\nX: kept\r\n\r\n");
  EXPECT_FALSE(write_request_head(out, {.host = "h\r\nX: y", .path = "/"}, {.method = "GET"}));
}

}  // namespace
}  // namespace schemagate::net
