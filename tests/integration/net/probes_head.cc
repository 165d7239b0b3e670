// How a message's head is written: fields, request line, Host.
#include <string_view>
#include <utility>

#include "tests/integration/net/probes.h"

namespace schemagate::net {
namespace {

Probe head_refused(std::string name, std::string bytes, std::string status = "400") {
  return {std::move(name), std::move(bytes), std::move(status), ""};
}

Probe line_refused(std::string name, std::string_view line, std::string status = "400") {
  return head_refused(std::move(name), std::string(line) + "\r\nHost: h\r\n\r\n", std::move(status));
}

Probe line_taken(std::string name, std::string_view line, std::string seen) {
  return {std::move(name), std::string(line) + "\r\nHost: h\r\n\r\n", "200", std::move(seen)};
}

std::string with_fields(std::string_view fields) {
  return "GET / HTTP/1.1\r\nHost: h\r\n" + std::string(fields) + "\r\n";
}

Probe field_refused(std::string name, std::string_view field, std::string status = "400") {
  return head_refused(std::move(name), with_fields(std::string(field) + "\r\n"), std::move(status));
}

Probe field_taken(std::string name, std::string_view field) {
  return {std::move(name), with_fields(std::string(field) + "\r\n"), "200", "GET / ;"};
}

Probe host_refused(std::string name, std::string_view host) {
  return head_refused(std::move(name), "GET / HTTP/1.1\r\nHost:" + std::string(host) + "\r\n\r\n");
}

Probe host_taken(std::string name, std::string_view host) {
  return {std::move(name), "GET / HTTP/1.1\r\nHost:" + std::string(host) + "\r\n\r\n", "200", "GET / ;"};
}

std::string many_fields(int count) {
  std::string fields;
  for (int i = 0; i < count; ++i) fields += "X: 1\r\n";
  return fields;
}

}  // namespace

std::vector<Probe> field_probes() {
  return {
      field_taken("EmptyValue", "X:"),
      field_taken("TabAroundValue", "X:\tv\t"),
      field_taken("NonAsciiValue", "X: \xc3\xa4"),
      field_taken("PercentCodesStayAsTheyAre", "X: a%0d%0aX-Injected: admin"),
      field_refused("FoldedLine", "X: a\r\n b"),
      field_refused("FoldedLineWithTab", "X: a\r\n\tb"),
      head_refused("FoldBehindRequestLine", "GET / HTTP/1.1\r\n X: a\r\nHost: h\r\n\r\n"),
      field_refused("NoColon", "X"),
      field_refused("EmptyName", ": v"),
      field_refused("BlankBeforeColon", "X : v"),
      field_refused("BlankInName", "X Y: v"),
      field_refused("BraceInName", "X{: v"),
      field_refused("NonAsciiName", "X\xc3\xa4: v"),
      field_refused("NulInName", std::string_view("X\0: v", 5)),
      field_refused("NulInValue", std::string_view("X: \0v", 5)),
      field_refused("ReturnInValue", "X: a\rb"),
      field_refused("EscapeInValue", "X: \x1b[0m"),
      field_refused("DeleteInValue", "X: \x7f"),
      head_refused("LineFeedOnly", "GET / HTTP/1.1\nHost: h\n\n"),
      head_refused("OneLineFeedOnly", "GET / HTTP/1.1\r\nX: 1\nHost: h\r\n\r\n"),
      head_refused("HeadEndsWithLineFeed", "GET / HTTP/1.1\r\nHost: h\r\n\n"),
      head_refused("DoubleReturn", "GET / HTTP/1.1\r\nHost: h\r\r\n\r\n"),
      head_refused("TooManyFields", with_fields(many_fields(101)), "431"),
      head_refused("TooLargeHead", with_fields("X: " + std::string(40'000, 'x') + "\r\n"), "431"),
      field_refused("UnknownExpectation", "Expect: a-pony", "417"),
      field_taken("UpgradeIsIgnored", "Connection: Upgrade\r\nUpgrade: h2c"),
  };
}

std::vector<Probe> request_line_probes() {
  return {
      line_taken("PathWithQuery", "GET /a/b?c=%0d%0a HTTP/1.1", "GET /a/b?c=%0d%0a ;"),
      line_taken("AbsoluteFormGivesThePath", "GET http://h/a?b HTTP/1.1", "GET /a?b ;"),
      line_taken("AbsoluteFormWithoutPath", "GET HTTP://H HTTP/1.1", "GET / ;"),
      line_taken("AbsoluteFormWithQueryOnly", "GET http://h?b HTTP/1.1", "GET /?b ;"),
      line_taken("AsteriskOfOptions", "OPTIONS * HTTP/1.1", "OPTIONS * ;"),
      line_taken("UnknownMethodIsTheHandlers", "BREW / HTTP/1.1", "BREW / ;"),
      {"LeadingEmptyLine", "\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n", "200", "GET / ;"},
      line_refused("AbsoluteFormOfAnotherHost", "GET http://other/ HTTP/1.1"),
      line_refused("AbsoluteFormWithUser", "GET http://u@h/ HTTP/1.1"),
      line_refused("AbsoluteFormWithoutHost", "GET http:///a HTTP/1.1"),
      line_refused("OtherScheme", "GET ftp://h/ HTTP/1.1"),
      line_refused("AsteriskOfGet", "GET * HTTP/1.1"),
      line_refused("AuthorityForm", "GET h:80 HTTP/1.1"),
      line_refused("Connect", "CONNECT h:80 HTTP/1.1", "501"),
      line_refused("Fragment", "GET /a#b HTTP/1.1"),
      line_refused("TwoBlanks", "GET  / HTTP/1.1"),
      line_refused("TabInsteadOfBlank", "GET\t/\tHTTP/1.1"),
      line_refused("BlankInTarget", "GET /a b HTTP/1.1"),
      line_refused("TrailingBlank", "GET / HTTP/1.1 "),
      line_refused("LeadingBlank", " GET / HTTP/1.1"),
      line_refused("NoTarget", "GET HTTP/1.1"),
      line_refused("NonAsciiTarget", "GET /\xc3\xa4 HTTP/1.1"),
      line_refused("NulInTarget", std::string_view("GET /\0 HTTP/1.1", 15)),
      line_refused("DeleteInTarget", "GET /\x7f HTTP/1.1"),
      line_refused("BadMethod", "G(T / HTTP/1.1"),
      line_refused("NoVersion", "GET /"),
      line_refused("LowerCaseVersion", "GET / http/1.1"),
      line_refused("VersionWithTwoDigits", "GET / HTTP/1.10"),
      line_refused("VersionWithoutMinor", "GET / HTTP/1"),
      line_refused("Version09", "GET / HTTP/0.9", "505"),
      line_refused("Version12", "GET / HTTP/1.2", "505"),
      line_refused("Version20", "GET / HTTP/2.0", "505"),
      head_refused("Http2Preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "505"),
      head_refused("TlsHello", "\x16\x03\x01\x02\n\x01\r\n\r\n"),
      head_refused("EndlessLine", "GET /" + std::string(40'000, 'a'), "414"),
  };
}

std::vector<Probe> host_probes() {
  return {
      head_refused("Missing", "GET / HTTP/1.1\r\n\r\n"),
      {"MissingInHttp10", "GET / HTTP/1.0\r\n\r\n", "200", "GET / ;"},
      head_refused("Twice", "GET / HTTP/1.1\r\nHost: h\r\nHost: h\r\n\r\n"),
      head_refused("TwiceInHttp10", "GET / HTTP/1.0\r\nHost: a\r\nhost: b\r\n\r\n"),
      host_refused("Empty", ""),
      host_refused("OnlyAPort", " :80"),
      host_refused("List", " a, b"),
      host_refused("Path", " h/a"),
      host_refused("User", " u@h"),
      host_refused("InnerBlank", " a b"),
      host_refused("PercentCode", " a%2fb"),
      host_refused("PortIsNoNumber", " h:8o"),
      host_refused("PortIsEmpty", " h:"),
      host_refused("PortTooLarge", " h:65536"),
      host_refused("PortZero", " h:0"),
      host_refused("OpenBracket", " [::1"),
      host_refused("TextBehindBracket", " [::1]x"),
      host_refused("EmptyBrackets", " []"),
      host_taken("WithPort", " example.org:8080"),
      host_taken("Address", " 127.0.0.1"),
      host_taken("Ipv6Address", " [::1]:8080"),
  };
}

}  // namespace schemagate::net
