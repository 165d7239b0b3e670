// The order of the steps, and that a refused one stops the rest.
#include "gateway/front/pipeline.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/unit/gateway/front/front_core.h"

namespace schemagate {
namespace {

using a2a::JsonTree;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view kHello =
    R"({"message":{"messageId":"m-1","role":"ROLE_USER","parts":[{"text":"hi"}]}})";
constexpr std::string_view kUnknownTask = R"({"id":"unknown"})";

JsonTree tree(const std::string& text) {
  return *a2a::parse_tree(text);
}

// Every kind of URL, those where nothing is among them.
const std::vector<std::pair<std::string, std::string>> kEveryUrl = {
    {"GET", "/healthz"},
    {"GET", "/.well-known/jwks.json"},
    {"GET", "/flight/.well-known/agent-card.json"},
    {"GET", "/flight/schemaTemplates"},
    {"GET", "/flight"},
    {"POST", "/flight"},
    {"GET", "/flight/tasks"},
    {"GET", "/flight/nothing/of/ours"},
    {"GET", "/nowhere"},
};

TEST(Pipeline, IdentifiesTheCallerBeforeAnythingIsAnswered) {
  for (const auto& [method, target] : kEveryUrl) {
    FrontCore front;
    front.access.knows_caller = false;
    net::HttpRequest request = front_request(method, target, "{}");
    const auto answer = front.ask(request).answer.value();
    EXPECT_EQ(answer.status, 401) << target;
    EXPECT_EQ(net::find_header(answer.headers, "WWW-Authenticate"), "Bearer") << target;
    EXPECT_THAT(front.access.steps, ElementsAre("identify anonymous")) << target;
  }
}

TEST(Pipeline, DocumentsAreReadAndNotWritten) {
  for (const std::string target :
       {"/healthz", "/.well-known/jwks.json", "/flight/.well-known/agent-card.json"}) {
    FrontCore front;
    net::HttpRequest request = front_request("DELETE", target);
    const auto answer = front.ask(request).answer.value();
    EXPECT_EQ(answer.status, 405) << target;
    EXPECT_EQ(net::find_header(answer.headers, "Allow"), "GET, HEAD") << target;
  }
}

TEST(Pipeline, AuthorisesTheUrlBeforeItsBodyIsRead) {
  for (const auto& [method, target] : kEveryUrl) {
    FrontCore front;
    front.access.lets_reach = false;
    front.access.subject = "alice";
    net::HttpRequest request = front_request(method, target, "{}");
    EXPECT_EQ(front.ask(request).answer->status, 403) << target;
    EXPECT_EQ(request.body, "{}") << target;
    EXPECT_THAT(front.access.steps, ElementsAre("identify alice", "reach alice")) << target;
  }
}

TEST(Pipeline, SaysWhatIsPublic) {
  for (const auto& [method, target] : kEveryUrl) {
    FrontCore front;
    net::HttpRequest request = front_request(method, target, "{}");
    (void)front.ask(request);
    const bool is_public = target == "/healthz" || target.contains(".well-known");
    EXPECT_EQ(front.access.asked.at(0).is_public, is_public) << target;
    EXPECT_EQ(front.access.asked.at(0).agent, target.starts_with("/flight") ? "flight" : "") << target;
  }
}

TEST(Pipeline, ARefusalHasTheFormOfTheBinding) {
  FrontCore front;
  front.access.knows_caller = false;
  const JsonTree call = tree(front.post("/flight", jsonrpc_body("GetTask", kUnknownTask)).body);
  EXPECT_EQ(call["jsonrpc"], "2.0");
  EXPECT_TRUE(call["id"].is_null()) << "the body was not read";
  EXPECT_EQ(call["error"]["message"], "not you");
  EXPECT_EQ(tree(front.get("/flight/tasks").body)["error"]["code"], 401);
  EXPECT_EQ(front.get("/healthz").body, R"({"error":"not you"})");
}

// The first request uses up what its address may ask for: the next one is refused before its body is read.
JsonTree refused_by_quota(const std::string& target, const std::string& version) {
  Config config = front_config();
  config.quotas.address = {.requests_per_second = 1, .burst = 1};
  FrontCore front(config);
  (void)front.get("/healthz");
  net::HttpRequest request = front_request("POST", target, "{}", version);
  const auto answer = front.ask(request).answer.value();
  EXPECT_EQ(answer.status, 429) << target;
  EXPECT_EQ(request.body, "{}") << target;
  return tree(answer.body);
}

TEST(Pipeline, WhatIsRefusedBeforeItsBodyIsReadHasTheShapeOfItsVersion) {
  JsonTree old_path = refused_by_quota("/flight/v1/message:send", "");
  EXPECT_EQ(old_path["code"], -32603);
  EXPECT_EQ(old_path["data"]["details"][0]["reason"], "INTERNAL_ERROR");
  EXPECT_EQ(refused_by_quota("/flight/message:send", "")["error"]["status"], "RESOURCE_EXHAUSTED");
  EXPECT_EQ(refused_by_quota("/flight/message:send", "1.0")["error"]["status"], "RESOURCE_EXHAUSTED");
  EXPECT_EQ(refused_by_quota("/flight/message:send", "0.3")["error"]["status"], "RESOURCE_EXHAUSTED")
      << "whoever leaves /v1 out reads v1.0's errors";
  EXPECT_EQ(refused_by_quota("/flight/nothing/of/ours", "9.9")["error"]["status"], "RESOURCE_EXHAUSTED");
}

// Whoever names no version speaks v0.3; whoever names it is an SDK of v1.0 and reads an array.
TEST(Pipeline, WhatIsRefusedBeforeItsBodyIsReadHasTheDetailsOfItsVersionInJsonRpc) {
  EXPECT_TRUE(refused_by_quota("/flight", "")["error"]["data"]["details"].is_array());
  for (const std::string version : {"0.3", "1.0"})
    EXPECT_TRUE(refused_by_quota("/flight", version)["error"]["data"].is_array()) << version;
  EXPECT_TRUE(refused_by_quota("/flight?A2A-Version=1.0", "")["error"]["data"].is_array());
}

// Nobody has looked which method it is: by its Accept a client says that it has asked for a stream.
TEST(Pipeline, WhatIsRefusedBeforeItsBodyIsReadIsAnEventToWhoeverTakesNothingElse) {
  FrontCore front;
  front.access.knows_caller = false;
  net::HttpRequest request = front_request("POST", "/flight", "{}");
  request.headers.push_back({"Accept", "text/event-stream"});
  const auto answer = front.ask(request).answer.value();
  EXPECT_EQ(answer.status, 401);
  EXPECT_EQ(net::find_header(answer.headers, "Content-Type"), "text/event-stream");
  EXPECT_EQ(net::find_header(answer.headers, "WWW-Authenticate"), "Bearer");
  ASSERT_TRUE(answer.body.starts_with("data: ")) << answer.body;
  EXPECT_EQ(tree(answer.body.substr(6))["error"]["message"], "not you");
  EXPECT_EQ(request.body, "{}") << "the body was read";
  request.headers.back().value = "application/json, text/event-stream";
  EXPECT_EQ(tree(front.ask(request).answer->body)["error"]["message"], "not you");
}

TEST(Pipeline, AnOperationThatIsNotAllowedHasNoEffect) {
  FrontCore front;
  front.access.lets_operate = false;
  const auto answer = front.post("/flight", jsonrpc_body("SendMessage", kHello));
  EXPECT_EQ(answer.status, 403);
  EXPECT_EQ(tree(answer.body)["id"], 7);
  EXPECT_THAT(front.access.steps, ElementsAre("identify anonymous", "reach anonymous", "operate anonymous"));
  EXPECT_THAT(front.core.upstream.sent, IsEmpty());
  EXPECT_EQ(front.core.store.size(), 0U);
}

TEST(Pipeline, AsksForTheOperationByItsNameInV1_0) {
  FrontCore front;
  (void)front.post("/flight", jsonrpc_body("GetTask", kUnknownTask));
  EXPECT_EQ(front.access.asked.at(0).operation, "");
  EXPECT_EQ(front.access.asked.at(1).operation, "GetTask");
  (void)front.post("/flight", jsonrpc_body("tasks/cancel", kUnknownTask));
  EXPECT_EQ(front.access.asked.at(3).operation, "CancelTask");
  (void)front.post("/flight", jsonrpc_body("get_schema_template", "{}"));
  EXPECT_EQ(front.access.asked.at(5).operation, "get_schema_template");
}

TEST(Pipeline, WhatCannotBeDecodedIsNotAuthorised) {
  FrontCore front;
  EXPECT_EQ(tree(front.post("/flight", jsonrpc_body("Nothing", "{}")).body)["error"]["code"], -32601);
  EXPECT_THAT(front.access.steps, ElementsAre("identify anonymous", "reach anonymous"));
}

TEST(Pipeline, TasksBelongToThePrincipal) {
  FrontCore front;
  front.core.upstream.results["SendMessage"] = [] {
    return net::Result<std::string>(task_result("INPUT_REQUIRED"));
  };
  front.access.subject = "alice";
  const JsonTree sent = tree(front.post("/flight", jsonrpc_body("SendMessage", kHello)).body);
  const std::string id = sent["result"]["task"]["id"];
  const std::string params = R"({"id":")" + id + "\"}";
  EXPECT_EQ(tree(front.post("/flight", jsonrpc_body("GetTask", params)).body)["result"]["id"], id);
  front.access.subject = "bob";
  EXPECT_EQ(tree(front.post("/flight", jsonrpc_body("GetTask", params)).body)["error"]["code"], -32001);
}

TEST(Pipeline, AnAgentThatCannotBeReachedIsUnavailableInEveryForm) {
  FrontCore front(front_config(), {}, false);
  for (const auto& answer : {front.post("/flight", jsonrpc_body("SendMessage", kHello)),
                             front.post("/flight/message:send", std::string(kHello)),
                             front.get("/flight/.well-known/agent-card.json")}) {
    EXPECT_EQ(answer.status, 503);
    EXPECT_EQ(net::find_header(answer.headers, "Retry-After"), "5");
  }
  EXPECT_EQ(tree(front.post("/flight", jsonrpc_body("SendMessage", kHello)).body)["id"], 7);
}

TEST(Pipeline, AClientIsToldWhatIsWrongWithTheAgentButNotWhereItIs) {
  FrontCore front(front_config(), {}, false);
  const auto says = [&front](std::string_view text) {
    EXPECT_EQ(tree(front.post("/flight", jsonrpc_body("SendMessage", kHello)).body)["error"]["message"],
              text);
    EXPECT_EQ(tree(front.post("/flight/message:send", std::string(kHello)).body)["error"]["message"], text);
    EXPECT_EQ(tree(front.get("/flight/.well-known/agent-card.json").body)["error"], text);
    EXPECT_EQ(tree(front.get("/healthz").body)["problems"]["flight"], text);
  };
  says("the agent's card has not been read yet");
  EXPECT_EQ(tree(front.get("/healthz").body)["agents"]["flight"], "starting");
  const auto refused =
      a2a::client::failed(a2a::client::Cause::kUnreachable, "http://10.0.0.7:9001/: connection refused");
  front.agents.find("flight")->set_problem(card_not_fetched(refused.error()));
  says("the agent cannot be reached");
  EXPECT_EQ(tree(front.get("/healthz").body)["agents"]["flight"], "unreachable");
  (void)front.agents.find("flight")->update("[]", "http://gateway.test");
  says("the agent's card cannot be served: the agent's card is not a JSON object");
  EXPECT_EQ(tree(front.get("/healthz").body)["agents"]["flight"], "unusable");
}

TEST(Pipeline, HealthIsDegradedWhileAnAgentsCardHasLostItsSchemas) {
  FrontCore front;
  const auto read = [&front](std::string_view schemas) {
    const std::string card = std::string(R"({"name":"Flight","description":"d","version":"1",)") +
                             std::string(schemas) +
                             R"("supportedInterfaces":[{"url":"http://agent.test/rpc",)"
                             R"("protocolBinding":"JSONRPC","protocolVersion":"1.0"}],"capabilities":{},)"
                             R"("defaultInputModes":["application/json;schema=order"],)"
                             R"("defaultOutputModes":["text/plain"],"skills":[]})";
    (void)front.agents.find("flight")->update(card, "http://gateway.test");
    return tree(front.get("/healthz").body);
  };
  EXPECT_EQ(read(R"("schemas":{"order":{"type":"object"}},)")["status"], "ok");
  const auto health = read("");
  EXPECT_EQ(health["status"], "degraded");
  EXPECT_EQ(health["agents"]["flight"], "degraded");
  EXPECT_EQ(health["problems"]["flight"],
            "the agent's card no longer has any of the schemas that clients were held to: order");
  EXPECT_EQ(front.get("/healthz").status, 200) << "the gateway itself is well";
  EXPECT_EQ(read(R"("schemas":{"order":{"type":"object"}},)")["status"], "ok");
}

TEST(Pipeline, WhatIsKeptIsShownWhileItsAgentCannotBeReached) {
  FrontCore front(front_config(), {}, false);
  EXPECT_EQ(tree(front.post("/flight", jsonrpc_body("GetTask", kUnknownTask)).body)["error"]["code"], -32001);
  EXPECT_EQ(tree(front.get("/flight/tasks").body)["totalSize"], 0);
}

TEST(Pipeline, HealthTurnsBadWhenAnAgentStopsAnswering) {
  FrontCore front;
  EXPECT_EQ(front.get("/healthz").body, R"({"status":"ok","agents":{"flight":"ready"},"ledger":"ok"})");
  const auto silent = a2a::client::failed(a2a::client::Cause::kTimeout, "http://10.0.0.7:9001/: timed out");
  front.agents.find("flight")->set_problem(card_not_fetched(silent.error()));
  const auto health = front.get("/healthz");
  EXPECT_EQ(health.status, 200) << "the gateway itself is well";
  EXPECT_EQ(health.body, R"({"status":"degraded","agents":{"flight":"unreachable"},)"
                         R"("problems":{"flight":"the agent does not answer in time"},"ledger":"ok"})");
  EXPECT_EQ(front.get("/flight/.well-known/agent-card.json").status, 200) << "the last card is served";
}

TEST(Pipeline, WhileTheGatewayStartsCallsAreToldToComeBackInTheirForm) {
  FrontCore front(front_config(), {}, true, false);
  const auto call = front.post("/flight", jsonrpc_body("GetTask", kUnknownTask));
  EXPECT_EQ(tree(call.body)["id"], 7);
  EXPECT_EQ(tree(call.body)["error"]["code"], -32603);
  const auto path = front.get("/flight/tasks");
  EXPECT_EQ(tree(path.body)["error"]["code"], 503);
  const auto health = front.get("/healthz");
  EXPECT_EQ(tree(health.body)["status"], "starting");
  for (const auto& answer : {call, path, health}) {
    EXPECT_EQ(answer.status, 503);
    EXPECT_NE(net::find_header(answer.headers, "Retry-After"), "");
  }
  EXPECT_EQ(front.get("/flight/.well-known/agent-card.json").status, 200) << "cards need no store";
  front.pipeline.open(front.core.services,
                      {front.core.store, front.core.store, front.texts, front.core.limits.keep_alive},
                      front.core.store);
  EXPECT_EQ(front.get("/healthz").body, R"({"status":"ok","agents":{"flight":"ready"},"ledger":"ok"})");
  EXPECT_EQ(tree(front.post("/flight", jsonrpc_body("GetTask", kUnknownTask)).body)["error"]["code"], -32001);
}

// A page can send such a body anywhere without asking: fetch(url, {mode: "no-cors", body: new Blob([json])}).
TEST(Pipeline, ABodyWithoutATypeIsNotRead) {
  FrontCore front;
  for (const auto& [target, body] :
       {std::pair<std::string, std::string>{"/flight", jsonrpc_body("SendMessage", kHello)},
        {"/flight/message:send", std::string(kHello)}}) {
    net::HttpRequest request = front_request("POST", target, body, "1.0");
    std::erase_if(request.headers, [](const net::Header& each) { return each.name == "Content-Type"; });
    EXPECT_EQ(front.ask(request).answer.value().status, 415) << target;
  }
  EXPECT_THAT(front.core.upstream.sent, IsEmpty());
  net::HttpRequest cancel = front_request("POST", "/flight/tasks/unknown:cancel", "", "1.0");
  EXPECT_EQ(front.ask(cancel).answer.value().status, 404)
      << "without a body there is nothing to be of a type";
}

TEST(Pipeline, WhatAPageOfOthersSendsIsRefusedAndWhatItReadsIsNot) {
  FrontCore front;
  const auto status_of = [&front](const std::string& method, const std::string& target,
                                  const std::string& body) {
    net::HttpRequest request = front_request(method, target, body, "1.0");
    request.headers.push_back({"Sec-Fetch-Site", "cross-site"});
    return front.ask(request).answer.value().status;
  };
  EXPECT_EQ(status_of("POST", "/flight", jsonrpc_body("SendMessage", kHello)), 403);
  EXPECT_EQ(status_of("POST", "/flight/message:send", std::string(kHello)), 403);
  EXPECT_EQ(status_of("POST", "/flight/tasks/unknown:cancel", ""), 403);
  EXPECT_EQ(status_of("GET", "/flight/tasks", ""), 403);
  EXPECT_THAT(front.core.upstream.sent, IsEmpty());
  EXPECT_EQ(status_of("GET", "/flight/.well-known/agent-card.json", ""), 200);
  EXPECT_EQ(status_of("GET", "/healthz", ""), 200);
}

TEST(Pipeline, AStreamBeyondTheLimitHasNoEffect) {
  FrontCore front;
  front.open_streams = net::SharedLimit(0, 0);
  const auto answer = front.post("/flight", jsonrpc_body("SendStreamingMessage", kHello));
  EXPECT_THAT(answer.body,
              HasSubstr("this caller's share of the limit of 10000 streams (limits.streams) is open"));
  EXPECT_THAT(front.core.upstream.sent, IsEmpty());
}

TEST(Pipeline, StreamsOfOneCallerLeaveSomeToOthers) {
  FrontCore front;
  front.open_streams = net::SharedLimit(8, 0);
  front.core.upstream.results["SendMessage"] = [] {
    return net::Result<std::string>(
        R"({"message":{"messageId":"a","role":"ROLE_AGENT","parts":[{"text":"hello"}]}})");
  };
  const auto stream_of = [&front](const std::string& address) {
    net::HttpRequest request = front_request("POST", "/flight", jsonrpc_body("SendStreamingMessage", kHello));
    request.peer.network = request.peer.address = address;
    return front.ask(request).stream_head.has_value();
  };
  std::vector<net::SharedLimit::Part> open(6);
  for (auto& each : open) {
    each = front.open_streams.part_of("192.0.2.1");
    ASSERT_TRUE(each.grow_to(1));
  }
  EXPECT_FALSE(stream_of("192.0.2.1"));
  EXPECT_TRUE(stream_of("192.0.2.2"));
}

TEST(Pipeline, WhereNothingMoreMayRunAMessageIsToldToComeBack) {
  FrontCore front;
  front.running_tasks = net::SharedLimit(0, 0);
  for (const std::string method : {"SendMessage", "SendStreamingMessage"}) {
    const auto answer = front.post("/flight", jsonrpc_body(method, kHello));
    EXPECT_EQ(answer.status, 503);
    EXPECT_NE(net::find_header(answer.headers, "Retry-After"), "");
    EXPECT_THAT(answer.body,
                HasSubstr("share of the limit of 100000 tasks (limits.tasks) and 1073741824 bytes "
                          "(limits.kept_bytes) is running"));
  }
  EXPECT_THAT(front.core.upstream.sent, IsEmpty());
  EXPECT_EQ(front.post("/flight", jsonrpc_body("GetTask", kUnknownTask)).status, 200) << "reading goes on";
}

TEST(Pipeline, ALargeMessageTakesThePlaceOfMany) {
  GatewayLimits limits;
  limits.tasks_max = 1'000;
  limits.kept_bytes_max = 1'000'000;
  FrontCore front(front_config(), limits);
  front.running_tasks = net::SharedLimit(4, 0);
  EXPECT_EQ(front.post("/flight", jsonrpc_body("SendMessage", kHello)).status, 200);
  const std::string large = std::string(kHello) + std::string(4'000, ' ');
  EXPECT_EQ(front.post("/flight", jsonrpc_body("SendMessage", large)).status, 503);
  std::string parts = R"({"text":"hi"})";
  for (int i = 0; i < 40; ++i) parts += R"(,{"text":""})";
  const std::string heavy = R"({"message":{"messageId":"m-2","role":"ROLE_USER","parts":[)" + parts + "]}}";
  EXPECT_EQ(front.post("/flight", jsonrpc_body("SendMessage", heavy)).status, 503) << heavy.size();
}

TEST(Pipeline, WhereThereIsNoMemoryAStreamIsToldToComeBack) {
  FrontCore front;
  front.pipeline.open(front.core.services,
                      {front.core.store, front.core.store, front.no_room, front.core.limits.keep_alive},
                      front.core.store);
  const auto answer = front.post("/flight", jsonrpc_body("SendStreamingMessage", kHello));
  EXPECT_EQ(answer.status, 503);
  EXPECT_NE(net::find_header(answer.headers, "Retry-After"), "");
  EXPECT_THAT(front.core.upstream.sent, IsEmpty());
}

// Stock SDKs that asked for a stream read nothing but events.
TEST(Pipeline, AnErrorBeforeAStreamIsItsOnlyEventInJsonRpc) {
  FrontCore front;
  const auto is_event = [](const net::HttpResponse& answer, int code) {
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(net::find_header(answer.headers, "Content-Type"), "text/event-stream");
    ASSERT_THAT(answer.body, testing::StartsWith("data: "));
    EXPECT_EQ(tree(answer.body.substr(6))["error"]["code"], code);
    EXPECT_EQ(tree(answer.body.substr(6))["id"], 7);
  };
  is_event(front.post("/flight", jsonrpc_body("SendStreamingMessage", "{}")), -32602);
  is_event(front.post("/flight", jsonrpc_body("SubscribeToTask", kUnknownTask)), -32001);
  is_event(front.post("/flight", jsonrpc_body("message/stream", "{}")), -32602);
  is_event(front.post("/flight", jsonrpc_body("message/stream", "[]")), -32602);
  EXPECT_EQ(tree(front.post("/flight", jsonrpc_body("SendMessage", "{}")).body)["error"]["code"], -32602);
}

// a2a-java 0.3.3 reads events whatever the status is, and nothing else; the other SDKs read the status first.
TEST(Pipeline, AnErrorWithAStatusBeforeAStreamIsAnEventInJsonRpcToo) {
  FrontCore front(front_config(), {}, false);
  const auto answer = front.post("/flight", jsonrpc_body("SendStreamingMessage", kHello));
  EXPECT_EQ(answer.status, 503);
  EXPECT_EQ(net::find_header(answer.headers, "Retry-After"), "5");
  EXPECT_EQ(net::find_header(answer.headers, "Content-Type"), "text/event-stream");
  ASSERT_THAT(answer.body, testing::StartsWith("data: "));
  EXPECT_EQ(tree(answer.body.substr(6))["error"]["code"], -32006);
}

TEST(Pipeline, AnErrorBeforeAStreamKeepsItsStatusInHttpJson) {
  FrontCore front;
  const auto answer = front.post("/flight/message:stream", "{}");
  EXPECT_EQ(answer.status, 400);
  EXPECT_EQ(net::find_header(answer.headers, "Content-Type"), "application/a2a+json");
}

TEST(Pipeline, AStreamKeepsItsSeatUntilItsLastEvent) {
  FrontCore front;
  front.core.upstream.results["SendMessage"] = [&front] {
    EXPECT_EQ(front.open_streams.taken(), 1U);
    return net::Result<std::string>(
        R"({"message":{"messageId":"a","role":"ROLE_AGENT","parts":[{"text":"hello"}]}})");
  };
  net::HttpRequest request = front_request("POST", "/flight", jsonrpc_body("SendStreamingMessage", kHello));
  const KeptExchange exchange = front.ask(request);
  ASSERT_TRUE(exchange.stream_head);
  EXPECT_FALSE(exchange.answer);
  EXPECT_THAT(exchange.written, HasSubstr(R"("id":7,"result":{"message":{)"));
  EXPECT_EQ(front.open_streams.taken(), 0U);
}

// What A2A calls a wrong answer of the agent is 500 in v1.0.1; one that never came is a proxy's matter.
TEST(Pipeline, ACallThatDoesNotComeBackHasAProxysStatusInHttpJsonAlone) {
  using enum net::FailureKind;
  const auto answer_of = [](net::FailureKind kind, const std::string& target, const std::string& body) {
    FrontCore front;
    front.core.upstream.results["SendMessage"] = [kind] {
      return net::Result<std::string>(net::failed(kind, "is not there"));
    };
    return front.post(target, body);
  };
  const std::string body(kHello);
  for (const auto& [kind, status, code] :
       std::initializer_list<std::tuple<net::FailureKind, int, const char*>>{
           {kUnreachable, 502, "INTERNAL"},
           {kUnresolved, 502, "INTERNAL"},
           {kClosed, 502, "INTERNAL"},
           {kTimedOut, 504, "DEADLINE_EXCEEDED"},
           {kOverloaded, 503, "UNAVAILABLE"},
           {kMalformed, 500, "INTERNAL"}}) {
    const auto answer = answer_of(kind, "/flight/message:send", body);
    EXPECT_EQ(answer.status, status) << net::name(kind);
    EXPECT_THAT(answer.body, HasSubstr(R"("status":")" + std::string(code) + '"'));
    EXPECT_THAT(answer.body, HasSubstr("INVALID_AGENT_RESPONSE"));
    EXPECT_EQ(net::find_header(answer.headers, "Retry-After").empty(), kind != kOverloaded);
    EXPECT_EQ(answer_of(kind, "/flight", jsonrpc_body("SendMessage", kHello)).status, 200) << net::name(kind);
  }
}

TEST(Pipeline, WhatALibraryThrowsIsAnInternalError) {
  FrontCore front;
  front.access.throws = true;
  const auto answer = front.get("/healthz");
  EXPECT_EQ(answer.status, 500);
  EXPECT_EQ(answer.body, R"({"error":"internal error"})");
}

// Fails once, as a library does that has no memory left.
class FailingExchange final : public KeptExchange {
 public:
  using KeptExchange::KeptExchange;
  net::Awaitable<void> respond(net::HttpResponse response) override {
    if (!std::exchange(has_failed_, true)) throw std::runtime_error("no memory");
    co_await KeptExchange::respond(std::move(response));
  }

 private:
  bool has_failed_ = false;
};

TEST(Pipeline, AMessageWhoseAnswerFailsIsNotInFlightForEver) {
  FrontCore front;
  front.core.upstream.results["SendMessage"] = [] {
    return net::Result<std::string>(
        R"({"message":{"messageId":"a","role":"ROLE_AGENT","parts":[{"text":"hello"}]}})");
  };
  net::HttpRequest request = front_request("POST", "/flight", jsonrpc_body("SendMessage", kHello));
  FailingExchange exchange(front.core.context.get_executor());
  front.ask(request, exchange);
  EXPECT_EQ(exchange.answer->status, 500);
  EXPECT_THAT(front.post("/flight", jsonrpc_body("SendMessage", kHello)).body, HasSubstr("hello"));
  EXPECT_EQ(front.core.upstream.count("SendMessage"), 2U);
}

// A client that is slow to take its answer: another request comes meanwhile.
class SlowExchange final : public KeptExchange {
 public:
  SlowExchange(FrontCore& front, net::HttpRequest& meanwhile)
      : KeptExchange(front.core.context.get_executor()),
        other(front.core.context.get_executor()),
        front_(front),
        meanwhile_(meanwhile) {}
  net::Awaitable<void> respond(net::HttpResponse response) override {
    co_await front_.pipeline.handle(meanwhile_, other);
    co_await KeptExchange::respond(std::move(response));
  }
  net::Awaitable<bool> begin_stream(net::HttpResponse head) override {
    co_await front_.pipeline.handle(meanwhile_, other);
    co_return co_await KeptExchange::begin_stream(std::move(head));
  }

  KeptExchange other;

 private:
  FrontCore& front_;
  net::HttpRequest& meanwhile_;
};

TEST(Pipeline, ACopyThatComesWhileTheAnswerIsWrittenGetsTheSame) {
  for (const char* method : {"SendMessage", "SendStreamingMessage"}) {
    FrontCore front;
    front.core.upstream.results["SendMessage"] = [] {
      return net::Result<std::string>(
          R"({"message":{"messageId":"a","role":"ROLE_AGENT","parts":[{"text":"hello"}]}})");
    };
    net::HttpRequest request = front_request("POST", "/flight", jsonrpc_body(method, kHello));
    net::HttpRequest copy = front_request("POST", "/flight", jsonrpc_body("SendMessage", kHello));
    SlowExchange exchange(front, copy);
    front.ask(request, exchange);
    const std::string first = exchange.answer ? exchange.answer->body : exchange.written;
    EXPECT_THAT(first, HasSubstr("hello")) << method;
    EXPECT_EQ(front.core.upstream.count("SendMessage"), 1U) << method;
    ASSERT_TRUE(exchange.other.answer) << method;
    EXPECT_THAT(exchange.other.answer->body, HasSubstr("hello")) << method;
    (void)front.post("/flight", jsonrpc_body("SendMessage", kHello));
    EXPECT_EQ(front.core.upstream.count("SendMessage"), 2U) << "once it is answered it is a new message";
  }
}

TEST(Pipeline, ServesAnAgentOnItsListenersOnly) {
  FrontCore front;
  front.listeners = {
      {.name = "all"}, {.name = "others", .agents = {"other"}}, {.name = "its", .agents = {"flight"}}};
  const auto status_on = [&front](std::size_t listener, const std::string& target) {
    net::HttpRequest request = front_request("GET", target);
    request.peer.listener = listener;
    return front.ask(request).answer->status;
  };
  const std::string card = "/flight/.well-known/agent-card.json";
  EXPECT_EQ(status_on(0, card), 200);
  EXPECT_EQ(status_on(1, card), 404);
  EXPECT_EQ(status_on(2, card), 200);
  EXPECT_EQ(status_on(1, "/healthz"), 200);
}

}  // namespace
}  // namespace schemagate
