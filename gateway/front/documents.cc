#include "gateway/front/documents.h"

#include <utility>

#include "a2a/json/text.h"
#include "a2a/uri/percent.h"
#include "gateway/access/grants.h"
#include "gateway/config/certificate_term.h"
#include "gateway/front/http_answer.h"
#include "gateway/front/template_endpoint.h"
#include "gateway/task/input_rights.h"
#include "gateway/task/plan_task.h"
#include "gateway/task/schema_updates.h"

namespace schemagate {
namespace {

using a2a::wire::Version;
using Document = a2a::Result<net::HttpResponse, Refusal>;

constexpr std::string_view kIfNoneMatch = "If-None-Match";
constexpr const char* kOk = "ok";
constexpr std::string_view kNoMembers = "{}";

// "ok", or what is wrong with what is kept.
std::string ledger_of(const DocumentSources& sources) {
  const store::StoreHealth health = sources.store->health();
  if (!health.writing) return health.writing.error().message;
  if (health.unreadable_tasks != 0)
    return std::to_string(health.unreadable_tasks) + " tasks cannot be read; see the log";
  return kOk;
}

bool shows_health(const AgentSnapshot& agent, const Principal& caller) {
  const AgentConfig& config = agent.config();
  if (config.is_public.health) return true;
  return caller.is_authenticated && (!caller.grants || caller.grants->reaches(config.name));
}

// A master that has no problem of its own is no better than whom its plan needs: who of them has one, for
// somebody who may know it; empty: nobody.
std::string problem_of_workers(const DocumentSources& sources, const AgentConfig& master) {
  if (master.master == nullptr) return {};
  for (const agent_context::PlannedAgent& planned : master.master->plan.agents) {
    const auto agent = sources.agents.find(worker_name(master.name, planned));
    const auto worker = agent == nullptr ? nullptr : agent->snapshot();
    if (worker == nullptr || !worker->problem) continue;
    const std::string state = " is " + std::string(name(worker->problem->kind));
    if (!shows_health(*worker, sources.caller)) return "an agent of its plan" + state;
    return "the agent " + agent->name() + " of its plan" + state + ": " + worker->problem->shown;
  }
  return {};
}

bool has_lost_schemas(const AgentSnapshot& agent) {
  return agent.published && !agent.published->lost_schemas.empty();
}

// What is wrong with an agent that can be called; empty: nothing.
std::string flaw_of(const DocumentSources& sources, const AgentSnapshot& agent) {
  if (agent.problem) return {};
  if (!has_lost_schemas(agent)) return problem_of_workers(sources, agent.config());
  std::string names;
  for (const std::string& each : agent.published->lost_schemas) names += (names.empty() ? "" : ", ") + each;
  return "the agent's card no longer has any of the schemas that clients were held to: " + names;
}

// By agent: what its own card declares and the gateway does not.
std::string refused_by_agent(const DocumentSources& sources) {
  std::string refused = "{";
  for (const auto& agent : sources.agents.all()) {
    const auto snapshot = agent->snapshot();
    if (!shows_health(*snapshot, sources.caller)) continue;
    if (!snapshot->published || snapshot->published->refused.empty()) continue;
    std::string list = "[";
    for (const object_schemas::CardProblem& each : snapshot->published->refused) {
      if (list.size() > 1) list += ',';
      a2a::append_json_string(list, each.path + ": " + each.message);
    }
    a2a::append_raw_member(refused, agent->name(), list + "]");
  }
  return refused + "}";
}

// By listener: why clients refuse its certificates. Paths of files are not shown.
std::string refused_certificates(const DocumentSources& sources) {
  std::string refused = "{";
  for (const ListenerConfig& each : sources.listeners) {
    if (!each.options.tls) continue;
    std::string texts;
    for (const OutOfTerm& found : certificates_out_of_term(*each.options.tls, sources.now))
      texts += (texts.empty() ? "a certificate " : "; a certificate ") + found.text;
    if (!texts.empty()) a2a::append_string_member(refused, each.name, texts);
  }
  return refused + "}";
}

// The status of the whole is what load balancers look at; of an agent there is "ready", the kind of its
// problem, which is told beside, or "degraded" of a master with that of another, and where schemas are gone.
net::HttpResponse health(const DocumentSources& sources) {
  std::string states = "{";
  std::string problems = "{";
  bool all_ready = true;
  for (const auto& agent : sources.agents.all()) {
    const auto snapshot = agent->snapshot();
    const auto& problem = snapshot->problem;
    all_ready = all_ready && !problem && !has_lost_schemas(*snapshot);
    if (!shows_health(*snapshot, sources.caller)) continue;
    const std::string flaw = flaw_of(sources, *snapshot);
    const std::string_view otherwise = flaw.empty() ? "ready" : "degraded";
    a2a::append_string_member(states, agent->name(), problem ? name(problem->kind) : otherwise);
    if (problem || !flaw.empty())
      a2a::append_string_member(problems, agent->name(), problem ? problem->shown : flaw);
  }
  std::string body = "{";
  const bool is_open = sources.store != nullptr;
  const std::string ledger = is_open ? ledger_of(sources) : "";
  const std::string certificates = refused_certificates(sources);
  const bool is_well = all_ready && ledger == kOk && certificates == kNoMembers;
  const std::string_view status = is_well ? kOk : "degraded";
  a2a::append_string_member(body, "status", is_open ? status : "starting");
  a2a::append_raw_member(body, "agents", states + "}");
  if (!all_ready) a2a::append_raw_member(body, "problems", problems + "}");
  if (const std::string refused = refused_by_agent(sources); refused != kNoMembers)
    a2a::append_raw_member(body, "refusedSchemas", refused);
  if (certificates != kNoMembers) a2a::append_raw_member(body, "certificates", certificates);
  if (is_open) a2a::append_string_member(body, "ledger", ledger);
  net::HttpResponse answer = json_answer(is_open ? 200 : 503, body + "}");
  if (!is_open) answer.headers.push_back({"Retry-After", "1"});
  return answer;
}

Document key_set(const net::HttpRequest& request, const AgentDirectory& agents) {
  const Representation* keys = agents.key_set();
  if (keys == nullptr) return std::unexpected(nothing_here("cards are not signed here"));
  return key_set_answer(keys->body, keys->etag, request.header(kIfNoneMatch));
}

const Representation& choose(const PublishedCards& cards, const net::HttpRequest& request,
                             const Route& route) {
  auto version = requested_version(request, route);
  if (!version || !*version) return cards.hybrid;
  return **version == Version::kV1_0 ? cards.v1_0 : cards.v0_3;
}

Document card(const net::HttpRequest& request, const Route& route, std::size_t address) {
  const AgentSnapshot& agent = *route.served;
  const PublishedAgent* published = agent.published.get();
  if (published == nullptr)
    return std::unexpected(unavailable(agent.problem.value_or(card_not_read()).shown));
  const Representation& chosen = choose(published->cards_at(address), request, route);
  return card_answer(chosen.body, chosen.etag, request.header(kIfNoneMatch));
}

// One that a client may read before it is known is for everybody.
a2a::Result<void> check_rights(const Route& route, const Principal& caller) {
  const AgentSnapshot& agent = *route.served;
  if (route.scenario.empty() || agent.config().is_public.templates) return {};
  const auto scenario = a2a::uri::percent_decoded_name(route.scenario);
  return check_template_rights(caller, agent, scenario.value_or(std::string(route.scenario)));
}

Document schema_template(const net::HttpRequest& request, const Route& route,
                         const DocumentSources& sources) {
  if (auto rights = check_rights(route, sources.caller); !rights)
    return std::unexpected(Refusal{.error = std::move(rights.error()), .http_status = kForbidden});
  const auto version = requested_version(request, route);
  const Version spoken = version && *version ? **version : Version::kV1_0;
  TemplateAnswer answer =
      get_template(*route.served, sources.caller, route, spoken, request.header(kIfNoneMatch));
  if (sources.payloads != nullptr && !answer.scenario.empty())
    (void)tell_of_answer(*sources.payloads, *route.served, sources.caller, answer.scenario, {});
  return std::move(answer.http);
}

}  // namespace

Document read_document(const net::HttpRequest& request, const Route& route, const DocumentSources& sources) {
  switch (route.kind) {
    case RouteKind::kHealth:
      return health(sources);
    case RouteKind::kKeySet:
      return key_set(request, sources.agents);
    case RouteKind::kCard:
      return card(request, route, sources.public_address);
    case RouteKind::kTemplates:
      return schema_template(request, route, sources);
    case RouteKind::kNone:
    case RouteKind::kContext:
    case RouteKind::kJsonRpc:
    case RouteKind::kHttpJson:
    case RouteKind::kWebSocket:
      break;
  }
  std::unreachable();
}

}  // namespace schemagate
