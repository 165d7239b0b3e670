#include "tests/unit/gateway/front/front_core.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "extension/schema_interaction/authored_template.h"
#include "extension/schema_interaction/template_reader.h"

namespace schemagate {
namespace {

// Of an agent that speaks v1.0.
constexpr std::string_view kFrontCard = R"({
  "name": "Flight", "description": "Books flights", "version": "1",
  "supportedInterfaces": [{"url": "http://agent.test/rpc", "protocolBinding": "JSONRPC",
                           "protocolVersion": "1.0"}],
  "capabilities": {}, "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
  "skills": [{"id": "book", "name": "Book", "description": "Books", "tags": []}]})";

Refusal stop(int status) {
  return {.error = {a2a::ErrorCode::kInvalidRequest, "not you"},
          .http_status = status,
          .headers = {{"WWW-Authenticate", "Bearer"}}};
}

schema_interaction::Catalogue flight_templates() {
  std::ifstream file(SCHEMAGATE_SOURCE_DIR "/agent_cards/flight/templates/flight_booking_v1.json");
  std::stringstream text;
  text << file.rdbuf();
  const auto read = schema_interaction::read_authored_template(*a2a::parse_tree(text.str()));
  schema_interaction::Catalogue catalogue;
  (void)catalogue.add(*read.authored, false);
  return catalogue;
}

}  // namespace

a2a::Result<PrincipalHandle, Refusal> ScriptedAccess::identify(const net::HttpRequest&) const {
  steps.push_back("identify " + subject);
  is_reached_ = false;
  if (throws) throw std::out_of_range("a secret");
  if (!knows_caller) return std::unexpected(stop(401));
  return std::make_shared<const Principal>(Principal{.subject = subject, .owner = subject});
}

Step ScriptedAccess::authorise(const Principal& principal, const RequestedAccess& wanted) const {
  const bool operates = std::exchange(is_reached_, true);
  asked.push_back({std::string(wanted.agent), std::string(wanted.operation), wanted.is_public});
  steps.push_back((operates ? "operate " : "reach ") + principal.subject);
  if (operates ? lets_operate : lets_reach) return {};
  return std::unexpected(stop(403));
}

Config front_config(bool with_templates) {
  Config config;
  AgentConfig& agent = config.agents.emplace_back();
  agent.name = "flight";
  agent.push_notifications = true;
  agent.upstream_url = "http://agent.test";
  agent.poll_interval = std::chrono::milliseconds(1);
  if (with_templates) agent.templates = flight_templates();
  return config;
}

FrontCore::FrontCore(Config config, GatewayLimits limits, bool reachable, bool is_open, LogLevel log_level)
    : core({}, false, limits, {}, log_level),
      agents(config),
      quotas(config.quotas, core.clock),
      pipeline({agents, access, core.document, core.limits, listeners, open_streams, run_places, core.clock,
                core.log, quotas, nullptr, memory, &counts}) {
  if (is_open)
    pipeline.open(core.services, {core.store, core.store, texts, core.limits.keep_alive}, core.store);
  if (reachable) (void)agents.find("flight")->update(kFrontCard, "http://gateway.test");
}

KeptExchange FrontCore::ask(net::HttpRequest& request) {
  KeptExchange exchange(core.context.get_executor());
  ask(request, exchange);
  return exchange;
}

void FrontCore::ask(net::HttpRequest& request, net::Exchange& exchange) {
  core.run([](RequestPipeline& through, net::HttpRequest& given, net::Exchange& to) -> net::Awaitable<bool> {
    co_await through.handle(given, to);
    co_return true;
  }(pipeline, request, exchange));
}

net::HttpResponse FrontCore::get(const std::string& target) {
  net::HttpRequest request = front_request("GET", target);
  return ask(request).answer.value();
}

net::HttpResponse FrontCore::post(const std::string& target, const std::string& body) {
  net::HttpRequest request = front_request("POST", target, body);
  return ask(request).answer.value();
}

net::HttpRequest front_request(const std::string& method, const std::string& target, const std::string& body,
                               const std::string& version) {
  net::HttpRequest request;
  request.method = method;
  request.target = target;
  request.body = body;
  if (!body.empty()) request.headers.push_back({"Content-Type", "application/json"});
  if (!version.empty()) request.headers.push_back({"A2A-Version", version});
  return request;
}

std::string jsonrpc_body(std::string_view method, std::string_view params) {
  return R"({"jsonrpc":"2.0","id":7,"method":")" + std::string(method) + R"(","params":)" +
         std::string(params) + "}";
}

}  // namespace schemagate
