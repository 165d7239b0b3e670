#include "gateway/admin/admin_handler.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <utility>

#include "a2a/uri/percent.h"
#include "gateway/front/counted_exchange.h"
#include "gateway/front/decision.h"
#include "gateway/front/http_answer.h"
#include "gateway/front/page_request.h"
#include "gateway/front/request_quota.h"
#include "gateway/front/route.h"
#include "gateway/observe/metrics_text.h"
#include "gateway/task/arrival.h"

namespace schemagate {
namespace {

using a2a::JsonTree;
using Verb = Question::Verb;

constexpr std::string_view kPrefix = "/evolution/";
constexpr std::string_view kMetricsPath = "/metrics";
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
                              Row{"withdraw", Verb::kWithdraw, "POST", "patch_id"},
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
  if (!is_utf8_json(request.header("Content-Type")))
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

a2a::Result<std::vector<std::string>, Refusal> values_member(const JsonTree& tree) {
  std::vector<std::string> values;
  const JsonTree* member = a2a::find_member(tree, "values");
  if (member == nullptr) return values;
  const bool is_list = member->is_array() && !member->empty() &&
                       member->size() <= evolution::kWordedValuesMax &&
                       std::ranges::all_of(*member, [](const JsonTree& each) { return each.is_string(); });
  if (!is_list) return std::unexpected(refusal(400, "values: expected one to ten strings"));
  for (const JsonTree& each : *member) values.push_back(each.get<std::string>());
  return values;
}

// Absent is as many as everybody is shown.
a2a::Result<std::size_t, Refusal> wishes_member(const JsonTree& tree) {
  const std::string* text = a2a::find_string(tree, "wishes");
  if (text == nullptr) return kWishesShown;
  std::size_t count = 0;
  const auto read = std::from_chars(text->data(), text->data() + text->size(), count);
  if (read.ec != std::errc() || read.ptr != text->data() + text->size() || count < 1 ||
      count > kWishesShownMax)
    return std::unexpected(refusal(400, "wishes: expected a number from 1 to 20"));
  return count;
}

a2a::Result<bool, Refusal> flag_member(const JsonTree& tree, std::string_view name, bool is_needed) {
  const JsonTree* member = a2a::find_member(tree, name);
  if (member == nullptr && !is_needed) return false;
  if (member == nullptr || !member->is_boolean())
    return std::unexpected(refusal(400, std::string(name) + ": expected true or false"));
  return member->get<bool>();
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
  if (row.verb == Verb::kProposals) {
    const auto wishes = wishes_member(tree);
    if (!wishes) return std::unexpected(wishes.error());
    question.wishes = *wishes;
  }
  if (row.verb == Verb::kApprove) {
    auto values = values_member(tree);
    if (!values) return std::unexpected(values.error());
    question.wording.values = *std::move(values);
  }
  const bool is_verdict = row.verb == Verb::kVerdict;
  if (!is_verdict && row.verb != Verb::kErase) return question;
  const auto flag = flag_member(tree, is_verdict ? "aligned" : "opt_out", is_verdict);
  if (!flag) return std::unexpected(flag.error());
  question.flag = *flag;
  return question;
}

std::string_view path_of(const net::HttpRequest& request) {
  const std::string_view target = request.target;
  return target.substr(0, target.find('?'));
}

const Row* row_of(const net::HttpRequest& request) {
  const std::string_view path = path_of(request);
  const auto* row = std::ranges::find_if(kRows, [path](const Row& each) {
    return path.starts_with(kPrefix) && path.substr(kPrefix.size()) == each.name;
  });
  return row == kRows.end() ? nullptr : row;
}

bool asks_for_metrics(const net::HttpRequest& request) {
  return path_of(request) == kMetricsPath;
}

// "evolution/approve"; empty: there is no such thing.
std::string operation_of(const net::HttpRequest& request) {
  if (asks_for_metrics(request)) return "metrics";
  const Row* row = row_of(request);
  return row == nullptr ? std::string() : "evolution/" + std::string(row->name);
}

net::HttpResponse write_answer(const a2a::Result<std::string>& answer) {
  if (answer) return json_answer(200, *answer);
  const a2a::ErrorCode code = answer.error().code;
  const int status = code == a2a::ErrorCode::kInvalidParams    ? 404
                     : code == a2a::ErrorCode::kInvalidRequest ? 400
                                                               : 503;
  return plain_error(status, answer.error().message);
}

net::HttpResponse metrics_answer(std::string text) {
  return {
      .status = 200, .headers = {{"Content-Type", std::string(kMetricsMediaType)}}, .body = std::move(text)};
}

}  // namespace

a2a::Result<Question, Refusal> read_question(const net::HttpRequest& request) {
  const std::string_view target = request.target;
  const std::size_t path_bytes = path_of(request).size();
  if (asks_for_metrics(request)) {
    if (request.method != "GET") return std::unexpected(method_not_allowed("GET"));
    return Question();
  }
  const Row* row = row_of(request);
  if (row == nullptr)
    return std::unexpected(nothing_here("expected /metrics, or /evolution/ and what is asked"));
  if (request.method != row->method) return std::unexpected(method_not_allowed(std::string(row->method)));
  const auto body = row->method == "GET" ? read_query(target.substr(std::min(path_bytes + 1, target.size())))
                                         : read_body(request);
  if (!body) return std::unexpected(body.error());
  return fill_in(*row, *body);
}

Step AdminHandler::identify(const net::HttpRequest& request, PrincipalHandle& caller) {
  if (auto step = take_request(addresses_, request.peer.network); !step) return step;
  if (is_of_a_page(request) || !names_this_machine(request.header("Host")))
    return std::unexpected(refusal(kForbidden, "web pages are not answered here"));
  auto principal = dependencies_.access.identify(request);
  if (!principal) return std::unexpected(std::move(principal.error()));
  caller = std::move(*principal);
  if (!caller->is_authenticated) return {};
  return take_request(principals_, caller->owner);
}

Step AdminHandler::authorise(const Principal& caller) const {
  if (!dependencies_.authenticates) return {};
  if (!caller.is_authenticated) return std::unexpected(refusal(401, "credentials are needed here"));
  if (std::ranges::find(caller.roles, dependencies_.role) != caller.roles.end()) return {};
  return std::unexpected(refusal(kForbidden, "not allowed for this caller: the role " + dependencies_.role));
}

AdminHandler::Asked AdminHandler::admit(const net::HttpRequest& request) {
  Asked asked{.request_id = request_ids_.next(), .question = Question()};
  Step step = identify(request, asked.caller);
  if (step) step = authorise(*asked.caller);
  asked.question = step ? read_question(request) : std::unexpected(std::move(step.error()));
  if (asked.question && dependencies_.authenticates) asked.question->by = asked.caller->subject;
  return asked;
}

net::Awaitable<void> AdminHandler::handle(net::HttpRequest& request, net::Exchange& exchange) {
  const Asked asked = admit(request);
  const auto request_id = std::make_shared<const std::string>(asked.request_id);
  CountedExchange counted(exchange, request_id);
  audit(request, asked);
  net::HttpResponse response;
  if (!asked.question) {
    response = plain_answer(asked.question.error());
  } else if (asks_for_metrics(request)) {
    response = metrics_answer(dependencies_.metrics());
  } else {
    auto answer = dependencies_.evolution.ask(*asked.question);
    if (!answer.ready()) co_await arrival(counted.executor(), answer);
    response = write_answer(answer.result());
  }
  note(request, asked, response.status);
  co_await counted.respond(std::move(response));
}

void AdminHandler::note(const net::HttpRequest& request, const Asked& asked, int status) const {
  dependencies_.log.write(LogLevel::kInfo, "admin_request",
                          {{"request_id", asked.request_id},
                           {"client.address", request.peer.address},
                           {"by", asked.question ? std::string_view(asked.question->by) : std::string_view()},
                           {"http.request.method", request.method},
                           {"url.path", logged_path(request.target)},
                           {"http.response.status_code", status}});
}

// Before the answer, as for calls. What was wrong with the question itself was allowed.
void AdminHandler::audit(const net::HttpRequest& request, const Asked& asked) const {
  if (dependencies_.audit == nullptr) return;
  Decision decision;
  if (!asked.question) decision = decision_of(asked.question.error()).value_or(Decision());
  LogFields fields{{"request_id", asked.request_id}, {"client.address", request.peer.address}};
  if (asked.caller != nullptr) {
    fields.emplace_back("subject", asked.caller->subject);
    fields.emplace_back("tenant", asked.caller->tenant);
    fields.emplace_back("authority", asked.caller->authority);
  }
  fields.emplace_back("operation", operation_of(request));
  fields.emplace_back("decision", name(decision.kind));
  fields.emplace_back("reason", decision.reason);
  dependencies_.audit->write(fields);
}

}  // namespace schemagate
