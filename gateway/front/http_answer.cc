#include "gateway/front/http_answer.h"

#include <algorithm>

#include "a2a/http/grammar.h"
#include "a2a/json/text.h"
#include "a2a/text/ascii.h"
#include "a2a/wire/sse.h"

namespace schemagate {
namespace {

bool names_etag(std::string_view list, std::string_view etag) {
  if (list == "*") return true;
  while (auto item = a2a::http::next_list_element(list)) {
    if (item->starts_with("W/")) item->remove_prefix(2);
    if (*item == etag) return true;
  }
  return false;
}

net::HttpResponse cacheable_answer(std::string type, const std::string& body, const std::string& etag,
                                   std::string_view if_none_match) {
  if (names_etag(if_none_match, etag)) return {304, {{"ETag", etag}}, ""};
  return {200, {{"Content-Type", std::move(type)}, {"ETag", etag}}, body};
}

std::vector<net::Header> event_stream_headers() {
  return {{"Content-Type", "text/event-stream"}, {"Cache-Control", "no-cache"}, {"X-Accel-Buffering", "no"}};
}

// As far as the parameters of a media type say. JSON is nothing else (RFC 8259 section 8.1), and whoever
// reads the body on its way by another charset reads another body.
bool is_utf8(std::string_view parameters) {
  const std::string lower = a2a::text::lower_case(parameters);
  const std::size_t at = lower.find("charset=");
  if (at == std::string::npos) return true;
  std::string_view charset = std::string_view(lower).substr(at + std::string_view("charset=").size());
  if (charset.starts_with('"')) charset.remove_prefix(1);
  return charset.starts_with("utf-8") || charset.starts_with("us-ascii");
}

}  // namespace

bool is_utf8_json(std::string_view content_type) {
  if (content_type == "application/json") return true;
  const std::string type = a2a::http::media_type(content_type);
  const bool is_type = type == "application/json" || type == "application/a2a+json";
  return is_type && is_utf8(content_type.substr(std::min(content_type.find(';'), content_type.size())));
}

bool is_plain(std::string_view content_encoding) {
  return content_encoding.empty() || a2a::text::equals_ignore_case(content_encoding, "identity");
}

bool takes_events_alone(std::string_view accept) {
  bool takes_events = false;
  while (const auto range = a2a::http::next_list_element(accept)) {
    if (range->empty()) continue;
    if (a2a::http::media_type(*range) != "text/event-stream") return false;
    takes_events = true;
  }
  return takes_events;
}

// With room for what every answer gets besides: on the way of each call.
net::HttpResponse json_answer(int status, std::string body) {
  constexpr std::size_t kUsualHeaders = 4;
  net::HttpResponse answer{.status = status, .body = std::move(body)};
  answer.headers.reserve(kUsualHeaders);
  answer.headers.push_back({"Content-Type", "application/json"});
  return answer;
}

net::HttpResponse plain_error(int status, std::string_view message) {
  std::string body = "{";
  a2a::append_string_member(body, "error", message);
  return json_answer(status, body + "}");
}

net::HttpResponse card_answer(const std::string& body, const std::string& etag,
                              std::string_view if_none_match) {
  net::HttpResponse answer = cacheable_answer("application/json", body, etag, if_none_match);
  answer.headers.push_back({"Vary", "A2A-Version"});
  answer.headers.push_back({"Cache-Control", "public, max-age=60"});
  return answer;
}

net::HttpResponse key_set_answer(const std::string& body, const std::string& etag,
                                 std::string_view if_none_match) {
  net::HttpResponse answer = cacheable_answer("application/jwk-set+json", body, etag, if_none_match);
  answer.headers.push_back({"Cache-Control", "public, max-age=300"});
  return answer;
}

net::HttpResponse template_answer(const std::string& body, const std::string& digest,
                                  const std::string& language, std::string_view if_none_match,
                                  bool for_everybody) {
  net::HttpResponse answer = cacheable_answer("application/json", body, '"' + digest + '"', if_none_match);
  if (!language.empty()) answer.headers.push_back({"Content-Language", language});
  answer.headers.push_back({"Cache-Control", for_everybody ? "public, max-age=60" : "private, max-age=60"});
  return answer;
}

net::HttpResponse event_stream_head(const RequestedExtensions& requested, a2a::wire::Version version) {
  net::HttpResponse head{200, event_stream_headers(), ""};
  add_activation(head, requested, version);
  return head;
}

net::HttpResponse event_answer(std::string_view event) {
  net::HttpResponse answer{200, event_stream_headers(), ""};
  a2a::wire::append_sse_event(answer.body, event);
  return answer;
}

}  // namespace schemagate
