#include "gateway/net/framing_guard.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "a2a/http/grammar.h"
#include "a2a/text/ascii.h"
#include "a2a/uri/url.h"

namespace schemagate::net {
namespace {

using Refused = std::unexpected<Refusal>;

Refused bad(std::string_view message) {
  return Refused(Refusal{400, message});
}

// Without its CRLF; advances `rest`. Every line of a complete head has one.
std::string_view next_line(std::string_view& rest) {
  std::size_t end = rest.find('\n');
  std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(rest.size(), line.size() + 1));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// What the fields say about framing.
struct Fields {
  std::size_t count = 0;
  std::optional<std::string_view> host;
  std::optional<std::string_view> length;
  std::optional<std::string_view> coding;
  bool close = false;
  bool keep_alive = false;
  bool names_hop_fields = false;
  bool expects_continue = false;
};

using Check = Result<void, Refusal>;

Check set_once(std::optional<std::string_view>& slot, std::string_view value, std::string_view message) {
  if (slot) return bad(message);
  slot = value;
  return {};
}

Check note_connection(Fields& fields, std::string_view list) {
  while (auto option = a2a::http::next_list_element(list)) {
    if (option->empty()) continue;
    if (!a2a::http::is_token(*option)) return bad("Connection is not a list of names");
    if (a2a::text::equals_ignore_case(*option, "close")) {
      fields.close = true;
    } else if (a2a::text::equals_ignore_case(*option, "keep-alive")) {
      fields.keep_alive = true;
    } else {
      fields.names_hop_fields = true;
    }
  }
  return {};
}

Check note_field(Fields& fields, std::string_view name, std::string_view value) {
  switch (name.size()) {
    case 4:
      if (a2a::text::equals_ignore_case(name, "Host"))
        return set_once(fields.host, value, "more than one Host");
      break;
    case 6:
      if (!a2a::text::equals_ignore_case(name, "Expect")) break;
      if (!a2a::text::equals_ignore_case(value, "100-continue"))
        return Refused(Refusal{417, "unknown expectation"});
      fields.expects_continue = true;
      break;
    case 10:
      if (a2a::text::equals_ignore_case(name, "Connection")) return note_connection(fields, value);
      break;
    case 14:
      if (a2a::text::equals_ignore_case(name, "Content-Length")) {
        return set_once(fields.length, value, "more than one Content-Length");
      }
      break;
    case 17:
      if (a2a::text::equals_ignore_case(name, "Transfer-Encoding")) {
        return set_once(fields.coding, value, "more than one Transfer-Encoding");
      }
      break;
    default:
      break;
  }
  return {};
}

Check note_line(Fields& fields, std::string_view line, std::vector<Header>& headers) {
  if (line.front() == ' ' || line.front() == '\t') return bad("folded header line");
  std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return bad("header line without colon");
  std::string_view name = line.substr(0, colon);
  if (!a2a::http::is_token(name))
    return bad("header name with a blank or another character that is not allowed");
  std::string_view value = a2a::text::trimmed(line.substr(colon + 1));
  if (!a2a::http::is_field_value(value)) return bad("header value with a control character");
  Header& header = headers.emplace_back();
  header.name.append(name);  // half the price of an assignment
  header.value.append(value);
  return note_field(fields, name, value);
}

Result<Fields, Refusal> read_fields(std::string_view rest, std::size_t fields_max,
                                    std::vector<Header>& headers) {
  constexpr std::size_t kUsualHeaders = 12;
  headers.reserve(kUsualHeaders);
  Fields fields;
  for (std::string_view line = next_line(rest); !line.empty(); line = next_line(rest)) {
    if (++fields.count > fields_max) return Refused(Refusal{431, "too many headers"});
    if (auto noted = note_line(fields, line, headers); !noted) return Refused(noted.error());
  }
  if (!rest.empty()) return bad("bytes after the end of the head");
  return fields;
}

Result<std::uint64_t, Refusal> parse_length(std::string_view text) {
  constexpr std::size_t kDigitsMax = 18;
  bool plain = text.size() <= kDigitsMax && a2a::text::is_all_digits(text);
  if (!plain || (text.size() > 1 && text.front() == '0')) return bad("Content-Length is not a plain number");
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// 501 for a coding that we do not speak, 400 for something that is no list of codings at all.
Refused refuse_coding(std::string_view list) {
  bool chunked = false;
  while (auto coding = a2a::http::next_list_element(list)) {
    if (!a2a::http::is_token(*coding) || chunked) return bad("Transfer-Encoding is not exactly chunked");
    chunked = a2a::text::equals_ignore_case(*coding, "chunked");
  }
  return Refused(Refusal{501, "only the transfer coding chunked is known"});
}

// RFC 9112 6.3. Sets the body's kind unless neither field is there.
Check frame_body(Framing& framing, const Fields& fields) {
  if (fields.coding) {
    if (fields.length) return bad("both Content-Length and Transfer-Encoding");
    if (framing.http_1_0) return bad("Transfer-Encoding in HTTP/1.0");
    if (!a2a::text::equals_ignore_case(*fields.coding, "chunked")) return refuse_coding(*fields.coding);
    framing.body = BodyKind::kChunked;
  } else if (fields.length) {
    auto length = parse_length(*fields.length);
    if (!length) return Refused(length.error());
    framing.content_length = *length;
    framing.body = *length == 0 ? BodyKind::kNone : BodyKind::kLength;
  }
  return {};
}

// Sets framing.http_1_0.
Check check_version(Framing& framing, std::string_view version) {
  bool shaped = version.size() == 8 && version.starts_with("HTTP/") && a2a::text::is_digit(version[5]) &&
                version[6] == '.' && a2a::text::is_digit(version[7]);
  if (!shaped) return bad("the first line names no HTTP version");
  if (version != "HTTP/1.1" && version != "HTTP/1.0") return Refused(Refusal{505, "only HTTP/1.0 and 1.1"});
  framing.http_1_0 = version.back() == '0';
  return {};
}

// uri-host [":" port], without user information and percent codes. Stricter than RFC 9110 section 7.2: a
// colon has a port behind it.
bool is_authority(std::string_view text) {
  return !text.ends_with(':') && a2a::uri::parse_authority(text).has_value();
}

std::optional<std::string_view> absolute_authority(std::string_view target) {
  for (std::string_view scheme : {"http://", "https://"}) {
    if (!a2a::text::equals_ignore_case(target.substr(0, scheme.size()), scheme)) continue;
    std::string_view rest = target.substr(scheme.size());
    return rest.substr(0, rest.find_first_of("/?"));
  }
  return std::nullopt;
}

// RFC 9112 3.2.2: from the absolute form only path and query matter further on.
std::string path_and_query(std::string_view target) {
  std::string taken;
  if (!target.starts_with('/') && target != "*") {
    std::size_t path = target.find_first_of("/?", target.find("://") + 3);
    target = target.substr(std::min(path, target.size()));
    if (!target.starts_with('/')) taken += '/';
  }
  return taken.append(target);
}

Check check_target(std::string_view method, std::string_view target, const Fields& fields) {
  if (method == "CONNECT") return Refused(Refusal{501, "CONNECT is not offered"});
  if (!std::ranges::all_of(target, a2a::text::is_visible))
    return bad("request target with a character that is not allowed");
  if (target.contains('#')) return bad("request target with a fragment");
  if (target.starts_with('/')) return {};
  if (target == "*") return method == "OPTIONS" ? Check() : Check(bad("the target * is for OPTIONS only"));
  auto authority = absolute_authority(target);
  if (!authority) return bad("request target is no path");
  if (!is_authority(*authority)) return bad("request target with a malformed host");
  if (fields.host && !a2a::text::equals_ignore_case(*authority, *fields.host))
    return bad("request target and Host differ");
  return {};
}

Check check_host(const Framing& framing, const Fields& fields) {
  if (!fields.host) return framing.http_1_0 ? Check() : Check(bad("Host is missing"));
  if (!is_authority(*fields.host)) return bad("Host is malformed");
  return {};
}

void settle(Framing& framing, const Fields& fields) {
  framing.keep_alive = !fields.close && (!framing.http_1_0 || fields.keep_alive);
  framing.names_hop_fields = fields.names_hop_fields;
  framing.expects_continue = fields.expects_continue && !framing.http_1_0;
}

struct RequestLine {
  std::string_view method;
  std::string_view target;
  std::string_view version;
};

Result<RequestLine, Refusal> split_request_line(std::string_view line) {
  std::size_t first = line.find(' ');
  std::size_t last = line.rfind(' ');
  if (first == std::string_view::npos || last == first) return bad("malformed request line");
  RequestLine parts{line.substr(0, first), line.substr(first + 1, last - first - 1), line.substr(last + 1)};
  if (!a2a::http::is_token(parts.method)) return bad("malformed request method");
  if (parts.target.empty()) return bad("empty request target");
  return parts;
}

// RFC 9112 4: version SP 3DIGIT SP [reason]. Gives the status.
Result<int, Refusal> read_status_line(Framing& framing, std::string_view line) {
  constexpr std::size_t kShortest = 13;
  if (line.size() < kShortest || line[8] != ' ' || line[12] != ' ') return bad("malformed status line");
  if (auto version = check_version(framing, line.substr(0, 8)); !version) return Refused(version.error());
  std::string_view digits = line.substr(9, 3);
  if (!a2a::text::is_all_digits(digits) || digits.front() == '0') return bad("malformed status code");
  if (!a2a::http::is_field_value(line.substr(kShortest)))
    return bad("reason phrase with a control character");
  int status = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), status);
  return status;
}

bool has_no_body(int status, bool to_head) {
  return to_head || status < 200 || status == 204 || status == 304;
}

}  // namespace

