#include "gateway/net/message_parser.h"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/basic_parser.hpp>
#include <cstdint>
#include <limits>
#include <utility>

#include "gateway/net/grammar.h"

namespace schemagate::net {
namespace {

namespace http = boost::beast::http;
using boost::beast::error_code;
using BeastView = boost::beast::string_view;

std::string_view view(BeastView text) {
  return {text.data(), text.size()};
}

// Collects the head's parts; the body never reaches it.
template <bool kRequest>
class HeadParser : public http::basic_parser<kRequest> {
 public:
  explicit HeadParser(std::vector<Header>& headers) : headers_(headers) {
    this->header_limit(std::numeric_limits<std::uint32_t>::max());
    this->body_limit(std::numeric_limits<std::uint64_t>::max());
    this->skip(true);
  }

  bool parse(std::string_view head) {
    error_code error;
    std::size_t used = this->put(boost::asio::buffer(head.data(), head.size()), error);
    return !error && used == head.size() && this->is_header_done();
  }

 protected:
  void on_field_impl(http::field, BeastView name, BeastView value, error_code&) final {
    headers_.push_back({std::string(view(name)), std::string(view(value))});
  }
  void on_request_impl(http::verb, BeastView, BeastView, int, error_code&) override {}
  void on_response_impl(int, BeastView, int, error_code&) override {}
  void on_header_impl(error_code&) final {}
  void on_body_init_impl(const boost::optional<std::uint64_t>&, error_code&) final {}
  std::size_t on_body_impl(BeastView, error_code&) final { return 0; }
  void on_chunk_header_impl(std::uint64_t, BeastView, error_code&) final {}
  std::size_t on_chunk_body_impl(std::uint64_t, BeastView, error_code&) final { return 0; }
  void on_finish_impl(error_code&) final {}

 private:
  std::vector<Header>& headers_;
};

class RequestParser final : public HeadParser<true> {
 public:
  explicit RequestParser(HttpRequest& request) : HeadParser(request.headers), request_(request) {}

 protected:
  void on_request_impl(http::verb, BeastView method, BeastView target, int, error_code&) final {
    request_.method = view(method);
    request_.target = view(target);
  }

 private:
  HttpRequest& request_;
};

class ResponseParser final : public HeadParser<false> {
 public:
  explicit ResponseParser(HttpResponse& response) : HeadParser(response.headers), response_(response) {}

 protected:
  void on_response_impl(int status, BeastView, int, error_code&) final { response_.status = status; }

 private:
  HttpResponse& response_;
};

// RFC 9112 3.2.2: from the absolute form only path and query matter further on.
void strip_authority(std::string& target) {
  if (target.starts_with('/') || target == "*") return;
  std::size_t path = target.find_first_of("/?", target.find("://") + 3);
  target.erase(0, path);
  if (!target.starts_with('/')) target.insert(0, 1, '/');
}

bool lists(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::any_of(names, [name](const std::string& n) { return equals_ignore_case(n, name); });
}

std::vector<std::string> connection_options(const std::vector<Header>& headers) {
  std::vector<std::string> names;
  for (const Header& header : headers) {
    if (!equals_ignore_case(header.name, "Connection")) continue;
    std::string_view list = header.value;
    while (auto name = next_list_element(list)) names.emplace_back(*name);
  }
  return names;
}

constexpr std::size_t kUsualHeaders = 12;

}  // namespace

bool parse_request_head(std::string_view head, HttpRequest& request) {
  request.headers.reserve(kUsualHeaders);
  RequestParser parser(request);
  if (!parser.parse(head)) return false;
  strip_authority(request.target);
  return true;
}

bool parse_response_head(std::string_view head, HttpResponse& response) {
  response.headers.reserve(kUsualHeaders);
  return ResponseParser(response).parse(head);
}

void remove_hop_fields(std::vector<Header>& headers) {
  std::vector<std::string> named = connection_options(headers);
  std::erase_if(headers, [&named](const Header& header) {
    if (is_hop_by_hop(header.name)) return true;
    bool kept = equals_ignore_case(header.name, "Host") || equals_ignore_case(header.name, "Content-Length");
    return !kept && lists(named, header.name);
  });
}

}  // namespace schemagate::net
