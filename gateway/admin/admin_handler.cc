#include "gateway/admin/admin_handler.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "a2a/text/ascii.h"
#include "a2a/uri/loopback.h"
#include "a2a/uri/percent.h"
#include "gateway/front/http_answer.h"
#include "gateway/task/arrival.h"

namespace schemagate {
namespace {

using a2a::JsonTree;
using Verb = Question::Verb;

constexpr std::string_view kPrefix = "/evolution/";
constexpr std::size_t kTextBytesMax = 1'024;

struct Row {
  std::string_view name;
  Verb verb;
  std::string_view method;
  std::string_view subject;  // the member that names what it is about; empty: none
};
constexpr std::array kRows = {Row{"status", Verb::kStatus, "GET", ""},
                              Row{"pool", Verb::kPool, "GET", ""},
                              Row{"proposals", Verb::kProposals, "GET", ""},
                              Row{"audit", Verb::kAudit, "GET", ""},
                              Row{"samples", Verb::kSamples, "GET", ""},
                              Row{"explain", Verb::kExplain, "GET", "name"},
                              Row{"approve", Verb::kApprove, "POST", "patch_id"},
                              Row{"reject", Verb::kReject, "POST", "patch_id"},
                              Row{"verdict", Verb::kVerdict, "POST", "key"},
                              Row{"erase", Verb::kErase, "POST", "client"}};

Refusal refusal(int status, std::string message) {
  return {.error = {a2a::ErrorCode::kInvalidParams, std::move(message)}, .http_status = status};
}

// A flat object of texts and truth values, whichever way it came.
a2a::Result<JsonTree, Refusal> read_query(std::string_view query) {
  JsonTree tree = JsonTree::object();
  while (!query.empty()) {
    const std::string_view pair = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(pair.size() + 1, query.size()));
    const std::size_t equals = std::min(pair.find('='), pair.size());
    const auto value = a2a::uri::percent_decoded_name(pair.substr(std::min(equals + 1, pair.size())));
    if (!value)
      return std::unexpected(
          refusal(400, std::string(pair.substr(0, equals)) + ": expected a percent-encoded text"));
    tree[std::string(pair.substr(0, equals))] = *value;
  }
  return tree;
}

a2a::Result<JsonTree, Refusal> read_body(const net::HttpRequest& request) {
  if (request.header("Content-Type").empty() || !is_json(request.header("Content-Type")))
    return std::unexpected(refusal(415, "expected Content-Type: application/json"));
  auto tree = a2a::parse_tree(request.body, {.bytes_max = 64 << 10, .depth_max = 8});
  if (!tree || !tree->is_object()) return std::unexpected(refusal(400, "expected a JSON object"));
  return *std::move(tree);
}

// Absent is empty.
a2a::Result<std::string, Refusal> text_member(const JsonTree& tree, std::string_view name) {
  const JsonTree* member = a2a::find_member(tree, name);
  if (member == nullptr) return std::string();
  const std::string* text = a2a::find_string(tree, name);
  if (text == nullptr || text->size() > kTextBytesMax)
    return std::unexpected(refusal(400, std::string(name) + ": expected a string of at most 1024 bytes"));
  return *text;
}

a2a::Result<bool, Refusal> flag_member(const JsonTree& tree, std::string_view name, bool is_needed) {
  const JsonTree* member = a2a::find_member(tree, name);
  if (member == nullptr && !is_needed) return false;
  if (member == nullptr || !member->is_boolean())
    return std::unexpected(refusal(400, std::string(name) + ": expected true or false"));
  return member->get<bool>();
}

// "127.0.0.1:15000", "[::1]:15000", "localhost".
bool names_this_machine(std::string_view host) {
  if (host.starts_with('[')) return host.substr(0, host.find(']') + 1) == "[::1]";
  return a2a::uri::is_this_machine(host.substr(0, host.find(':')));
}

a2a::Result<Question, Refusal> fill_in(const Row& row, const JsonTree& tree) {
  Question question{.verb = row.verb};
  for (const auto& [name, to] :
       {std::pair<std::string_view, std::string*>{"agent", &question.agent},
        {"scenario", &question.scenario},
        {row.subject, &question.subject},
        {row.verb == Verb::kVerdict ? "sample" : "", &question.sample},
        {row.verb == Verb::kApprove ? "name" : "", &question.wording.name},
        {row.verb == Verb::kApprove ? "description" : "", &question.wording.meaning}}) {
    if (name.empty()) continue;
    auto text = text_member(tree, name);
    if (!text) return std::unexpected(std::move(text.error()));
    *to = *std::move(text);
  }
  if (!row.subject.empty() && question.subject.empty())
    return std::unexpected(refusal(400, std::string(row.subject) + ": is missing"));
  const bool is_verdict = row.verb == Verb::kVerdict;
  if (!is_verdict && row.verb != Verb::kErase) return question;
  const auto flag = flag_member(tree, is_verdict ? "aligned" : "opt_out", is_verdict);
  if (!flag) return std::unexpected(flag.error());
  question.flag = *flag;
  return question;
}

// What only browsers send (Fetch standard, W3C Fetch Metadata), whatever its value.
bool is_of_a_page(const net::HttpRequest& request) {
  return std::ranges::any_of(request.headers, [](const net::Header& each) {
    return a2a::text::equals_ignore_case(each.name, "Origin") ||
           a2a::text::equals_ignore_case(each.name, "Sec-Fetch-Site");
  });
}

net::HttpResponse write_answer(const a2a::Result<std::string>& answer) {
  if (answer) return json_answer(200, *answer);
  const a2a::ErrorCode code = answer.error().code;
  const int status = code == a2a::ErrorCode::kInvalidParams    ? 404
                     : code == a2a::ErrorCode::kInvalidRequest ? 400
                                                               : 503;
  return plain_error(status, answer.error().message);
}

}  // namespace

