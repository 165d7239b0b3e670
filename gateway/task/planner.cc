#include "gateway/task/planner.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "a2a/json/tree.h"
#include "gateway/net/signal.h"

namespace schemagate {
namespace {

using a2a::client::Cause;
using a2a::client::Failure;
using a2a::client::Outcome;
using agent_context::PlannerAgent;
using agent_context::PlannerFrame;
using client_agent::ChatMessage;
using client_agent::NextStep;
using net::Awaitable;
using std::chrono::milliseconds;

constexpr int kTriesMax = 3;  // of one question, for 429 and 5xx
constexpr milliseconds kFirstPause{500};
constexpr int kAnswerTokensMax = 8'192;
constexpr std::size_t kProblemsTold = 3;
constexpr std::string_view kPlanRefused = "PLAN_REFUSED";

std::unexpected<a2a::Error> refuse(a2a::ErrorCode code, std::string_view reason, std::string message) {
  return std::unexpected(a2a::Error{
      code, std::move(message), {}, {{std::string(reason), std::string(a2a::kOwnErrorDomain), {}}}});
}

std::string told(const agent_context::PlanProblems& problems) {
  std::string text;
  for (std::size_t i = 0; i < std::min(problems.size(), kProblemsTold); ++i)
    text += (i == 0 ? "" : "; ") + problems[i].path + (problems[i].path.empty() ? "" : ": ") +
            problems[i].message;
  return text;
}

std::string text_of(const a2a::JsonTree& tree, std::string_view member) {
  const std::string* text = a2a::find_string(tree, member);
  return text == nullptr ? std::string() : *text;
}

// What its card says, as far as that could be read.
PlannerAgent describe(const std::string& id, const AgentSnapshot& agent) {
  PlannerAgent described{.offered = {.id = id, .is_known = agent.published != nullptr}};
  if (!agent.published) return described;
  described.offered.schemas = agent.contract().input_names();
  const auto card = a2a::parse_tree(agent.published->cards.v1_0.body);
  if (!card) return described;
  described.description = text_of(*card, "description");
  const a2a::JsonTree* skills = a2a::find_member(*card, "skills");
  if (skills == nullptr || !skills->is_array()) return described;
  for (const a2a::JsonTree& skill : *skills) {
    const std::string name = text_of(skill, "id");
    described.offered.skills.push_back(name);
    described.skills.push_back(name + ": " + text_of(skill, "description"));
  }
  return described;
}

// The plan in a model's text, or why there is none.
agent_context::ModelPlan read_answer(const std::string& text, const PlannerFrame& frame,
                                     const agent_context::RunInput& input) {
  a2a::JsonDocument document;
  const auto object = client_agent::find_object(document, text);
  if (!object) return {.json = {}, .problems = {{"", "expected one JSON object"}}};
  const auto tree = a2a::parse_tree(object->raw(), {.bytes_max = agent_context::kModelPlanBytesMax});
  if (!tree) return {.json = {}, .problems = {{"", tree.error().message}}};
  return agent_context::read_model_plan(*tree, frame, input);
}

// Endpoints like to repeat a request that they refuse: none of their words are told.
std::string cause_of(const Failure& failure) {
  if (failure.http_status != 0)
    return "the model's endpoint answered HTTP " + std::to_string(failure.http_status);
  if (failure.cause == Cause::kAgent) return "the model's endpoint answered with an error, or a refusal";
  return failure.error.message;
}

net::UpstreamRequest request_to(const client_agent::ModelEndpoint& endpoint, const std::string& holder,
                                std::string body) {
  // A question has no effect: a kept connection that the endpoint has just closed is no reason to give up.
  net::UpstreamRequest request{.body = std::move(body), .holder = holder, .safe_to_retry = true};
  request.headers.emplace_back("Content-Type", "application/json");
  request.headers.emplace_back("Accept", "application/json");
  if (!endpoint.key.empty()) request.headers.emplace_back("Authorization", "Bearer " + endpoint.key);
  return request;
}

}  // namespace

struct Planner::Conversation {
  const client_agent::ModelEndpoint endpoint;
  const std::string holder;
  const client_agent::AnswerShape shape;
  const MonotonicTime deadline;
  client_agent::CompletionRequest request;
  std::vector<ChatMessage> messages;
};

Awaitable<a2a::Result<std::string>> Planner::plan(const AgentConfig& master,
                                                  const agent_context::RunInput& input, std::string holder) {
  const PlannerFrame frame = frame_of(master);
  Conversation conversation = begin(*master.master->planner, frame, input, std::move(holder));
  auto answer = co_await ask(conversation);
  if (!answer) co_return unavailable(master, answer.error());
  agent_context::ModelPlan made = read_answer(*answer, frame, input);
  if (!made.problems.empty()) {
    add_repair(conversation, *std::move(answer), made.problems);
    answer = co_await ask(conversation);
    if (!answer) co_return unavailable(master, answer.error());
    made = read_answer(*answer, frame, input);
  }
  if (made.problems.empty()) co_return std::move(made.json);
  co_return refused(master, made.problems);
}

Planner::Conversation Planner::begin(const PlannerConfig& config, const PlannerFrame& frame,
                                     const agent_context::RunInput& input, std::string holder) const {
  return {.endpoint = config.endpoint_now(),
          .holder = std::move(holder),
          .shape = {.name = "plan", .schema = agent_context::planner_answer_schema(frame)},
          .deadline = dependencies_.clock.monotonic() + config.timeout,
          .request = {.model = config.endpoint.model,
                      .log_probabilities = false,
                      .answer_tokens_max = kAnswerTokensMax},
          .messages = {{"system", agent_context::planner_rules()},
                       {"user", agent_context::planner_question(frame, input)}}};
}

void Planner::add_repair(Conversation& conversation, std::string answer,
                         const agent_context::PlanProblems& problems) {
  conversation.messages.push_back({"assistant", std::move(answer)});
  conversation.messages.push_back({"user", agent_context::repair_request(problems)});
}

std::unexpected<a2a::Error> Planner::refused(const AgentConfig& master,
                                             const agent_context::PlanProblems& problems) const {
  dependencies_.log.write(LogLevel::kWarn, "plan_refused",
                          {{"agent", master.name}, {"problems", problems.size()}});
  return refuse(a2a::ErrorCode::kInvalidAgentResponse, kPlanRefused,
                "no plan that can be carried out was made of the message: " + told(problems));
}

// One question; more simply where the endpoint refuses a parameter, again where it is busy.
Awaitable<Outcome<std::string>> Planner::ask(Conversation& conversation) {
  const std::string& key = conversation.endpoint.key;
  const net::Signal never(dependencies_.executor);
  milliseconds pause = kFirstPause;
  for (int tries = 1;;) {
    std::string body =
        client_agent::request_body(conversation.request, conversation.messages, conversation.shape);
    auto answer = co_await post(conversation, std::move(body));
    if (!answer) co_return std::unexpected(std::move(answer.error()));
    const NextStep step = client_agent::next_step(*answer);
    if (step == NextStep::kUseAnswer) {
      auto completion = client_agent::read_completion(answer->body);
      if (completion) co_return std::move(completion->content);
      co_return std::unexpected(std::move(completion.error()));
    }
    const bool is_simpler =
        step == NextStep::kSimplifyRequest && client_agent::simplify(conversation.request, answer->body);
    if (is_simpler) continue;
    const milliseconds wait = client_agent::retry_delay(*answer, pause);
    const bool is_again = step == NextStep::kRetryLater && tries < kTriesMax;
    if (!is_again || wait >= time_until(conversation.deadline))
      co_return std::unexpected(client_agent::failure_of(*answer, key));
    (void)co_await never.wait(wait);
    ++tries;
    pause *= 2;
  }
}

Awaitable<Outcome<net::HttpResponse>> Planner::post(const Conversation& conversation, std::string body) {
  const client_agent::ModelEndpoint& endpoint = conversation.endpoint;
  const auto url = client_agent::completions_url(endpoint);
  if (!url) co_return std::unexpected(url.error());
  net::UpstreamRequest request = request_to(endpoint, conversation.holder, std::move(body));
  if (url->tls && !endpoint.ca.empty()) {
    auto tls = trust(endpoint.ca);
    if (!tls) co_return std::unexpected(std::move(tls.error()));
    request.tls = *std::move(tls);
  }
  auto answer =
      co_await dependencies_.upstream.fetch(*url, std::move(request), time_until(conversation.deadline));
  if (answer) co_return *std::move(answer);
  const bool is_late = answer.error().kind == net::FailureKind::kTimedOut;
  co_return a2a::client::failed(is_late ? Cause::kTimeout : Cause::kUnreachable,
                                "the model's endpoint " + answer.error().detail);
}

Outcome<std::shared_ptr<const net::TlsClient>> Planner::trust(const std::string& ca_file) {
  auto trusted = trust_.try_emplace(ca_file, ca_file).first->second.now();
  if (!trusted) return a2a::client::failed(Cause::kTls, std::move(trusted.error().detail));
  return *std::move(trusted);
}

PlannerFrame Planner::frame_of(const AgentConfig& master) const {
  PlannerFrame frame{.name = master.master->plan.name,
                     .sub_tasks_max = master.master->planner->sub_tasks_max};
  for (const agent_context::PlannedAgent& agent : master.master->plan.agents) {
    const auto fronted = dependencies_.agents == nullptr ? nullptr : dependencies_.agents->find(agent.id);
    if (fronted != nullptr) frame.agents.push_back(describe(agent.id, *fronted->snapshot()));
  }
  return frame;
}

milliseconds Planner::time_until(MonotonicTime deadline) const {
  const auto left = std::chrono::ceil<milliseconds>(deadline - dependencies_.clock.monotonic());
  return std::max(left, milliseconds(1));
}

std::unexpected<a2a::Error> Planner::unavailable(const AgentConfig& master, const Failure& failure) const {
  dependencies_.log.write(
      LogLevel::kWarn, "planner_failed",
      {{"agent", master.name}, {"failure", a2a::client::name(failure.cause)}, {"cause", cause_of(failure)}});
  return refuse(a2a::ErrorCode::kInternal, kPlannerUnavailable,
                "no plan could be made of the message: the planner gave no answer; try again later");
}

}  // namespace schemagate
