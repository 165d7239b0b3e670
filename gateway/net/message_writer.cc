#include "gateway/net/message_writer.h"

// clang-format off: Boost 1.74's status.hpp writes to streams without including them.
#include <ostream>
// clang-format on

#include <algorithm>
#include <array>
#include <boost/beast/http/status.hpp>
#include <charconv>

#include "a2a/http/grammar.h"
#include "a2a/text/ascii.h"

namespace schemagate::net {
namespace {

void append_number(std::string& out, std::uint64_t value) {
  std::array<char, 20> digits{};
  auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  out.append(digits.data(), end);
}

void append_field(std::string& out, std::string_view name, std::string_view value) {
  out.append(name).append(": ").append(value).append("\r\n");
}

bool is_ours(std::string_view name) {
  return a2a::text::equals_ignore_case(name, "Content-Length") || a2a::http::is_hop_by_hop(name);
}

// `also_ours` is one more name to leave out.
bool append_fields(std::string& out, const std::vector<Header>& headers, std::string_view also_ours) {
  for (const Header& header : headers) {
    if (!a2a::http::is_token(header.name) || !a2a::http::is_field_value(header.value)) return false;
    if (is_ours(header.name) || a2a::text::equals_ignore_case(header.name, also_ours)) continue;
    append_field(out, header.name, header.value);
  }
  return true;
}

void append_framing(std::string& out, const AnswerHead& how) {
  if (how.form == BodyForm::kLength) {
    out.append("Content-Length: ");
    append_number(out, how.length);
    out.append("\r\n");
  }
  if (how.form == BodyForm::kChunked) out.append("Transfer-Encoding: chunked\r\n");
  if (!how.keep_alive) {
    out.append("Connection: close\r\n");
  } else if (how.http_1_0) {
    out.append("Connection: keep-alive\r\n");
  }
}

void append_status_line(std::string& out, int status) {
  if (status == 200) {
    out.append("HTTP/1.1 200 OK\r\n");
    return;
  }
  auto reason = boost::beast::http::obsolete_reason(static_cast<boost::beast::http::status>(status));
  out.append("HTTP/1.1 ");
  append_number(out, static_cast<std::uint64_t>(status));
  out.append(" ").append(reason.data(), reason.size()).append("\r\n");
}

bool is_target(std::string_view text) {
  return text.starts_with('/') && std::ranges::all_of(text, [](char c) { return c > ' ' && c < 0x7f; });
}

bool carries_body(const UpstreamRequest& request) {
  return !request.body.empty() || (request.method != "GET" && request.method != "HEAD");
}

}  // namespace

std::string_view DateLine::at(std::time_t now) {
  if (now != written_) {
    std::array<char, 64> text{};
    std::tm parts{};
    gmtime_r(&now, &parts);
    std::size_t size = std::strftime(text.data(), text.size(), "Date: %a, %d %b %Y %H:%M:%S GMT\r\n", &parts);
    line_.assign(text.data(), size);
    written_ = now;
  }
  return line_;
}

bool write_answer_head(std::string& out, const HttpResponse& response, AnswerHead how,
                       std::string_view date_line) {
  if (response.status < 200 || response.status > 599) return false;
  out.clear();
  append_status_line(out, response.status);
  out.append(date_line).append(how.lines);
  append_framing(out, how);
  if (!append_fields(out, response.headers, "Date")) return false;
  out.append("\r\n");
  return true;
}

bool write_request_head(std::string& out, const Url& url, const UpstreamRequest& request) {
  const std::string target = request.target.empty() ? url.target() : request.target;
  const std::string authority = url.authority();
  if (!a2a::http::is_token(request.method) || !is_target(target) || !a2a::http::is_field_value(authority))
    return false;
  out.clear();
  out.append(request.method).append(" ").append(target).append(" HTTP/1.1\r\n");
  append_field(out, "Host", authority);
  if (carries_body(request)) {
    out.append("Content-Length: ");
    append_number(out, request.body.size());
    out.append("\r\n");
  }
  if (!request.websocket_key.empty()) {
    out.append("Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n");
    append_field(out, "Sec-WebSocket-Key", request.websocket_key);
  }
  if (!append_fields(out, request.headers, "Host")) return false;
  out.append("\r\n");
  return true;
}

}  // namespace schemagate::net
