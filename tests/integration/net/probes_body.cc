// Where a message's body ends: smuggling, chunking, pipelining.
#include <string_view>

#include "tests/integration/net/probes.h"

namespace schemagate::net {
namespace {

constexpr std::string_view kSmuggled = "GET /smuggled HTTP/1.1\r\nHost: h\r\n\r\n";

std::string post(std::string_view fields, std::string_view rest) {
  return "POST / HTTP/1.1\r\nHost: h\r\n" + std::string(fields) + "\r\n" + std::string(rest);
}

std::string chunked(std::string_view body) {
  return post("Transfer-Encoding: chunked\r\n", body);
}

Probe refused(std::string name, std::string bytes, std::string status = "400") {
  return {std::move(name), std::move(bytes), std::move(status), ""};
}

Probe chunks_refused(std::string name, std::string_view body) {
  return refused(std::move(name), chunked(body));
}

Probe chunks_taken(std::string name, std::string_view body, std::string_view decoded) {
  return {std::move(name), chunked(body), "200", "POST / " + std::string(decoded) + ";"};
}

Probe coding_refused(std::string name, std::string_view coding, std::string status) {
  return refused(std::move(name), post("Transfer-Encoding:" + std::string(coding) + "\r\n", "0\r\n\r\n"),
                 std::move(status));
}

Probe length_refused(std::string name, std::string_view length) {
  return refused(std::move(name), post("Content-Length:" + std::string(length) + "\r\n", "hello"));
}

std::string behind(std::string_view chunks) {
  return std::string(chunks) + std::string(kSmuggled);
}

}  // namespace

std::vector<Probe> smuggling_probes() {
  const std::string te_then_cl = post("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n");
  const std::string cl_then_te =
      post("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", behind("0\r\n\r\n"));
  return {
      refused("CodingThenLength", te_then_cl),
      refused("LengthThenCoding", cl_then_te),
      refused("ZeroLengthAndCoding",
              post("Content-Length: 0\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")),
      refused("TwoDifferentLengths", post("Content-Length: 5\r\nContent-Length: 6\r\n", "hello!")),
      refused("TwoEqualLengths", post("Content-Length: 5\r\nContent-Length: 5\r\n", "hello")),
      refused("TwoLengthsOfOtherCase", post("Content-Length: 5\r\ncontent-length: 0\r\n", "hello")),
      length_refused("LengthAsList", " 5, 5"),
      length_refused("LengthWithPlus", " +5"),
      length_refused("NegativeLength", " -5"),
      length_refused("HexadecimalLength", " 0x5"),
      length_refused("LeadingZeroLength", " 05"),
      length_refused("LengthWithUnderscore", " 0_5"),
      length_refused("LengthWithFraction", " 5.0"),
      length_refused("LengthWithInnerBlank", " 5 5"),
      length_refused("EmptyLength", ""),
      length_refused("LengthBeyond64Bits", " 18446744073709551621"),
      length_refused("QuotedLength", " \"5\""),
      length_refused("LengthWithVerticalTab", "\v5"),
      refused("LengthNameWithBlank", post("Content-Length : 5\r\n", "hello")),
      refused("CodingNameWithBlank",
              post("Transfer-Encoding : chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n")),
      refused("CodingNameWithTab", post("Transfer-Encoding\t: chunked\r\n", "0\r\n\r\n")),
      coding_refused("CodingIdentity", " identity", "501"),
      coding_refused("CodingGzip", " gzip", "501"),
      coding_refused("CodingGzipThenChunked", " gzip, chunked", "501"),
      coding_refused("ChunkedTwice", " chunked, chunked", "400"),
      coding_refused("ChunkedThenIdentity", " chunked, identity", "400"),
      coding_refused("CodingWithPrefix", " xchunked", "501"),
      coding_refused("CodingWithParameter", " chunked;q=1", "400"),
      coding_refused("QuotedCoding", " \"chunked\"", "400"),
      coding_refused("EmptyCoding", "", "400"),
      coding_refused("EmptyCodingElement", " ,chunked", "400"),
      coding_refused("CodingWithControlByte",
                     " \x0b"
                     "chunked",
                     "400"),
      coding_refused("FoldedCoding", "\r\n chunked", "400"),
      refused("TwoCodingFields",
              post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", "0\r\n\r\n")),
      refused("CodingInHttp10", "POST / HTTP/1.0\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
      {"CodingNameMayBeUpperCase", post("TRANSFER-ENCODING: CHUNKED\r\n", "0\r\n\r\n"), "200", "POST / ;"},
      {"BodyOfGetIsRead", "GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 35\r\n\r\n" + std::string(kSmuggled),
       "200", "GET / " + std::string(kSmuggled) + ";"},
      {"BodyOfDeleteIsRead", "DELETE / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nhi", "200",
       "DELETE / hi;"},
      {"ShortBodyIsNoRequest", post("Content-Length: 50\r\n", "hello"), "", ""},
  };
}

std::vector<Probe> chunking_probes() {
  return {
      chunks_taken("OneChunk", "5\r\nhello\r\n0\r\n\r\n", "hello"),
      chunks_taken("TwoChunks", "2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n", "hello"),
      chunks_taken("UpperAndLowerCaseSize", "A\r\n0123456789\r\na\r\n0123456789\r\n0\r\n\r\n",
                   "01234567890123456789"),
      chunks_taken("LeadingZeroSize", "0005\r\nhello\r\n000\r\n\r\n", "hello"),
      chunks_taken("ExtensionIsDropped", "5;name=\"v;x\"\r\nhello\r\n0;last\r\n\r\n", "hello"),
      chunks_taken("TrailersAreDropped", "0\r\nX-Trailer: 1\r\nContent-Length: 9\r\n\r\n", ""),
      chunks_refused("BlankAfterSize", "5 \r\nhello\r\n0\r\n\r\n"),
      chunks_refused("BlankBeforeSize", " 5\r\nhello\r\n0\r\n\r\n"),
      chunks_refused("TabAfterSize", "5\t\r\nhello\r\n0\r\n\r\n"),
      chunks_refused("BlankBeforeExtension", "5 ;x\r\nhello\r\n0\r\n\r\n"),
      chunks_refused("UnderscoreInSize", "0_5\r\nhello\r\n0\r\n\r\n"),
      chunks_refused("HexadecimalPrefix", "0x5\r\nhello\r\n0\r\n\r\n"),
      chunks_refused("PlusInSize", "+5\r\nhello\r\n0\r\n\r\n"),
      chunks_refused("MinusInSize", "-5\r\nhello\r\n0\r\n\r\n"),
      chunks_refused("NoSize", "\r\nhello\r\n0\r\n\r\n"),
      chunks_refused("ExtensionWithoutSize", ";x\r\nhello\r\n0\r\n\r\n"),
      chunks_refused("SizeBeyond64Bits", "10000000000000005\r\nhello\r\n0\r\n\r\n"),
      chunks_refused("OverlongSize", "000000005\r\nhello\r\n0\r\n\r\n"),
      chunks_refused("LetterBehindHexadecimal", "5g\r\nhello\r\n0\r\n\r\n"),
      chunks_refused("SizeEndsWithLineFeed", "5\nhello\r\n0\r\n\r\n"),
      chunks_refused("SizeEndsWithReturn", "5\rhello\r\n0\r\n\r\n"),
      chunks_refused("DataEndsWithLineFeed", "5\r\nhello\n0\r\n\r\n"),
      chunks_refused("DataLongerThanSize", "5\r\nhello!\r\n0\r\n\r\n"),
      chunks_refused("DataShorterThanSize", "6\r\nhello\r\n0\r\n\r\n"),
      chunks_refused("LineFeedInExtension", "5;a\nb\r\nhello\r\n0\r\n\r\n"),
      chunks_refused("ReturnInExtension", "5;a\rb\r\nhello\r\n0\r\n\r\n"),
      chunks_refused("NulInExtension", std::string_view("5;a\0b\r\nhello\r\n0\r\n\r\n", 19)),
      chunks_refused("EndlessExtension", "5;" + std::string(9000, 'x') + "\r\nhello\r\n0\r\n\r\n"),
      chunks_refused("EndlessTrailers", "0\r\nX: " + std::string(9000, 'x') + "\r\n\r\n"),
      chunks_refused("TrailerEndsWithLineFeed", "0\r\nX: 1\n\r\n"),
      chunks_refused("NulInTrailer", std::string_view("0\r\nX: \0\r\n\r\n", 11)),
      refused("HugeChunk", chunked("ffffffff\r\nhello\r\n0\r\n\r\n"), "413"),
      {"MissingLastChunkIsNoRequest", chunked("5\r\nhello\r\n"), "", ""},
      {"MissingFinalLineIsNoRequest", chunked("5\r\nhello\r\n0\r\n"), "", ""},
  };
}

std::vector<Probe> pipelining_probes() {
  const std::string first = "GET /1 HTTP/1.1\r\nHost: h\r\n\r\n";
  const std::string second = "GET /2 HTTP/1.1\r\nHost: h\r\n\r\n";
  const std::string body = post("Content-Length: 2\r\n", "hi");
  const std::string last = "GET /last HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n";
  return {
      {"TwoAreAnsweredInOrder", first + second, "200 200", "GET /1 ;GET /2 ;"},
      {"BodiesSeparate", body + first + body, "200 200 200", "POST / hi;GET /1 ;POST / hi;"},
      {"ChunkedThenNext", chunked("2\r\nhi\r\n0\r\n\r\n") + first, "200 200", "POST / hi;GET /1 ;"},
      {"NothingAfterClose", last + second, "200", "GET /last ;"},
      {"NothingAfterRefusal", first + "GET / HTTP/1.1\r\n\r\n" + second, "200 400", "GET /1 ;"},
      {"NothingAfterBadChunk", chunked("5 \r\nhello\r\n0\r\n\r\n") + first, "400", ""},
      {"EmptyLineBetweenIsForgiven", first + "\r\n" + second, "200 200", "GET /1 ;GET /2 ;"},
      {"TwoEmptyLinesAreNot", first + "\r\n\r\n" + second, "200 400", "GET /1 ;"},
      {"Http10ClosesByItself", "GET /1 HTTP/1.0\r\n\r\n" + second, "200", "GET /1 ;"},
      {"Http10MayStay", "GET /1 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n" + second, "200 200",
       "GET /1 ;GET /2 ;"},
      {"CloseWinsOverKeepAlive",
       "GET /1 HTTP/1.1\r\nHost: h\r\nConnection: keep-alive, close\r\n\r\n" + second, "200", "GET /1 ;"},
  };
}

}  // namespace schemagate::net
