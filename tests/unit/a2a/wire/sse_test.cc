#include "a2a/wire/sse.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace schemagate::a2a::wire {
namespace {

using Events = std::vector<std::string>;  // "event|data|id"

void drain(SseParser& parser, Events& events) {
  for (;;) {
    auto next = parser.next();
    if (!next) return events.push_back("error");
    if (!*next) return;
    events.push_back((*next)->event + '|' + (*next)->data + '|' + (*next)->id);
  }
}

Events parse(std::string_view text, std::size_t piece_bytes, std::size_t event_bytes_max = 1 << 20) {
  SseParser parser(event_bytes_max);
  Events events;
  for (std::size_t i = 0; i < text.size(); i += piece_bytes) {
    parser.feed(text.substr(i, piece_bytes));
    drain(parser, events);
    if (!events.empty() && events.back() == "error") break;
  }
  return events;
}

// The whole text at once, every split in two, and byte by byte give the same.
void expect_events(std::string_view text, const Events& expected) {
  EXPECT_EQ(parse(text, text.size() + 1), expected) << text;
  EXPECT_EQ(parse(text, 1), expected) << text;
  for (std::size_t split = 0; split <= text.size(); ++split) {
    SseParser parser;
    Events events;
    parser.feed(text.substr(0, split));
    drain(parser, events);
    parser.feed(text.substr(split));
    drain(parser, events);
    EXPECT_EQ(events, expected) << text << " split at " << split;
  }
}

// Clients that read line by line take each line for an event of its own.
TEST(Sse, WritesOneDataLinePerEvent) {
  std::string out;
  append_sse_event(out, R"({"a":1})");
  append_sse_event(out, "a\nb\r\nc\rd");
  append_sse_event(out, "");
  EXPECT_EQ(out, "data: {\"a\":1}\n\ndata: a b  c d\n\ndata: \n\n");
}

// There are readers that end lines there, too: Python's str.splitlines() in clients of A2A.
TEST(Sse, EscapesWhatIsALineEndInUnicode) {
  const std::string said = "{\"a\":\"1\xE2\x80\xA8 2\xE2\x80\xA9 3\xC2\x85\"}";
  const std::string escaped = "{\"a\":\"1\\u2028 2\\u2029 3\\u0085\"}";
  std::string joined = said;
  join_lines(joined);
  EXPECT_EQ(joined, escaped);
  std::string out;
  append_sse_event(out, said);
  EXPECT_EQ(out, "data: " + escaped + "\n\n");
}

TEST(Sse, LeavesOtherCharactersAsTheyAre) {
  const std::string said = "{\"a\":\"\xE2\x82\xAC \xE2\x80\xA6 \xC2\xA7 \xE2\x80\"}\xC2";
  std::string joined = said;
  join_lines(joined);
  EXPECT_EQ(joined, said);
}

TEST(Sse, ReadsWhatItWrites) {
  std::string out;
  for (const char* data : {"{}", "a\nb", "", "\n", " lead", "data: x"}) append_sse_event(out, data);
  out += kSseKeepAlive;
  expect_events(out, {"|{}|", "|a b|", "||", "| |", "| lead|", "|data: x|"});
}

TEST(Sse, TakesEveryLineEnd) {
  expect_events("data: a\n\ndata: b\n\n", {"|a|", "|b|"});
  expect_events("data: a\r\n\r\ndata: b\r\n\r\n", {"|a|", "|b|"});
  expect_events("data: a\r\rdata: b\r\r", {"|a|", "|b|"});
  expect_events("data: a\r\n\ndata: b\n\r\n", {"|a|", "|b|"});
  expect_events("data: a\r\ndata: b\rdata: c\n\n", {"|a\nb\nc|"});
}

TEST(Sse, JoinsDataLinesByLineFeed) {
  expect_events("data: {\ndata:\ndata:  \"a\":1\ndata: }\n\n", {"|{\n\n \"a\":1\n}|"});
}

TEST(Sse, SkipsAByteOrderMarkAtTheStartOnly) {
  expect_events(
      "\xEF\xBB\xBF"
      "data: a\n\n\xEF\xBB\xBF"
      "data: b\n\n",
      {"|a|"});
  expect_events(
      "\xEF\xBB"
      "data: a\n\ndata: b\n\n",
      {"|b|"});
}

TEST(Sse, TakesEventAndIdAndIgnoresTheRest) {
  expect_events(": comment\nevent: error\nid: 7\nretry: 5\nfoo: bar\nfoo\n:\ndata: a\n\ndata: b\n\n",
                {"error|a|7", "|b|7"});
}

TEST(Sse, DropsEventsWithoutDataButKeepsTheirId) {
  expect_events("event: x\nid: 1\n\n\n\ndata: a\n\n", {"|a|1"});
}

TEST(Sse, DispatchesEmptyData) {
  expect_events("data\n\ndata:\n\n", {"||", "||"});
}

TEST(Sse, IgnoresAnIdWithNul) {
  expect_events(std::string_view("id: a\nid: b\0c\ndata: x\n\n", 23), {"|x|a"});
}

TEST(Sse, DropsAnUnfinishedEventAtTheEnd) {
  expect_events("data: a\n\ndata: b\n", {"|a|"});
  expect_events("data: a\n\ndata: b", {"|a|"});
  expect_events("", {});
}

TEST(Sse, RefusesAnEventBeyondTheLimitAndStaysFinished) {
  const std::string text = "data: 12345\n\ndata: 123456\ndata: 7\n\n";
  for (const std::size_t piece : {text.size(), std::size_t{1}}) {
    EXPECT_EQ(parse(text, piece, 12), (Events{"|12345|", "error"}));
    EXPECT_EQ(parse(text, piece, 13), (Events{"|12345|", "|123456\n7|"}));
  }
  SseParser parser(4);
  parser.feed("data: too long");
  EXPECT_EQ(parser.next().error().code, ErrorCode::kInvalidAgentResponse);
  parser.feed("\n\ndata\n\n");
  EXPECT_FALSE(parser.next());
}

TEST(Sse, BoundsALineThatNeverEnds) {
  SseParser parser(1000);
  bool refused = false;
  for (int i = 0; i < 2000 && !refused; ++i) {
    parser.feed("x");
    refused = !parser.next();
  }
  EXPECT_TRUE(refused);
}

TEST(Sse, LooksAtEachByteOnceHoweverSmallThePieces) {
  const std::string data(1 << 20, 'x');  // quadratic work would be 2^39 steps
  EXPECT_EQ(parse("data: " + data + "\n\n", 1, 2 << 20), (Events{'|' + data + '|'}));
}

}  // namespace
}  // namespace schemagate::a2a::wire