HeadFinder::State HeadFinder::scan(std::string_view bytes) {
  for (;;) {
    std::size_t feed = bytes.find('\n', scanned_);
    if (feed == std::string_view::npos) {
      scanned_ = bytes.size();
      return State::kIncomplete;
    }
    if (feed == line_start_ || bytes[feed - 1] != '\r') return State::kBroken;
    bool empty = feed == line_start_ + 1;
    scanned_ = line_start_ = feed + 1;
    if (empty) return State::kComplete;
  }
}

Result<Framing, Refusal> read_request_head(std::string_view head, std::size_t fields_max,
                                           HttpRequest& request) {
  Framing framing;
  auto line = split_request_line(next_line(head));
  if (!line) return Refused(line.error());
  if (auto version = check_version(framing, line->version); !version) return Refused(version.error());
  auto fields = read_fields(head, fields_max, request.headers);
  if (!fields) return Refused(fields.error());
  if (auto host = check_host(framing, *fields); !host) return Refused(host.error());
  if (auto target = check_target(line->method, line->target, *fields); !target)
    return Refused(target.error());
  if (auto body = frame_body(framing, *fields); !body) return Refused(body.error());
  settle(framing, *fields);
  request.method = line->method;
  request.target = path_and_query(line->target);
  return framing;
}

void read_request_line(std::string_view received, HttpRequest& request) {
  if (!received.contains('\n')) return;
  Framing unused;
  const auto line = split_request_line(next_line(received));
  if (!line || !check_version(unused, line->version)) return;
  if (!std::ranges::all_of(line->target, a2a::text::is_visible)) return;
  request.method = line->method;
  request.target = path_and_query(line->target);
}

Result<Framing, Refusal> read_response_head(std::string_view head, std::size_t fields_max, bool to_head,
                                            HttpResponse& response) {
  Framing framing;
  framing.body = BodyKind::kUntilClose;
  auto status = read_status_line(framing, next_line(head));
  if (!status) return Refused(status.error());
  auto fields = read_fields(head, fields_max, response.headers);
  if (!fields) return Refused(fields.error());
  if (auto body = frame_body(framing, *fields); !body) return Refused(body.error());
  if (has_no_body(*status, to_head)) framing.body = BodyKind::kNone;
  settle(framing, *fields);
  if (framing.body == BodyKind::kUntilClose) framing.keep_alive = false;
  response.status = *status;
  return framing;
}

}  // namespace schemagate::net
