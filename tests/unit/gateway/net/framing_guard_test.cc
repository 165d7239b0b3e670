#include "gateway/net/framing_guard.h"

#include <gtest/gtest.h>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <random>
#include <string>
#include <vector>

namespace schemagate::net {
namespace {

constexpr std::size_t kFields = 100;

std::string head_of(std::string_view fields) {
  return "POST / HTTP/1.1\r\nHost: h\r\n" + std::string(fields) + "\r\n";
}

auto guard_request(std::string_view head, std::size_t fields_max) {
  HttpRequest request;
  return read_request_head(head, fields_max, request);
}

auto guard_response(std::string_view head, bool to_head) {
  HttpResponse response;
  return read_response_head(head, kFields, to_head, response);
}

int status_of(std::string_view head) {
  auto framing = guard_request(head, kFields);
  return framing ? 200 : framing.error().status;
}

TEST(HeadFinder, FindsTheEndHoweverTheBytesAreCut) {
  const std::string bytes = "GET / HTTP/1.1\r\nHost: h\r\n\r\nrest";
  for (std::size_t first = 0; first < bytes.size() - 4; ++first) {
    HeadFinder finder;
    finder.scan(std::string_view(bytes).substr(0, first));
    EXPECT_EQ(finder.scan(bytes), HeadFinder::State::kComplete) << first;
    EXPECT_EQ(finder.size(), bytes.size() - 4) << first;
  }
}

TEST(HeadFinder, KnowsWhenTheFirstLineHasNoEnd) {
  HeadFinder finder;
  EXPECT_EQ(finder.scan("GET / HTT"), HeadFinder::State::kIncomplete);
  EXPECT_TRUE(finder.in_first_line());
  EXPECT_EQ(finder.scan("GET / HTTP/1.1\r\nHo"), HeadFinder::State::kIncomplete);
  EXPECT_FALSE(finder.in_first_line());
}

TEST(HeadFinder, RefusesABareLineFeedAnywhere) {
  for (std::string_view bytes : {"\n", "GET /\n", "GET /\r\n\n", "GET /\r\nA: b\nC"}) {
    EXPECT_EQ(HeadFinder().scan(bytes), HeadFinder::State::kBroken) << bytes;
  }
}

TEST(FramingGuard, TellsTheBodysKind) {
  EXPECT_EQ(guard_request(head_of(""), kFields)->body, BodyKind::kNone);
  EXPECT_EQ(guard_request(head_of("Content-Length: 0\r\n"), kFields)->body, BodyKind::kNone);
  EXPECT_EQ(guard_request(head_of("Transfer-Encoding: chunked\r\n"), kFields)->body, BodyKind::kChunked);
  auto framing = guard_request(head_of("Content-Length: 123456789012345678\r\n"), kFields);
  EXPECT_EQ(framing->body, BodyKind::kLength);
  EXPECT_EQ(framing->content_length, 123456789012345678U);
}

TEST(FramingGuard, TellsWhetherTheConnectionStays) {
  EXPECT_TRUE(guard_request(head_of(""), kFields)->keep_alive);
  EXPECT_FALSE(guard_request(head_of("Connection: x, CLOSE\r\n"), kFields)->keep_alive);
  EXPECT_FALSE(guard_request("GET / HTTP/1.0\r\n\r\n", kFields)->keep_alive);
  EXPECT_TRUE(guard_request("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", kFields)->keep_alive);
}

TEST(FramingGuard, TellsWhetherConnectionNamesFields) {
  EXPECT_FALSE(guard_request(head_of("Connection: keep-alive\r\n"), kFields)->names_hop_fields);
  EXPECT_TRUE(guard_request(head_of("Connection: close, X\r\n"), kFields)->names_hop_fields);
  EXPECT_FALSE(guard_request(head_of("Connection: ,close,\r\n"), kFields)->names_hop_fields);
  EXPECT_EQ(status_of(head_of("Connection: close x\r\n")), 400);
}

TEST(FramingGuard, IgnoresTheExpectationOfHttp10) {
  EXPECT_TRUE(guard_request(head_of("Expect: 100-Continue\r\n"), kFields)->expects_continue);
  EXPECT_FALSE(guard_request("GET / HTTP/1.0\r\nExpect: 100-continue\r\n\r\n", kFields)->expects_continue);
}

TEST(FramingGuard, CountsFields) {
  EXPECT_TRUE(guard_request(head_of("A: 1\r\nB: 2\r\n"), 3));
  EXPECT_EQ(guard_request(head_of("A: 1\r\nB: 2\r\n"), 2).error().status, 431);
}

TEST(FramingGuard, RefusesBytesBehindTheHead) {
  EXPECT_EQ(status_of(head_of("") + "x"), 400);
}

TEST(FramingGuard, RefusesAHeadWithoutItsEndInsteadOfReadingOn) {
  EXPECT_EQ(status_of(""), 400);
  EXPECT_EQ(status_of("\r\n"), 400);
  EXPECT_EQ(status_of("GET"), 400);
}

TEST(FramingGuard, FramesAnswers) {
  auto body_of = [](std::string_view head, bool to_head) { return guard_response(head, to_head)->body; };
  EXPECT_EQ(body_of("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", false), BodyKind::kLength);
  EXPECT_EQ(body_of("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", true), BodyKind::kNone);
  EXPECT_EQ(body_of("HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n", false), BodyKind::kNone);
  EXPECT_EQ(body_of("HTTP/1.1 204 No Content\r\n\r\n", false), BodyKind::kNone);
  EXPECT_EQ(body_of("HTTP/1.1 100 Continue\r\n\r\n", false), BodyKind::kNone);
  EXPECT_EQ(body_of("HTTP/1.1 200 OK\r\n\r\n", false), BodyKind::kUntilClose);
  EXPECT_FALSE(guard_response("HTTP/1.1 200 OK\r\n\r\n", false)->keep_alive);
}

TEST(FramingGuard, RefusesMalformedStatusLines) {
  for (std::string_view line :
       {"HTTP/1.1 200", "HTTP/1.1  200 OK", "HTTP/1.1 2000 OK", "HTTP/1.1 -20 OK", "HTTP/1.1\t200 OK",
        "HTTP/3.0 200 OK", "http/1.1 200 OK", "ICY 200 OK", "HTTP/1.1 200 \x01", "HTTP/1.1 099 OK"}) {
    EXPECT_FALSE(guard_response(std::string(line) + "\r\n\r\n", false)) << line;
  }
}

void expect_parts(const HttpRequest& request, const auto& beast, const std::string& head) {
  EXPECT_EQ(beast.method_string(), request.method) << head;
  EXPECT_EQ(beast.target().ends_with(request.target), true) << head;
  std::size_t next = 0;
  for (const auto& field : beast) {
    ASSERT_LT(next, request.headers.size()) << head;
    EXPECT_EQ(field.name_string(), request.headers[next].name) << head;
    EXPECT_EQ(field.value(), request.headers[next].value) << head;
    ++next;
  }
  EXPECT_EQ(next, request.headers.size()) << head;
}

// What the guard lets through, Beast takes apart and frames in the same way.
bool expect_agreement(const std::string& head) {
  HttpRequest request;
  auto framing = read_request_head(head, kFields, request);
  if (!framing) return false;
  boost::beast::http::request_parser<boost::beast::http::empty_body> beast;
  boost::beast::error_code error;
  beast.header_limit(1 << 20);
  beast.body_limit(UINT64_MAX);
  beast.put(boost::asio::buffer(head), error);
  EXPECT_TRUE(!error && beast.is_header_done()) << error << head;
  EXPECT_EQ(beast.chunked(), framing->body == BodyKind::kChunked) << head;
  std::uint64_t length = beast.content_length().value_or(0);
  EXPECT_EQ(length, framing->body == BodyKind::kLength ? framing->content_length : 0) << head;
  EXPECT_EQ(beast.keep_alive(), framing->keep_alive) << head;
  expect_parts(request, beast.get(), head);
  return true;
}

// Fixed seeds: the same heads on every run.
TEST(FramingGuard, AgreesWithBeastOnMutatedHeads) {
  const std::vector<std::string> seeds = {head_of("Content-Length: 5\r\nConnection: close\r\n"),
                                          head_of("Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n"),
                                          "GET http://h/a?b HTTP/1.1\r\nHost: h\r\nA:\r\n\r\n",
                                          "GET / HTTP/1.0\r\nConnection: keep-alive, x\r\n\r\n"};
  const std::string_view bytes("\r\n\t :,;+-0159axAX\0\x0b\x7f\xff\"/#", 24);
  std::mt19937 random(20261);
  int agreed = 0;
  for (int round = 0; round < 50'000; ++round) {
    std::string head = seeds[random() % seeds.size()];
    for (std::size_t edits = random() % 3 + 1; edits > 0; --edits) {
      std::size_t at = random() % head.size();
      char byte = bytes[random() % bytes.size()];
      if (random() % 2) {
        head[at] = byte;
      } else {
        head.insert(at, 1, byte);
      }
    }
    HeadFinder finder;
    if (finder.scan(head) == HeadFinder::State::kComplete)
      agreed += expect_agreement(head.substr(0, finder.size()));
  }
  EXPECT_GT(agreed, 1'000);
}

int status_of_host(std::string_view host) {
  return status_of("GET / HTTP/1.1\r\nHost: " + std::string(host) + "\r\n\r\n");
}

TEST(FramingGuard, TakesEveryCharacterOfAHostAndNoneBeside) {
  for (std::string_view host :
       {"a", "z", "A", "Z", "0", "9", "-", ".", "_", "~", "[::f]", "[::F]", "[::1.2.3.9]", "[0]"}) {
    EXPECT_EQ(status_of_host(host), 200) << host;
  }
  for (std::string_view host :
       {"/", "`", "{", "@", "[", "]", "a]", "[g]", "[`]", "[G]", "[@]", "[/]", "[;]", "[-]", "[:"}) {
    EXPECT_EQ(status_of_host(host), 400) << host;
  }
}

TEST(FramingGuard, TakesPortsFrom1To65535) {
  for (std::string_view port : {"1", "80", "65535", "00080"}) {
    EXPECT_EQ(status_of_host("h:" + std::string(port)), 200) << port;
    EXPECT_EQ(status_of_host("[::1]:" + std::string(port)), 200) << port;
  }
  for (std::string_view port : {"0", "65536", "4294967297", "-1", "+1", "1a", ""}) {
    EXPECT_EQ(status_of_host("h:" + std::string(port)), 400) << port;
  }
}

TEST(FramingGuard, TakesLengthsOfEighteenDigitsAndNoMore) {
  auto of = [](std::string_view length) {
    return guard_request(head_of("Content-Length: " + std::string(length) + "\r\n"), kFields);
  };
  EXPECT_EQ(of("999999999999999999")->content_length, 999'999'999'999'999'999U);
  EXPECT_EQ(of("1000000000000000000").error().status, 400);
  EXPECT_EQ(of("1")->body, BodyKind::kLength);
  EXPECT_EQ(of("1")->content_length, 1U);
  EXPECT_EQ(of("00").error().status, 400);
  EXPECT_EQ(of("/").error().status, 400);
  EXPECT_EQ(of(":").error().status, 400);
}

TEST(FramingGuard, KnowsTheFieldsOfFramingByTheirWholeName) {
  for (std::string_view field : {"Hosu: a", "Expecu: x", "Connectiom: a b", "Content-Lengti: x",
                                 "Transfer-Encodimg: x", "Hos: a", "Content-Lengthx: x"}) {
    EXPECT_EQ(status_of(head_of(std::string(field) + "\r\n")), 200) << field;
  }
  auto framing = guard_request(head_of("Hosu: a\r\nConnectiom: close\r\nContent-Lengti: 5\r\n"), kFields);
  EXPECT_TRUE(framing->keep_alive);
  EXPECT_EQ(framing->body, BodyKind::kNone);
}

TEST(FramingGuard, TakesNoTargetThatNamesAnotherHostThanHost) {
  auto of = [](std::string_view target, std::string_view host) {
    return status_of("GET " + std::string(target) + " HTTP/1.1\r\nHost: " + std::string(host) + "\r\n\r\n");
  };
  EXPECT_EQ(of("http://h:80/", "h:80"), 200);
  EXPECT_EQ(of("https://h/a", "H"), 200);
  EXPECT_EQ(of("http://h:80/", "h"), 400);
  EXPECT_EQ(of("http://h/", "i"), 400);
  EXPECT_EQ(status_of("GET http://h/ HTTP/1.0\r\n\r\n"), 200) << "HTTP/1.0 need not send Host";
  EXPECT_EQ(status_of("GET http:/h/ HTTP/1.1\r\nHost: h\r\n\r\n"), 400);
}

TEST(FramingGuard, NeedsSomethingBetweenTheBlanksOfTheRequestLine) {
  for (std::string_view line : {" / HTTP/1.1", "GET /", "GET", "GET  HTTP/1.1", "/ HTTP/1.1"}) {
    EXPECT_EQ(status_of(std::string(line) + "\r\nHost: h\r\n\r\n"), 400) << line;
  }
}

TEST(FramingGuard, TellsTheStatusOfAnAnswer) {
  auto status = [](std::string_view line) {
    HttpResponse response;
    auto framing = read_response_head(std::string(line) + "\r\n\r\n", kFields, false, response);
    return framing ? response.status : 0;
  };
  EXPECT_EQ(status("HTTP/1.1 100 "), 100);
  EXPECT_EQ(status("HTTP/1.1 199 x"), 199);
  EXPECT_EQ(status("HTTP/1.0 999 \xff"), 999);
  EXPECT_EQ(status("HTTP/1.1 20/ x"), 0);
  EXPECT_EQ(status("HTTP/1.1 2:0 x"), 0);
  EXPECT_EQ(status("HTTP/1.1 200x"), 0);
}

TEST(FramingGuard, TellsWhetherAnAnswerLeavesTheConnectionOpen) {
  auto stays = [](std::string_view head) { return guard_response(head, false)->keep_alive; };
  EXPECT_TRUE(stays("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n"));
  EXPECT_TRUE(stays("HTTP/1.1 204 No Content\r\n\r\n"));
  EXPECT_FALSE(stays("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"));
  EXPECT_FALSE(stays("HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\n"));
  EXPECT_TRUE(stays("HTTP/1.0 200 OK\r\nContent-Length: 1\r\nConnection: keep-alive\r\n\r\n"));
}

TEST(FramingGuard, TellsTheBodyOfAnAnswerByItsStatus) {
  auto body = [](int status) {
    return guard_response("HTTP/1.1 " + std::to_string(status) + " X\r\nContent-Length: 5\r\n\r\n", false)
        ->body;
  };
  for (int status : {100, 199, 204, 304}) EXPECT_EQ(body(status), BodyKind::kNone) << status;
  for (int status : {200, 203, 205, 303, 305, 500}) EXPECT_EQ(body(status), BodyKind::kLength) << status;
}

}  // namespace
}  // namespace schemagate::net
