#include "tests/integration/gateway/http_message.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace schemagate {
namespace {

bool same_name(std::string_view one, std::string_view other) {
  return std::ranges::equal(
      one, other, [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); });
}

HttpMessage parse_head(std::string_view head) {
  HttpMessage message;
  while (!head.empty()) {
    const std::string_view line = head.substr(0, head.find("\r\n"));
    head.remove_prefix(std::min(line.size() + 2, head.size()));
    const std::size_t colon = line.find(": ");
    if (message.start_line.empty()) {
      message.start_line = line;
    } else if (colon != std::string_view::npos) {
      message.headers.emplace_back(line.substr(0, colon), line.substr(colon + 2));
    }
  }
  return message;
}

}  // namespace

std::string HttpMessage::header(std::string_view name) const {
  const auto found =
      std::ranges::find_if(headers, [&](const auto& one) { return same_name(one.first, name); });
  return found == headers.end() ? "" : found->second;
}

int HttpMessage::status() const {
  const std::size_t blank = start_line.find(' ');
  return blank == std::string::npos ? 0 : std::atoi(start_line.c_str() + blank);
}

std::string request_text(const std::string& method, const std::string& target, const Headers& headers,
                         const std::string& body) {
  std::string text = method + " " + target + " HTTP/1.1\r\nHost: gateway.test\r\n";
  for (const auto& [name, value] : headers) text += name + ": " + value + "\r\n";
  if (method == "POST" || !body.empty()) text += "Content-Length: " + std::to_string(body.size()) + "\r\n";
  return text + "\r\n" + body;
}

bool HttpReader::fill() {
  const std::string piece = receive_();
  buffer_ += piece;
  return !piece.empty();
}

std::optional<std::string> HttpReader::take_until(std::string_view mark) {
  while (!buffer_.contains(mark)) {
    if (!fill()) return std::nullopt;
  }
  std::string taken = buffer_.substr(0, buffer_.find(mark));
  buffer_.erase(0, taken.size() + mark.size());
  return taken;
}

std::string HttpReader::take(std::size_t bytes) {
  while (buffer_.size() < bytes && fill()) continue;
  std::string taken = buffer_.substr(0, bytes);
  buffer_.erase(0, taken.size());
  return taken;
}

std::optional<HttpMessage> HttpReader::read_head() {
  const auto head = take_until("\r\n\r\n");
  if (!head) return std::nullopt;
  return parse_head(*head);
}

std::string HttpReader::read_body(const HttpMessage& head) {
  if (head.header("Transfer-Encoding") != "chunked")
    return take(std::strtoul(head.header("Content-Length").c_str(), nullptr, 10));
  std::string body;
  for (std::string chunk = next_chunk(); !chunk.empty(); chunk = next_chunk()) body += chunk;
  return body;
}

std::optional<HttpMessage> HttpReader::read() {
  auto message = read_head();
  if (message) message->body = read_body(*message);
  return message;
}

std::string HttpReader::read_rest() {
  return take(std::string::npos);
}

std::string HttpReader::next_chunk() {
  const auto line = take_until("\r\n");
  if (!line) return {};
  std::string chunk = take(std::strtoul(line->c_str(), nullptr, 16));
  (void)take_until("\r\n");
  return chunk;
}

}  // namespace schemagate
