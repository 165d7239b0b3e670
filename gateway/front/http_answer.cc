#include "gateway/front/http_answer.h"

#include <algorithm>
#include <cctype>

#include "a2a/json/text.h"

namespace schemagate {
namespace {

bool equal_ignoring_case(std::string_view one, std::string_view other) {
  return std::ranges::equal(
      one, other, [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); });
}

bool names_etag(std::string_view list, std::string_view etag) {
  if (list == "*") return true;
  while (!list.empty()) {
    std::string_view item = list.substr(0, list.find(','));
    list.remove_prefix(std::min(item.size() + 1, list.size()));
    item.remove_prefix(std::min(item.find_first_not_of(" \t"), item.size()));
    if (item.starts_with("W/")) item.remove_prefix(2);
    if (item.substr(0, item.find_last_not_of(" \t") + 1) == etag) return true;
  }
  return false;
}

net::HttpResponse cacheable_answer(std::string type, const std::string& body, const std::string& etag,
                                   std::string_view if_none_match) {
  if (names_etag(if_none_match, etag)) return {304, {{"ETag", etag}}, ""};
  return {200, {{"Content-Type", std::move(type)}, {"ETag", etag}}, body};
}

}  // namespace

bool is_json(std::string_view content_type) {
  std::string_view type = content_type.substr(0, content_type.find(';'));
  type = type.substr(0, type.find_last_not_of(" \t") + 1);
  return type.empty() || equal_ignoring_case(type, "application/json") ||
         equal_ignoring_case(type, "application/a2a+json");
}

net::HttpResponse json_answer(int status, std::string body) {
  return {status, {{"Content-Type", "application/json"}}, std::move(body)};
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
                                  const std::string& language, std::string_view if_none_match) {
  net::HttpResponse answer = cacheable_answer("application/json", body, '"' + digest + '"', if_none_match);
  if (!language.empty()) answer.headers.push_back({"Content-Language", language});
  answer.headers.push_back({"Cache-Control", "public, max-age=60"});
  return answer;
}

net::HttpResponse event_stream_head(const RequestedExtensions& requested, a2a::wire::Version version) {
  net::HttpResponse head{
      200,
      {{"Content-Type", "text/event-stream"}, {"Cache-Control", "no-cache"}, {"X-Accel-Buffering", "no"}},
      ""};
  add_activation(head, requested, version);
  return head;
}

}  // namespace schemagate