a2a::Result<Question, Refusal> read_question(const net::HttpRequest& request) {
  const std::string_view target = request.target;
  const std::string_view path = target.substr(0, target.find('?'));
  const auto* row = std::ranges::find_if(kRows, [path](const Row& each) {
    return path.starts_with(kPrefix) && path.substr(kPrefix.size()) == each.name;
  });
  if (row == kRows.end()) return std::unexpected(nothing_here("expected /evolution/ and what is asked"));
  if (request.method != row->method) return std::unexpected(method_not_allowed(std::string(row->method)));
  const auto body = row->method == "GET" ? read_query(target.substr(std::min(path.size() + 1, target.size())))
                                         : read_body(request);
  if (!body) return std::unexpected(body.error());
  return fill_in(*row, *body);
}

// The subject of whoever asks; empty where nobody is known.
a2a::Result<std::string, Refusal> AdminHandler::admit(const net::HttpRequest& request) const {
  if (is_of_a_page(request) || !names_this_machine(request.header("Host")))
    return std::unexpected(refusal(kForbidden, "web pages are not answered here"));
  auto principal = dependencies_.access.identify(request);
  if (!principal) return std::unexpected(std::move(principal.error()));
  if (!dependencies_.authenticates) return std::string();
  const Principal& caller = **principal;
  if (!caller.is_authenticated) return std::unexpected(refusal(401, "credentials are needed here"));
  if (std::ranges::find(caller.roles, dependencies_.role) == caller.roles.end())
    return std::unexpected(
        refusal(kForbidden, "not allowed for this caller: the role " + dependencies_.role));
  return caller.subject;
}

net::Awaitable<void> AdminHandler::handle(net::HttpRequest& request, net::Exchange& exchange) const {
  auto by = admit(request);
  auto question = by ? read_question(request) : std::unexpected(by.error());
  net::HttpResponse response;
  if (!question) {
    response = plain_answer(question.error());
  } else {
    question->by = *by;
    auto answer = dependencies_.evolution.ask(*question);
    if (!answer.ready()) co_await arrival(exchange.executor(), answer);
    response = write_answer(answer.result());
  }
  const std::string_view target = request.target;
  dependencies_.log.write(LogLevel::kInfo, "admin_request",
                          {{"by", by.value_or("")},
                           {"http.request.method", request.method},
                           {"url.path", target.substr(0, std::min<std::size_t>(target.find('?'), 256))},
                           {"http.response.status_code", response.status}});
  co_await exchange.respond(std::move(response));
}

}  // namespace schemagate
